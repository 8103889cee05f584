//! Shortcut keys, and the keys reserved by the focused element.

use crate::Place;

/// A key press with its modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chord<'a> {
    pub key: &'a str,
    /// Whether Ctrl is held down, or Command on a Mac.
    pub ctrl: bool,
    /// Whether Shift is held down.
    pub shift: bool,
}

impl Chord<'_> {
    /// Returns the name in the list of shortcuts: `Ctrl+Shift+Z`, `Shift+ArrowRight`, `?`. Shift is omitted for
    /// keys that type a character, since `?` needs Shift only on some keyboards.
    pub fn name(self) -> String {
        let shift = self.shift && (self.ctrl || self.key.len() > 1);
        [
            if self.ctrl { "Ctrl+" } else { "" },
            if shift { "Shift+" } else { "" },
            self.key,
        ]
        .concat()
    }
}

/// Returns whether a key acts as a shortcut at a place. `is_presenting` enables Page Up and Page Down, and
/// `letters` single letters.
pub fn is_heard(chord: Chord, place: Place, is_presenting: bool, letters: bool) -> bool {
    let Chord { key, ctrl, .. } = chord;
    // The other shortcuts act on a network, which Experiment does not show.
    if place == Place::Experiment && !["?", "/", "s"].contains(&key) {
        return false;
    }
    // Outside a presentation these keys scroll the page.
    if key.starts_with("Page") && !is_presenting {
        return false;
    }
    let is_letter = key.len() == 1 && key != " ";
    letters || ctrl || !is_letter || key == "?"
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Holder<'a> {
    /// The tag, in lower case.
    pub tag: &'a str,
    /// The `type` attribute of an `input` element.
    pub kind: &'a str,
    /// Whether it is inside an open dialog or a text to read.
    pub is_elsewhere: bool,
}

impl Holder<'_> {
    /// Returns whether the element needs the key itself.
    pub fn keeps(self, chord: Chord) -> bool {
        let presses = matches!(chord.key, " " | "Enter");
        match (self.tag, self.kind) {
            _ if self.is_elsewhere => true,
            // They are heard in present mode only, where a remote control works whatever has the focus.
            _ if chord.key.starts_with("Page") => false,
            ("input", "range") => !presses && !chord.ctrl && chord.key != "Escape",
            ("input", "checkbox") | ("button" | "a" | "summary", _) => presses,
            ("select", _) => !chord.ctrl,
            // Esc closes the panel around a field; in a text of several lines it leaves the editor.
            ("input", _) => chord.key != "Escape",
            ("textarea", _) => true,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chord(key: &str) -> Chord<'_> {
        Chord {
            key,
            ctrl: false,
            shift: false,
        }
    }

    #[test]
    fn chords_have_canonical_names() {
        let named = |key, ctrl, shift| Chord { key, ctrl, shift }.name();
        assert_eq!(named("Z", true, true), "Ctrl+Shift+Z");
        assert_eq!(named("z", true, false), "Ctrl+z");
        assert_eq!(named("ArrowLeft", false, true), "Shift+ArrowLeft");
        assert_eq!(named("?", false, true), "?");
    }

    #[test]
    fn keys_are_heard_where_they_have_an_effect() {
        let heard =
            |key, place, presenting, letters| is_heard(chord(key), place, presenting, letters);
        assert!(heard("h", Place::Explore, false, true));
        assert!(!heard("h", Place::Experiment, false, true));
        assert!(heard("s", Place::Experiment, false, true));
        assert!(!heard("PageDown", Place::Explore, false, true));
        assert!(heard("PageDown", Place::Explore, true, true));
        for (key, is_kept) in [("h", false), ("?", true), (" ", true), ("ArrowLeft", true)] {
            assert_eq!(heard(key, Place::Explore, false, false), is_kept, "{key}");
        }
        let undo = Chord {
            ctrl: true,
            ..chord("z")
        };
        assert!(is_heard(undo, Place::Explore, false, false));
    }

    #[test]
    fn elements_keep_the_keys_they_need() {
        let holder = |tag, kind| Holder {
            tag,
            kind,
            is_elsewhere: false,
        };
        for (tag, kind, space, arrow, letter) in [
            ("body", "", false, false, false),
            ("button", "", true, false, false),
            ("input", "text", true, true, true),
            ("input", "range", false, true, true),
            ("input", "checkbox", true, false, false),
            ("input", "radio", true, true, true),
            ("textarea", "", true, true, true),
            ("select", "", true, true, true),
        ] {
            let keeps = [" ", "ArrowLeft", "h"].map(|key| holder(tag, kind).keeps(chord(key)));
            assert_eq!(keeps, [space, arrow, letter], "{tag} {kind}");
            for key in ["PageDown", "PageUp"] {
                assert!(
                    !holder(tag, kind).keeps(chord(key)),
                    "{key} at {tag} {kind}"
                );
            }
        }
        assert!(!holder("input", "text").keeps(chord("Escape")));
        assert!(holder("textarea", "").keeps(chord("Escape")));
        let reading = Holder {
            is_elsewhere: true,
            ..holder("p", "")
        };
        assert!(reading.keeps(chord("ArrowDown")) && reading.keeps(chord("PageDown")));
    }
}
