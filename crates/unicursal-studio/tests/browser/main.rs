//! The page in a real browser: each thing that one can do, by keys, mouse and touch.

mod access;
mod compare;
mod defects;
mod driver;
mod example;
mod gallery;
mod home;
mod large;
mod make;
mod play;
mod recording;
mod regressions;
mod server;
mod site;
mod today;
mod trouble;
mod watch;
mod won;
