import { type OddPremises, oddPremises, oddSale, type RecordedPremises } from '@domesday/valuation';
import type { Context } from '../../http/handler.ts';
import type { HomeRow } from './sale.query.ts';
import { factorSentence } from './sale-words.ts';

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

/** What limits an answer about a building of homes; null for any other address. */
export function buildingFactor(home: RecordedPremises & Pick<HomeRow, 'home_within'>) {
  if (home.home_within === null) return null;
  const recorded = home.certificate !== null || home.sales.some((sale) => oddSale(sale) === null);
  return recorded ? 'building_with_record' : 'building_of_homes';
}

/** Says where an answer about a building of homes is for one home. */
export function tellOfBuilding(context: Context, home: HomeRow | null, fields: string[]): void {
  const factor = home && buildingFactor(home);
  if (!factor) return;
  const message =
    factor === 'building_of_homes'
      ? 'This address is a building that holds homes; the answer is for one home in it, not for all.'
      : factorSentence(factor);
  for (const field of fields) context.warn('building_of_homes', field, message);
}

/**
 * Says where an answer about premises is that of ordinary homes, or of one home of several; gives what they are, or
 * null for an ordinary home.
 */
export function tellOfPremises(
  context: Context,
  recorded: HomeRow | null,
  field: string,
): OddPremises | null {
  tellOfBuilding(context, recorded, [field]);
  const odd = recorded && oddPremises(recorded);
  if (odd)
    context.warn(
      'not_an_ordinary_home',
      field,
      `${premisesSentence(odd)} The answer is what an ordinary house or flat in its place would have.`,
    );
  return odd;
}
