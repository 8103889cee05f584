//! The version of the program, which reports, figures and links state, so that their numbers can be produced again.

/// Returns the version of a build, as in semantic versioning: `0.1.0+c9e598c6ab`, or `0.1.0` where the revision is unknown.
///
/// The library does not know the revision, which would compile all of it anew after every commit: a program passes that
/// of its own build (`flitscope-revision` on the command line, an attribute of index.html on the page).
pub fn version_of(revision: Option<&str>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    match revision {
        Some(revision) if !revision.is_empty() => format!("{version}+{revision}"),
        _ => version.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_follows_the_version() {
        assert_eq!(version_of(Some("c9e598c6ab")), "0.1.0+c9e598c6ab");
        assert_eq!(version_of(None), "0.1.0");
        // `FLITSCOPE_REVISION=` leaves it out.
        assert_eq!(version_of(Some("")), "0.1.0");
    }
}
