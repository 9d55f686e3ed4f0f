import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import { cachedRows } from '../../http/meta/release-cache.ts';
import { inWords, type Place } from '../../location/place.ts';
import { type BroadbandRow, withoutBroadband } from './infrastructure.query.ts';

/** There are some 120 postcode areas, and few places reach into more than two. */
const lackingOf = cachedRows(withoutBroadband, 2000);

/** Why the loaded files have nothing about a place: none covers its postcode area, or none has its postcodes. */
export async function whyNone(
  context: Context,
  place: Place,
  { lacking }: BroadbandRow,
): Promise<[Schema<'NullReason'>, string]> {
  const own = /^[A-Z]+/.exec(place.postcode ?? place.outcode ?? '')?.[0];
  const areas = lacking.length > 0 ? lacking : own ? [own] : [];
  const without = await lackingOf(context, { areas });
  if (areas.length > 0 && without.length === areas.length)
    return [
      'not_covered',
      `No loaded file is of the postcodes of ${areas.join(', ')}: load ofcom-broadband of them.`,
    ];
  return ['not_recorded', `The loaded files have no postcode of ${inWords(place)}.`];
}

/** Warns where the loaded files cover only a part of the place, or are of several editions. */
export async function warnOfPart(context: Context, row: BroadbandRow, at: string): Promise<void> {
  const { lacking, as_of, speeds_as_of, shares_from, speeds_from } = row;
  const without = lacking.length === 0 ? [] : await lackingOf(context, { areas: lacking });
  if (without.length > 0) {
    const areas = without.map(({ area }) => area).join(', ');
    context.warn(
      'partly_covered',
      at,
      `No loaded file is of the postcodes of ${areas} in the place: the figures are of the others.`,
    );
  }
  const of = [
    ...(shares_from ? [`shares of ${shares_from} to ${as_of}`] : []),
    ...(speeds_from ? [`speeds of ${speeds_from} to ${speeds_as_of}`] : []),
  ];
  if (of.length > 0)
    context.warn(
      'several_dates',
      at,
      `The postcodes of the place are of several editions: ${of.join(', ')}.`,
    );
}
