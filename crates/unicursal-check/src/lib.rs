//! Independent checkers: they read level and answer as text and share no code with the solvers.
