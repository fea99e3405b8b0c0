// The level on the home page and the picture of its solution, kept here so that they are shown
// before anything is loaded. A test compares them with what the library draws.

export const HERO = "coil:26x18/original#spring";

export const SOLVED = {
  width: 26, height: 18, palette: ["open", "wall"], bits: 1,
  fills: "8EcCGF8IJhwggQAK0QCqRY8oBomJ+SD04A/H6I89IzgGCIgEDEPChAEN/EAgBAAoBgSL/GQpgDOMAA4=",
  lines: [{
    stroke: "flow", start: [13, 11],
    moves: "CwYLCg0ICQ4TBg0KBxoJBAcIBQwNBgcWDQQLCAUEBQwTEAUOBQQFBAUIDwgNIAceBwQLDgcIBwYLCAUIBQYJBAkEBwQbCAUGEQgF"
      + "CAsOBwQHCA8OBwgHBg8ICx4JBAcMBQYRBg8GCQoLDhEGCwYPEAsGBQoHCgkKBQQNCg8aBwwHCgcOERwFBgUGDQYHBgcOBwgHCA==",
  }],
  marks: [
    { x: 13, y: 11, shape: "disc", colour: "#3e126e", label: "" },
    { x: 4, y: 5, shape: "square", colour: "#f6be14", label: "" },
  ],
};
