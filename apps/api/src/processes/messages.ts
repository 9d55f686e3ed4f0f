import type { Allowance } from '../http/limits/local-rate-limit.ts';

/** Messages of a worker to the process that started it. */
export type FromWorker =
  | { kind: 'take'; id: number; key: string; limit: number }
  | { kind: 'metrics'; id: number }
  | { kind: 'own-metrics'; id: number; metrics: object[] }
  | { kind: 'alive' }
  /** The worker answers requests. */
  | { kind: 'serves' };

/** Messages to a worker. */
export type ToWorker =
  | { kind: 'taken'; id: number; allowance: Allowance }
  | { kind: 'all-metrics'; id: number; text: string }
  | { kind: 'tell-metrics'; id: number }
  | { kind: 'are-you-alive' };
