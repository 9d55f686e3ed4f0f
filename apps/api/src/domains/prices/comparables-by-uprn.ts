import type { RequestOf, ResponseOf } from '@domesday/contract';
import type { GrowthIndex } from '@domesday/valuation';
import type { Context } from '../../http/handler.ts';
import { firstEnough, ladderOf } from '../../location/ladder.ts';
import { geographyOf } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { monthsBefore } from '../../statistics/dates.ts';
import { carried, growthFactor, growthOf, warnEarlierSales } from '../../statistics/growth.ts';
import { type PropertyRow, propertyByUprn, sizedCertificate } from '../properties/get.query.ts';
import { leftOut, propertyTypeOf } from '../properties/model.ts';
import { warnOfPremises } from '../valuations/premises.ts';
import { lastThatCounts } from '../valuations/recorded-kind.ts';
import { type HomeRow, homeByUprn } from '../valuations/sale.query.ts';
import { chosenOf, MOST_READ, warnIfCut } from './candidates.ts';
import { FEWEST, hasBedrooms, LONGEST_MONTHS, warnOfStudios } from './comparables.ts';
import { adjustedPrice, comparableOf, inOrder, rank, summaryOf, type Yardstick } from './model.ts';
import { mustHaveSales, tooFewSales } from './refuse.ts';
import { type FoundSale, findSales, saleFilter } from './sales.query.ts';
import { warnOfScottishPart } from './scottish-part.ts';
import { warnUnplacedSales } from './unplaced.ts';

type Request = RequestOf<'prices.comparables_by_uprn'>;
type Response = ResponseOf<'prices.comparables_by_uprn'>;

const FOR_PERCENTILE = 5;
/**
 * Sales that an area must hold before a wider one is not tried. Independent of the page size, so that the summary does
 * not change with it.
 */
const LOOKED_FOR = 10;

export async function comparablesByUprn(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const { db, today } = context;
  const place = await resolveLocation(context, { uprn: request.path.uprn });
  const uprn = place.uprn!;
  const [record, recorded] = await Promise.all([propertyByUprn(db, uprn), homeByUprn(db, uprn, today)]);
  const home = record!;
  mustHaveSales(context, place);
  warnOfStudios(context, query.bedrooms_max);
  const sold = home.sale && leftOut(home.sale) === null ? home.sale : null;
  const subject = subjectOf(home, lastThatCounts(recorded!));
  const own_kind = soldType(subject.property_type);
  const property_type = query.property_type ?? own_kind;
  // Houses are sold freehold and flats leasehold, so a home's tenure is no filter for another kind of home.
  const tenure = query.tenure ?? (property_type === own_kind ? (subject.tenure ?? undefined) : undefined);
  const months = query.months ?? 24;
  const from = monthsBefore(today, months);
  const wanted = (sale: FoundSale): boolean =>
    sale.uprn !== place.uprn &&
    hasBedrooms(sale, query) &&
    withinTolerance(sale, subject.floor_area_sqm, query.floor_area_tolerance_pct);
  const filter = { property_type, tenure, new_build: query.new_build, category: query.category };
  const {
    area,
    first,
    result: found,
  } = await firstEnough(
    ladderOf(place, { widen: true, max_radius_m: query.max_radius_m ?? 5000 }),
    async (step) =>
      chosenOf(
        await findSales.rows(db, step, { ...saleFilter(filter, { from, to: today }), most: MOST_READ }),
        wanted,
      ),
    ({ sales }) => sales.length >= LOOKED_FOR,
  );
  const result = found.sales;
  if (result.length < FEWEST) {
    const longer = months < LONGEST_MONTHS;
    throw await tooFewSales(context, place, result.length, FEWEST, { ...query, from, widen: true, longer });
  }

  const own_type = sold?.property_type ?? null;
  const types = [own_type, ...result.map((sale) => sale.property_type)];
  const growth = carried(context, await growthOf(context, place, types), types, 'adjusted_price');
  const index = growth.index(own_type);
  warnEarlierSales(context, growth, result, 'adjusted_price');
  if (subject.floor_area_sqm === null) warnNoFloorArea(context);
  if (query.property_type === undefined) warnOfOtherKind(context, subject, home);
  const yardstick: Yardstick = {
    easting: place.easting,
    northing: place.northing,
    property_type: property_type ?? null,
    tenure: tenure ?? null,
    floor_area_sqm: subject.floor_area_sqm,
    construction_age: subject.construction_age,
    half_distance_m: 250,
  };
  const alike = inOrder(
    result.map((sale) => rank(sale, yardstick, today)),
    'similarity',
  ).slice(0, query.limit ?? 10);
  const similar = inOrder(alike, query.sort ?? 'similarity').map((item) => comparableOf(item, growth, today));
  const placed = sold && (sold.category === 'standard' || query.category === 'all') ? sold : null;
  const own = placed && index ? priceToday(placed, index, today) : null;
  const subject_percentile = percentileOf(
    own,
    result.flatMap((sale) => adjustedPrice(sale, growth, today) ?? []),
  );
  if (subject_percentile === null) explainPercentile(context, own, { home, sold, placed });
  warnIfCut(context, found);
  warnOfPremises(context, recorded, 'comparables');
  await warnOfScottishPart(context, area, 'summary');
  const unplaced = await warnUnplacedSales(context, area, saleFilter(filter, { from, to: today }), 'summary');
  return {
    subject,
    comparables: similar,
    count: similar.length,
    summary: summaryOf(context, result, growth),
    subject_percentile,
    meta: context.meta({
      period: { from, to: today },
      sample_size: result.length,
      minimum_sample: FEWEST,
      basis: 'achieved',
      geography: geographyOf(place, area, first),
      unplaced,
    }),
  };
}

