import type { Context } from '../../http/handler.ts';

/** Says why the error of such values has not been measured; the answer's `back_test` is then null. */
export function notMeasured(context: Context, why: string): null {
  context.warn('not_measured', 'back_test', why);
  return null;
}
