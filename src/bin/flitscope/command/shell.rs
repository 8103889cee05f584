//! Files for the shell: completions and manual pages, both generated from the definition of the arguments.

use std::fs;
use std::io;
use std::path::Path;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use serde_json::json;

use super::common::answer::{Answer, CommandResult};
use super::common::files;
use flitscope::catalog::{one_of, quoted, quoted_path};

pub(super) const COMPLETIONS_HELP: &str = "\
  flitscope completions bash > ~/.local/share/bash-completion/completions/flitscope
  flitscope completions fish > ~/.config/fish/completions/flitscope.fish
  flitscope completions zsh > DIR/_flitscope        # DIR is a folder of $fpath";

pub(super) const MAN_HELP: &str = "\
  flitscope man | man -l -
  flitscope man --folder ~/.local/share/man/man1    # then: man flitscope-run";

/// The shell to write completions for.
#[derive(Debug, Args)]
pub(super) struct CompletionsOptions {
    shell: Shell,
}

/// The manual pages to write.
#[derive(Debug, Args)]
pub(super) struct ManOptions {
    /// The command whose page is printed; without it, the page that lists all commands.
    command: Option<String>,
    /// Write the pages of all commands into this folder, which is created if there is none.
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    folder: Option<String>,
}

impl CompletionsOptions {
    pub(super) fn script(&self, flitscope: &mut Command) -> Answer {
        let mut script = Vec::new();
        let name = flitscope.get_name().to_owned();
        clap_complete::generate(self.shell, flitscope, name, &mut script);
        Answer::text(String::from_utf8_lossy(&script))
    }
}

impl ManOptions {
    pub(super) fn answer(&self, flitscope: Command) -> CommandResult {
        // There is no page on `help`.
        let mut flitscope = flitscope.disable_help_subcommand(true);
        // Gives the commands their full names, as in `flitscope run`.
        flitscope.build();
        if let Some(folder) = &self.folder {
            let pages = write_all(&flitscope, Path::new(folder)).map_err(|error| {
                let folder = quoted_path(folder);
                format!("folder must be one that can be written, not {folder}: {error}")
            })?;
            return Ok(Answer::fields(json!({ "pages": pages, "folder": folder })));
        }
        let command = match &self.command {
            None => &flitscope,
            Some(name) => flitscope.find_subcommand(name).ok_or_else(|| {
                let known: Vec<_> = flitscope.get_subcommands().map(Command::get_name).collect();
                format!("command must be {}, not {}", one_of(&known), quoted(name))
            })?,
        };
        let (_, text) = page(command.clone()).expect("memory can be written");
        Ok(Answer::text(String::from_utf8_lossy(&text)))
    }
}

/// Writes the pages of a command and its subcommands, and returns their number.
fn write_all(flitscope: &Command, folder: &Path) -> io::Result<usize> {
    fs::create_dir_all(folder)?;
    let commands = flitscope.get_subcommands().chain([flitscope]);
    let mut pages = 0;
    for command in commands {
        let (name, text) = page(command.clone())?;
        files::write(folder.join(name), text)?;
        pages += 1;
    }
    Ok(pages)
}

/// The file name and the text of a command's page.
fn page(command: Command) -> io::Result<(String, Vec<u8>)> {
    // `Man` would fill the lines of this text, which are examples and lists.
    let notes = command.get_after_help().map(ToString::to_string);
    let man = Man::new(command.after_help(None::<&str>))
        .source(concat!("flitscope ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    man.render(&mut text)?;
    if let Some(notes) = notes {
        let mut roff = Roff::new();
        roff.control("SH", ["NOTES"]).control("nf", []);
        for line in notes.lines() {
            roff.text([roman(line)]);
        }
        roff.control("fi", []).to_writer(&mut text)?;
    }
    Ok((man.get_filename(), text))
}
