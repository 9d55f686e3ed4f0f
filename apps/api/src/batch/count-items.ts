import type { OperationEntry } from '@domesday/contract';
import type { Services } from '../http/services.ts';
import type { Answered } from './answered.ts';

/** Counts each input as one call, in the metrics and in the usage of the key. */
export function countItems(
  { metrics, usage }: Services,
  { id: operation }: OperationEntry,
  key_id: string,
  items: readonly Answered[],
  sent = true,
): void {
  for (const { refused, credits, would_be_credits, charged_at, took_ms } of items) {
    const status = sent ? (refused?.status ?? 200) : 499;
    metrics.observe(operation, status, credits, took_ms);
    usage.record({ key_id, operation, status, credits, would_be_credits, charged_at, took_ms });
  }
}
