const DEEPEST = 64;
/**
 * Most values in a message; a polygon of 500 vertices has 1,500. Checking takes time for each value and comes before
 * the key is checked.
 */
export const MOST_VALUES = 2000;

/** A sentence about `subject` if a JSON value is too large, else null. */
export function sizeProblem(whole: unknown, subject: string): string | null {
  const open: { value: unknown; depth: number }[] = [{ value: whole, depth: 0 }];
  let count = 0;
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, depth } = place;
    count++;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= DEEPEST) return `${subject} is nested deeper than ${DEEPEST} levels.`;
    const inside = Array.isArray(value) ? value : Object.keys(value);
    if (count + open.length + inside.length > MOST_VALUES) return tooMany(subject);
    for (const inner of Object.values(value)) open.push({ value: inner, depth: depth + 1 });
  }
  return null;
}

export const tooMany = (subject: string): string => `${subject} holds more than ${MOST_VALUES} values.`;
