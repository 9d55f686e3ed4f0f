import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import {
  type Comparable,
  type GivenFacts,
  type HomeEstimate,
  indexLevel,
  lowered,
  type SaleEstimate,
  type SaleEvidence,
  similarSales,
  uncertain,
  unusualPremises,
} from '@domesday/valuation';
import { type ApiError, notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { positionOf, shownDistance } from '../../location/placed.ts';
import { unknownHome } from '../../location/unknown-home.ts';
import { carriedMonths } from '../../statistics/carry.ts';
import { addressOf, publishedId } from '../prices/model.ts';
import { SQFT_PER_SQM } from '../properties/model.ts';
import { warnOfGiven } from './given-facts.ts';
import { buildingFactor, noHomeMessage, warnOfPremises } from './premises.ts';
import { type HomeRow, homeByUprn, type SoldHome, soldHomes } from './sale.query.ts';
import { readSaleEvidence, type SaleFinding } from './sale-evidence.ts';
import { type NoValue, whyNoValue, withoutScottishSales } from './sale-value.ts';
import { factorSentence } from './sale-words.ts';

type Request = RequestOf<'valuations.sale'>;
type Response = ResponseOf<'valuations.sale'>;

export async function sale(request: Request, context: Context): Promise<Response> {
  const uprn = Number(request.path.uprn);
  const as_of = request.query.as_of ?? context.today;
  const home = await homeByUprn(context.db, uprn, as_of);
  if (!home) {
    throw await unknownHome(context.db, uprn);
  }
  const wanted = request.query.include?.includes('evidence') ?? false;
  const given = givenFacts(request);
  const odd = unusualPremises(home);
  if (odd?.no_home && (given.property_type ?? 'other') === 'other')
    throw notFound('not_a_home', noHomeMessage(odd));
  const unlicensed = await withoutScottishSales(context, home);
  if (unlicensed) throw noValue(unlicensed);
  const finding = await readSaleEvidence(context, home, as_of, wanted, given);
  const { evidence, found } = finding;
  if (!found || !evidence) throw noValue(whyNoValue(context, home, evidence, as_of));
  if (evidence.index) carriedMonths(context, 'value', evidence.index, as_of);
  warnOfPremises(context, home, 'value');
  warnOfGiven(context, given, finding, as_of);
  warnOfUnvalued(context, found);
  const { estimate } = found;
  const { used } = estimate;
  const building = buildingFactor(home);
  const sold_since = home.sales.some((one) => used.last_sale && one.date > used.last_sale.date);
  warnOfFarValue(context, estimate, evidence);
  const dated_confidence = context.inexact ? lowered(estimate.confidence) : estimate.confidence;
  const confidence = odd ? lowered(dated_confidence) : dated_confidence;
  return {
    uprn: String(uprn),
    postcode: home.postcode,
    value: estimate.value,
    lower_bound: estimate.lower_bound,
    upper_bound: estimate.upper_bound,
    confidence,
    method: estimate.method,
    currency: 'GBP',
    as_of,
    fsd: estimate.fsd,
    interval_80: estimate.interval_80,
    result_code: estimate.result_code,
    limiting_factors: [
      ...(odd ? (['not_an_ordinary_home'] as const) : []),
      ...(building ? ([building] as const) : []),
      ...estimate.limiting_factors,
    ].map((factor) => factorSentence(factor, sold_since)),
    subject: shownSubject(finding, request),
    drivers: estimate.drivers,
    ...(wanted ? { evidence: await shownEvidence(context, home, finding) } : {}),
    meta: context.meta({
      as_of,
      confidence,
      basis: 'model',
      sample_size: used.comparables.length || evidence.location?.n || used.price_per_area?.n || null,
    }),
  };
}

/** Warns if the home's own sales contradict the other evidence, and says if the cause may be a wrong floor area. */
function warnOfFarValue(context: Context, estimate: SaleEstimate, { subject }: SaleEvidence): void {
  const by_area = estimate.limiting_factors.includes('far_from_its_floor_area');
  if (!by_area && !estimate.limiting_factors.includes('far_from_its_place')) return;
  const level = estimate.used.level!;
  const than = estimate.value > level ? 'over twice' : 'under half of';
  const worth = `it would be worth £${level.toLocaleString('en-GB')}: its own sales say ${than} that`;
  context.warn(
    'far_from_its_place',
    'value',
    by_area
      ? `By a floor area of ${subject.floor_area_sqm} m² in its place ${worth}, as do the other homes of its place. The floor area may be wrong.`
      : `By the other homes of its place ${worth}.`,
  );
}

/** Warns which types the home may have that could not be valued. */
function warnOfUnvalued(context: Context, { unvalued, likeliest }: HomeEstimate): void {
  if (unvalued.length === 0) return;
  const words = (type: string) => (type === 'flat' ? 'a flat' : `a ${type.replace('_', '-')} house`);
  const missing = unvalued.map(
    ({ property_type, probability }) => `${words(property_type)} (probability ${probability.toFixed(2)})`,
  );
  context.warn(
    'insufficient_sample',
    'value',
    `Too few sales are known here to value it as ${missing.join(' or ')}: the value is that of ${words(likeliest.property_type)}, mixed with any other type left in subject.property_type.mix, and its interval is widened.`,
  );
}

/** The refusal. Its code names what can never or not yet be had; all other reasons become `insufficient_data`. */
function noValue({ reason, message }: NoValue): ApiError {
  const named = reason === 'not_in_jurisdiction' || reason === 'source_not_loaded';
  return notFound(named ? reason : 'insufficient_data', message);
}

function givenFacts({ query }: Request): GivenFacts {
  return {
    property_type: query.property_type ?? null,
    floor_area_sqm: query.floor_area_sqm ?? null,
    bedrooms: query.bedrooms ?? null,
    tenure: query.tenure ?? null,
    new_build: query.new_build ?? null,
  };
}

/** Most probability shown for inferred facts: rounding must not make them look certain. */
const MOST_INFERRED = 0.999;

function shownSubject({ home, found }: SaleFinding, { query }: Request): Schema<'SaleSubject'> {
  const { property_type, evidence } = found!.likeliest;
  const most = uncertain(home) ? MOST_INFERRED : 1;
  const share = (probability: number) => Math.min(most, Number(probability.toFixed(3)));
  const mix = home.belief.types.map((one) => ({ ...one, probability: share(one.probability) }));
  return {
    property_type: {
      value: property_type,
      source: home.belief.source,
      probability: mix.find((one) => one.property_type === property_type)!.probability,
      mix,
    },
    tenure: { value: evidence.subject.tenure!, source: home.tenure_source },
    floor_area_sqm: { value: evidence.subject.floor_area_sqm, source: home.floor_area_source },
    new_build: {
      value: evidence.subject.new_build,
      source: query.new_build === evidence.subject.new_build ? 'given' : 'assumed',
    },
  };
}

async function shownEvidence(
  context: Context,
  row: HomeRow,
  { home, evidence: likeliest, found, version }: SaleFinding,
): Promise<Schema<'SaleEvidence'>> {
  const evidence = likeliest!;
  const { used } = found!.estimate;
  const similar = used.comparables.length > 0 ? used.comparables : similarSales(evidence);
  const ids = similar.map((one) => one.transaction_id);
  const homes = new Map(
    (ids.length > 0 ? await soldHomes.rows(context.db, { transactions: ids }) : []).map((one) => [
      one.transaction_id,
      one,
    ]),
  );
  const last =
    used.last_sale && row.sales.find((one) => one.transaction_id === used.last_sale?.transaction_id);
  return {
    last_sale: last
      ? {
          transaction_id: publishedId(last.transaction_id!),
          date: last.date,
          price: last.price,
          property_type: last.property_type,
          tenure: last.tenure,
          new_build: last.new_build,
          category: last.category,
        }
      : null,
    index: used.index && {
      id: `${used.index.id} (${version})`,
      area: used.index.area,
      from: used.index.from.slice(0, 7),
      to: used.index.to.slice(0, 7),
      factor: Number(used.index.factor.toFixed(4)),
    },
    ppsf: shownPricePerSqft(evidence),
    floor_area_sqm: evidence.subject.floor_area_sqm,
    floor_area_source: home.floor_area_source === 'certificate' ? 'epc-domestic' : null,
    comparables: similar.map((one) => shownComparable(one, homes.get(one.transaction_id))),
  };
}

/** At the usual floor area, because the price per square foot falls with size. */
function shownPricePerSqft({
  price_per_area: rate,
  index,
  as_of,
}: SaleEvidence): Schema<'PricePerSqft'> | null {
  if (!rate || !index) return null;
  const median = Math.exp(rate.log_price_per_sqm + indexLevel(index, as_of)) / SQFT_PER_SQM;
  return { median: Number(median.toFixed(2)), n: rate.n, geography: rate.geography };
}

function shownComparable(sale: Comparable, home: SoldHome | undefined): Schema<'ComparableSale'> {
  return {
    transaction_id: publishedId(sale.transaction_id),
    uprn: home?.uprn ? String(home.uprn) : null,
    address: home ? addressOf(home) : sale.postcode,
    postcode: sale.postcode,
    date: sale.date,
    price: sale.price,
    adjusted_price: sale.adjusted_price,
    distance_m: sale.distance_m === null ? null : shownDistance(sale.distance_m, home?.by_postcode ?? true),
    position: positionOf(home?.placed ?? false, home?.by_postcode ?? true),
    similarity: Number((1 / (1 + sale.score)).toFixed(3)),
  };
}
