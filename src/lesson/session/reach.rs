//! The changes of a scene that a student can make with the controls that a step allows.

use crate::error::LessonError;
use engine::routing::written::script_of;
use study::scenario::{Message, Scenario};

/// The controls of a student, each with the fields that it sets, by their keys in links. Of the controls for a field,
/// the first is proposed.
const REACH: &[(&str, &[&str])] = &[
    ("network", &["t"]),
    ("routing", &["r"]),
    ("script", &["r"]),
    ("switching", &["sw"]),
    ("vcs", &["vc", "dl"]),
    ("buffer", &["buf"]),
    ("length", &["M"]),
    ("rate", &["lam", "tr"]),
    ("traffic", &["tr", "lam", "md", "mf"]),
    ("send", &["msg"]),
    ("fail", &["fail"]),
    ("multicast", &["msg", "mc", "mr", "pi", "ts", "tp"]),
    ("deadlock", &["vc", "dl", "mr"]),
];

/// The control that sets every field.
const ALL: &str = "all";

/// A field that a solution changes.
struct Change {
    path: &'static str,
    name: &'static str,
    /// The controls that set it, except for [`ALL`].
    controls: Vec<&'static str>,
}

fn changes_of(scene: &Scenario, solved: &Scenario) -> Vec<Change> {
    let fields = Scenario::fields();
    let changed = fields.filter(|(_, path)| scene.get(path) != solved.get(path));
    let changed = changed.map(|(key, path)| {
        let controls = REACH.iter().filter(|(_, keys)| keys.contains(&key));
        let controls = controls.map(|(control, _)| *control);
        let sets = |control: &&str| match *control {
            "routing" => script_of(&solved.routing).is_none(),
            "script" => script_of(&solved.routing).is_some(),
            "send" => only_sends(scene, solved),
            _ => true,
        };
        Change {
            path,
            name: Scenario::field_name(path).unwrap_or(path),
            controls: controls.filter(sets).collect(),
        }
    });
    changed.collect()
}

/// Returns whether the messages of a solution are those of the scene and others that two clicks send.
fn only_sends(scene: &Scenario, solved: &Scenario) -> bool {
    let Some(sent) = solved.messages.strip_prefix(&*scene.messages) else {
        return false;
    };
    let by_clicks = |message: &Message| {
        message.to.len() == 1 && message.length.is_none() && message.via.is_empty()
    };
    sent.iter().all(by_clicks)
}

/// Returns the controls with which a student can change one scene into another.
pub(crate) fn controls_for(scene: &Scenario, solved: &Scenario) -> Vec<&'static str> {
    let mut needed = Vec::new();
    for change in changes_of(scene, solved) {
        let control = change.controls.first().copied().unwrap_or(ALL);
        if !needed
            .iter()
            .any(|known| change.controls.contains(known) || *known == ALL)
        {
            needed.push(control);
        }
    }
    if needed.contains(&ALL) {
        needed = vec![ALL];
    }
    needed
}

/// Changes one scene into the other as a student does, one setting after the other, with the controls that a step
/// allows.
pub(crate) fn play(scene: &Scenario, solved: &Scenario, allow: &[&str]) -> Result<(), LessonError> {
    let mut left = changes_of(scene, solved);
    for Change { name, controls, .. } in &left {
        let is_allowed = |control: &&str| allow.contains(control);
        if !allow.contains(&ALL) && !controls.iter().any(is_allowed) {
            let controls = [&**controls, &[ALL]].concat().join(" or ");
            return Err(LessonError::new(format!(
                "the solution changes the {name}, which the student cannot: allow must contain {controls} to permit it"
            )));
        }
    }
    let mut scene = scene.clone();
    while !left.is_empty() {
        let before = left.len();
        let mut refusal = String::new();
        left.retain(
            |change| match scene.set(change.path, &solved.get(change.path)) {
                Ok(()) => false,
                Err(error) => {
                    refusal = error.to_string();
                    true
                }
            },
        );
        if left.len() == before {
            return Err(LessonError::new(format!(
                "the student changes one setting at a time, and the solution cannot be reached so: {refusal}"
            )));
        }
    }
    Ok(())
}

