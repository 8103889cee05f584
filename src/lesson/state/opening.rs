//! Lessons are opened: by id, from a file, by a link, or in the variant of a name.

use std::sync::Arc;

use super::keys::variant_key;
use super::update::Update;
use super::{LessonEffect, Material, Opening};
use crate::file::register::Summary;
use crate::package::{Scorm, pass_of};
use crate::protocol::{LessonShown, LessonSource, Request};
use crate::vary::seed_of_name;
use page::{LessonKeys, LessonPlace, LessonView, OpenLink};

impl Update<'_> {
    /// Remembers the view of a link for the tab, and the variant for its lesson.
    pub(super) fn note_keys(&mut self, keys: LessonKeys, at: &LessonPlace) {
        if let Some(view) = keys.view {
            self.state.view = view;
            self.then(LessonEffect::RememberView(view));
        }
        let (LessonPlace::Step { id, .. } | LessonPlace::Sheet(id) | LessonPlace::About(id)) = at
        else {
            return;
        };
        let known = self.moment.variant_of(id).map(|(known, _)| known);
        if let Some(variant) = keys.variant.filter(|&variant| known != Some(variant)) {
            self.keep_variant(id, variant, "");
            self.state.opened.clear();
        }
    }

    pub(super) fn keep_variant(&mut self, id: &str, variant: u64, name: &str) {
        self.then(LessonEffect::Remember {
            key: variant_key(id),
            text: format!("{variant} {name}"),
        });
    }

    pub(super) fn forget_variant(&mut self, id: &str) {
        let key = variant_key(id);
        self.then(LessonEffect::Remember {
            key,
            text: String::new(),
        });
    }

    /// Opens a lesson file; its address follows once the program has read it.
    pub(super) fn open(&mut self, opening: Opening) {
        self.state.problem = None;
        if self.interrupt() {
            self.state.opened.clear();
        }
        let request = Request::Open {
            source: LessonSource::File(opening.text.clone()),
            beside: opening.beside.clone(),
            seed: opening.variant,
        };
        self.state.opening = Some(opening);
        self.ask(request);
    }

    /// Shows a lesson that the program has opened, and keeps it if it comes from a file.
    pub(super) fn hear_lesson(&mut self, lesson: LessonShown) {
        let Some(opening) = self.state.opening.take() else {
            self.state.lesson = Some(Arc::new(lesson));
            return;
        };
        if lesson.is_own {
            self.keep_file(&lesson, &opening);
        }
        if let Some(variant) = opening.variant {
            self.keep_variant(&lesson.id, variant, "");
        }
        // The variant may have to be another one, and an identical file is the lesson of the program.
        self.state.opened.clear();
        let step = opening.step.unwrap_or(1).min(lesson.steps.len().max(1));
        let at = LessonPlace::Step {
            id: lesson.id,
            step,
        };
        let here = LessonPlace::of(self.moment.hash);
        self.then(if here == at {
            LessonEffect::Follow(self.moment.hash.to_owned())
        } else if here == LessonPlace::Open {
            // The link that contains the lesson would open it again on Back.
            LessonEffect::Replace(at.address())
        } else {
            LessonEffect::Navigate(at.address())
        });
    }

    /// Opens the lesson of a link that contains it or names its file.
    pub(super) fn follow_link(&mut self, link: &str, variant: Option<u64>) {
        let (source, step) = match OpenLink::of(link) {
            Ok(opened) => opened,
            Err(why) => {
                self.state.problem = Some(why);
                return;
            }
        };
        match source {
            OpenLink::Packed => self.ask(Request::Unpack {
                link: link.to_owned(),
            }),
            OpenLink::Beside(name) => self.then(LessonEffect::Fetch {
                name: name.clone(),
                opening: Opening {
                    beside: Some(name),
                    step: Some(step),
                    variant,
                    ..Opening::default()
                },
            }),
        }
    }

    pub(super) fn fetched(&mut self, opening: Opening, text: Option<String>) {
        if self.state.at != LessonPlace::Open {
            return;
        }
        if let Some(text) = text {
            return self.open(Opening { text, ..opening });
        }
        let name = opening.beside.unwrap_or_default();
        self.state.problem = Some(format!(
            "there is no lesson file {name} beside the page, or it cannot be read from there"
        ));
    }

    /// Opens the file that a link contained.
    pub(super) fn hear_unpacked(&mut self, text: String) {
        let (keys, link) = LessonKeys::take(self.moment.hash);
        let step = OpenLink::of(&link).map(|(_, step)| step);
        self.open(Opening {
            text,
            beside: None,
            step: step.ok(),
            variant: keys.variant,
        });
    }

    /// Requests a lesson by its id, in the variant of a link, if that has one: a built-in lesson, or one that is kept.
    /// Otherwise its file is wanted.
    pub(super) fn open_lesson(&mut self, id: &str, variant: Option<u64>) {
        if self.state.opened == id {
            return;
        }
        self.state.wanted = None;
        self.state.lesson = None;
        self.state.receipt = None;
        self.state.links = None;
        self.state.copied = None;
        self.state.packaged = None;
        self.interrupt();
        let mut beside = None;
        let source = if Summary::by_id(id).is_some() {
            LessonSource::BuiltIn(id.to_owned())
        } else if let Some(text) = self.file_of(id) {
            let kept = self.state.shelf.find(id);
            beside = kept.and_then(|kept| kept.beside.clone());
            LessonSource::File(text)
        } else {
            self.state.opened.clear();
            self.state.wanted = Some(id.to_owned());
            return;
        };
        id.clone_into(&mut self.state.opened);
        let stored = || self.moment.variant_of(id).map(|(variant, _)| variant);
        let seed = variant.or_else(stored);
        // A teacher sees a variant without a name.
        let is_teacher = self.state.view == LessonView::Teacher;
        self.ask(Request::Open {
            source,
            beside,
            seed: seed.or(is_teacher.then_some(0)),
        });
    }

    /// Replays the receipt in the address; `file` is the file of its lesson if that is not built in.
    pub(super) fn replay(&mut self, file: Option<String>) {
        self.state.problem = None;
        self.state.wanted = None;
        self.ask(Request::Grade {
            receipt: self.moment.hash.to_owned(),
            file,
        });
    }

    /// Opens the lesson again in the variant of a name.
    pub(super) fn take_name(&mut self, name: &str) {
        let name = name.trim();
        if name.is_empty() {
            return;
        }
        if let LessonPlace::Step { id, .. } = self.state.at.clone() {
            self.keep_variant(&id, seed_of_name(name), name);
            self.open_again(id);
        }
    }

    /// Asks for the name again, which another student may have entered.
    pub(super) fn forget_name(&mut self) {
        if let LessonPlace::Step { id, .. } = self.state.at.clone() {
            self.forget_variant(&id);
            self.open_again(id);
        }
    }

    /// Opens a lesson again, at its first step.
    fn open_again(&mut self, id: String) {
        self.state.opened.clear();
        self.state.step = None;
        let first = LessonPlace::Step { id, step: 1 }.address();
        self.then(if self.moment.hash == first {
            LessonEffect::Follow(first)
        } else {
            LessonEffect::Navigate(first)
        });
    }

    /// Gives a lesson that varies with the student's name the variant of the one who is logged in at the host, unless the
    /// record of the host has a variant.
    pub(super) fn take_variant_of_student(&mut self) {
        let Some((lesson, name)) = self.state.lesson.clone().zip(self.state.student.clone()) else {
            return;
        };
        let variant = lesson.variant.as_ref();
        let varies = variant.is_some_and(|variant| variant.is_by_name);
        if varies && self.moment.variant_of(&lesson.id).is_none() {
            self.keep_variant(&lesson.id, seed_of_name(&name), &name);
        }
    }

    /// Makes a package of the open lesson, or of that in the builder.
    pub(super) fn package(&mut self, scorm: Scorm, mark: &str) {
        self.state.packaged = None;
        let pass = match mark.trim() {
            "" => None,
            mark => match pass_of(mark) {
                Ok(pass) => Some(pass),
                Err(why) => {
                    let why = why.to_string().replacen("pass", "The pass mark", 1);
                    self.state.packaged = Some(Err(format!("{why}.")));
                    return;
                }
            },
        };
        if self.state.at == LessonPlace::Build {
            return self.package_draft(scorm, pass);
        }
        let Some(lesson) = self.state.lesson.clone() else {
            return;
        };
        let file = self.file_of(&lesson.id).filter(|_| lesson.is_own);
        self.then(LessonEffect::SavePackage(Box::new(Material {
            scorm,
            pass,
            id: lesson.id.clone(),
            title: lesson.title.clone(),
            goal: lesson.goal.clone(),
            file,
        })));
    }
}
