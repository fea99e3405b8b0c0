//! A level of any puzzle, as the Python half sees it.

use std::borrow::Cow;
use std::sync::Arc;

use pyo3::prelude::*;
use unicursal::{Level, Options, SolveRequest};

use crate::error::{raise, unexpected};
use crate::value;
use crate::work::{self, Limits};

/// A level of any puzzle.
#[pyclass(frozen, module = "unicursal._native", name = "Level")]
pub struct NativeLevel {
    level: Arc<dyn Level>,
    /// The name that makes it again.
    #[pyo3(get)]
    id: Option<String>,
}

impl NativeLevel {
    pub fn new(level: Box<dyn Level>, id: Option<String>) -> Self {
        let level = Arc::from(level);
        Self { level, id }
    }
}

/// Options by name.
pub fn options(given: Vec<(String, String)>) -> Options {
    let mut options = Options::default();
    for (name, value) in given {
        options.set(name, value);
    }
    options
}

#[pymethods]
impl NativeLevel {
    fn size(&self) -> (usize, usize) {
        self.level.size()
    }

    fn text(&self) -> String {
        self.level.text()
    }

    fn rule(&self) -> String {
        self.level.rule()
    }

    fn ruled(&self, given: Vec<(String, String)>) -> PyResult<Self> {
        let level = self.level.ruled(&options(given));
        level
            .map(|level| Self::new(level, None))
            .map_err(|error| raise(&error))
    }

    fn write_as(&self, format: &str) -> PyResult<Cow<'static, [u8]>> {
        let written = self.level.write_as(format);
        written.map(Cow::Owned).map_err(|error| raise(&error))
    }

    fn solve<'py>(
        &self,
        py: Python<'py>,
        method: Option<String>,
        seed: u64,
        given: Vec<(String, String)>,
        limits: Limits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (level, options) = (Arc::clone(&self.level), options(given));
        let request = SolveRequest {
            method,
            seed,
            options,
        };
        let solved = work::run(py, limits, move |control| level.solve(&request, control))?;
        value::of(py, &solved)
    }

    fn check<'py>(
        &self,
        py: Python<'py>,
        answer: &[u8],
        given: Vec<(String, String)>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let request = SolveRequest {
            options: options(given),
            ..SolveRequest::default()
        };
        let verdict = py.detach(|| self.level.check(&request, answer));
        value::of(py, &verdict.map_err(|error| raise(&error))?)
    }

    fn check_level<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let verdict = py.detach(|| self.level.check_level());
        value::of(py, &verdict.map_err(|error| raise(&error))?)
    }

    /// How many answers there are, as digits, and whether these are all.
    fn count(
        &self,
        py: Python<'_>,
        most: Option<u64>,
        given: Vec<(String, String)>,
        limits: Limits,
    ) -> PyResult<(String, bool)> {
        let level = Arc::clone(&self.level);
        let request = SolveRequest {
            options: options(given),
            ..SolveRequest::default()
        };
        let count = work::run(py, limits, move |control| {
            level.count(&request, most, control)
        })?;
        Ok((count.found.to_string(), count.complete))
    }

    fn hint<'py>(
        &self,
        py: Python<'py>,
        so_far: &[u8],
        limits: Limits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (level, so_far) = (Arc::clone(&self.level), so_far.to_vec());
        let hint = work::run(py, limits, move |control| level.hint(&so_far, control))?;
        value::of(py, &hint)
    }

    fn prove(
        &self,
        py: Python<'_>,
        answer: Option<&[u8]>,
        given: Vec<(String, String)>,
        limits: Limits,
    ) -> PyResult<Option<String>> {
        let (level, answer) = (Arc::clone(&self.level), answer.map(<[u8]>::to_vec));
        let request = SolveRequest {
            options: options(given),
            ..SolveRequest::default()
        };
        work::run(py, limits, move |control| {
            level.prove(&request, answer.as_deref(), control)
        })
    }

    fn check_proof<'py>(
        &self,
        py: Python<'py>,
        proof: &[u8],
        given: Vec<(String, String)>,
        limits: Limits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (level, proof) = (Arc::clone(&self.level), proof.to_vec());
        let request = SolveRequest {
            options: options(given),
            ..SolveRequest::default()
        };
        let judged = work::run(py, limits, move |control| {
            level.check_proof(&request, &proof, control)
        })?;
        value::of(py, &judged)
    }

    fn known_answer(&self, py: Python<'_>, limits: Limits) -> PyResult<Option<String>> {
        let level = Arc::clone(&self.level);
        work::run(py, limits, move |control| level.known_answer(control))
    }

    /// A picture as `svg`, `png` or `text`.
    fn draw(
        &self,
        py: Python<'_>,
        answer: Option<&[u8]>,
        form: &str,
    ) -> PyResult<Cow<'static, [u8]>> {
        let drawn = py.detach(|| {
            let picture = self.level.draw(answer)?;
            Ok(match form {
                "svg" => Ok(picture.to_svg().into_bytes()),
                "png" => picture.to_png(),
                _ => Ok(picture.to_text(false).into_bytes()),
            })
        });
        let drawn = drawn.map_err(|error| raise(&error))?;
        Ok(Cow::Owned(drawn.map_err(|error| unexpected(&error))?))
    }

    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let facts = py.detach(|| self.level.facts());
        value::of(py, &facts)
    }

    fn sheet<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let sheet = py.detach(|| self.level.sheet());
        value::of(py, &sheet)
    }
}
