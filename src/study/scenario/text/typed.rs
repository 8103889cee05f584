//! The text form of values in links and forms.

use super::cycles::CyclesOrAuto;
use super::ranges;
use super::values::FromValue;
use crate::scenario::Message;
use engine::sim::Classes;
use engine::sim::packet::Lengths;
use engine::traffic::Length;

/// A value with a text form.
pub(super) trait Typed: FromValue {
    /// The text form; empty if the value is absent.
    fn text(&self) -> String;

    /// Sets the value from its text form. The error describes valid values, as the end of
    /// "must be …".
    fn read(&mut self, text: &str) -> Result<(), String>;
}

impl Typed for String {
    fn text(&self) -> String {
        self.clone()
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        text.clone_into(self);
        Ok(())
    }
}

impl Typed for i64 {
    fn text(&self) -> String {
        self.to_string()
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = whole(text)?;
        Ok(())
    }
}

impl Typed for u64 {
    fn text(&self) -> String {
        self.to_string()
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = match text.trim().parse() {
            Ok(number) => number,
            Err(_) => Self::try_from(whole(text)?).map_err(|_| "a whole number")?,
        };
        Ok(())
    }
}

impl Typed for f64 {
    fn text(&self) -> String {
        self.to_string()
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = real(text).ok_or("a number")?;
        Ok(())
    }
}

/// `1` or `0`.
impl Typed for bool {
    fn text(&self) -> String {
        i64::from(*self).to_string()
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = match text.trim() {
            "1" | "on" => true,
            "0" | "off" => false,
            _ => return Err("on, off, 1 or 0".to_owned()),
        };
        Ok(())
    }
}

/// An empty text means absent.
impl<T: Typed + Default> Typed for Option<T> {
    fn text(&self) -> String {
        self.as_ref().map_or_else(String::new, Typed::text)
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        let mut value = T::default();
        let is_absent = text.trim().is_empty();
        if !is_absent {
            value.read(text)?;
        }
        *self = (!is_absent).then_some(value);
        Ok(())
    }
}

/// `20000` or `auto`.
impl Typed for CyclesOrAuto {
    fn text(&self) -> String {
        match self {
            Self::Cycles(cycles) => cycles.to_string(),
            Self::Auto => "auto".to_owned(),
        }
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = match text.trim() {
            "auto" => Self::Auto,
            text => Self::Cycles(whole(text)?),
        };
        Ok(())
    }
}

/// `32` or `exp:12.5`.
impl Typed for Length {
    fn text(&self) -> String {
        match self {
            Self::Fixed(flits) => flits.to_string(),
            Self::Exponential(mean) => format!("exp:{mean}"),
        }
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        const ALLOWED: &str = "a number of flits, or exp: and a mean";
        *self = if let Some(mean) = text.strip_prefix("exp:") {
            Self::Exponential(real(mean).ok_or(ALLOWED)?)
        } else {
            real(text).ok_or(ALLOWED)?;
            let flits = whole(text).and_then(|flits| u32::try_from(flits).map_err(|_| ""));
            Self::Fixed(flits.map_err(|_| ranges::allowed("length.fixed").unwrap_or_default())?)
        };
        Ok(())
    }
}

impl Typed for Lengths {
    fn text(&self) -> String {
        match self {
            Self::Kept => "kept".to_owned(),
            Self::Redrawn => "redrawn".to_owned(),
        }
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = match text {
            "kept" => Self::Kept,
            "redrawn" => Self::Redrawn,
            _ => return Err("kept or redrawn".to_owned()),
        };
        Ok(())
    }
}

impl Typed for Classes {
    fn text(&self) -> String {
        match self {
            Self::Shared => "shared".to_owned(),
            Self::Separate => "separate".to_owned(),
        }
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = match text {
            "shared" => Self::Shared,
            "separate" => Self::Separate,
            _ => return Err("shared or separate".to_owned()),
        };
        Ok(())
    }
}

/// `3,2>4,2;0,0>1,0`.
impl Typed for Vec<(String, String)> {
    fn text(&self) -> String {
        let texts = self.iter().map(|(one, other)| format!("{one}>{other}"));
        texts.collect::<Vec<_>>().join(";")
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        let links = text.split(';').filter(|_| !text.trim().is_empty());
        let links = links.map(|link| {
            let (one, other) = link.split_once('>')?;
            Some((one.trim().to_owned(), other.trim().to_owned()))
        });
        let links = links.collect::<Option<_>>();
        *self = links.ok_or("links written as 3,2>4,2;0,0>1,0")?;
        Ok(())
    }
}

/// `at:from>to+to:length@by node@via@via` joined by `;`.
impl Typed for Vec<Message> {
    fn text(&self) -> String {
        let texts = self.iter().map(|message| {
            let Message { at, from, to, .. } = message;
            let length = message.length.map_or_else(String::new, |l| format!(":{l}"));
            let via = message.via.iter().map(|lane| format!("@{lane}"));
            let by = message.by.iter().map(|by| format!("@by {by}"));
            let via: String = by.chain(via).collect();
            format!("{at}:{from}>{}{length}{via}", to.join("+"))
        });
        texts.collect::<Vec<_>>().join(";")
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        let messages = text.split(';').map(message).collect::<Option<_>>();
        *self = messages.ok_or("messages written as at:from>to:length")?;
        Ok(())
    }
}

fn message(text: &str) -> Option<Message> {
    let mut parts = text.split('@');
    let (at, route) = parts.next()?.split_once(':')?;
    let (from, rest) = route.split_once('>')?;
    let (to, length) = match rest.split_once(':') {
        Some((to, length)) => (to, Some(whole(length).ok()?)),
        None => (rest, None),
    };
    let mut parts = parts.peekable();
    let by = parts.next_if(|part| part.starts_with("by "));
    let by = by.and_then(|part| part.strip_prefix("by "));
    Some(Message {
        at: whole(at).ok()?,
        from: from.to_owned(),
        to: to.split('+').map(str::to_owned).collect(),
        length,
        by: by.map(|by| by.trim().to_owned()),
        via: parts.map(|lane| lane.trim().to_owned()).collect(),
    })
}

/// Parses an integer; `1e3` is one, too.
fn whole(text: &str) -> Result<i64, &'static str> {
    if let Ok(number) = text.trim().parse() {
        return Ok(number);
    }
    let real = real(text).ok_or("a number")?;
    if real.fract() == 0.0 && real.abs() < 9e18 {
        Ok(real as i64)
    } else {
        Err("a whole number")
    }
}

/// Parses a number that JSON can represent. −0 becomes 0, so that equal scenarios have equal links.
fn real(text: &str) -> Option<f64> {
    let number = text.trim().parse::<f64>().ok();
    number.filter(|number| number.is_finite()).map(|n| n + 0.0)
}
