//! Imports between the files of `src`, followed through re-exports.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, UseTree, Visibility};

/// A file as the path of its module, `["scene", "layout"]`.
pub(super) type Module = Vec<String>;

/// A file that names an item of another.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Import {
    pub(super) from: Module,
    pub(super) to: Module,
}

/// All files of `src` that are modules, parsed.
pub(super) struct Sources {
    files: BTreeMap<Module, Named>,
}

/// The paths that a file names, outside its tests.
#[derive(Default)]
struct Named {
    /// The root module of its crate.
    root: Module,
    /// Imported and named paths, as written.
    paths: Vec<Vec<String>>,
    /// The path that each imported name refers to.
    aliases: BTreeMap<String, Vec<String>>,
    /// Re-exported names.
    exports: BTreeSet<String>,
}

impl Sources {
    pub(super) fn read() -> Self {
        let mut files = BTreeMap::new();
        for (path, text) in files_of("") {
            let module = module_of(&path);
            let file = syn::parse_file(&text).expect("source that compiles");
            let mut named = Named {
                root: root_of(&module),
                ..Named::default()
            };
            named.visit_file(&file);
            files.insert(module, named);
        }
        Self { files }
    }

    /// All imports between files.
    pub(super) fn imports(&self) -> BTreeSet<Import> {
        let mut imports = BTreeSet::new();
        for (module, named) in &self.files {
            for path in &named.paths {
                let target = self
                    .absolute(module, path)
                    .and_then(|path| self.home_of(&path, 0));
                let Some(to) = target.filter(|to| to != module && !to.is_empty()) else {
                    continue;
                };
                let is_reexport = named
                    .exports
                    .contains(path.last().expect("paths have names"));
                if is_reexport && to.starts_with(module) {
                    continue;
                }
                imports.insert(Import {
                    from: module.clone(),
                    to,
                });
            }
        }
        imports
    }

    /// A path as written in a file, from the root of `src`; `None` if it leads to another crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Module> {
        let named = &self.files[module];
        let (first, rest) = path.split_first()?;
        match &**first {
            "crate" => Some([&*named.root, rest].concat()),
            "flitscope" => Some(rest.to_vec()),
            "browser" => Some([&["web".to_owned()], path].concat()),
            "self" => Some([module, rest].concat()),
            "super" => {
                let mut base = module.clone();
                let mut rest = path;
                while let Some(("super", after)) = rest.split_first().map(|(a, b)| (&**a, b)) {
                    base.pop();
                    rest = after;
                }
                Some([&*base, rest].concat())
            }
            name if CRATES.contains(&name) && !self.files.contains_key(&child_of(module, name)) => {
                Some(path.to_vec())
            }
            name => {
                let child = child_of(module, name);
                if self.files.contains_key(&child) {
                    return Some([&**module, path].concat());
                }
                let alias = named
                    .aliases
                    .get(name)
                    .filter(|alias| alias.first() != Some(first))?;
                let whole = [&**alias, rest].concat();
                self.absolute(module, &whole)
            }
        }
    }

    /// The file that defines the item at a path from the root.
    fn home_of(&self, path: &[String], depth: u8) -> Option<Module> {
        const DEEPEST: u8 = 12;
        let mut module = Module::new();
        for (index, name) in path.iter().enumerate() {
            let child = [&*module, std::slice::from_ref(name)].concat();
            if self.files.contains_key(&child) {
                module = child;
                continue;
            }
            let alias = self
                .files
                .get(&module)
                .and_then(|named| named.aliases.get(name));
            let reexported = alias.and_then(|alias| self.absolute(&module, alias));
            return match reexported {
                Some(further) if depth < DEEPEST && further != path[..=index] => {
                    self.home_of(&[&*further, &path[index + 1..]].concat(), depth + 1)
                }
                _ => Some(module),
            };
        }
        Some(module)
    }
}

impl<'ast> Visit<'ast> for Named {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if is_test(&item.attrs) {
            return;
        }
        let is_reexport = !matches!(item.vis, Visibility::Inherited);
        let mut leaves = Vec::new();
        collect(&item.tree, &mut Vec::new(), &mut leaves);
        for (path, name) in leaves {
            if is_reexport {
                self.exports
                    .insert(path.last().expect("paths have names").clone());
            }
            self.aliases.entry(name).or_insert_with(|| path.clone());
            self.paths.push(path);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        let names: Vec<_> = names.collect();
        if names.len() > 1 {
            self.paths.push(names);
        }
        visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }
}

/// Collects the paths of a `use` tree, each with the name it is imported as.
fn collect(tree: &UseTree, before: &mut Vec<String>, leaves: &mut Vec<(Vec<String>, String)>) {
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            collect(&path.tree, before, leaves);
            before.pop();
        }
        UseTree::Group(group) => {
            for item in &group.items {
                collect(item, before, leaves);
            }
        }
        UseTree::Name(name) if name.ident == "self" => {
            let last = before.last().cloned().unwrap_or_default();
            leaves.push((before.clone(), last));
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            leaves.push(([&**before, std::slice::from_ref(&name)].concat(), name));
        }
        UseTree::Rename(rename) => {
            let mut path = before.clone();
            if rename.ident != "self" {
                path.push(rename.ident.to_string());
            }
            leaves.push((path, rename.rename.to_string()));
        }
        UseTree::Glob(_) => {}
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let list = attribute.meta.require_list();
        list.is_ok_and(|list| list.path.is_ident("cfg") && list.tokens.to_string() == "test")
    })
}

/// The path of a file's module.
fn module_of(file: &Path) -> Module {
    let file = file
        .strip_prefix(src())
        .expect("a file of src")
        .with_extension("");
    let names = file.iter().map(|name| name.to_string_lossy().into_owned());
    let mut names: Vec<_> = names.collect();
    if names
        .last()
        .is_some_and(|last| ["mod", "lib", "main"].contains(&&**last))
    {
        names.pop();
    }
    names
}

/// The libraries of `src` under their names in paths; `browser` is in `web`.
const CRATES: &[&str] = &["engine", "picture", "study", "page", "lesson"];

/// The root of the crate of a module. The page's programs have a root each, the main one that of its package.
fn root_of(module: &Module) -> Module {
    let folders = match module.first().map(String::as_str) {
        Some("web") if module.get(1).is_some_and(|name| name != "ui") => 2,
        Some("web") => 1,
        Some(name) if CRATES.contains(&name) => 1,
        _ => 0,
    };
    module[..folders].to_vec()
}

fn child_of(module: &Module, name: &str) -> Module {
    [&**module, &[name.to_owned()]].concat()
}

/// All Rust files of a folder of `src` and of the folders in it, with their text.
pub(super) fn files_of(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![src().join(folder)];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).expect("every layer is a folder of src");
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a readable file");
                found.push((path, text));
            }
        }
    }
    found
}

pub(super) fn src() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))
}
