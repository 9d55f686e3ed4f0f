import {
  type RecordedPremises,
  type UnusualPremises,
  unusableReason,
  unusualPremises,
} from '@domesday/valuation';
import type { Context } from '../../http/handler.ts';
import type { HomeRow } from './sale.query.ts';
import { factorSentence } from './sale-words.ts';

/** A sentence that says what premises are recorded as. */
function premisesSentence({ words, classification }: UnusualPremises): string {
  return classification === null
    ? `This is ${words}.`
    : `The address list classes it as ${words} (${classification}).`;
}

/** The message for premises that are not a home, which therefore have no value. */
export function noHomeMessage(odd: UnusualPremises): string {
  return `${premisesSentence(odd)} The model is fitted on sales of houses and flats, and neither a sale nor a certificate says that it is one. valuations.sale values it as one where property_type is given.`;
}

/** The limiting factor of an answer about a building that holds homes; null for any other address. */
export function buildingFactor(home: RecordedPremises & Pick<HomeRow, 'home_within'>) {
  if (home.home_within === null) return null;
  const recorded = home.certificate !== null || home.sales.some((sale) => unusableReason(sale) === null);
  return recorded ? 'building_with_record' : 'building_of_homes';
}

/** Warns if an answer about a building that holds homes is for one home in it. */
export function warnOfBuilding(context: Context, home: HomeRow | null, fields: string[]): void {
  const factor = home && buildingFactor(home);
  if (!factor) return;
  const message =
    factor === 'building_of_homes'
      ? 'This address is a building that holds homes; the answer is for one home in it, not for all.'
      : factorSentence(factor);
  for (const field of fields) context.warn('building_of_homes', field, message);
}

/**
 * Warns if an answer treats unusual premises as an ordinary home, or is for one home of several. Returns what the
 * premises are; null for an ordinary home.
 */
export function warnOfPremises(
  context: Context,
  recorded: HomeRow | null,
  field: string,
): UnusualPremises | null {
  warnOfBuilding(context, recorded, [field]);
  const odd = recorded && unusualPremises(recorded);
  if (odd)
    context.warn(
      'not_an_ordinary_home',
      field,
      `${premisesSentence(odd)} The answer is what an ordinary house or flat in its place would have.`,
    );
  return odd;
}
