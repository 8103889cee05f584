//! Rows as data: blocks of curves, whose texts name values in braces.
//!
//! A block describes its rows once, and lists the values in which they differ. A value that is a
//! list has an entry for each point of a curve; any other holds at every point. `{M}` in a text
//! stands for the value M of the curve or, if the curve has none, of the block; values can name
//! values in turn. `{name of algorithm}` is the name of the multicast algorithm that the value
//! `algorithm` specifies, and `{name of measurand}` that of the measured quantity.

use super::measurand::Task;
use super::row::{Column, Computed, Row, build};
use super::{Item, Measurand};
use crate::scenario::Scenario;
use engine::catalog::quoted;
use engine::model::{Model, Prediction};
use engine::multicast::name_of;

/// Names with their values: one, or one for each point of a curve.
pub type Values = &'static [(&'static str, &'static [&'static str])];

/// Rows of one or more curves.
#[derive(Debug)]
pub struct Block {
    /// The curve that a row belongs to; empty if there is only one.
    pub series: &'static str,
    /// The value of the varied quantity, as the table shows it; empty for the load.
    pub label: &'static str,
    /// The value of the varied quantity as a number; empty for the load, `-` for none.
    pub x: &'static str,
    /// The load in the unit of the models: a number, a ratio as `1/700`, or `80 % of 0.0197`, which is
    /// rounded to four digits.
    pub load: &'static str,
    /// The scenario to simulate, as a link without its load; empty for none. Rows whose value
    /// `simulated` is `false` are not simulated.
    pub scenario: &'static str,
    /// The id of the [`Measurand`].
    pub measurand: &'static str,
    pub closed: &'static [Closed],
    pub printed: &'static [Printed],
    pub values: Values,
    /// The values of each curve; empty for a single curve.
    pub curves: &'static [Values],
}

/// A column of closed forms or counts.
#[derive(Debug)]
pub struct Closed {
    pub name: &'static str,
    /// The printed column that it reproduces, if that has a different name.
    pub column: &'static str,
    /// The model with its parameters, in the syntax of the command line.
    pub model: &'static str,
    /// The load of the model; empty for that of the row.
    pub load: &'static str,
    pub quantity: Quantity,
}

