/**
 * Operations of the contract that are checked as the priced ones are, but are neither tools nor in the client, and have
 * routes of their own.
 */
const OPERATIONS = {
  'changes.list': ['get', '/changes'],
  'watches.create': ['post', '/watches'],
  'watches.list': ['get', '/watches'],
  'watches.get': ['get', '/watches/{id}'],
  'watches.delete': ['delete', '/watches/{id}'],
  'webhooks.create': ['post', '/webhooks'],
  'webhooks.list': ['get', '/webhooks'],
  'webhooks.get': ['get', '/webhooks/{id}'],
  'webhooks.delete': ['delete', '/webhooks/{id}'],
  'webhooks.rotate': ['post', '/webhooks/{id}/rotate'],
  'webhooks.switch_on': ['post', '/webhooks/{id}/switch-on'],
  'webhooks.test': ['post', '/webhooks/{id}/test'],
  'webhooks.deliveries': ['get', '/webhooks/{id}/deliveries'],
  'webhooks.replay': ['post', '/webhooks/{id}/deliveries/{delivery}/replay'],
} as const satisfies Record<string, readonly [method: string, path: string]>;

export type BesideId = keyof typeof OPERATIONS;

export interface BesideOperation {
  id: BesideId;
  method: string;
  path: string;
}

export function besideOperation(id: BesideId): BesideOperation {
  const [method, path] = OPERATIONS[id];
  return { id, method, path };
}

export const besideOperations = (Object.keys(OPERATIONS) as BesideId[]).map(besideOperation);
