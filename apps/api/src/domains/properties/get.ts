import { propertyFields, type RequestOf, type ResponseOf, type Schema } from '@domesday/contract';
import { beginningOf } from '@domesday/files/values';
import { plausibleFloorArea } from '@domesday/valuation';
import { coverageOf } from '../../designations/coverage.ts';
import { designationsOf, warnOfDesignations } from '../../designations/designations.ts';
import { unprocessable } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import type { FieldSource } from '../../http/meta/licences.ts';
import { isOutside, NOT_COVERED } from '../../location/outside.ts';
import { unknownHome } from '../../location/unknown-home.ts';
import { warnUnnamed } from '../../location/unnamed.ts';
import { publishedId } from '../prices/model.ts';
import { homeByUprn } from '../valuations/sale.query.ts';
import { type NoValue, type SaleValue, saleValue } from '../valuations/sale-value.ts';
import { factorSentence } from '../valuations/sale-words.ts';
import { designationsOf as mapsOf } from './designations.query.ts';
import { conservationArea, floodZone, type Mapped, plotSize } from './designations.ts';
import { type PlacedRow, withDirectories } from './directories.query.ts';
import {
  type PropertyRow,
  propertyByUprn,
  type SaleRow,
  salesOfUprn,
  sizedCertificate,
} from './get.query.ts';
import {
  bedroomsFromRooms,
  type Cell,
  expiryOf,
  fromCertificate,
  fromNewest,
  fromSale,
  type Loaded,
  leftOut,
  missing,
  type NewestRow,
  propertyTypeOf,
  SQFT_PER_SQM,
} from './model.ts';
import { warnOfOtherRecords } from './records-differ.ts';

type Request = RequestOf<'properties.get'>;
type Response = ResponseOf<'properties.get'>;
type Field = keyof typeof propertyFields;
type Origin = Omit<Schema<'FieldProvenance'>, 'release'>;
/** Fields for which the contract names a dataset: the column of the same name in the dataset's newest row. */
type ColumnField = { [F in Field]: (typeof propertyFields)[F] extends null ? never : F }[Field];

const sized = (row: PlacedRow): PlacedRow => ({ ...row, certificate: sizedCertificate(row) });

/** How the fields without a dataset in the contract are read from the row. */
const FIELDS = {
  address: (row) => fromAddress(row, row.address),
  postcode: (row) => postcodeOf(row),
  location: (row) => locationOf(row),
  country: (row, loaded) => fromPostcode(row, row.country, 'Nation', row.country_from, loaded),
  property_type: (row, loaded) => typeOf(row, loaded),
  floor_area_sqft: (row, loaded) =>
    fromCertificate(
      sized(row),
      'Floor area',
      loaded,
      (c) => rounded(c.floor_area_sqm, SQFT_PER_SQM, 0),
      'derived',
    ),
  floor_area_sqm: (row, loaded) =>
    fromCertificate(sized(row), 'Floor area', loaded, (c) => rounded(c.floor_area_sqm, 1, 2)),
  bedrooms: (row, loaded) =>
    fromCertificate(
      row,
      'Bedrooms',
      loaded,
      (c) => (c.habitable_rooms === null ? null : bedroomsFromRooms(c.habitable_rooms)),
      'modelled',
    ),
  tenure: (row, loaded) => fromSale(row, 'Tenure', loaded('price-paid'), (s) => s.tenure),
  epc: (row, loaded) => fromCertificate(row, 'Energy rating', loaded, energyOf),
  last_sold_price: (row, loaded) => fromSale(row, 'Last sold price', loaded('price-paid'), (s) => s.price),
  last_sold_date: (row, loaded) => fromSale(row, 'Last sold date', loaded('price-paid'), (s) => s.date),
  local_authority: (row, loaded) =>
    fromPostcode(
      row,
      row.local_authority_code && { code: row.local_authority_code, name: row.local_authority_name },
      'Local authority',
      row.authority_from,
      loaded,
    ),
  small_area_code: (row, loaded) => fromPostcode(row, row.lsoa_code, 'Small area', 'onspd', loaded),
} satisfies Partial<Record<Field, (row: PlacedRow, loaded: Loaded) => Cell<unknown>>>;

