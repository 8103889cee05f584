//! `equations.toml` → the equations and symbols of a paper.
//!
//! The file contains symbols, and equations in TeX, in which `\sym{lambda_c}` denotes a symbol. They become MathML,
//! where each occurrence of a symbol is an `mrow` with its id. An unknown or unused symbol, or TeX that cannot be
//! typeset, fails the build.

use std::collections::BTreeSet;

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use serde::Deserialize;

/// The separator between the parts of an equation. Each part becomes an element of its own, so that the
/// page can arrange them in a row or a column.
const GAP: &str = r"\qquad";

/// The equations and symbols of a paper, as the library has them.
#[derive(Default)]
pub(crate) struct Typeset {
    pub(crate) equations: Vec<Equation>,
    pub(crate) symbols: Vec<Symbol>,
}

#[derive(Debug)]
#[expect(dead_code, reason = "their debug output reads the fields")]
pub(crate) struct Equation {
    number: String,
    name: String,
    mathml: String,
    tex: String,
    note: String,
}

#[derive(Debug)]
#[expect(dead_code, reason = "their debug output reads the fields")]
pub(crate) struct Symbol {
    id: String,
    mathml: String,
    name: String,
    unit: String,
    value: String,
    place: String,
}

/// The content of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    symbol: Vec<SymbolInTex>,
    equation: Vec<EquationInTex>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SymbolInTex {
    id: String,
    tex: String,
    name: String,
    #[serde(default)]
    unit: String,
    #[serde(default)]
    value: String,
    #[serde(default)]
    place: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EquationInTex {
    number: String,
    name: String,
    tex: String,
    #[serde(default)]
    note: String,
}

/// An occurrence of a symbol in an equation.
struct Mention<'a> {
    symbol: &'a SymbolInTex,
    /// The exponent, if it is typeset with the symbol because the symbol has an index.
    exponent: String,
}

/// Typesets the file of a paper.
pub(crate) fn typeset(text: &str) -> Result<Typeset, String> {
    let typesetter = LatexToMathML::new(MathCoreConfig::default()).expect("no macros to be wrong");
    let File { symbol, equation } = toml::from_str(text).map_err(|error| error.to_string())?;
    for (at, of) in symbol.iter().enumerate() {
        if symbol[..at].iter().any(|other| other.id == of.id) {
            return Err(format!("symbol {} is there twice", of.id));
        }
    }
    let mut used = BTreeSet::new();
    let equations = equation.into_iter().map(|of| {
        let told = |reason| format!("equation {}: {reason}", of.number);
        let whole = split(&of.tex, &symbol).map_err(told)?;
        used.extend(whole.1.iter().map(|mention| mention.symbol.id.clone()));
        let mut mathml = String::new();
        for part in of.tex.split(GAP) {
            let part = split(part.trim_end_matches([',', ' ']), &symbol);
            mathml += &part
                .and_then(|part| set(&typesetter, &part))
                .map_err(told)?;
        }
        Ok(Equation {
            mathml,
            tex: plain(&whole),
            number: of.number,
            name: of.name,
            note: of.note,
        })
    });
    let equations = equations.collect::<Result<_, String>>()?;
    let symbols = symbol.iter().map(|of| {
        if !used.contains(&of.id) {
            return Err(format!("symbol {} is in no equation", of.id));
        }
        let told = |reason| format!("symbol {}: {reason}", of.id);
        let mathml = inline(&typesetter, &of.tex).map_err(told)?;
        Ok(Symbol {
            id: of.id.clone(),
            mathml: format!("<math>{mathml}</math>"),
            name: of.name.clone(),
            unit: of.unit.clone(),
            value: of.value.clone(),
            place: of.place.clone(),
        })
    });
    let symbols = symbols.collect::<Result<_, String>>()?;
    Ok(Typeset { equations, symbols })
}

