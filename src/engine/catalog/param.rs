//! Kinds of parameters, the text typed for them, and errors in this text.
//!
//! [`Settings`] contain the text as typed. Values are parsed, and can be rejected, only when
//! something is built from the settings, so a form can show an invalid entry with its error.

use std::fmt;

use thiserror::Error;

use super::quoted;

/// Error in the input from which something is built.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BuildError {
    /// A value that its control does not accept.
    #[error("{field} must be {allowed}, not {given}")]
    Rejected {
        field: String,
        /// Description of the accepted values, phrased to follow "must be …".
        allowed: String,
        given: String,
    },
    /// Values that are valid one by one, but not together.
    #[error("{place}{reason}")]
    Unfit {
        /// `line 3: `, or empty if the error is not in a single line.
        place: String,
        /// A clause that never begins with user input, so that it can become a sentence with a
        /// capital letter.
        reason: String,
    },
    /// A required value that is missing.
    #[error("{field} must be given")]
    Missing { field: String },
    /// An algorithm on a topology on which it is not defined.
    #[error("{what} is not defined on {place}; {instead}")]
    Unsupported {
        what: String,
        place: String,
        /// The requirement that is not met, or an alternative.
        instead: String,
    },
    /// A user-written program with an error.
    #[error("{field}: {place}{reason}")]
    Program {
        /// The setting that contains the program.
        field: String,
        /// `line 3, column 5: `, or empty if the error has no single position.
        place: String,
        reason: String,
    },
    /// A user-written routing function for which there is neither a table nor a compiler.
    #[error(
        "a routing function of one's own can be used in Explore and on the command line, not here"
    )]
    NotCompiled,
}

impl BuildError {
    /// A [`BuildError::Rejected`].
    pub fn rejected(
        field: impl Into<String>,
        allowed: impl Into<String>,
        given: impl Into<String>,
    ) -> Self {
        Self::Rejected {
            field: field.into(),
            allowed: allowed.into(),
            given: given.into(),
        }
    }

    /// A [`BuildError::Unfit`] without a line.
    pub fn unfit(reason: impl Into<String>) -> Self {
        Self::Unfit {
            place: String::new(),
            reason: reason.into(),
        }
    }
}

/// Properties common to all kinds of parameters.
#[derive(Debug)]
pub struct Control {
    pub id: &'static str,
    /// Symbol in the literature, or empty.
    pub symbol: &'static str,
    pub label: &'static str,
    /// Unit, or empty.
    pub unit: &'static str,
    /// Help text of one sentence.
    pub help: &'static str,
    /// Default value, the initial text in forms.
    pub default: &'static str,
}

/// A parameter of an algorithm.
#[derive(Debug)]
pub enum Param {
    Integer(Integer),
    Real(Real),
    /// A list of radices, one per dimension.
    Radices(Radices),
    /// One of a few words.
    Choice(Choice),
    /// A text of any length.
    Text(Text),
}

/// A whole number from `min` to `max`.
#[derive(Debug)]
pub struct Integer {
    pub control: Control,
    pub min: u32,
    pub max: u32,
}

/// A real number from `min` to `max`.
#[derive(Debug)]
pub struct Real {
    pub control: Control,
    pub min: f64,
    pub max: f64,
}

/// Radices joined by `x`: `16x16x16`.
#[derive(Debug)]
pub struct Radices {
    pub control: Control,
    pub min: u32,
    pub max: u32,
    /// Largest number of dimensions accepted.
    pub most: usize,
    /// Largest number of nodes accepted, the product of the radices.
    pub nodes: u32,
}

/// One of a few words.
#[derive(Debug)]
pub struct Choice {
    pub control: Control,
    pub options: &'static [&'static str],
}

/// A text of any length, which the family parses itself.
#[derive(Debug)]
pub struct Text {
    pub control: Control,
}

impl Param {
    pub fn control(&self) -> &Control {
        match self {
            Self::Integer(integer) => &integer.control,
            Self::Real(real) => &real.control,
            Self::Radices(radices) => &radices.control,
            Self::Choice(choice) => &choice.control,
            Self::Text(text) => &text.control,
        }
    }

    /// Description of the accepted values, phrased to follow "must be …".
    pub fn allowed(&self) -> String {
        match self {
            Self::Integer(integer) => integer.allowed(),
            Self::Real(real) => real.allowed(),
            Self::Radices(radices) => radices.allowed(),
            Self::Choice(choice) => super::one_of(choice.options),
            Self::Text(_) => "a string".to_owned(),
        }
    }

