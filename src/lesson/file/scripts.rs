//! Routing functions that a lesson file has written out: a link has them packed, which nobody can write by
//! hand.

use toml::Spanned;

use super::format::{Lesson, Mistake, Step};
use crate::custom;
use crate::routing::written;
use crate::scenario::routing_in_link;

impl Lesson {
    /// Reads a lesson file, or says where it is not as it should be; the scripts of its steps are part of their
    /// scenes.
    pub fn open(text: &str) -> Result<Self, Mistake> {
        let mut lesson = Self::read(text)?;
        // Who plays it compiles what is written in it, and what somebody writes in answer.
        custom::install();
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
