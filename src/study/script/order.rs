//! Sorting of lists in ascending or descending order.
//!
//! A comparison function of a script, or floats that include NaN, may not define a total order.
//! Rust's sort may then panic, which rhai's own functions catch; but a panic cannot be caught in
//! WebAssembly and would end the program. Lists are therefore only sorted by a built-in total
//! order.

use std::cmp::Ordering;

use rhai::{Array, Dynamic, Engine, FnPtr};

use super::{Given, kind, refuse};

/// Registers functions that replace those of the same names in rhai's package.
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
            refuse("a list can only be sorted in ascending or descending order, not by a function")
        });
    }
}

fn sort(list: &mut Array) -> Given<()> {
    let first = list.first().cloned().unwrap_or_default();
    if let Some(other) = list.iter().find(|item| compare(item, &first).is_none()) {
        let [one, other] = [&first, other].map(kind);
        return refuse(format!(
            "only whole numbers, only numbers or only strings can be sorted together, not {one} \
             with {other}"
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

/// The order of two values of the same type; `None` if they have no order.
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

    fn outcome(text: &str) -> String {
        match Expressions::default().value(text, &[]) {
            Ok(value) => value.to_string(),
            Err(fault) => fault.reason,
        }
    }

    #[test]
    fn lists_are_sorted_in_both_directions() {
        for (text, value) in [
            ("[3, -1, 2].order()", "[-1, 2, 3]"),
            ("[0.5, 3.5, -1.5].order_desc()", "[3.5, 0.5, -1.5]"),
            (r#"["b", "a"].order()"#, r#"["a", "b"]"#),
            ("[true, false].order()", "[false, true]"),
            ("[(), ()].order()", "[(), ()]"),
            ("[].order()", "[]"),
            // The result of sorting in place is not visible to an expression.
            ("[3, 1, 2].sort()", ""),
            ("[3, 1, 2].sort_desc()", ""),
        ] {
            assert_eq!(outcome(text), value, "{text}");
        }
    }

    #[test]
    fn sorting_always_uses_a_total_order() {
        let many = |item: &str| vec![item; 100].join(",");
        for call in ["sort", "sort_by", "order", "order_by"] {
            let text = format!("[{}].{call}(|a, b| 1)", many("3, 1, 2"));
            let reason =
                "a list can only be sorted in ascending or descending order, not by a function";
            assert_eq!(outcome(&text), reason);
        }
        // NaN sorts before or after all numbers, depending on its sign.
        let text = format!("[{}].order()[150]", many("0.0 / 0.0, 7.5, -(0.0 / 0.0)"));
        assert_eq!(outcome(&text), "7.5");
        for list in ["[1, 2.0]", "[1, \"1\"]", "[[1], [2]]", "[1, ()]"] {
            let outcome = outcome(&format!("{list}.order()"));
            assert!(
                outcome.starts_with("only whole numbers"),
                "{list}: {outcome}"
            );
        }
    }
}
