//! Models by their texts, each built once.

use std::cell::OnceCell;
use std::rc::Rc;

use flitscope::catalog::{find, parse_key_values};
use flitscope::model::{FAMILIES, Model, ModelFamily, build};
use flitscope::plot::ModelCurve;
use leptos::prelude::*;

use super::Charts;

/// A model that a text names.
pub(super) struct NamedModel {
    /// Its entry in the register.
    pub family: &'static ModelFamily,
    pub model: Box<dyn Model>,
    curve: OnceCell<ModelCurve>,
}

impl NamedModel {
    fn new(text: &str) -> Option<Self> {
        let mut words = text.split(' ').filter(|word| !word.is_empty());
        let family = find(FAMILIES, "model", words.next()?).ok()?;
        let settings = parse_key_values(&words.collect::<Vec<_>>()).ok()?;
        Some(Self {
            family,
            model: build(family, &settings).ok()?,
            curve: OnceCell::new(),
        })
    }

    pub(super) fn curve(&self) -> &ModelCurve {
        self.curve.get_or_init(|| ModelCurve::of(&*self.model))
    }
}

impl Charts {
    /// Returns the model that an id and `key=value` words name; `None` for an empty text.
    pub(super) fn model(self, text: &str) -> Option<Rc<NamedModel>> {
        /// Those of a scenario and of the one before.
        const MOST: usize = 4;
        let mut models = self.models.write_value();
        if let Some((_, model)) = models.iter().find(|(of, _)| of == text) {
            return Some(Rc::clone(model));
        }
        let model = Rc::new(NamedModel::new(text)?);
        models.truncate(MOST - 1);
        models.insert(0, (text.to_owned(), Rc::clone(&model)));
        Some(model)
    }
}
