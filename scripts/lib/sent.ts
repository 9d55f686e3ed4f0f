import { type Contract, everyEndpoint, type Operation, type Parameter } from './contract.ts';

/** A header or an answer of `components`, as a reference or whole. */
export type Part = (kind: 'headers' | 'responses', name: string) => object;

const OF_EACH_KEY = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
const OF_DATA = ['X-Fictional-Country', 'X-Ignored-Parameters'];
const OF_REPEATS = ['Idempotency-Replayed'];
const OF_CREDITS = ['X-Credits-Charged', 'X-Credits-Remaining', 'X-Credits-Limit', 'X-Credits-Reset'];

/**
 * Adds to each operation what the server sends for every operation of its kind: the headers of its answers, and the
 * refusals of a body and of an Idempotency-Key that is in use.
 */
export function withSent(contract: Contract, part: Part): Contract {
  const methods = ['get', 'post', 'delete'] as const;
  for (const item of Object.values(contract.paths))
    for (const method of methods) if (item[method]) addSent(item[method] as Operation, part);
  return contract;
}

/**
 * Adds the Idempotency-Key header to every billable operation, only in the served document: it is not an argument of a
 * tool, and the client sends its own.
 */
export function withIdempotencyKeys(contract: Contract): Contract {
  for (const { operation } of everyEndpoint(contract))
    if (operation['x-credits'] > 0)
      operation.parameters = [
        ...(operation.parameters ?? []),
        { $ref: '#/components/parameters/IdempotencyKey' } as unknown as Parameter,
      ];
  return contract;
}

function addSent(operation: Operation, part: Part): void {
  const priced = !operation['x-beside'] || operation['x-credits'] > 0;
  const names =
    operation.operationId === 'tiles.get'
      ? ['X-Request-Id', 'ETag', 'X-Fictional-Country']
      : [
          ...OF_EACH_KEY,
          ...OF_DATA,
          ...(priced ? OF_CREDITS : []),
          ...(operation['x-credits'] > 0 ? OF_REPEATS : []),
        ];
  const sent = Object.fromEntries(names.map((name) => [name, part('headers', name)]));
  // Copies the answer, since two methods of one path may share it.
  for (const [status, response] of Object.entries(operation.responses))
    if (/^[23]/.test(status))
      operation.responses[status] = { ...response, headers: { ...sent, ...response.headers } };
  const refusals: [status: string, name: string, due: boolean][] = [
    ['408', 'RequestTimeout', operation.requestBody !== undefined],
    ['409', 'Conflict', operation['x-credits'] > 0],
    ['413', 'BodyTooLarge', operation.requestBody !== undefined],
    ['415', 'UnsupportedMediaType', operation.requestBody !== undefined],
  ];
  for (const [status, name, due] of refusals)
    if (due) operation.responses[status] ??= part('responses', name) as Operation['responses'][string];
}
