//! Typesets the equations of the papers before the library is built.
//!
//! `paper/<paper>/equations.toml` contains the symbols of a paper and its equations in TeX, in which
//! `\sym{lambda_c}` denotes a symbol. They become MathML in `$OUT_DIR/equations.rs`, where each occurrence
//! of a symbol is an `mrow` with its id. An unknown or unused symbol, or TeX that cannot be typeset, fails
//! the build.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use serde::Deserialize;

const FOLDER: &str = "paper";

/// The separator between the parts of an equation. Each part becomes an element of its own, so that the
/// page can arrange them in a row or a column.
const GAP: &str = r"\qquad";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Paper {
    symbol: Vec<Symbol>,
    equation: Vec<Equation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Symbol {
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
struct Equation {
    number: String,
    name: String,
    tex: String,
    #[serde(default)]
    note: String,
}

/// An occurrence of a symbol in an equation.
struct Mention<'a> {
    symbol: &'a Symbol,
    /// The exponent, if it is typeset with the symbol because the symbol has an index.
    exponent: String,
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The whole folder, so that a new paper triggers a rebuild.
    println!("cargo::rerun-if-changed={FOLDER}");
    let typesetter = LatexToMathML::new(MathCoreConfig::default()).expect("no macros to be wrong");
    let mut code = String::new();
    for name in papers() {
        let file = format!("{FOLDER}/{name}/equations.toml");
        match constants(&typesetter, &name, &file) {
            Ok(of_paper) => code.push_str(&of_paper),
            // Cargo shows this as the reason of the failed build.
            Err(reason) => println!("cargo::error={file}: {reason}"),
        }
    }
    let folder = env::var("OUT_DIR").expect("cargo sets it");
    let file = Path::new(&folder).join("equations.rs");
    fs::write(file, code).expect("cargo made the folder");
}

/// Returns the folders of papers with equations; the constants have the same names in upper case.
fn papers() -> BTreeSet<String> {
    let entries = fs::read_dir(FOLDER).expect("the folder of all papers");
    let folders = entries.flatten().map(|entry| entry.path());
    let folders = folders.filter(|folder| folder.join("equations.toml").is_file());
    let names = folders.filter_map(|folder| Some(folder.file_name()?.to_str()?.to_owned()));
    names.collect()
}

/// Generates the two constants of a paper as Rust code.
fn constants(typesetter: &LatexToMathML, name: &str, file: &str) -> Result<String, String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let paper: Paper = toml::from_str(&text).map_err(|error| error.to_string())?;
    for (at, symbol) in paper.symbol.iter().enumerate() {
        if paper.symbol[..at].iter().any(|other| other.id == symbol.id) {
            return Err(format!("symbol {} is there twice", symbol.id));
        }
    }

    let constant = name.to_uppercase();
    let mut used = BTreeSet::new();
    let mut code = format!("pub(super) const {constant}: &[Equation] = &[\n");
    for equation in &paper.equation {
        let told = |reason| format!("equation {}: {reason}", equation.number);
        let whole = split(&equation.tex, &paper.symbol).map_err(told)?;
        used.extend(whole.1.iter().map(|mention| &*mention.symbol.id));
        let mut mathml = String::new();
        for part in equation.tex.split(GAP) {
            let part = split(part.trim_end_matches([',', ' ']), &paper.symbol);
            mathml += &part.and_then(|part| set(typesetter, &part)).map_err(told)?;
        }
        let _ = writeln!(
            code,
            "Equation {{ number: {:?}, name: {:?}, mathml: {mathml:?}, tex: {:?}, note: {:?} }},",
            equation.number,
            equation.name,
            plain(&whole),
            equation.note
        );
    }
    let _ = writeln!(
        code,
        "];\npub(super) const {constant}_SYMBOLS: &[Symbol] = &["
    );
    for symbol in &paper.symbol {
        let id = &symbol.id;
        if !used.contains(&**id) {
            return Err(format!("symbol {id} is in no equation"));
        }
        let told = |reason| format!("symbol {id}: {reason}");
        let mathml = inline(typesetter, &symbol.tex).map_err(told)?;
        let _ = writeln!(
            code,
            "Symbol {{ id: {id:?}, mathml: \"<math>{}</math>\", name: {:?}, unit: {:?}, \
             value: {:?}, place: {:?} }},",
            mathml.escape_debug(),
            symbol.name,
            symbol.unit,
            symbol.value,
            symbol.place
        );
    }
    code += "];\n";
    Ok(code)
}

/// Splits TeX at its symbols: returns n symbols and the n + 1 texts around them.
fn split<'a>(tex: &str, symbols: &'a [Symbol]) -> Result<(Vec<String>, Vec<Mention<'a>>), String> {
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
