//! A link as text for other pages, and advice about its length.

use engine::catalog::escaped;

use super::{Handout, MOST_IN_CODE, is_fine, qr_code};

/// Links of more characters are cut by some programs for mail and chat.
pub const LONG: usize = 2_000;

/// Links of more characters are cut or refused by many programs.
pub const VERY_LONG: usize = 8_000;

/// A frame with the page at an address, as HTML.
pub fn iframe(address: &str, handout: &Handout) -> String {
    let [width, height] = handout.size;
    format!(
        r#"<iframe src="{}" title="{}" width="{width}" height="{height}"></iframe>"#,
        escaped(address),
        escaped(&handout.title())
    )
}

/// A link to an address, as Markdown.
pub fn markdown(address: &str, handout: &Handout) -> String {
    let address = address.replace('(', "%28").replace(')', "%29");
    let title = handout.title().replace('[', "\\[").replace(']', "\\]");
    format!("[{title}]({address})")
}

/// Returns advice about the length of an address, in sentences.
pub fn advice(address: &str, handout: &Handout) -> Vec<String> {
    let characters = address.chars().count();
    let mut told = Vec::new();
    if characters > LONG {
        let danger = if characters > VERY_LONG {
            format!("many programs cut or refuse links of more than about {VERY_LONG}")
        } else {
            format!("some programs for mail and chat cut links at about {LONG}")
        };
        let view = handout.view();
        let included = view
            .iter()
            .filter(|(key, ..)| !handout.left_out.contains(key));
        let longest = included.max_by_key(|(_, _, length)| *length);
        let remedy = match longest {
            Some((_, name, length)) if 3 * length > characters => {
                format!("Leave out “{name}”, which takes {length} of them")
            }
            _ => {
                "Make it a step of a lesson (Export, View as a step of a lesson) and share its file"
                    .to_owned()
            }
        };
        told.push(format!("This link has {characters} characters; {danger}. {remedy}, or test it where you will use it."));
    }
    if address.len() > MOST_IN_CODE {
        told.push(format!(
            "It is too long for a QR code, which holds at most {MOST_IN_CODE} characters."
        ));
    } else if qr_code(address).is_some_and(|(_, modules)| is_fine(modules)) {
        told.push("Its QR code is too dense to scan from a distance.".to_owned());
    }
    told
}
