//! Pictures and tables stored as files, to report change.

use std::path::Path;

/// Compares with a frozen file, or writes it where `FREEZE` is set.
pub fn assert_frozen(file: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("FREEZE").is_some() {
        std::fs::write(&path, found).expect("the folder is there");
    }
    let frozen = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = frozen.lines().zip(found.lines()).position(|(a, b)| a != b);
    assert!(
        frozen == found,
        "{file} differs from line {:?} on; if that is meant, write it again",
        differs.map(|line| line + 1)
    );
}
