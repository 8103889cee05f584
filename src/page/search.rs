//! The order of what a search finds.

/// How well a text typed into the search fits an entry, the best first; `None` if it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// The name begins with it.
    Beginning,
    /// A word of the name begins with it.
    Word,
    Name,
    /// All its words are in the name or in what is said about the entry.
    About,
}

impl Fit {
    /// Returns how well a text fits an entry with a name and a description. Neither case nor the spaces around it
    /// matter; an empty text fits everything.
    pub fn of(text: &str, name: &str, about: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let name = name.to_ascii_lowercase();
        if name.starts_with(&text) {
            return Some(Self::Beginning);
        }
        if let Some(at) = name.find(&text) {
            let begins_word = name[..at]
                .chars()
                .next_back()
                .is_none_or(|before| !before.is_alphanumeric());
            return Some(if begins_word { Self::Word } else { Self::Name });
        }
        let all = [&*name, &about.to_ascii_lowercase()].join(" ");
        text.split_whitespace()
            .all(|word| all.contains(word))
            .then_some(Self::About)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_before_descriptions() {
        let fit = |text| Fit::of(text, "Deadlock analysis", "whether messages wait forever");
        assert_eq!(fit(""), Some(Fit::Beginning));
        assert_eq!(fit(" dead"), Some(Fit::Beginning));
        assert_eq!(fit("Ana"), Some(Fit::Word));
        assert_eq!(fit("lock"), Some(Fit::Name));
        assert_eq!(fit("messages analysis"), Some(Fit::About));
        assert_eq!(fit("curve"), None);
        assert_eq!(fit("é"), None);
    }
}
