import type { OperationEntry } from '@domesday/contract';
import type { Caller } from '../accounts/callers.ts';
import type { ValidRequest } from './check/check-request.ts';
import { chooseRelease, questionOf } from './meta/past.ts';
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
export async function isFreeAgain(services: Services, call: Repeated): Promise<boolean> {
  const { entry, caller, request } = call;
  if (services.cutCalls.has(caller.key_id, call.fingerprint)) return true;
  return services.sources.read(entry, call.source, async (source) => {
    const choice = await chooseRelease(entry, request, source, services.clock);
    if (choice.release === null) return false;
    const { release } = await choice.source.loadedData();
    const question = questionOf(entry, request, choice, release);
    return question !== null && (await services.paidQuestions.has(caller.account_id, question));
  });
}
