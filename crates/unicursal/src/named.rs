//! Enumerations whose values have names that users write.

/// An enumeration with a name, one lower-case word, for each value; the first is the default where
/// there is one.
macro_rules! named {
    (
        $(#[$doc:meta])*
        pub enum $kind:ident { $($(#[$about:meta])* $value:ident $name:literal,)+ }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $kind { $($(#[$about])* $value,)+ }

        impl $kind {
            /// The names of all of them.
            pub const NAMES: [&'static str; [$($name),+].len()] = [$($name),+];

            /// All of them, in the order of their names.
            pub const ALL: [Self; Self::NAMES.len()] = [$(Self::$value),+];

            /// The name, one lower-case word.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// The one with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }
        }

        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

pub(crate) use named;
