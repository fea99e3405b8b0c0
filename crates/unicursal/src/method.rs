//! A puzzle's table of methods: what front ends are told of each, and what does it.

use crate::puzzle::{Error, MethodSpec};

/// A method: its name and help, and the function that does it.
pub struct Method<F> {
    pub spec: MethodSpec,
    pub run: F,
}

/// Names and help of all methods in a table, of which the first is the default.
pub const fn specs<F, const N: usize>(table: &[Method<F>; N]) -> [MethodSpec; N] {
    let mut specs = [table[0].spec; N];
    let mut index = 0;
    while index < N {
        specs[index] = table[index].spec;
        index += 1;
    }
    specs
}

/// The function of the method with this name, or of the default one. `puzzle` is what the puzzle is
/// called in messages.
pub fn choose<F: Copy>(puzzle: &str, table: &[Method<F>], name: Option<&str>) -> Result<F, Error> {
    let name = name.unwrap_or(table[0].spec.name);
    match table.iter().find(|method| method.spec.name == name) {
        Some(method) => Ok(method.run),
        None => Err(format!("{puzzle} has no method '{name}'").into()),
    }
}
