// The error for a refused request: its message can be shown, and it has the place in the text, if
// there is one.

export { failure } from "../library/failure.js";

// Nobody answers.
export const gone = () => Object.assign(new Error("the server cannot be reached; is 'unicursal studio' still running?"), { isGone: true });
