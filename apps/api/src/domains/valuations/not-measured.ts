import type { Context } from '../../http/handler.ts';

/** Warns why the error of such values has not been measured. Returns null for the answer's `back_test`. */
export function notMeasured(context: Context, why: string): null {
  context.warn('not_measured', 'back_test', why);
  return null;
}
