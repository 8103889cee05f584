//! Fields of a draft by their paths, as a form names them: `/title`, or `/step/0/ask/text`.

use serde_json::Value;

use super::Draft;

impl Draft {
    /// Returns the draft as a value, in which forms look up their fields.
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Returns the value of a field; null if there is none.
    pub fn value(&self, path: &str) -> Value {
        self.to_value().pointer(path).cloned().unwrap_or_default()
    }

    /// Sets a field. A value that the field cannot have, or a path that leads nowhere, changes nothing. The id follows
    /// the title until it is set by itself.
    pub fn set(&mut self, path: &str, value: Value) {
        let title = (path == "/title").then(|| value.as_str().unwrap_or_default().to_owned());
        let has_own_id = !self.id.is_empty() && self.id != Self::id_for(&self.title);
        if let Some(title) = title.filter(|_| !has_own_id) {
            self.id = Self::id_for(&title);
        }
        self.change(path, |fields, key| match fields {
            Value::Object(fields) => drop(fields.insert(key, value)),
            Value::Array(list) => {
                let entry = key.parse().ok().and_then(|at: usize| list.get_mut(at));
                if let Some(entry) = entry {
                    *entry = value;
                }
            }
            _ => {}
        });
    }

    /// Appends an entry to a list; fields that it lacks have their defaults.
    pub fn add(&mut self, path: &str, entry: Value) {
        self.change(path, |fields, key| {
            if let Some(Value::Array(list)) = fields.get_mut(&key) {
                list.push(entry);
            }
        });
    }

    /// Removes an entry of a list or a table.
    pub fn remove(&mut self, path: &str) {
        self.change(path, |fields, key| match fields {
            Value::Object(fields) => drop(fields.remove(&key)),
            Value::Array(list) => {
                let at = key.parse().ok().filter(|&at: &usize| at < list.len());
                at.map(|at| list.remove(at));
            }
            _ => {}
        });
    }

    /// Changes the value that contains a field, given the key of the field in it.
    fn change(&mut self, path: &str, change: impl FnOnce(&mut Value, String)) {
        let mut whole = self.to_value();
        let (above, key) = path.rsplit_once('/').unwrap_or_default();
        let key = key.replace("~1", "/").replace("~0", "~");
        if let Some(fields) = whole.pointer_mut(above) {
            change(fields, key);
        }
        if let Ok(draft) = serde_json::from_value(whole) {
            *self = draft;
        }
    }

    /// Returns the path of an entry of a table whose keys may contain any character.
    pub fn path_in(table: &str, key: &str) -> String {
        format!("{table}/{}", key.replace('~', "~0").replace('/', "~1"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::author::draft::DraftOption;
    use crate::file::register::EXAMPLE;

    #[test]
    fn fields_are_set_added_and_removed_by_their_paths() {
        let mut draft = Draft::default();
        draft.add("/step", json!({ "scene": "t=mesh:4" }));
        draft.set("/step/0/ask", json!({ "kind": "choice" }));
        draft.add("/step/0/ask/option", json!({}));
        draft.add("/step/0/ask/option", json!({}));
        draft.set("/step/0/ask/option/1/text", json!("Yes."));
        let ask = draft.step[0].ask.clone().expect("a question");
        assert_eq!(ask.option[0], DraftOption::default());
        assert_eq!(ask.option[1].text, "Yes.");
        draft.remove("/step/0/ask/option/0");
        assert_eq!(draft.value("/step/0/ask/option/0/text"), json!("Yes."));
        let path = Draft::path_in("/terms", "a/b~c");
        draft.set(&path, json!("A word."));
        assert_eq!(draft.terms["a/b~c"], "A word.");
        draft.remove(&path);
        assert!(draft.terms.is_empty());
    }

    #[test]
    fn what_does_not_fit_changes_nothing() {
        let before = Draft::read(EXAMPLE).expect("the example");
        for (path, value) in [
            ("/minutes", json!("long")),
            ("/step/99/title", json!("x")),
            ("/nothing", json!(1)),
            ("/nothing/more", json!(1)),
        ] {
            let mut draft = before.clone();
            draft.set(path, value);
            draft.add("/title", json!("x"));
            draft.remove("/step/99");
            assert_eq!(draft, before, "{path}");
        }
    }

    #[test]
    fn the_id_follows_the_title_until_it_is_set() {
        let mut draft = Draft::default();
        draft.set("/title", json!("Two rings"));
        assert_eq!(draft.id, "two-rings");
        draft.set("/id", json!("mine"));
        draft.set("/title", json!("Three rings"));
        assert_eq!((&*draft.id, &*draft.title), ("mine", "Three rings"));
    }
}
