//! The editor of a user-written routing function: its text, the origin of the text, and the findings on it.

use study::custom::Shows;

use super::Found;

/// A script written outside of lessons, restored after a lesson.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Draft {
    text: String,
    /// The script that the scenario used then.
    used: Option<String>,
}

/// The place of the editor, which decides its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditorPlace {
    /// Whether it is outside of lessons.
    pub is_own: bool,
    /// The step of a lesson in which the user writes code.
    pub step: Option<String>,
    /// The script of the scenario.
    pub used: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ScriptEditor {
    text: String,
    /// The result for the text examined last.
    found: Option<Found>,
    /// Whether the text is being examined.
    is_busy: bool,
    /// Whether the picture shows faults of the function.
    shows_faults: bool,
    /// The fault that the user chose to show; `None` for the worst.
    chosen: Option<Shows>,
    /// Whether the text is from a lesson.
    is_of_lesson: bool,
    draft: Draft,
}

impl ScriptEditor {
    /// An empty editor, with the stored draft.
    pub fn new(draft: String) -> Self {
        Self {
            text: String::new(),
            found: None,
            is_busy: false,
            shows_faults: true,
            chosen: None,
            is_of_lesson: false,
            draft: Draft {
                text: draft,
                used: None,
            },
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The result for the text examined last.
    pub fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }

    /// Whether the text is being examined.
    pub fn is_busy(&self) -> bool {
        self.is_busy
    }

    /// Replaces the text.
    pub fn write(&mut self, text: String) {
        self.text = text;
    }

    /// Takes a script of the user's own whose fault is to be corrected.
    pub fn correct(&mut self, script: String) {
        self.is_of_lesson = false;
        self.text = script;
    }

    /// Follows the user to another place or scenario; `kept` is the code typed on an earlier visit of the step.
    pub fn follow(&mut self, place: &EditorPlace, kept: Option<String>) {
        let was_of_lesson = place.is_own && self.is_of_lesson;
        match &place.used {
            // The script of a lesson does not replace the user's draft.
            used if was_of_lesson && *used == self.draft.used => {
                self.text.clone_from(&self.draft.text);
            }
            Some(script) => self.text = kept.unwrap_or_else(|| script.clone()),
            None if was_of_lesson || self.text.is_empty() => {
                self.text.clone_from(&self.draft.text);
            }
            None => {}
        }
    }

    /// Fills an empty editor with an example.
    pub fn begin(&mut self, example: &str) {
        if self.text.trim().is_empty() {
            example.clone_into(&mut self.text);
        }
    }

    /// Begins to examine the text; returns whether there is one. A text typed outside of lessons becomes the draft.
    pub fn examine(&mut self, place: &EditorPlace, is_new: bool) -> bool {
        self.is_busy = !self.text.trim().is_empty();
        if !self.is_busy {
            self.found = None;
        } else if is_new {
            self.is_of_lesson = !place.is_own;
            if place.is_own {
                self.draft = Draft {
                    text: self.text.clone(),
                    used: place.used.clone(),
                };
            }
        }
        self.is_busy
    }

    /// Takes the findings on a text, unless it has been changed meanwhile.
    pub fn take(&mut self, examined: &str, found: Found) {
        if self.text == examined {
            self.is_busy = false;
            self.found = Some(found);
        }
    }

    /// Which fault of the function the picture can show, if any.
    pub fn showable(&self) -> Option<Shows> {
        let findings = self.found.as_ref()?.as_ref().ok()?;
        let is_lost = findings.delivery.lost.is_some();
        let has_cycle = !findings.cycle.is_empty();
        match self.chosen {
            Some(Shows::Cycle) if has_cycle => Some(Shows::Cycle),
            _ if is_lost => Some(Shows::LostWay),
            _ if has_cycle => Some(Shows::Cycle),
            _ => None,
        }
    }

    /// The fault that the picture shows.
    pub fn shown(&self) -> Option<Shows> {
        self.showable().filter(|_| self.shows_faults)
    }

    /// Shows a fault in the picture, or hides it.
    pub fn toggle(&mut self, fault: Shows) {
        self.shows_faults = self.shown() != Some(fault);
        self.chosen = Some(fault);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use study::script::Fault;

    fn place(is_own: bool, used: Option<&str>) -> EditorPlace {
        EditorPlace {
            is_own,
            step: None,
            used: used.map(str::to_owned),
        }
    }

    #[test]
    fn the_draft_is_back_after_a_lesson() {
        let mut editor = ScriptEditor::new("stored".to_owned());
        let own = place(true, None);
        editor.follow(&own, None);
        assert_eq!(editor.text(), "stored");
        editor.write("mine".to_owned());
        assert!(editor.examine(&own, true));
        let lesson = place(false, Some("of the lesson"));
        editor.follow(&lesson, None);
        assert_eq!(editor.text(), "of the lesson");
        assert!(editor.examine(&lesson, true));
        editor.follow(&lesson, Some("typed before".to_owned()));
        assert_eq!(editor.text(), "typed before");
        editor.follow(&own, None);
        assert_eq!(editor.text(), "mine");
        // A script of the scenario replaces what is there.
        editor.follow(&place(true, Some("used")), None);
        assert_eq!(editor.text(), "used");
        editor.begin("example");
        assert_eq!(editor.text(), "used");
    }

    #[test]
    fn findings_on_another_text_are_dropped() {
        let mut editor = ScriptEditor::new(String::new());
        assert!(
            !editor.examine(&place(true, None), true),
            "nothing to examine"
        );
        editor.begin("one");
        assert!(editor.examine(&place(true, None), true) && editor.is_busy());
        let fault = || Err(Fault::anywhere("no".to_owned()));
        editor.take("another", fault());
        assert!(editor.is_busy() && editor.found().is_none());
        editor.take("one", fault());
        assert_eq!(editor.found(), Some(&fault()));
        assert!(!editor.is_busy());
    }
}
