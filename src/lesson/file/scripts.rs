//! Routing functions in lesson files, written as plain scripts: the packed form in links cannot be written
//! by hand.

use toml::Spanned;

use super::format::{Lesson, Mistake, Step};
use engine::routing::written;
use study::scenario::routing_in_link;

impl Lesson {
    /// Parses a lesson file and adds the scripts of its steps to their scenes; returns the place of the error
    /// if the file is invalid.
    pub fn open(text: &str) -> Result<Self, Mistake> {
        let mut lesson = Self::read(text)?;
        for step in &mut lesson.step {
            step.put_script_into_scene(text)?;
        }
        Ok(lesson)
    }
}

impl Step {
    fn put_script_into_scene(&mut self, file: &str) -> Result<(), Mistake> {
        let Some(script) = &self.script else {
            return Ok(());
        };
        let Some(scene) = &self.scene else {
            let reason = "a script must stand beside the scene that it is for".to_owned();
            return Err(Mistake::at(file, Some(script.span()), reason));
        };
        let routing = routing_in_link(&written::id_of(script.get_ref()));
        let link = format!("{}&r={routing}", scene.get_ref());
        self.scene = Some(Spanned::new(scene.span(), link));
        Ok(())
    }
}
