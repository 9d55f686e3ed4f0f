/** A line of the results, parsed. */
export interface ResultLine {
  index: number;
  status: number;
  credits: number;
  body?: unknown;
  error?: { code: string; message: string };
}

/** The lines of a text, parsed. */
export function parsedLines(text: string): ResultLine[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The body of an answer as a single call sends it. */
export function textOf(body: unknown): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
}
