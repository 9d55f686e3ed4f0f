import type { Download, OperatorReason, Topic } from './types.ts';

/** The `download` of a dataset whose files the operator supplies. */
export function byOperator(topic: Topic, why: OperatorReason): Download {
  return { topic, find: { by: 'operator', why }, content: null, bytes: null, rows: null };
}
