import type { Item } from '../batch/read-items.ts';
import { ApiError, type ErrorCode, type ErrorDetail } from '../http/errors.ts';

/** An input as a job stores it: its parameters, or why it could not be read. */
export type Stored = { ref?: string } & (
  | { values: Record<string, unknown> }
  | { status: number; code: ErrorCode; message: string; details: ErrorDetail[] }
);

export function storedOf({ ref, values, problem }: Item): Stored {
  const named = ref === null ? {} : { ref };
  if (values) return { ...named, values };
  const { status, code, message, details } = problem!;
  return { ...named, status, code, message, details };
}

/** The inputs of a portion with the parameters that all inputs share. `first` is the index of the first input. */
export function itemsOf(portion: string, first: number, parameters: Record<string, unknown>): Item[] {
  return (JSON.parse(portion) as Stored[]).map((one, i) => {
    const item = { index: first + i, ref: one.ref ?? null };
    return 'values' in one
      ? { ...item, values: { ...parameters, ...one.values }, problem: null }
      : { ...item, values: null, problem: new ApiError(one.status, one.code, one.message, one) };
  });
}
