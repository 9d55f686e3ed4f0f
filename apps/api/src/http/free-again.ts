import type { OperationEntry } from '@domesday/contract';
import type { Caller } from '../accounts/callers.ts';
import type { ValidRequest } from './check/check-request.ts';
import { askedOf, questionOf } from './meta/past.ts';
import type { Source } from './meta/source.ts';
import type { Services } from './services.ts';

interface Repeated {
  entry: OperationEntry;
  caller: Caller;
  source: Source;
  request: ValidRequest;
  fingerprint: () => string;
}

/**
 * Whether a call is free because the caller has paid for its answer before: that answer was cut off in sending, or
 * belongs to a past release. Used only where the credits do not cover the price. Throws if the call asks for a release
 * that is not kept.
 */
export async function isFreeAgain(services: Services, asked: Repeated): Promise<boolean> {
  const { entry, caller, request } = asked;
  if (services.cutCalls.has(caller.key_id, asked.fingerprint)) return true;
  return services.sources.read(entry, asked.source, async (source) => {
    const past = await askedOf(entry, request, source, services.clock);
    if (past.release === null) return false;
    const { release } = await past.source.loadedData();
    const question = questionOf(entry, request, past, release);
    return question !== null && (await services.paidQuestions.has(caller.account_id, question));
  });
}
