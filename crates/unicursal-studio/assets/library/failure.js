// A refusal.

/** An error whose message can be shown, with the place in the text that it is about, if there is one.
 * @param {{ error: string, place?: any }} refused */
export const failure = ({ error, place }) => Object.assign(new Error(error), { place });