/// Splits TeX at its symbols: returns n symbols and the n + 1 texts around them.
fn split<'a>(
    tex: &str,
    symbols: &'a [SymbolInTex],
) -> Result<(Vec<String>, Vec<Mention<'a>>), String> {
    let mut pieces = tex.split(r"\sym{");
    let mut texts: Vec<_> = pieces.next().map(str::to_owned).into_iter().collect();
    let mut mentions = Vec::new();
    for piece in pieces {
        let (id, after) = piece.split_once('}').ok_or(r"\sym has no closing brace")?;
        let symbol = symbols.iter().find(|symbol| symbol.id == id);
        let symbol = symbol.ok_or_else(|| format!("there is no symbol {id}"))?;
        let (exponent, after) = match after.strip_prefix('^') {
            Some(raised) if symbol.tex.contains('_') => exponent(raised)?,
            _ => (String::new(), after),
        };
        mentions.push(Mention { symbol, exponent });
        texts.push(after.to_owned());
    }
    Ok((texts, mentions))
}

/// Splits an exponent from the rest of a text.
fn exponent(raised: &str) -> Result<(String, &str), String> {
    if let Some(group) = raised.strip_prefix('{') {
        let (inner, after) = group.split_once('}').ok_or("an exponent has no end")?;
        if inner.contains(['{', '\\']) {
            return Err("an exponent of a symbol with an index has to be plain".to_owned());
        }
        return Ok((format!("^{{{inner}}}"), after));
    }
    let first = raised.chars().next().ok_or("an exponent is missing")?;
    let (digit, after) = raised.split_at(first.len_utf8());
    Ok((format!("^{{{digit}}}"), after))
}

/// Typesets an equation as MathML. Symbols are typeset as private-use characters, which are then replaced.
fn set(
    typesetter: &LatexToMathML,
    (texts, mentions): &(Vec<String>, Vec<Mention>),
) -> Result<String, String> {
    let stand_ins: Vec<char> = ('\u{e000}'..='\u{f8ff}').take(mentions.len()).collect();
    let mut tex = texts[0].clone();
    for (stand_in, text) in stand_ins.iter().zip(&texts[1..]) {
        tex.push(*stand_in);
        tex.push_str(text);
    }
    let mut mathml = converted(typesetter, &tex, MathDisplay::Block)?;
    for (stand_in, mention) in stand_ins.iter().zip(mentions) {
        let id = &mention.symbol.id;
        let token = format!("<mi>{stand_in}</mi>");
        if mathml.matches(&token).count() != 1 {
            return Err(format!("symbol {id} stands where it cannot be marked"));
        }
        let own = inline(
            typesetter,
            &format!("{}{}", mention.symbol.tex, mention.exponent),
        )?;
        let marked = format!(r#"<mrow class="symbol" data-symbol="{id}">{own}</mrow>"#);
        mathml = mathml.replace(&token, &marked);
    }
    Ok(mathml)
}

/// Returns the equation in plain TeX.
fn plain((texts, mentions): &(Vec<String>, Vec<Mention>)) -> String {
    let mut tex = texts[0].clone();
    for (mention, text) in mentions.iter().zip(&texts[1..]) {
        tex += &mention.symbol.tex;
        tex += &mention.exponent;
        // A following letter would become part of the command.
        if text.starts_with(char::is_alphabetic) && tex.ends_with(char::is_alphabetic) {
            tex.push(' ');
        }
        tex += text;
    }
    tex
}

/// Returns the content of the `math` element of an expression.
fn inline(typesetter: &LatexToMathML, tex: &str) -> Result<String, String> {
    let mathml = converted(typesetter, tex, MathDisplay::Inline)?;
    let inside = mathml
        .strip_prefix("<math>")
        .and_then(|m| m.strip_suffix("</math>"));
    inside
        .map(str::to_owned)
        .ok_or_else(|| format!("{mathml} is no math element"))
}

fn converted(
    typesetter: &LatexToMathML,
    tex: &str,
    display: MathDisplay,
) -> Result<String, String> {
    let result = typesetter.convert_with_local_state(tex, display);
    let set = result.map_err(|error| format!("{tex} cannot be set: {error:?}"))?;
    Ok(set.mathml)
}
