//! Lists in ascending or descending order.
//!
//! A list that is sorted by a function of the text's own, or floats among which one is no number, may
//! be in no order at all. Rust's sort may then panic, which the language's own functions catch; but
//! programs of the page cannot catch a panic, they end. So the order here is always a total one, and
//! nobody else's.

use std::cmp::Ordering;

use rhai::{Array, Dynamic, Engine, FnPtr};

use super::{Given, kind, refuse};

/// Takes the place of the functions of the same names in rhai's own package.
pub(super) fn order(engine: &mut Engine) {
    engine
        .register_fn("sort", |list: &mut Array| sort(list))
        .register_fn("sort_desc", |list: &mut Array| sort_down(list))
        .register_fn("order", |mut list: Array| sort(&mut list).map(|()| list))
        .register_fn("order_desc", |mut list: Array| {
            sort_down(&mut list).map(|()| list)
        });
    for name in ["sort", "sort_by", "order", "order_by"] {
        engine.register_fn(name, |_: &mut Array, _: FnPtr| -> Given<()> {
            refuse("a list is put in ascending or descending order, and not by a function")
        });
    }
}

fn sort(list: &mut Array) -> Given<()> {
    let first = list.first().cloned().unwrap_or_default();
    if let Some(other) = list.iter().find(|item| compare(item, &first).is_none()) {
        let [one, other] = [&first, other].map(kind);
        return refuse(format!(
            "only whole numbers, only numbers or only texts have an order, not {one} beside {other}"
        ));
    }
    list.sort_by(|a, b| compare(a, b).unwrap_or(Ordering::Equal));
    Ok(())
}

fn sort_down(list: &mut Array) -> Given<()> {
    sort(list)?;
    list.reverse();
    Ok(())
}

/// How two values of a kind are ordered, if they are.
fn compare(a: &Dynamic, b: &Dynamic) -> Option<Ordering> {
    if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
        Some(a.cmp(&b))
    } else if let (Ok(a), Ok(b)) = (a.as_float(), b.as_float()) {
        Some(a.total_cmp(&b))
    } else if let (Ok(a), Ok(b)) = (a.as_bool(), b.as_bool()) {
        Some(a.cmp(&b))
    } else if let (Ok(a), Ok(b)) = (a.as_char(), b.as_char()) {
        Some(a.cmp(&b))
    } else if let (Ok(a), Ok(b)) = (a.as_immutable_string_ref(), b.as_immutable_string_ref()) {
        Some(a.cmp(&b))
    } else {
        (a.is_unit() && b.is_unit()).then_some(Ordering::Equal)
    }
}

#[cfg(test)]
mod tests {
    use crate::script::Expressions;

    fn told(text: &str) -> String {
        match Expressions::default().value(text, &[]) {
            Ok(value) => value.to_string(),
            Err(fault) => fault.reason,
        }
    }

    #[test]
    fn lists_have_an_order_both_ways() {
        for (text, value) in [
            ("[3, -1, 2].order()", "[-1, 2, 3]"),
            ("[0.5, 3.5, -1.5].order_desc()", "[3.5, 0.5, -1.5]"),
            (r#"["b", "a"].order()"#, r#"["a", "b"]"#),
            ("[true, false].order()", "[false, true]"),
            ("[(), ()].order()", "[(), ()]"),
            ("[].order()", "[]"),
            // What a list in place becomes, no expression sees.
            ("[3, 1, 2].sort()", ""),
            ("[3, 1, 2].sort_desc()", ""),
        ] {
            assert_eq!(told(text), value, "{text}");
        }
    }

    #[test]
    fn nothing_that_is_sorted_is_in_no_order() {
        let many = |item: &str| vec![item; 100].join(",");
        for call in ["sort", "sort_by", "order", "order_by"] {
            let text = format!("[{}].{call}(|a, b| 1)", many("3, 1, 2"));
            let reason = "a list is put in ascending or descending order, and not by a function";
            assert_eq!(told(&text), reason);
        }
        // Numbers that are none come before all or after all others.
        let text = format!("[{}].order()[150]", many("0.0 / 0.0, 7.5, -(0.0 / 0.0)"));
        assert_eq!(told(&text), "7.5");
        for list in ["[1, 2.0]", "[1, \"1\"]", "[[1], [2]]", "[1, ()]"] {
            let told = told(&format!("{list}.order()"));
            assert!(told.starts_with("only whole numbers"), "{list}: {told}");
        }
    }
}
