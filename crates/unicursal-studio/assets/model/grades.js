// How hard a level is for a person, as far as a puzzle's generator says it.

export const GRADES = ["easy", "medium", "hard", "expert"];

/** The grades that an option asks for, from easy to hard; none if it asks for something else.
 * @param {{ name: string, kind: string, choices?: string[], placeholder?: string }} option */
export function gradesIn({ name, kind, choices = [], placeholder }) {
  if (name !== "difficulty") return [];
  if (kind === "text") return placeholder === "GRADE" ? GRADES : [];
  return GRADES.filter((grade) => choices.includes(grade));
}

/** The grades in which a puzzle makes levels. @param {{ generate_options: any[] }} puzzle @returns {string[]} */
export const gradesOf = ({ generate_options: options }) => options.flatMap(gradesIn);