/** Fields from areas on a map, which need a read of their own. */
const MAPPED = {
  plot_size: plotSize,
  flood_zone_2: (row, found, loaded) => floodZone(row, found, loaded, 2),
  flood_zone_3: (row, found, loaded) => floodZone(row, found, loaded, 3),
  conservation_area: conservationArea,
} satisfies Partial<Record<Field, (row: PropertyRow, found: Mapped, loaded: Loaded) => Cell<unknown>>>;

/** Fields that valuations.sale estimates, which need reads of their own. */
const ESTIMATED = {
  svc_estimate: (_, value) => estimateOf(value),
  svc_sqft: estimatePerSqft,
} satisfies Partial<Record<Field, (row: PropertyRow, value: SaleValue | NoValue) => Cell<number>>>;

/** The field with the designations that contain the home and those nearest to it, each with a reason if unknown. */
const DESIGNATIONS = 'designations';

/** Datasets that an estimate uses. */
const ESTIMATE_SOURCES = ['price-paid', 'epc-domestic', 'uk-hpi'];

const FIELD_NAMES = Object.keys(propertyFields) as Field[];

async function estimatedValue(context: Context, uprn: number, fields: Field[]): Promise<SaleValue | NoValue> {
  return saleValue(context, await homeByUprn(context.db, uprn, context.today), fields);
}

export async function get(request: Request, context: Context): Promise<Response> {
  const uprn = Number(request.path.uprn);
  const wanted = wantedFields(request.query.fields);
  const mapped = wanted.some(isMapped);
  const [recorded, found, value, designations] = await Promise.all([
    propertyByUprn(context.db, uprn),
    mapped ? mapsOf(context.db, { uprn, today: context.today }) : null,
    wanted.some(isEstimated) ? estimatedValue(context, uprn, wanted.filter(isEstimated)) : NO_VALUE,
    wanted.includes(DESIGNATIONS) ? designationsOf(context, uprn) : null,
  ]);
  if (!recorded) {
    throw await unknownHome(context.db, uprn);
  }
  const row = await withDirectories(context, recorded);
  const maps = found ? { ...found, coverage: await coverageOf(context, row, found.built) } : NOTHING_FOUND;
  const include = new Set(request.query.include ?? []);
  const answer: Record<string, unknown> = { uprn: String(uprn) };
  const origins: [Field, Origin][] = [];
  const fields: FieldSource[] = [['address', row.source]];
  const used = new Set<string>([row.source]);
  if (designations) {
    warnOfDesignations(context, designations);
    for (const { source } of designations) {
      if (!source) continue;
      used.add(source);
      fields.push([DESIGNATIONS, source]);
    }
  }
  for (const name of wanted) {
    if (name === DESIGNATIONS) {
      answer[name] = designations;
      continue;
    }
    const cell: Cell<unknown> = isMapped(name)
      ? MAPPED[name](row, maps, context.loaded)
      : isEstimated(name)
        ? ESTIMATED[name](row, value)
        : isColumn(name)
          ? fromColumn(row, name, context.loaded)
          : FIELDS[name](row, context.loaded);
    answer[name] = cell.value;
    if ('reason' in cell) context.warn(cell.reason, name, cell.message);
    else {
      origins.push([name, cell.origin]);
      for (const source of isEstimated(name) ? ESTIMATE_SOURCES : [cell.origin.source]) {
        used.add(source);
        fields.push([name, source]);
      }
    }
  }
  if (answer.local_authority)
    warnUnnamed(context, 'local_authority.name', [
      { code: row.local_authority_code, name: row.local_authority_name },
    ]);
  if (include.has('history')) {
    const sales = await salesOfUprn.rows(context.db, { uprn });
    answer.transactions = sales.map(shownSale);
    const none = fromSale(row, 'Sales', context.loaded('price-paid'), () => null);
    if (sales.length === 0 && 'reason' in none) context.warn(none.reason, 'transactions', none.message);
    if (context.loaded('price-paid')) used.add('price-paid');
    fields.push(['transactions', 'price-paid']);
  }
  if (answer.postcode) warnOfNearbyPostcode(context, row);
  if (answer.last_sold_price != null) warnOfOddSale(context, row);
  if (await warnOfOtherRecords(context, row, answer)) used.add('price-paid');
  const meta = context.meta({ datasets: [...used], fields });
  if (include.has('provenance')) answer.provenance = provenanceOf(meta, origins);
  answer.meta = meta;
  return answer as Response;
}