/// Returns the name of a setting of a scene that the student has reached with no control that the step allows. A
/// change of the network or of the routing function may change others with it.
pub(crate) fn out_of_reach(
    scene: &Scenario,
    reached: &Scenario,
    allow: &[&str],
) -> Option<&'static str> {
    const FOLLOW: [&str; 7] = [
        "routing",
        "vcs",
        "dateline",
        "traffic.multicast.algorithm",
        "traffic.pattern",
        "messages",
        "faults",
    ];
    let allows = |control: &&str| allow.contains(control);
    let others_follow = ["network", "routing", "script"].iter().any(allows);
    let changes = changes_of(scene, reached).into_iter();
    let mut others = changes.filter(|change| {
        let follows = others_follow && FOLLOW.contains(&change.path);
        !allow.contains(&ALL) && !follows && !change.controls.iter().any(allows)
    });
    others.next().map(|change| change.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(link: &str) -> Scenario {
        Scenario::from_link(link).scenario
    }

    #[test]
    fn controls_follow_from_the_changes() {
        let scene = of("t=mesh:4x4&vc=1&M=8&msg=0:0,0>3,3");
        for (changed, controls) in [
            ("t=mesh:4x4&vc=2&M=8&msg=0:0,0>3,3", &["vcs"][..]),
            ("t=torus:4x4&vc=2&M=8&msg=0:0,0>3,3", &["network", "vcs"]),
            (
                "t=mesh:4x4&vc=1&M=8&r=west-first&msg=0:0,0>3,3",
                &["routing"],
            ),
            ("t=mesh:4x4&vc=1&M=8&msg=0:0,0>3,3;4:1,0>2,2", &["send"]),
            ("t=mesh:4x4&vc=1&M=8&msg=0:0,0>2,3", &["multicast"]),
            ("t=mesh:4x4&vc=1&M=8&fail=0,0>1,0&msg=0:0,0>3,3", &["fail"]),
            ("t=mesh:4x4&vc=2&M=8&rd=1&msg=0:0,0>3,3", &["all"]),
        ] {
            let solved = of(changed);
            assert_eq!(controls_for(&scene, &solved), controls, "{changed}");
            assert_eq!(play(&scene, &solved, controls), Ok(()), "{changed}");
            let error = play(&scene, &solved, &["heat"]).expect_err(changed);
            assert!(error.to_string().contains("allow must contain"), "{error}");
        }
    }

    #[test]
    fn a_solution_out_of_reach_names_the_setting_and_the_control() {
        let scene = of("t=mesh:4x4&vc=1&M=8");
        let error = play(&scene, &of("t=mesh:4x4&vc=2&M=8"), &["buffer"]).expect_err("no control");
        assert_eq!(
            error.to_string(),
            "the solution changes the virtual channels V, which the student cannot: allow must contain vcs or \
             deadlock or all to permit it"
        );
    }

    #[test]
    fn a_scene_is_graded_by_the_controls_of_the_step() {
        let scene = of("t=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3");
        for (reached, allow, field) in [
            ("t=torus-uni:4&vc=2&M=8&msg=0:0>2;0:1>3", &["vcs"][..], None),
            (
                "t=complete:4&vc=1&M=8&msg=0:0>2;0:1>3",
                &["vcs", "buffer"],
                Some("network"),
            ),
            (
                "t=torus-uni:4&vc=1&M=8&msg=0:0>2",
                &["vcs"],
                Some("messages sent by hand"),
            ),
            (
                "t=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;1:2>0",
                &["send"],
                None,
            ),
            // Another network needs other virtual channels.
            ("t=mesh:4&vc=2&M=8&msg=0:0>2;0:1>3", &["network"], None),
            ("t=mesh:4&vc=2&M=8&rd=1", &["all"], None),
        ] {
            assert_eq!(
                out_of_reach(&scene, &of(reached), allow),
                field,
                "{reached}"
            );
        }
    }

    #[test]
    fn changes_are_made_in_an_order_in_which_each_is_valid() {
        // Two virtual channels come before the function that needs them.
        let scene = of("t=mesh:4x4&vc=1&M=8");
        let solved = of("t=mesh:4x4&vc=2&M=8&r=duato");
        assert_eq!(play(&scene, &solved, &["routing", "vcs"]), Ok(()));
    }
}
