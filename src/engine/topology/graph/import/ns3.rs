//! Topologies of ns-3, as the simulators of data centers and of training jobs write them (HPCC,
//! SimAI, ASTRA-sim): a line with the numbers of nodes, switches and links, a line with the numbers of the
//! switches, and a line for each link: both ends, data rate, delay and error rate.

use super::Imported;
use super::reader::Reader;
use super::rows::{Row, Rows};
use super::unused::Owner;
use crate::catalog::{BuildError, quoted};
use crate::topology::graph::text::in_line;

/// Whether a file begins like such a topology, and its lines of links have data rates.
pub(super) fn is_one(file: &str) -> bool {
    let rows = Rows::of(file);
    let is_sizes = |row: &Row| row.fields.len() == 3 && numbers(row).is_some();
    let has_rate = |row: &Row| row.fields.get(2).is_some_and(|rate| rate.ends_with("bps"));
    rows.all.first().is_some_and(is_sizes) && rows.all.last().is_some_and(has_rate)
}

/// The fields of a line as numbers; `None` if some are not.
fn numbers(row: &Row) -> Option<Vec<u32>> {
    row.fields.iter().map(|field| field.parse().ok()).collect()
}

pub(super) fn read(file: &str) -> Result<Imported, BuildError> {
    let rows = Rows::of(file).all;
    let mut reader = Reader::default();
    let sizes = rows.first().and_then(numbers).unwrap_or_default();
    let [nodes, switches, links] = *sizes else {
        return Err(BuildError::unfit("the first line has no three numbers"));
    };
    // More than any network here has would only fill the memory.
    for node in 0..nodes {
        reader.node(&node.to_string())?;
    }
    let mut rows = rows[1..].iter();
    let mut listed = 0;
    while listed < switches {
        let row = rows.next().map(|row| (row, numbers(row)));
        let Some((row, Some(numbers))) = row else {
            return Err(BuildError::unfit(format!(
                "the first line announces {switches} switches, and {listed} are listed"
            )));
        };
        for switch in numbers {
            let node = reader.known(&switch.to_string()).ok_or_else(|| {
                let allowed = format!("the numbers of switches, below {nodes}");
                in_line(row.line)(BuildError::rejected("", allowed, switch.to_string()))
            })?;
            reader.set_switch(node);
            listed += 1;
        }
    }
    let mut read = 0;
    for row in rows {
        let given = || quoted(&row.fields.join(" "));
        let wrong = |allowed: &str| in_line(row.line)(BuildError::rejected("", allowed, given()));
        let [one, other, attributes @ ..] = &*row.fields else {
            return Err(wrong("two nodes, a data rate, a delay and an error rate"));
        };
        let [one, other] = [one, other].map(|end| reader.known(end));
        let (Some(one), Some(other)) = (one, other) else {
            return Err(wrong(&format!(
                "a link of nodes from 0 to {}",
                nodes.saturating_sub(1)
            )));
        };
        reader.link(one, other, true)?;
        for (name, value) in ["data rate", "delay", "error rate"]
            .into_iter()
            .zip(attributes)
        {
            reader.unused.add(Owner::Link, name, value);
        }
        read += 1;
    }
    if read != links {
        return Err(BuildError::unfit(format!(
            "the first line announces {links} links, and {read} are listed"
        )));
    }
    reader.finish("ns-3")
}