    /// Checks the text of the parameter in settings.
    ///
    /// # Errors
    ///
    /// The parameter, the accepted values and the given one.
    pub fn check(&self, settings: &Settings) -> Result<(), BuildError> {
        match self {
            Self::Integer(integer) => settings.integer(integer).map(drop),
            Self::Real(real) => settings.real(real).map(drop),
            Self::Radices(radices) => settings.radices(radices).map(drop),
            Self::Choice(choice) => settings.choice(choice).map(drop),
            Self::Text(_) => Ok(()),
        }
    }
}

impl Integer {
    fn allowed(&self) -> String {
        format!("a whole number from {} to {}", self.min, self.max)
    }

    pub fn read(&self, text: &str) -> Result<u32, BuildError> {
        text.trim()
            .parse()
            .ok()
            .filter(|value| (self.min..=self.max).contains(value))
            .ok_or_else(|| self.control.rejected(self.allowed(), text))
    }
}

impl Real {
    fn allowed(&self) -> String {
        format!("a number from {} to {}", self.min, self.max)
    }

    pub fn read(&self, text: &str) -> Result<f64, BuildError> {
        text.trim()
            .parse()
            .ok()
            .filter(|value| (self.min..=self.max).contains(value))
            .ok_or_else(|| self.control.rejected(self.allowed(), text))
    }
}

impl Radices {
    fn allowed(&self) -> String {
        format!(
            "1 to {} numbers from {} to {} joined by x, at most {} nodes in all",
            self.most, self.min, self.max, self.nodes
        )
    }

    pub fn read(&self, text: &str) -> Result<Vec<u32>, BuildError> {
        let radices: Option<Vec<u32>> = text
            .trim()
            .split(['x', '×'])
            .map(|radix| radix.trim().parse().ok())
            .map(|radix| radix.filter(|radix| (self.min..=self.max).contains(radix)))
            .collect();
        let few_enough = |radices: &Vec<u32>| {
            let nodes = radices.iter().try_fold(1_u32, |n, &k| n.checked_mul(k));
            radices.len() <= self.most && nodes.is_some_and(|nodes| nodes <= self.nodes)
        };
        radices
            .filter(few_enough)
            .ok_or_else(|| self.control.rejected(self.allowed(), text))
    }
}

impl Control {
    pub const fn new(id: &'static str, symbol: &'static str, label: &'static str) -> Self {
        Self {
            id,
            symbol,
            label,
            unit: "",
            help: "",
            default: "",
        }
    }

    #[must_use]
    pub const fn unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    #[must_use]
    pub const fn help(self, help: &'static str) -> Self {
        Self { help, ..self }
    }

    #[must_use]
    pub const fn default(self, default: &'static str) -> Self {
        Self { default, ..self }
    }

    pub const fn integer(self, min: u32, max: u32) -> Integer {
        Integer {
            control: self,
            min,
            max,
        }
    }

    pub const fn real(self, min: f64, max: f64) -> Real {
        Real {
            control: self,
            min,
            max,
        }
    }

    pub const fn radices(self, min: u32, max: u32, most: usize, nodes: u32) -> Radices {
        Radices {
            control: self,
            min,
            max,
            most,
            nodes,
        }
    }

    pub const fn choice(self, options: &'static [&'static str]) -> Choice {
        Choice {
            control: self,
            options,
        }
    }

    pub const fn text(self) -> Text {
        Text { control: self }
    }

    fn rejected(&self, allowed: String, given: &str) -> BuildError {
        let field = if self.symbol.is_empty() {
            self.label.to_owned()
        } else {
            format!("{} {}", self.label, self.symbol)
        };
        BuildError::rejected(field, allowed, quoted(given))
    }
}

/// Typed texts by control id, in the order of typing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    entries: Vec<(String, String)>,
}

impl Settings {
    /// The text typed for `id`, if any.
    pub fn get(&self, id: &str) -> Option<&str> {
        self.entries
            .iter()
            .find(|(key, _)| key == id)
            .map(|(_, value)| value.as_str())
    }

