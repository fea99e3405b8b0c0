//! A level of any puzzle, as the Python half sees it.

use std::borrow::Cow;
use std::sync::Arc;

use pyo3::prelude::*;
use unicursal::{Error, Level, Options, PromptStyle, SolveRequest};

use crate::error::raise;
use crate::game::NativeGame;
use crate::value;
use crate::work::{self, Limits};

/// A level of any puzzle.
#[pyclass(frozen, module = "unicursal._native", name = "Level")]
pub struct NativeLevel {
    pub level: Arc<dyn Level>,
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

    /// How many solutions there are, as digits, whether these are all, and what ended the work if
    /// something did.
    fn count(
        &self,
        py: Python<'_>,
        most: Option<u64>,
        given: Vec<(String, String)>,
        limits: Limits,
    ) -> PyResult<(String, bool, Option<String>)> {
        let level = Arc::clone(&self.level);
        let request = SolveRequest {
            options: options(given),
            ..SolveRequest::default()
        };
        let (count, why) = work::run(py, limits, move |control| {
            let count = level.count(&request, most, control)?;
            Ok((count, control.interruption().map(|why| why.to_string())))
        })?;
        Ok((count.found.to_string(), count.complete, why))
    }

    /// Different solutions, this many if there are as many.
    fn list(
        &self,
        py: Python<'_>,
        most: usize,
        given: Vec<(String, String)>,
        limits: Limits,
    ) -> PyResult<Vec<String>> {
        let level = Arc::clone(&self.level);
        let request = SolveRequest {
            options: options(given),
            ..SolveRequest::default()
        };
        work::run(py, limits, move |control| {
            level.list(&request, most, control)
        })
    }

    fn difficulty<'py>(&self, py: Python<'py>, limits: Limits) -> PyResult<Bound<'py, PyAny>> {
        let level = Arc::clone(&self.level);
        let figures = work::run(py, limits, move |control| level.difficulty(control))?;
        value::of(py, &figures)
    }

    fn prompt(&self, py: Python<'_>, style: &str) -> PyResult<String> {
        let style = PromptStyle::from_name(style).ok_or_else(|| {
            raise(&Error::bad_request(format!(
                "there is no style '{style}'; there are rows, cells, own"
            )))
        })?;
        Ok(py.detach(|| unicursal::prompt(&*self.level, style)))
    }

    fn score<'py>(&self, py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        let text = String::from_utf8_lossy(text);
        let score = py.detach(|| unicursal::score(&*self.level, &text));
        value::of(py, &score)
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

    /// A picture as `svg`, `png`, `gif`, `apng` or `text`.
    fn draw(
        &self,
        py: Python<'_>,
        answer: Option<&[u8]>,
        form: &str,
    ) -> PyResult<Cow<'static, [u8]>> {
        let drawn = py.detach(|| {
            let picture = self.level.draw(answer)?;
            Ok(match form {
                "svg" => picture.to_svg().into_bytes(),
                "png" => picture.to_png()?,
                "gif" => picture.to_gif()?,
                "apng" => picture.to_apng()?,
                _ => picture.to_text(false).into_bytes(),
            })
        });
        let drawn = drawn.map_err(|error: Error| raise(&error))?;
        Ok(Cow::Owned(drawn))
    }

    /// The pixels of a picture: columns, rows, and red, green and blue of each.
    fn pixels(
        &self,
        py: Python<'_>,
        answer: Option<&[u8]>,
    ) -> PyResult<(usize, usize, Cow<'static, [u8]>)> {
        let drawn = py.detach(|| self.level.draw(answer));
        let (width, height, pixels) = drawn.map_err(|error| raise(&error))?.to_pixels();
        Ok((width, height, Cow::Owned(pixels)))
    }

    /// A game that has not begun.
    fn game(&self, step_limit: u64, dense: bool) -> PyResult<NativeGame> {
        NativeGame::new(Arc::clone(&self.level), step_limit, dense)
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
