//! Errors in the arguments, in one sentence.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use flitscope::catalog::{one_of, quoted};

/// Describes an error in the arguments on one line.
pub(crate) fn first_sentence(error: &clap::Error, command: &clap::Command) -> String {
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(given) = error.get(ContextKind::InvalidSubcommand)
    {
        let known: Vec<_> = command
            .get_subcommands()
            .map(clap::Command::get_name)
            .collect();
        let given = quoted(&given.to_string());
        return format!("command must be {}, not {given}", one_of(&known));
    }
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand
    ) {
        return "a command must be given; `flitscope --help` lists them".to_owned();
    }
    let mut message = error.to_string();
    for (_, value) in error.context() {
        let given = match value {
            ContextValue::String(given) => std::slice::from_ref(given),
            ContextValue::Strings(given) => given,
            _ => &[],
        };
        for given in given.iter().filter(|given| !given.is_empty()) {
            message = message.replace(given, &quoted(given));
        }
    }
    let paragraph = message.split("\n\n").next().unwrap_or_default();
    let words: Vec<_> = paragraph.split_whitespace().collect();
    words.join(" ").trim_start_matches("error: ").to_owned()
}
