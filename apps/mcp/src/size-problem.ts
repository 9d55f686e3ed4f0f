const DEEPEST = 64;
/**
 * A polygon of 500 vertices has 1,500 values. Checking takes time for each value, and nobody is asked for a key before.
 */
export const MOST_VALUES = 2000;

/** What is too large in a JSON value, in a sentence about `subject`; null if nothing is. */
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
