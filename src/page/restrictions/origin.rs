//! The origins with which an embedded page exchanges messages.

/// The origin of a host, as a link names it: `https://course.example`, or `*` for any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(String);

impl Origin {
    /// The origins that a link may name.
    pub const ALLOWED: &str = "an origin such as https://course.example, or *";

    /// Parses an origin in the form in which browsers write it, or nearly.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim_end_matches('/').to_ascii_lowercase();
        if text == "*" {
            return Some(Self(text));
        }
        let (scheme, rest) = text.split_once("://")?;
        let usual_port = match scheme {
            "https" => ":443",
            "http" => ":80",
            _ => return None,
        };
        let rest = rest.strip_suffix(usual_port).unwrap_or(rest);
        let (name, port) = match rest.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
            _ => (rest, None),
        };
        let is_name =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '[' | ']' | ':');
        let is_usable = !name.is_empty()
            && name.chars().all(is_name)
            && port.is_none_or(|port| {
                port.parse::<u16>()
                    .is_ok_and(|port| port.to_string() == rest[name.len() + 1..])
            });
        is_usable.then(|| Self(format!("{scheme}://{rest}")))
    }

    /// The origin as links have it, which is also the form that `postMessage` takes.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether it stands for any origin.
    pub fn is_any(&self) -> bool {
        self.0 == "*"
    }

    /// Returns whether messages of an origin are accepted; that of a file is `null`.
    pub fn accepts(&self, origin: &str) -> bool {
        self.0 == "*" || self.0 == origin
    }
}

/// Returns whether a page of an origin accepts messages of another: of the one that its link names, otherwise only of
/// its own, which a file does not have.
pub fn accepts(host: Option<&Origin>, origin: &str, own: &str) -> bool {
    match host {
        Some(host) => host.accepts(origin),
        None => origin == own && own != "null",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_written_as_browsers_write_them() {
        for (given, origin) in [
            ("https://course.example", "https://course.example"),
            ("HTTPS://Course.Example/", "https://course.example"),
            ("https://course.example:443", "https://course.example"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:8080", "http://[::1]:8080"),
            ("http://[::1]", "http://[::1]"),
            ("*", "*"),
        ] {
            let parsed = Origin::parse(given);
            assert_eq!(parsed.as_ref().map(Origin::as_str), Some(origin), "{given}");
        }
        for given in [
            "",
            "course.example",
            "https://",
            "ftp://course.example",
            "https://a.example/page",
            "https://a b",
            "https://a.example:99999",
            "https://a.example:080",
            "null",
            "https://*.example",
        ] {
            assert_eq!(Origin::parse(given), None, "{given}");
        }
    }

    #[test]
    fn only_the_named_origin_is_accepted() {
        let course = Origin::parse("https://course.example").expect("it is an origin");
        assert!(course.accepts("https://course.example"));
        for other in [
            "http://course.example",
            "https://course.example.org",
            "null",
            "",
        ] {
            assert!(!course.accepts(other), "{other}");
            assert!(Origin::parse("*").is_some_and(|any| any.accepts(other)));
        }
        let own = "https://flits.example";
        assert!(accepts(None, own, own) && !accepts(None, "https://course.example", own));
        assert!(!accepts(None, "null", "null"));
        assert!(
            accepts(Some(&course), "https://course.example", own)
                && !accepts(Some(&course), own, own)
        );
    }
}
