//! The keys of an address that restrict the page.

use super::field::{Field, Refusal};
use crate::catalog::{one_of, quoted};
use crate::page::restrictions::{Hidden, Locked, Origin, add_all};

pub(super) const UI: Field = Field {
    keys: &["ui"],
    read: |state, _, text| {
        state.restrictions.is_embedded = text == "embed";
        match text {
            "embed" | "full" => Ok(()),
            _ => Err(Refusal::new(
                "ui",
                "full or embed",
                "showing the whole page",
            )),
        }
    },
    write: |state, _| state.restrictions.is_embedded.then(|| "embed".to_owned()),
};

pub(super) const HIDE: Field = Field {
    keys: &["hide"],
    read: |state, _, text| {
        let unknown = add_all(text, |name| state.restrictions.hidden.add(name));
        let known: Vec<_> = Hidden::all().map(|(name, _)| name).collect();
        unknown.map_or(Ok(()), |name| Err(list_refusal("hide", &known, name)))
    },
    write: |state, _| list(&state.restrictions.hidden.names()),
};

pub(super) const LOCK: Field = Field {
    keys: &["lock"],
    read: |state, _, text| {
        let unknown = add_all(text, |name| state.restrictions.locked.add(name));
        unknown.map_or(Ok(()), |name| {
            Err(list_refusal("lock", &Locked::all_names(), name))
        })
    },
    write: |state, _| list(&state.restrictions.locked.names()),
};

pub(super) const HOST: Field = Field {
    keys: &["host"],
    read: |state, _, text| {
        state.restrictions.host = Origin::parse(text);
        let is_usable = state.restrictions.host.is_some();
        let refused = || Refusal::new("host", Origin::ALLOWED, "using that of this page");
        is_usable.then_some(()).ok_or_else(refused)
    },
    write: |state, _| {
        let host = state.restrictions.host.as_ref();
        host.map(|host| host.as_str().to_owned())
    },
};

fn list_refusal(field: &'static str, known: &[&'static str], unknown: &str) -> Refusal {
    let reason = format!(
        "{field} must be a list of {}, not {}",
        one_of(known),
        quoted(unknown)
    );
    Refusal::Reason(reason, "ignoring that")
}

fn list(names: &[&'static str]) -> Option<String> {
    (!names.is_empty()).then(|| names.join(","))
}
