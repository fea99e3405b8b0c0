// Mouse and touch on a view: one pointer moves the board, or draws where a mode has a tool; two zoom.
//
// A tool has `down(cell)`, which says whether it takes the pointer, `over(cell)` for each further cell, perhaps
// `trace(cell)` for each place in a cell, `up()`, and `cancel()` for what was not meant. Other buttons than the first always move the board. While
// something is drawn a board that is larger than the window moves at its edges.

// A pointer that moves no further than this has clicked.
const STILL = 5;
// A finger that moves this far has swiped; it may continue and swipe again.
const SWIPED = 26;

// The width in pixels of the canvas's edge where a larger board scrolls while something is held,
// and the most pixels that it scrolls in a frame.
const EDGE = 36, MOST_SCROLLED = 9;

export function listenToPointers(view) {
  const { canvas } = view;
  const pointers = new Map();
  let moved = 0, drawing = false, last, swiped, held, scrolling;

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, event);
    if (pointers.size > 1) {
      // The first finger of two was not meant to draw.
      if (drawing) view.tool?.cancel();
      drawing = false;
      moved = Infinity;
      swiped = undefined;
      return;
    }
    moved = 0;
    last = view.cellAt(event);
    drawing = Boolean(event.button === 0 && last && view.tool?.down(last));
    held = event;
    const mayPan = event.pointerType === "mouse" && view.isBeyond();
    swiped = event.button === 0 && !drawing && view.swipe && !mayPan ? event : undefined;
    if (drawing) scroll();
  });

  // Moves the board while a pointer that draws is near the edge, if there is more of it.
  function scroll() {
    cancelAnimationFrame(scrolling);
    scrolling = requestAnimationFrame(() => {
      if (!drawing) return;
      const [dx, dy] = view.edgeRoom(held.offsetX, held.offsetY, EDGE, MOST_SCROLLED);
      if (dx || dy) {
        view.move(dx, dy);
        follow(view.cellAt(held));
      }
      scroll();
    });
  }

  function follow(cell) {
    for (const passed of between(last, cell)) view.tool?.over(passed);
    last = cell ?? last;
  }

  canvas.addEventListener("pointermove", (event) => {
    const cell = view.cellAt(event);
    const before = pointers.get(event.pointerId);
    if (before) pointers.set(event.pointerId, event);
    if (drawing) {
      held = event;
      follow(cell);
      if (cell) view.tool?.trace?.(cell);
    }
    if (event.pointerType === "mouse" || drawing) view.onHover(cell);
    if (!before || drawing) return;
    const dx = event.offsetX - before.offsetX, dy = event.offsetY - before.offsetY;
    moved += Math.hypot(dx, dy);
    const other = [...pointers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    if (other) {
      const distance = (a) => Math.hypot(a.offsetX - other.offsetX, a.offsetY - other.offsetY);
      view.move(dx / 2, dy / 2);
      const middle = [(event.offsetX + other.offsetX) / 2, (event.offsetY + other.offsetY) / 2];
      view.zoom(distance(event) / Math.max(1, distance(before)), ...middle);
    } else if (swiped) {
      const across = event.offsetX - swiped.offsetX, down = event.offsetY - swiped.offsetY;
      if (Math.max(Math.abs(across), Math.abs(down)) < SWIPED) return;
      swiped = event;
      if (Math.abs(across) > Math.abs(down)) view.swipe?.(across < 0 ? "L" : "R");
      else view.swipe?.(down < 0 ? "U" : "D");
    } else if (moved > STILL && view.mayPan(event)) {
      view.move(dx, dy);
    }
  });

  const end = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    const wasDrawing = drawing;
    drawing = false;
    if (wasDrawing) view.tool?.up();
    const cell = view.cellAt(event);
    if (!wasDrawing && moved <= STILL && cell && event.type === "pointerup") view.onCell(cell);
  };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("pointerleave", () => view.onHover(undefined));
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    view.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
  }, { passive: false });
}

// The cells that a pointer passes from one cell to another, by steps to neighbours.
function* between(from, to) {
  if (!from || !to) return;
  let { x, y } = from;
  while (x !== to.x || y !== to.y) {
    if (Math.abs(to.x - x) >= Math.abs(to.y - y)) x += Math.sign(to.x - x);
    else y += Math.sign(to.y - y);
    yield { x, y };
  }
}