function provenanceOf(
  { sources }: Schema<'Meta'>,
  origins: [Field, Origin][],
): Record<string, Schema<'FieldProvenance'>> {
  const releases = new Map(sources.map(({ id, release }) => [id, release]));
  return Object.fromEntries(
    origins.map(([name, origin]) => [name, { ...origin, release: releases.get(origin.source) ?? null }]),
  );
}

const NO_VALUE: NoValue = { reason: 'not_recorded', message: 'not asked for.' };
const NOTHING_FOUND: Mapped = { built: null, inside: [], parcel: null, coverage: [] };

function isMapped(name: Field): name is keyof typeof MAPPED {
  return name in MAPPED;
}

function isEstimated(name: Field): name is keyof typeof ESTIMATED {
  return name in ESTIMATED;
}

function isColumn(name: Field): name is ColumnField {
  return propertyFields[name] !== null;
}

type ColumnOf<F extends ColumnField, Row = NewestRow<(typeof propertyFields)[F]>> = F extends keyof Row
  ? Row[F]
  : { error: 'the table has no column of this name' };
type Columns<C extends Required<Pick<Response, ColumnField>>> = C;
/** Compiles only if each dataset has a column with the field's name and the type in the contract. */
type ColumnValues = Columns<{ [F in ColumnField]: ColumnOf<F> }>;

function fromColumn(row: PlacedRow, name: ColumnField, loaded: Loaded): Cell<unknown> {
  const words = name.replaceAll('_', ' ');
  const what = words[0]!.toUpperCase() + words.slice(1);
  const read = (newest: Partial<ColumnValues>) => newest[name] ?? null;
  return fromNewest(row, propertyFields[name], what, loaded, read);
}

function estimateOf(estimate: SaleValue | NoValue): Cell<number> {
  if ('reason' in estimate) return missing(estimate.reason, `Estimate: ${estimate.message}`);
  const origin = {
    source: 'price-paid',
    observed_at: null,
    method: 'modelled' as const,
    confidence: estimate.confidence,
  };
  return { value: estimate.value, origin };
}

function estimatePerSqft(row: PropertyRow, estimate: SaleValue | NoValue): Cell<number> {
  const cell = estimateOf(estimate);
  if (cell.value === null) return cell;
  const area_sqm = sizedCertificate(row)?.floor_area_sqm;
  if (!area_sqm)
    return missing('not_recorded', 'Estimate per square foot: no certificate gives the floor area.');
  if (!plausibleFloorArea(area_sqm)) {
    const message = `Estimate per square foot: the certificate's floor area of ${area_sqm} m² is not that of a home.`;
    return missing('not_recorded', message);
  }
  return { ...cell, value: rounded(cell.value / (area_sqm * SQFT_PER_SQM), 1, 2)! };
}

function wantedFields(fields: string[] | undefined): Field[] {
  if (!fields?.length) return FIELD_NAMES;
  const unknown = fields.filter((name) => !(FIELD_NAMES as string[]).includes(name) && name !== 'uprn');
  if (unknown.length) {
    throw unprocessable(
      'unknown_field',
      `There is no field ${unknown.map((n) => `"${beginningOf(n, 40)}"`).join(', ')}.`,
      [{ field: 'fields', issue: `must be among ${['uprn', ...FIELD_NAMES].join(', ')}` }],
    );
  }
  return FIELD_NAMES.filter((name) => fields.includes(name));
}

function fromAddress<T>(row: PropertyRow, value: T): { value: T; origin: Origin } {
  const confidence = row.source === 'address-list' ? 'High' : 'Medium';
  return { value, origin: { source: row.source, observed_at: null, method: 'recorded', confidence } };
}

/** For a postcode that no source gives for the home: the confidence, and the words that say where it comes from. */
const NEARBY = {
  street: ['Medium', 'that of the nearest home of its street'],
  position: ['Low', 'the one nearest to its position'],
} as const;