/** A price carried to today by the index; null if the index begins later than the sale. */
function priceToday({ price, date }: SoldAt, index: GrowthIndex, today: string): number | null {
  const factor = growthFactor(index, date, today);
  return factor && price * factor;
}

/** Warns why the property cannot be ranked among the sales. */
function explainPercentile(
  context: Context,
  own: number | null,
  { home, sold, placed }: { home: PropertyRow; sold: PropertyRow['sale']; placed: PropertyRow['sale'] },
): void {
  const none = (message: string) => context.warn('not_recorded', 'subject_percentile', message);
  if (sold && !placed)
    none(
      `Its last sale, of ${sold.date}, was not at full market value as these are: category=all places it among sales of both kinds.`,
    );
  else if (placed && own === null)
    none(`No loaded price index carries its last sale, of ${placed.date}, to today to place it among them.`);
  else if (own === null) {
    const sale = home.sale ? 'last sale of a home at a usable price' : 'registered sale';
    none(`The property has no ${sale} to place among them.`);
  } else context.warn('insufficient_sample', 'subject_percentile', 'Fewer than 5 sales to stand among.');
}

function warnNoFloorArea(context: Context): void {
  const message = 'No energy certificate gives the floor area of the property.';
  context.warn('not_recorded', 'subject.floor_area_sqm', message);
  context.ignore('floor_area_tolerance_pct', 'the floor area of the property is not known');
}

type SoldAt = Pick<NonNullable<PropertyRow['sale']>, 'price' | 'date'>;
type SoldAs = Pick<HomeRow['sales'][number], 'property_type' | 'tenure'>;

/** Warns if the certificate gives another kind of home than the one compared as. */
function warnOfOtherKind(
  context: Context,
  { property_type }: NonNullable<Response['subject']>,
  { certificate }: PropertyRow,
): void {
  const certified = certificate && propertyTypeOf(certificate);
  if (!certified || certified === 'other' || certified === property_type || !property_type) return;
  const words = (type: string) => type.replace('_', '-');
  context.warn(
    'records_differ',
    'subject.property_type',
    `It was last sold as ${words(property_type)}, as it is compared and as valuations.sale values it; its certificate says ${words(certified)}.`,
  );
}

function subjectOf(home: PropertyRow, sold: SoldAs | null): NonNullable<Response['subject']> {
  return {
    uprn: String(home.uprn),
    address: home.address,
    postcode: home.postcode,
    property_type: sold?.property_type ?? (home.certificate && propertyTypeOf(home.certificate)) ?? null,
    tenure: sold?.tenure ?? null,
    floor_area_sqm: sizedCertificate(home)?.floor_area_sqm ?? null,
    construction_age: home.certificate?.construction_age ?? null,
  };
}

/**
 * The property type as sales record it. Price-paid data have no bungalows: they are detached, semi-detached or
 * terraced.
 */
function soldType(type: NonNullable<Response['subject']>['property_type']) {
  return type === null || type === 'bungalow' ? undefined : type;
}

function withinTolerance(sale: FoundSale, floor_area_sqm: number | null, tolerance_pct?: number): boolean {
  if (tolerance_pct === undefined) return true;
  if (sale.floor_area_sqm === null || floor_area_sqm === null) return true;
  return Math.abs(sale.floor_area_sqm / floor_area_sqm - 1) * 100 <= tolerance_pct;
}

/** Percentile rank of a value among the prices; ties count half. */
function percentileOf(own: number | null, prices: number[]): number | null {
  if (own === null || prices.length < FOR_PERCENTILE) return null;
  const below = prices.filter((price) => price < own).length;
  const ties = prices.filter((price) => price === own).length;
  return Math.round(((below + ties / 2) / prices.length) * 100);
}