/// The quantity in a column of closed forms or counts.
#[derive(Debug)]
pub enum Quantity {
    /// The latency that the model predicts.
    Latency,
    /// The intermediate quantity of the model with this symbol.
    Part(&'static str),
    /// The load at which the model saturates, times this value.
    Saturation(&'static str),
    /// A count, without a model, at a value of the varied quantity.
    Count(fn(f64) -> f64),
}

/// A column of values found by others, for each point of a curve.
#[derive(Debug)]
pub struct Printed {
    pub column: Column,
    pub values: &'static [f64],
}

impl Item {
    /// Builds the rows, evaluating closed forms and counts, in milliseconds to seconds.
    ///
    /// # Panics
    ///
    /// If the paper's file gives them wrongly, which no listed table does; see [`Item::read_rows`].
    pub fn rows(&self) -> Vec<Row> {
        self.read_rows().expect("a test reads all tables")
    }

    /// Builds the rows, or returns a message that names the field of the paper's file that is wrong.
    pub fn read_rows(&self) -> Result<Vec<Row>, String> {
        let mut rows = self.counted.map_or_else(Vec::new, |count| count());
        for block in self.blocks {
            let curves = if block.curves.is_empty() {
                &[&[][..]]
            } else {
                block.curves
            };
            for &curve in curves {
                let read = block.rows(curve);
                rows.extend(read.map_err(|reason| format!("item {}: {reason}", self.id))?);
            }
        }
        Ok(rows)
    }
}

impl Block {
    fn rows(&self, curve: Values) -> Result<Vec<Row>, String> {
        let is_own = |name| curve.iter().any(|(own, _)| *own == name);
        let common = self.values.iter().filter(|(name, _)| !is_own(*name));
        let lengths = curve.iter().chain(common).map(|(_, values)| values.len());
        let points = lengths.max().unwrap_or(1);
        // Neighboring points often have the same model and network, which take long to build.
        let mut models: Vec<(String, Option<Box<dyn Model>>)> = Vec::new();
        let mut network: Option<(String, Scenario)> = None;
        let mut rows = Vec::with_capacity(points);
        for nth in 0..points {
            let point = Point {
                block: self,
                curve,
                nth,
            };
            let load = point.load()?;
            let label = match self.label {
                "" => load.map_or_else(String::new, |load| load.to_string()),
                label => point.fill(label)?,
            };
            let x = match self.x {
                "" => load,
                "-" => None,
                x => Some(number("x", &point.fill(x)?)?),
            };
            let mut computed = Vec::with_capacity(self.closed.len());
            for (at, closed) in self.closed.iter().enumerate() {
                let written = point.fill(closed.model)?;
                if models.get(at).is_none_or(|(known, _)| *known != written) {
                    let built = (!written.is_empty()).then(|| build(&written));
                    let built = built.transpose();
                    let built = built.map_err(|reason| format!("model {written}: {reason}"))?;
                    models.truncate(at);
                    models.push((written.clone(), built));
                }
                let value = closed.value(&point, models[at].1.as_deref(), load, x)?;
                computed.push(Computed {
                    name: closed.name,
                    column: match closed.column {
                        "" => closed.name,
                        column => column,
                    },
                    value,
                    model: (!written.is_empty()).then_some(written),
                });
            }
            let printed = self.printed.iter();
            let printed = printed.map(|of| {
                let value = of.values.get(nth);
                let missing = || format!("printed {} has {nth} values", of.column.name);
                Ok((of.column, *value.ok_or_else(missing)?))
            });
            rows.push(Row {
                series: point.fill(self.series)?,
                label,
                x,
                printed: printed.collect::<Result<_, String>>()?,
                computed,
                task: point.task(load, &mut network)?,
            });
        }
        Ok(rows)
    }
}

impl Closed {
    fn value(
        &self,
        point: &Point,
        model: Option<&dyn Model>,
        load: Option<f64>,
        x: Option<f64>,
    ) -> Result<Result<f64, String>, String> {
        let factor = match self.quantity {
            Quantity::Count(count) => {
                let x = x.ok_or("x must be a number where something is counted")?;
                return Ok(Ok(count(x)));
            }
            Quantity::Saturation(factor) => number("saturation", &point.fill(factor)?)?,
            Quantity::Latency | Quantity::Part(_) => 1.0,
        };
        let model = model.ok_or("model must be given where nothing is counted")?;
        if let Quantity::Saturation(_) = self.quantity {
            let rate = model.saturation_rate();
            let is_finite = rate.is_finite().then_some(Ok(rate * factor));
            return is_finite.ok_or_else(|| format!("model {} has no saturation", self.model));
        }
        let load = match self.load {
            "" => load.ok_or("load must be given for a model")?,
            load => number("load", &point.fill(load)?)?,
        };
        Ok(match (model.predict(load), &self.quantity) {
            (Prediction::Saturated { reason, .. }, _) => Err(reason),
            (Prediction::Steady(latency), Quantity::Part(symbol)) => {
                let part = latency.part(symbol);
                Ok(part.ok_or_else(|| format!("part must be one of the model, not {symbol}"))?)
            }
            (Prediction::Steady(latency), _) => Ok(latency.total),
        })
    }
}

/// A point of a curve, whose values the texts of its block name.
struct Point<'a> {
    block: &'a Block,
    curve: Values,
    nth: usize,
}

impl Point<'_> {
    /// Returns the value of that name at this point, as it is written.
    fn value(&self, name: &str) -> Result<Option<&'static str>, String> {
        let mut given = self.curve.iter().chain(self.block.values);
        let Some((_, values)) = given.find(|(known, _)| *known == name) else {
            return Ok(None);
        };
        let at = if values.len() == 1 { 0 } else { self.nth };
        let allowed = "one value or one for each point";
        let wrong = || format!("{name} must be {allowed}, not {}", values.len());
        values.get(at).copied().map(Some).ok_or_else(wrong)
    }

    /// Replaces the names in braces by their values.
    fn fill(&self, text: &str) -> Result<String, String> {
        let Some((before, rest)) = text.split_once('{') else {
            return Ok(text.to_owned());
        };
        let (name, after) = rest
            .split_once('}')
            .ok_or_else(|| format!("{} has no closing brace", quoted(text)))?;
        let value = match (name, self.value(name)?) {
            (_, Some(value)) => self.fill(value)?,
            ("name of algorithm", None) => name_of(&self.fill("{algorithm}")?),
            ("name of measurand", None) => self.measurand()?.label().to_owned(),
            (_, None) => return Err(format!("there is no value {name}")),
        };
        Ok(format!("{before}{value}{}", self.fill(after)?))
    }

    fn load(&self) -> Result<Option<f64>, String> {
        let written = match self.block.load {
            "" if self.value("load")?.is_none() => return Ok(None),
            "" => "{load}",
            load => load,
        };
        number("load", &self.fill(written)?).map(Some)
    }

    fn measurand(&self) -> Result<Measurand, String> {
        Measurand::from_id(&self.fill(self.block.measurand)?)
    }

    /// The simulation of the row, if it has one; `known` is the scenario of the point before it.
    fn task(
        &self,
        load: Option<f64>,
        known: &mut Option<(String, Scenario)>,
    ) -> Result<Option<Task>, String> {
        let link = self.fill(self.block.scenario)?;
        if link.is_empty() || self.value("simulated")? == Some("false") {
            return Ok(None);
        }
        let mut scenario = match known.take() {
            Some((of, scenario)) if of == link => scenario,
            _ => {
                let opened = Scenario::from_link(&link);
                if let Some((key, _)) = opened.others.first() {
                    return Err(format!("scenario has no field {key}"));
                }
                let opened = opened.whole();
                opened
                    .map_err(|problem| format!("scenario {problem}"))?
                    .scenario
            }
        };
        *known = Some((link, scenario.clone()));
        scenario.traffic.rate = load.ok_or("load must be given for a simulation")?;
        Ok(Some(Task {
            scenario,
            measurand: self.measurand()?,
        }))
    }
}

/// Parses a number, a ratio as `1/700`, or a share as `80 % of 0.0197`, which is rounded to four digits.
fn number(field: &str, written: &str) -> Result<f64, String> {
    let parsed = |text: &str| text.parse::<f64>().ok();
    let number = if let Some((percent, whole)) = written.split_once(" % of ") {
        let share = parsed(percent).zip(parsed(whole));
        share.and_then(|(percent, whole)| parsed(&format!("{:.3e}", percent / 100.0 * whole)))
    } else if let Some((of, by)) = written.split_once('/') {
        parsed(of).zip(parsed(by)).map(|(of, by)| of / by)
    } else {
        parsed(written)
    };
    let allowed = "a number, a ratio or a share";
    number.ok_or_else(|| format!("{field} must be {allowed}, not {}", quoted(written)))
}