function postcodeOf(row: PlacedRow): Cell<string> {
  const { value, origin } = fromAddress(row, row.postcode);
  if (row.postcode_from === null) return { value, origin };
  const source = row.postcode_from === 'position' ? row.centre_from : row.source;
  return {
    value,
    origin: { ...origin, source, method: 'derived', confidence: NEARBY[row.postcode_from][0] },
  };
}

function warnOfNearbyPostcode(context: Context, { postcode_from }: PropertyRow): void {
  if (postcode_from !== null)
    context.warn(
      'postcode_nearby',
      'postcode',
      `Postcode: no source gives one for this home; this is ${NEARBY[postcode_from][1]}.`,
    );
}

function fromPostcode<T>(
  row: PlacedRow,
  value: T | null | '',
  what: string,
  source: string,
  loaded: Loaded,
): Cell<T> {
  if (isOutside(row.postcode)) return missing('not_in_jurisdiction', `${what}: ${NOT_COVERED}`);
  if (value === null || value === '') return missing(...withoutCode(row, what, loaded));
  const method = source === row.source ? 'recorded' : 'derived';
  return { value, origin: { source, observed_at: null, method, confidence: 'High' } };
}

/** Why nothing can be told about a home from its postcode. */
function withoutCode(row: PlacedRow, what: string, loaded: Loaded): [Schema<'NullReason'>, string] {
  const { postcode, country, postcode_country } = row;
  if (postcode_country !== null && country !== postcode_country)
    return [
      'not_recorded',
      `${what}: the home is in ${country} by its address list, and the directory has its postcode ${postcode} in ${postcode_country} alone.`,
    ];
  if (!loaded('onspd')) return ['source_not_loaded', `${what}: load onspd to know it.`];
  if (row.in_onspd) return ['not_recorded', `${what}: the directory does not give it for ${postcode}.`];
  return [
    'not_covered',
    `${what}: the postcode ${postcode} is not in the postcode directory that is loaded.`,
  ];
}

function locationOf(row: PlacedRow): Cell<Schema<'Location'>> {
  if (row.latitude === null || row.longitude === null) {
    return missing(
      'not_recorded',
      'Location: no loaded source gives a position for this UPRN or its postcode.',
    );
  }
  const centroid = row.position_source === 'postcode';
  return {
    value: { lat: row.latitude, lng: row.longitude },
    origin: {
      source: centroid ? row.centre_from : (row.position_source ?? row.source),
      observed_at: null,
      method: centroid ? 'derived' : 'recorded',
      confidence: centroid ? 'Low' : 'High',
    },
  };
}

/** Warns if the registered price is not the price of this home alone, or odd for a home. */
function warnOfOddSale(context: Context, { sale }: PropertyRow): void {
  const odd = sale && leftOut(sale);
  if (odd)
    context.warn(
      'odd_sales',
      'last_sold_price',
      `Last sold price: no value or statistic counts it. ${factorSentence(odd)}`,
    );
}

/**
 * The type from the certificate, which distinguishes bungalows from houses; without a certificate that of the last
 * sale.
 */
function typeOf(row: PlacedRow, loaded: Loaded): Cell<Schema<'PropertyType'>> {
  const recorded = fromCertificate(row, 'Property type', loaded, propertyTypeOf);
  return recorded.value === null && row.sale
    ? fromSale(row, 'Property type', true, (s) => s.property_type)
    : recorded;
}

function energyOf(certificate: NewestRow<'epc-domestic'>): Schema<'EnergyPerformance'> {
  return {
    current_rating: certificate.current_rating,
    potential_rating: certificate.potential_rating,
    score: certificate.current_score,
    inspected_on: certificate.inspected_on,
    expires_on: expiryOf(certificate.lodged_on),
    certificate_number: certificate.certificate_number,
  };
}

function shownSale(sale: SaleRow): Schema<'Sale'> {
  const { uprn_confidence: _, sold_together: __, ...shown } = sale;
  return { ...shown, transaction_id: publishedId(sale.transaction_id), left_out: leftOut(sale) };
}

function rounded(value: number | null, factor: number, digits: number): number | null {
  if (value === null) return null;
  const scale = 10 ** digits;
  return Math.round(value * factor * scale) / scale;
}
