//! A puzzle's table of methods: what front ends are told about each, and the function that runs it.

use crate::MethodSpec;

/// A method: its name and help, and the function that runs it.
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

/// The function of the method with this name, or of the default one. Unknown names are refused
/// earlier.
pub fn choose<F: Copy>(table: &[Method<F>], name: Option<&str>) -> F {
    let named = table.iter().find(|method| Some(method.spec.name) == name);
    named.unwrap_or(&table[0]).run
}