    /// All ids with their typed texts, in the order of typing.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().map(|(id, text)| (&**id, &**text))
    }

    /// Sets or replaces the text for `id`.
    pub fn set(&mut self, id: impl Into<String>, value: impl Into<String>) {
        let (id, value) = (id.into(), value.into());
        match self.entries.iter_mut().find(|(key, _)| *key == id) {
            Some(entry) => entry.1 = value,
            None => self.entries.push((id, value)),
        }
    }

    /// These settings with one more entry.
    #[must_use]
    pub fn with(mut self, id: impl Into<String>, value: impl fmt::Display) -> Self {
        self.set(id, value.to_string());
        self
    }

    /// The value of a whole-number parameter, or its default.
    pub fn integer(&self, param: &Integer) -> Result<u32, BuildError> {
        param.read(self.text(&param.control))
    }

    /// The value of a real parameter, or its default.
    pub fn real(&self, param: &Real) -> Result<f64, BuildError> {
        param.read(self.text(&param.control))
    }

    /// The value of a list of radices, or its default.
    pub fn radices(&self, param: &Radices) -> Result<Vec<u32>, BuildError> {
        param.read(self.text(&param.control))
    }

    /// The chosen word, or the default.
    pub fn choice(&self, param: &Choice) -> Result<&'static str, BuildError> {
        let text = self.text(&param.control);
        param
            .options
            .iter()
            .find(|option| **option == text)
            .copied()
            .ok_or_else(|| param.control.rejected(super::one_of(param.options), text))
    }

    /// A text as it was typed, or the default.
    pub fn plain<'a>(&'a self, param: &'a Text) -> &'a str {
        self.text(&param.control)
    }

    /// Rejects keys that are not the id of a parameter in `params`.
    pub fn only(&self, params: &[Param]) -> Result<(), BuildError> {
        let known: Vec<_> = params.iter().map(|param| param.control().id).collect();
        match self
            .entries
            .iter()
            .find(|(key, _)| !known.contains(&&**key))
        {
            None => Ok(()),
            Some((key, _)) => Err(BuildError::rejected(
                "parameter",
                super::one_of(&known),
                quoted(key),
            )),
        }
    }

    fn text<'a>(&'a self, control: &'a Control) -> &'a str {
        self.get(control.id).unwrap_or(control.default)
    }
}

/// Formats settings as `key=value` words, as on the command line.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (key, value)) in self.entries.iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            write!(f, "{separator}{key}={value}")?;
        }
        Ok(())
    }
}

/// Parses `key=value` words, as on the command line.
pub fn parse_key_values<S: AsRef<str>>(words: &[S]) -> Result<Settings, BuildError> {
    words
        .iter()
        .try_fold(Settings::default(), |settings, word| {
            match word.as_ref().split_once('=') {
                Some((key, _)) if settings.get(key).is_some() => Err(BuildError::rejected(
                    "parameter",
                    "given once",
                    format!("{} twice", quoted(key)),
                )),
                Some((key, value)) => Ok(settings.with(key, value)),
                None => Err(BuildError::rejected(
                    "parameter",
                    "written as key=value",
                    quoted(word.as_ref()),
                )),
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Integer = Control::new("n", "n", "Dimension")
        .default("4")
        .integer(1, 12);

    #[test]
    fn an_invalid_number_is_reported_in_one_sentence() {
        let error = Settings::default().with("n", 40).integer(&SIZE);
        assert_eq!(
            error.expect_err("40 is too many").to_string(),
            "Dimension n must be a whole number from 1 to 12, not 40"
        );
    }

    #[test]
    fn unset_parameters_have_their_default() {
        assert_eq!(Settings::default().integer(&SIZE), Ok(4));
    }

    #[test]
    fn typed_text_is_kept_unchanged() {
        let settings = Settings::default().with("n", " 4o ");
        assert!(settings.integer(&SIZE).is_err());
        assert_eq!(settings.get("n"), Some(" 4o "));
    }

    #[test]
    fn settings_are_read_back_as_written() {
        let settings = Settings::default().with("k", "4x4").with("length", 25);
        let words = settings.to_string();
        assert_eq!(words, "k=4x4 length=25");
        let words: Vec<_> = words.split(' ').collect();
        assert_eq!(parse_key_values(&words), Ok(settings));
    }

    #[test]
    fn unknown_keys_are_named_in_the_error() {
        let settings = parse_key_values(&["m=3"]).expect("well formed");
        let error = settings.only(&[Param::Integer(SIZE)]);
        assert_eq!(
            error.expect_err("there is no m").to_string(),
            "parameter must be n, not m"
        );
    }

    #[test]
    fn a_parameter_given_twice_is_rejected() {
        let error = parse_key_values(&["n=3", "m=1", "n=3"]);
        assert_eq!(
            error.expect_err("n is given twice").to_string(),
            "parameter must be given once, not n twice"
        );
    }
}
