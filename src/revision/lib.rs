//! The git revision of the source, for the program that prints it.
//!
//! A macro, because the output of a build script belongs to a whole package: every commit would compile the library and
//! its tests anew. So only the program that calls the macro is compiled anew.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use proc_macro::TokenStream;

/// Expands to the revision from which a program is built, an `Option<&'static str>`.
///
/// It is the environment variable `FLITSCOPE_REVISION` if that is set, for builds without git; else ten digits of the
/// commit, followed by `.modified` if tracked files differ from it; `None` without a repository of this package.
#[proc_macro]
pub fn revision(_: TokenStream) -> TokenStream {
    let root = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let commit = Commit::of(Path::new(&root));
    // Cargo compiles a program anew when a file that it includes has changed.
    let watched = commit.as_ref().and_then(|commit| commit.log.to_str());
    let watched = watched.map(|log| format!("const _: &[u8] = include_bytes!({log:?});"));
    let commit = commit.map(|commit| commit.name);
    let code = format!(
        "{{ {} match option_env!(\"FLITSCOPE_REVISION\") {{ Some(given) => Some(given), None => {commit:?} }} }}",
        watched.unwrap_or_default()
    );
    code.parse().expect("an expression")
}

/// The commit that is checked out.
struct Commit {
    name: String,
    /// A file that every commit and every checkout changes.
    log: PathBuf,
}

impl Commit {
    /// Returns `None` unless a folder is the root of a repository, so that a copy of the source within another repository
    /// does not state the revision of that.
    fn of(root: &Path) -> Option<Self> {
        let git = |words: &[&str]| {
            let output = Command::new("git").current_dir(root).args(words).output();
            let output = output.ok().filter(|output| output.status.success())?;
            let text = String::from_utf8(output.stdout).ok()?;
            Some(text.trim().to_owned())
        };
        if !git(&["rev-parse", "--show-prefix"])?.is_empty() {
            return None;
        }
        let name = [
            "describe",
            "--always",
            "--exclude=*",
            "--abbrev=10",
            "--dirty=.modified",
        ];
        let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
        Some(Self {
            name: git(&name)?,
            log: root.join(log).canonicalize().ok()?,
        })
    }
}
