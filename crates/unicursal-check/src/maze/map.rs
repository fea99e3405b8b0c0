//! The map as the checker reads it: rows of the text itself, without a copy.

/// Column and row.
pub(super) type Place = (usize, usize);

pub(super) struct Map<'a> {
    rows: Vec<&'a [u8]>,
    width: usize,
    pub start: Place,
    pub end: Place,
}

/// Something found on the map: how often, and where first.
pub(super) struct Found {
    pub count: usize,
    pub at: Place,
}

impl<'a> Map<'a> {
    pub fn read(text: &'a [u8]) -> Result<Self, String> {
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        let rows: Vec<&[u8]> = text
            .split(|&c| c == b'\n')
            .map(|row| row.strip_suffix(b"\r").unwrap_or(row))
            .collect();
        let (mut starts, mut ends) = (Vec::new(), Vec::new());
        for (y, row) in rows.iter().enumerate() {
            for (x, cell) in row.iter().enumerate() {
                match cell {
                    b'#' | b' ' => {}
                    b'S' => starts.push((x, y)),
                    b'E' => ends.push((x, y)),
                    _ => return Err(format!("'{}' at {x},{y}", cell.escape_ascii())),
                }
            }
        }
        let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        match (&starts[..], &ends[..]) {
            (&[start], &[end]) => Ok(Self {
                rows,
                width,
                start,
                end,
            }),
            _ => Err(format!("{} S and {} E", starts.len(), ends.len())),
        }
    }

    pub fn is_path(&self, (x, y): Place) -> bool {
        let cell = self.rows.get(y).and_then(|row| row.get(x));
        cell.is_some_and(|&cell| cell != b' ')
    }

    /// The place one step from another, if there is a path.
    pub fn beside(&self, (x, y): Place, letter: u8) -> Option<Place> {
        let place = match letter {
            b'N' => (x, y.checked_sub(1)?),
            b'W' => (x.checked_sub(1)?, y),
            b'S' => (x, y + 1),
            b'E' => (x + 1, y),
            _ => return None,
        };
        self.is_path(place).then_some(place)
    }

    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// A number for each place, less than [`Map::size`].
    pub fn number(&self, (x, y): Place) -> usize {
        y * self.width + x
    }

    pub fn size(&self) -> usize {
        self.width * self.height()
    }

    fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let rows = 0..self.height();
        let places = rows.flat_map(|y| (0..self.rows[y].len()).map(move |x| (x, y)));
        places.filter(|&place| self.is_path(place))
    }

    /// The steps of a shortest walk from the start to every place; `u32::MAX` where there is none.
    pub fn distances(&self) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.size()];
        distances[self.number(self.start)] = 0;
        let mut queue = std::collections::VecDeque::from([self.start]);
        while let Some(place) = queue.pop_front() {
            let next = distances[self.number(place)] + 1;
            for near in b"NWSE".iter().filter_map(|&d| self.beside(place, d)) {
                let distance = &mut distances[self.number(near)];
                if *distance == u32::MAX {
                    *distance = next;
                    queue.push_back(near);
                }
            }
        }
        distances
    }

    /// Path cells that cannot be reached from the start.
    pub fn cut_off(&self) -> Option<Found> {
        let distances = self.distances();
        let mut missing = self
            .places()
            .filter(|&place| distances[self.number(place)] == u32::MAX);
        let at = missing.next()?;
        let count = 1 + missing.count();
        Some(Found { count, at })
    }

    /// Passages that join cells which are joined already by those above and to the left of them.
    pub fn loops(&self) -> Option<Found> {
        let mut joined: Vec<u32> = (0..self.size() as u32).collect();
        let mut found: Option<Found> = None;
        for place in self.places() {
            for near in b"NW".iter().filter_map(|&d| self.beside(place, d)) {
                let one = representative(&mut joined, self.number(place));
                let other = representative(&mut joined, self.number(near));
                if one != other {
                    joined[one] = other as u32;
                } else if let Some(found) = &mut found {
                    found.count += 1;
                } else {
                    found = Some(Found {
                        count: 1,
                        at: place,
                    });
                }
            }
        }
        found
    }

    /// The map as text, with `@` at a place.
    pub fn with_mark(&self, mark: Option<Place>) -> String {
        let mut text = String::with_capacity(self.size() + self.height());
        for (y, row) in self.rows.iter().enumerate() {
            text.extend(row.iter().enumerate().map(|(x, &cell)| match mark {
                Some(mark) if mark == (x, y) => '@',
                _ => char::from(cell),
            }));
            text.push('\n');
        }
        text
    }
}

fn representative(joined: &mut [u32], mut cell: usize) -> usize {
    while joined[cell] as usize != cell {
        joined[cell] = joined[joined[cell] as usize];
        cell = joined[cell] as usize;
    }
    cell
}
