import type { Operation } from './contract.ts';

/** The price of an operation in a sentence, such as `Costs 3 credits.`; no other code phrases it. */
export function priceSentence(operation: Operation): string {
  const credits = operation['x-credits'];
  if (credits === 0) return 'Free.';
  const per = operation['x-credits-per'];
  if (per) return `Costs ${inCredits(per.each)} for each of the ${per.parameter}, ${credits} at most.`;
  return `Costs ${inCredits(credits)}.`;
}

function inCredits(count: number): string {
  return `${count} credit${count === 1 ? '' : 's'}`;
}
