//! Changes to a scene, in the notation of links.

use crate::error::LessonError;
use study::scenario::{Scenario, routing_in_link};

/// Applies changes to a scene, each written as in a link: `vcs=2`, or `msg+=4:0>2` to add a message.
pub fn changed<'a>(
    scene: &Scenario,
    changes: impl IntoIterator<Item = &'a str>,
) -> Result<Scenario, LessonError> {
    let mut link = scene.to_link();
    for change in changes {
        let (key, value) = change
            .split_once('=')
            .ok_or_else(|| LessonError::rejected("a change", "written as vcs=2", change))?;
        let (key, adds) = key
            .strip_suffix('+')
            .map_or((key, false), |key| (key, true));
        let mut fields = Scenario::fields();
        let names = fields.find(|(short, long)| *short == key || *long == key);
        let names = names.ok_or_else(|| {
            let setting = "to a setting of a link, such as vcs=2";
            LessonError::rejected("a change", setting, change)
        })?;
        let is_it = |pair: &&str| {
            let name = pair.split('=').next().unwrap_or_default();
            name == names.0 || name == names.1
        };
        let (before, others): (Vec<_>, Vec<_>) = link.split('&').partition(is_it);
        let before = before.first().and_then(|pair| pair.split_once('='));
        // A script contains characters that a link cannot contain.
        let value = routing_in_link(value);
        let value = match before {
            Some((_, before)) if adds => format!("{before};{value}"),
            _ => value,
        };
        link = [others, vec![&*format!("{}={value}", names.0)]]
            .concat()
            .join("&");
    }
    let opened = Scenario::from_link_with(&link, &scene.scripts).whole();
    Ok(opened?.scenario)
}
