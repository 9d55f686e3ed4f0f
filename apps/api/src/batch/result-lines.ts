/** A line of the results, parsed. */
export interface ResultLine {
  index: number;
  /** The name that the sender gave the input. */
  ref?: string;
  status: number;
  credits: number;
  body?: unknown;
  error?: { code: string; message: string; request_id: string };
}

/** The lines of a text, parsed. */
export function parsedLines(text: string): ResultLine[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
