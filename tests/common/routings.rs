//! Routing functions on which all laws are checked: every registered one, with its defaults and with
//! the extremes of its parameters.

use std::sync::LazyLock;

use engine::catalog::Param;
use engine::routing::FAMILIES;

/// The ids of all functions, such as `romm`, `dimension-reversal` and `dimension-reversal:15`.
pub static ALL: LazyLock<Vec<String>> = LazyLock::new(|| {
    let families = FAMILIES.iter();
    let ids = families.flat_map(|family| {
        let id = family.entry.id;
        let params = family.entry.params;
        let at = move |index: usize, value: String| {
            let words = params.iter().enumerate();
            let words = words.map(move |(other, param)| {
                let default = param.control().default.to_owned();
                if other == index {
                    value.clone()
                } else {
                    default
                }
            });
            let words: Vec<_> = std::iter::once(id.to_owned()).chain(words).collect();
            words.join(":")
        };
        let params = params.iter().enumerate();
        let extremes = params.flat_map(move |(index, param)| {
            let values = extremes(param).into_iter();
            values.map(move |value| at(index, value))
        });
        std::iter::once(id.to_owned()).chain(extremes)
    });
    ids.collect()
});

/// The smallest and largest value of a number, or all words of a choice. Which other texts are valid
/// depends on the network.
fn extremes(param: &Param) -> Vec<String> {
    match param {
        Param::Integer(integer) => vec![integer.min.to_string(), integer.max.to_string()],
        Param::Real(real) => vec![real.min.to_string(), real.max.to_string()],
        Param::Choice(choice) => choice.options.iter().map(ToString::to_string).collect(),
        Param::Radices(_) | Param::Text(_) => Vec::new(),
    }
}
