//! Properties of the equations of every paper: they are well-formed, and their symbols are defined,
//! have a place in the picture, and have values that a model reports.

use flitscope::catalog::Settings;
use flitscope::model::{self, Model};
use flitscope::paper::{LATENCY, LOAD, PAPERS, PLACES, Paper, Symbol};

#[test]
fn every_equation_is_a_well_formed_math_element_without_colors() {
    for paper in PAPERS {
        assert!(!paper.equations.is_empty(), "{}", paper.id);
        let symbols = paper
            .symbols
            .iter()
            .map(|symbol| (symbol.id, symbol.mathml));
        let equations = paper.equations.iter().map(|e| (e.number, e.mathml));
        for (name, mathml) in equations.chain(symbols) {
            let tops = check(mathml).expect(name);
            let are_math = !tops.is_empty() && tops.iter().all(|top| top == "math");
            assert!(are_math, "{} {name}: {tops:?}", paper.id);
            assert!(!mathml.contains("color"), "{} {name}: {mathml}", paper.id);
        }
    }
}

#[test]
fn equations_and_symbols_refer_to_each_other() {
    for paper in PAPERS {
        for equation in paper.equations {
            for id in mentioned(equation.mathml) {
                let is_known = paper.symbols.iter().any(|symbol| symbol.id == id);
                assert!(is_known, "{} {}: {id}", paper.id, equation.number);
            }
        }
        for symbol in paper.symbols {
            let mut equations = paper.equations.iter();
            let is_used = equations.any(|equation| mentioned(equation.mathml).contains(&symbol.id));
            assert!(is_used, "{}: {}", paper.id, symbol.id);
            assert!(!symbol.name.is_empty(), "{}: {}", paper.id, symbol.id);
        }
    }
}

#[test]
fn the_tex_of_an_equation_needs_no_private_macros() {
    for equation in PAPERS.iter().flat_map(|paper| paper.equations) {
        assert!(!equation.tex.contains(r"\sym"), "{}", equation.tex);
        let count = |brace: char| equation.tex.matches(brace).count();
        assert_eq!(count('{'), count('}'), "{}", equation.tex);
    }
}

#[test]
fn every_symbol_belongs_to_a_place_that_can_be_highlighted() {
    for symbol in PAPERS.iter().flat_map(|paper| paper.symbols) {
        let dimension = symbol.place.strip_prefix("dimension-");
        let is_known = match dimension {
            Some(number) => number.parse::<u8>().is_ok(),
            None => symbol.place.is_empty() || PLACES.contains(&symbol.place),
        };
        assert!(is_known, "{}: {}", symbol.id, symbol.place);
    }
}

#[test]
fn every_value_is_reported_or_is_a_parameter_of_a_model_of_the_paper() {
    for paper in PAPERS {
        for symbol in paper
            .symbols
            .iter()
            .filter(|symbol| !symbol.value.is_empty())
        {
            assert!(has_value(paper, symbol), "{}: {}", paper.id, symbol.value);
        }
    }
}

#[test]
fn every_character_of_an_equation_is_in_the_font() {
    let script = include_str!("../../scripts/fonts");
    let ranges = script.split("U+").skip(1).map(|rest| {
        let is_of = |c: char| c.is_ascii_hexdigit() || c == '-';
        let range = rest.split(|c| !is_of(c)).next().unwrap_or_default();
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let number = |hex| u32::from_str_radix(hex, 16).expect("hexadecimal");
        number(first)..=number(last)
    });
    let ranges: Vec<_> = ranges.collect();
    for equation in PAPERS.iter().flat_map(|paper| paper.equations) {
        let texts = equation
            .mathml
            .split('<')
            .filter_map(|tag| tag.split_once('>'));
        for character in texts.flat_map(|(_, text)| text.chars()) {
            let is_there = ranges
                .iter()
                .any(|range| range.contains(&u32::from(character)));
            assert!(is_there, "{}: {character:?}", equation.number);
        }
    }
}

fn has_value(paper: &Paper, symbol: &Symbol) -> bool {
    [LOAD, LATENCY].contains(&symbol.value)
        || paper.models.iter().any(|id| {
            let mut families = model::FAMILIES.iter();
            let family = families.find(|family| family.entry.id == *id);
            let params = family.expect("a model").entry.params;
            let built = model::from_id(id, &Settings::default()).expect("it has defaults");
            params
                .iter()
                .any(|param| param.control().id == symbol.value)
                || symbols_of(&*built)
                    .iter()
                    .any(|part| symbol.is_reported_as(part))
        })
}

/// The symbols that a model reports at half of its saturation rate.
fn symbols_of(model: &dyn Model) -> Vec<String> {
    let prediction = model.predict(model.saturation_rate().min(1.0) / 2.0);
    let latency = prediction.latency().expect("half of saturation is steady");
    let parts = latency.parts.iter();
    parts.map(|part| part.symbol.clone()).collect()
}

/// Ids of the symbols in an equation.
fn mentioned(mathml: &str) -> Vec<&str> {
    let places = mathml.split("data-symbol=\"").skip(1);
    places.filter_map(|rest| rest.split('"').next()).collect()
}

/// The names of the top-level elements, or the error in the tags.
fn check(xml: &str) -> Result<Vec<String>, String> {
    let mut open: Vec<String> = Vec::new();
    let mut tops = Vec::new();
    let mut rest = xml;
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        if text.contains('>') || open.is_empty() && !text.trim().is_empty() {
            return Err(format!("text {text}"));
        }
        let (inside, after) = tag[1..].split_once('>').ok_or("a tag has no end")?;
        let name = inside
            .trim_matches('/')
            .split(' ')
            .next()
            .unwrap_or_default();
        if inside.starts_with('/') {
            if open.pop().as_deref() != Some(name) {
                return Err(format!("</{name}> closes nothing"));
            }
        } else {
            if open.is_empty() {
                tops.push(name.to_owned());
            }
            if inside.matches('"').count() % 2 == 1 {
                return Err(format!("quotes in <{inside}>"));
            }
            if !inside.ends_with('/') {
                open.push(name.to_owned());
            }
        }
        rest = after;
    }
    if open.is_empty() && rest.is_empty() {
        Ok(tops)
    } else {
        Err(format!("{open:?} open, and then {rest}"))
    }
}
