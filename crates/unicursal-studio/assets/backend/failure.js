// What a refusal becomes: an error whose message can be shown as it is, with the place in the text that
// it is about, if there is one.

export { failure } from "../library/failure.js";

// Nobody answers.
export const gone = () => Object.assign(new Error("the server cannot be reached; is 'unicursal studio' still running?"), { isGone: true });
