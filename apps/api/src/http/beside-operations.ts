import { type Operation, operationsById } from './operation-schema.ts';

/**
 * Operations of the contract that are checked as the priced ones are, but are neither tools nor in the client, and have
 * routes of their own.
 */
const IDS = [
  'changes.list',
  'watches.create',
  'watches.list',
  'watches.get',
  'watches.delete',
  'webhooks.create',
  'webhooks.list',
  'webhooks.get',
  'webhooks.delete',
  'webhooks.rotate',
  'webhooks.switch_on',
  'webhooks.test',
  'webhooks.deliveries',
  'webhooks.replay',
] as const;

export type BesideId = (typeof IDS)[number];

export interface BesideOperation extends Operation {
  id: BesideId;
}

export function besideOperation(id: BesideId): BesideOperation {
  return { id, ...operationsById.get(id)! };
}

export const besideOperations = IDS.map(besideOperation);
