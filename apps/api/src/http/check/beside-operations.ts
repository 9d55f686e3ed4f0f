import { type Operation, operationsById } from './operation-schema.ts';

/**
 * Operations of the contract with hand-written routes, which are neither tools nor in the generated client. Their
 * requests are checked like those of the priced operations.
 */
const IDS = [
  'batch.run',
  'jobs.create',
  'jobs.list',
  'jobs.get',
  'jobs.delete',
  'jobs.cancel',
  'jobs.results',
  'jobs.notice',
  'properties.within',
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

/**
 * Operations whose body is checked where it is read, since it is read as a stream or may exceed the limits of the usual
 * check.
 */
const READ_ELSEWHERE: readonly BesideId[] = ['batch.run', 'jobs.create', 'properties.within'];

export interface BesideOperation extends Operation {
  id: BesideId;
  body_read_elsewhere: boolean;
}

export function besideOperation(id: BesideId): BesideOperation {
  return { id, body_read_elsewhere: READ_ELSEWHERE.includes(id), ...operationsById.get(id)! };
}

export const besideOperations = IDS.map(besideOperation);
