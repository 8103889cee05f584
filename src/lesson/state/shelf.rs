//! The lessons that were opened from files.

use super::keys::{SHELF, file_key, shelf_of};
use super::update::Update;
use super::{LessonEffect, Opening};
use crate::protocol::LessonShown;
use page::Kept;

impl Update<'_> {
    /// Keeps the file of a lesson for later visits; where the browser refuses, as long as the page is open.
    pub(super) fn keep_file(&mut self, lesson: &LessonShown, opening: &Opening) {
        let id = &lesson.id;
        let mut shelf = shelf_of(self.moment.recall);
        let dropped = shelf.add(Kept {
            id: id.clone(),
            title: lesson.title.clone(),
            steps: lesson.steps.len(),
            size: opening.text.chars().count(),
            beside: opening.beside.clone(),
        });
        self.state.own_text = Some((id.clone(), opening.text.clone()));
        self.state.shelf = shelf;
        for id in dropped {
            self.state.not_kept.remove(&id);
            self.drop_file(&id);
        }
        self.then_keep_file(id.clone(), opening.text.clone());
    }

    fn then_keep_file(&mut self, id: String, text: String) {
        let list = (SHELF.to_owned(), self.state.shelf.to_text());
        let entries = [(file_key(&id), text), list];
        self.then(LessonEffect::KeepFile { id, entries });
    }

    fn drop_file(&mut self, id: &str) {
        self.then(LessonEffect::Remember {
            key: file_key(id),
            text: String::new(),
        });
    }

    /// Stores the files that the browser has not stored before, as far as it does now.
    pub(super) fn keep_files_again(&mut self) {
        for id in self.state.not_kept.clone() {
            if let Some(text) = self.file_of(&id) {
                self.then_keep_file(id, text);
            }
        }
    }

    /// Returns the file of a lesson of one's own, if there is one.
    pub(super) fn file_of(&self, id: &str) -> Option<String> {
        let stored = self.moment.recall(&file_key(id));
        stored.or_else(|| {
            let own = self.state.own_text.as_ref();
            let (_, text) = own.filter(|(known, _)| known == id)?;
            Some(text.clone())
        })
    }

    /// Removes the file of a lesson of one's own. The progress in it stays.
    pub(super) fn remove(&mut self, id: &str) {
        self.state.shelf = shelf_of(self.moment.recall);
        self.state.shelf.remove(id);
        self.drop_file(id);
        self.then(LessonEffect::Remember {
            key: SHELF.to_owned(),
            text: self.state.shelf.to_text(),
        });
        self.state.not_kept.remove(id);
        self.keep_files_again();
        self.state.own_text = None;
        self.state.opened.clear();
    }
}
