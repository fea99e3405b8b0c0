//! Errors of the library as exceptions, which are defined in Python.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use unicursal::Error;

use crate::value;

/// The exception for an error.
pub fn raise(error: &Error) -> PyErr {
    Python::attach(|py| exception(py, error).unwrap_or_else(|failure| failure))
}

fn exception(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let errors = py.import("unicursal._errors")?;
    let fields = value::of(py, error)?;
    let made = errors.getattr("exception")?.call1((fields,))?;
    Ok(PyErr::from_value(made))
}

/// The exception for something that cannot go wrong.
pub fn unexpected(what: &impl ToString) -> PyErr {
    PyRuntimeError::new_err(what.to_string())
}
