//! Hamiltonian paths of grids: the core that Pellet Eater and Trail share.
//!
//! A [`Graph`] is a grid in which steps may be missing between neighbours, with a start, and an end
//! that is given or free. [`fast`] finds a path through all of it or proves that there is none, in
//! stages with a file each: [`proofs`] and [`pockets`], [`factor`], [`merge`] and [`repair`], which
//! opens loops ([`force`]) and relinks single windows ([`window`]). [`count`] counts and lists all
//! paths, [`path`] reads, prints and follows them. [`technique`] is how a person finds one,
//! [`grade`] how hard that is, and [`reason`] puts it into words; [`level`] prepares that for front
//! ends.

pub mod backbite;

pub mod count;
pub mod cover;
pub mod fast;
pub mod grade;
pub mod level;
pub mod links;
pub mod merge;
pub mod path;
pub mod pockets;
pub mod reason;
pub mod technique;

mod factor;
mod force;
mod graph;
mod proofs;
mod relocate;
mod repair;
mod tuning;
mod window;

pub use graph::Graph;
