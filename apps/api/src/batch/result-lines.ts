/** One parsed line of a job's results. */
export interface ResultLine {
  index: number;
  /** The sender's own name for the input. */
  ref?: string;
  status: number;
  credits: number;
  body?: unknown;
  error?: { code: string; message: string; request_id: string };
}

/** Parses the lines of a text. */
export function parsedLines(text: string): ResultLine[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
