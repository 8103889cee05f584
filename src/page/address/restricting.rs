//! The keys of an address that restrict the page.

use super::field::{Field, Refusal};
use crate::restrictions::{Frame, Hidden, Locked, Origin, add_all};

pub(super) const UI: Field = Field {
    keys: &["ui"],
    in_share: None,
    read: |state, _, text| {
        let known = Frame::from_id(text);
        state.restrictions.frame = known.unwrap_or_default();
        let allowed = "full, embed or present";
        let refused = || Refusal::new("ui", allowed, "showing the whole page");
        known.map(|_| ()).ok_or_else(refused)
    },
    write: |state, _| {
        let frame = state.restrictions.frame;
        (frame != Frame::Full).then(|| frame.id().to_owned())
    },
};

pub(super) const HIDE: Field = Field {
    keys: &["hide"],
    in_share: None,
    read: |state, _, text| {
        let known: Vec<_> = Hidden::all().map(|(name, _)| name).collect();
        let hidden = &mut state.restrictions.hidden;
        let added = add_all("hide", text, &known, |name| hidden.add(name));
        added.map_err(|reason| Refusal::Reason(reason, "ignoring that"))
    },
    write: |state, _| list(&state.restrictions.hidden.names()),
};

pub(super) const LOCK: Field = Field {
    keys: &["lock"],
    in_share: None,
    read: |state, _, text| {
        let locked = &mut state.restrictions.locked;
        let added = add_all("lock", text, &Locked::all_names(), |name| locked.add(name));
        added.map_err(|reason| Refusal::Reason(reason, "ignoring that"))
    },
    write: |state, _| list(&state.restrictions.locked.names()),
};

pub(super) const HOST: Field = Field {
    keys: &["host"],
    in_share: None,
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

fn list(names: &[&'static str]) -> Option<String> {
    (!names.is_empty()).then(|| names.join(","))
}
