import { type OddPremises, oddPremises, type RecordedPremises } from '@domesday/valuation';
import type { Context } from '../../http/handler.ts';

/** What premises are recorded as, in a sentence. */
function premisesSentence({ words, classification }: OddPremises): string {
  return classification === null
    ? `This is ${words}.`
    : `The address list classes it as ${words} (${classification}).`;
}

/** Why premises that are no home have no value. */
export function noHomeMessage(odd: OddPremises): string {
  return `${premisesSentence(odd)} The model is fitted on sales of houses and flats, and neither a sale nor a certificate says that it is one. valuations.sale values it as one where property_type is given.`;
}

/** Says where an answer about premises is that of ordinary homes; gives what they are, or null for an ordinary home. */
export function tellOfPremises(
  context: Context,
  recorded: RecordedPremises | null,
  field: string,
): OddPremises | null {
  const odd = recorded && oddPremises(recorded);
  if (odd)
    context.warn(
      'not_an_ordinary_home',
      field,
      `${premisesSentence(odd)} The answer is what an ordinary house or flat in its place would have.`,
    );
  return odd;
}
