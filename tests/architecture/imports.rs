//! Imports as the sources write them: `use` declarations and paths, followed to the file that defines the item; and their circles. Texts
//! are searched, not parsed, and macros not expanded. The rules are in `main`.

use std::collections::{BTreeMap, BTreeSet};

/// The files below `src`, by name, without comments and tests.
pub(crate) type Sources = BTreeMap<String, String>;

/// Re-exports of re-exports that are followed, at most.
const MAX_DEPTH: usize = 8;

/// Returns the paths of a text: those of its `use` declarations, without braces and with the name that an item gets, and
/// those that begin with `crate`, `self` or `super` elsewhere.
pub(crate) fn paths(text: &str) -> Vec<(Vec<String>, String)> {
    let mut paths = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("use ") {
        let starts_word = !rest[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        rest = &rest[start + "use ".len()..];
        if let Some(end) = rest.find(';').filter(|_| starts_word) {
            expand(&rest[..end], &[], &mut paths);
        }
    }
    for start in ["crate::", "super::", "self::"] {
        for (start, _) in text.match_indices(start) {
            // `pub(in crate::puzzle)` imports nothing.
            let is_inner = text[..start].ends_with(|c: char| c.is_alphanumeric() || "_:$".contains(c))
                || text[..start].ends_with("(in ");
            let path = &text[start..];
            let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(path.len());
            if !is_inner && !path[end..].starts_with('{') {
                expand(&path[..end], &[], &mut paths);
            }
        }
    }
    paths
}

/// Adds the paths of one tree of a `use` declaration.
fn expand(tree: &str, above: &[String], paths: &mut Vec<(Vec<String>, String)>) {
    let tree = tree.trim();
    let split = |path: &str| -> Vec<String> {
        path.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
    };
    let Some((head, group)) = tree.split_once('{') else {
        let (path, alias) = tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias)));
        let mut path = [above, &split(path)].concat();
        if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
            path.pop();
        }
        let name = alias.map(str::to_owned).or_else(|| path.last().cloned());
        paths.extend(name.map(|name| (path, name.trim().to_owned())));
        return;
    };
    let above = [above, &split(head)].concat();
    let (mut depth, mut start) = (0, 0);
    let group = group.rsplit_once('}').map_or(group, |(inner, _)| inner);
    for (index, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&group[start..index], &above, paths);
                start = index + 1;
            }
            _ => {}
        }
    }
    if !group[start..].trim().is_empty() {
        expand(&group[start..], &above, paths);
    }
}

/// Returns the module path of a file: `["puzzle", "cube3"]` of `puzzle/cube3/mod.rs`, nothing of `lib.rs`.
pub(crate) fn module(name: &str) -> Vec<String> {
    let path = name.trim_end_matches(".rs").trim_end_matches("/mod");
    if ["lib", "main"].contains(&path) { Vec::new() } else { path.split('/').map(str::to_owned).collect() }
}

/// The kin of a module.
#[derive(Clone, Copy)]
pub(crate) enum Kin {
    /// The module that it is in.
    Parent,
    /// A module in it.
    Child,
}

/// The modules of a crate and the names that each imports.
pub(crate) struct Modules<'a> {
    files: BTreeMap<Vec<String>, &'a str>,
    imports: BTreeMap<&'a str, Vec<(Vec<String>, String)>>,
    /// The files of the macros that are exported at the root.
    macros: BTreeMap<&'a str, &'a str>,
}

impl<'a> Modules<'a> {
    pub(crate) fn new(sources: &'a Sources) -> Self {
        let library = || sources.iter().filter(|(name, _)| *name != "main.rs");
        let macros = library().flat_map(|(name, text)| {
            let exported = text.split("#[macro_export]").skip(1);
            let named =
                exported.filter_map(|rest| rest.trim_start().strip_prefix("macro_rules! ")?.split([' ', '{']).next());
            named.map(move |exported| (exported, name.as_str()))
        });
        Self {
            files: library().map(|(name, _)| (module(name), name.as_str())).collect(),
            imports: library().map(|(name, text)| (name.as_str(), paths(text))).collect(),
            macros: macros.collect(),
        }
    }

    /// The absolute path of one that a file writes, if it stays in the crate.
    fn absolute(&self, file: &str, path: &[String]) -> Option<Vec<String>> {
        let mut base = module(file);
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => {
                base.clear();
                rest = &path[1..];
            }
            "self" => rest = &path[1..],
            "super" => {
                while rest.first().is_some_and(|first| first == "super") {
                    base.pop();
                    rest = &rest[1..];
                }
            }
            // A child of this module; everything else is another crate or a local name.
            child if !self.files.contains_key(&[&base[..], &[child.to_owned()]].concat()) => return None,
            _ => {}
        }
        Some([&base[..], rest].concat())
    }

    /// The file that defines the item of an absolute path, through re-exports.
    fn definition(&self, path: &[String], depth: usize) -> Option<&'a str> {
        let length = (0..=path.len()).rev().find(|&length| self.files.contains_key(&path[..length]))?;
        let file = self.files[&path[..length]];
        let Some(item) = path.get(length).filter(|_| depth < MAX_DEPTH) else { return Some(file) };
        if let Some(file) = self.macros.get(item.as_str()).filter(|_| length == 0) {
            return Some(file);
        }
        let Some((target, _)) = self.imports[file].iter().find(|(_, name)| name == item) else { return Some(file) };
        // What another crate defines is in no file.
        let target = self.absolute(file, target)?;
        if target == path { Some(file) } else { self.definition(&target, depth + 1) }
    }

    /// The files that each file imports from, without itself and this kin.
    pub(crate) fn edges(&self, without: Kin) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
        let is_family = |a: &[String], b: &[String]| a.split_last().is_some_and(|(_, parent)| parent == b);
        let files = self.imports.iter();
        let edges = files.map(|(&file, imports)| {
            let room = module(file);
            let targets = imports.iter().filter_map(|(path, _)| self.definition(&self.absolute(file, path)?, 0));
            let others = targets.filter(|&target| {
                let other = module(target);
                let is_left_out = match without {
                    Kin::Parent => is_family(&room, &other),
                    Kin::Child => is_family(&other, &room),
                };
                target != file && !is_left_out
            });
            (file, others.collect())
        });
        edges.collect()
    }
}

/// Returns the largest sets of files each of which imports all others of its set, directly or not, with two files or more.
pub(crate) fn circles<'a>(edges: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Vec<BTreeSet<&'a str>> {
    let reached = |file: &'a str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![file]);
        while let Some(file) = open.pop() {
            open.extend(edges.get(file).into_iter().flatten().filter(|&&next| seen.insert(next)));
        }
        seen
    };
    let reach: BTreeMap<&str, BTreeSet<&str>> = edges.keys().map(|&file| (file, reached(file))).collect();
    let mut circles: Vec<BTreeSet<&str>> = Vec::new();
    for (&file, others) in reach.iter().filter(|(file, others)| others.contains(**file)) {
        if circles.iter().all(|circle| !circle.contains(file)) {
            circles.push(others.iter().copied().filter(|other| reach[other].contains(file)).collect());
        }
    }
    circles
}
