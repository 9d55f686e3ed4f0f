import type { ResponseOf } from '@domesday/contract';
import { authorityCodes } from '@domesday/loading/authority-codes';
import type { Context } from '../../http/handler.ts';
import { cachedRows } from '../../http/meta/release-cache.ts';
import type { Place } from '../../location/place.ts';
import { bedroomsIn, warnOtherBedrooms } from '../../statistics/bedrooms.ts';
import { twoDecimals } from '../../statistics/quantiles.ts';
import { figuresOf } from '../location/profile.query.ts';
import { authorityName } from '../planning/applications.query.ts';
import { growthRank, licencesInForce } from './demand.query.ts';
import { currentAllowance, type IndexRents, wholeAreaWarning } from './evidence.ts';
import { knowsMarketAreas, type MarketArea } from './market-area.ts';
import { categoryOf, segmentOf } from './model.ts';
import { indexNeedsAreas, NEEDS_AREAS } from './refused.ts';

type Response = ResponseOf<'rents.demand'>;

/** Fewest areas among which a rank is given. */
const AREAS_FOR_A_RANK = 20;
/** Bedrooms of the home whose allowance is compared with the rent, if the request names none. */
const USUAL_BEDROOMS = 2;
const CENSUSES = ['census-2021', 'census-2022'];

// Caches of what concerns a whole authority, which many places share.
const tenureOf = cachedRows(figuresOf);
const licencesOf = cachedRows(licencesInForce);
const nameOf = cachedRows(authorityName);
const rankOfGrowth = cachedRows(growthRank);

export async function proxiesOf(
  context: Context,
  place: Place,
  areas: MarketArea[],
  index: IndexRents | null,
  bedrooms: number | undefined,
): Promise<Response['proxies'] & Pick<Households, 'census'>> {
  const growth = index?.now.get(segmentOf({ bedrooms }) ?? 'all')?.annual_change_pct ?? null;
  if (growth === null) {
    const needs_areas = indexNeedsAreas(context, place);
    const loaded = context.loaded('private-rents');
    const code = loaded && !needs_areas ? 'not_covered' : 'source_not_loaded';
    const reason = loaded ? 'private-rents tells none of today here' : 'load private-rents to know it';
    context.warn(
      code,
      'proxies.rent_growth_1y_pct',
      `Growth of rents: ${needs_areas ? NEEDS_AREAS : reason}.`,
    );
  }

  const beds = bedroomsIn('private-rents', bedrooms ?? USUAL_BEDROOMS);
  for (const field of ['rent_growth_1y_pct', 'lha_gap_pct'])
    warnOtherBedrooms(context, 'private-rents', bedrooms, `proxies.${field}`);
  const mean = index?.now.get(String(beds))?.rent_pcm ?? null;
  const allowance = (await currentAllowance(context, areas)).find(
    (rate) => rate.category === categoryOf(beds),
  );
  if (mean === null || !allowance) {
    const unloaded = ['private-rents', 'lha-rates'].filter((id) => !context.loaded(id));
    if (!knowsMarketAreas(context)) unloaded.push('brma-lookup or brma-boundaries');
    context.warn(
      unloaded.length > 0 ? 'source_not_loaded' : 'not_covered',
      'proxies.lha_gap_pct',
      `Gap to the allowance: ${unloaded.length > 0 ? `load ${unloaded.join(', ')}` : 'not known for this area'}.`,
    );
  }
  const homes = await householdsOf(context, place);
  context.warn('not_covered', 'proxies.population_change_pct', 'Change of population: no dataset has it.');
  return {
    prs_share_pct: homes.prs_share_pct,
    rent_growth_1y_pct: growth === null ? null : twoDecimals(growth),
    population_change_pct: null,
    hmo_licences_per_1000: homes.hmo_licences_per_1000,
    census: homes.census,
    lha_gap_pct: mean === null || !allowance ? null : twoDecimals((mean / allowance.monthly - 1) * 100),
  };
}

type Households = Pick<Response['proxies'], 'prs_share_pct' | 'hmo_licences_per_1000'> & {
  /** The census that both figures use; null if neither is known. */
  census: string | null;
};

/** Private renters and licensed HMOs as shares of the authority's households in the census. */
async function householdsOf(context: Context, place: Place): Promise<Households> {
  const codes = authorityCodes(place.local_authority_code);
  const censuses = CENSUSES.filter((id) => context.loaded(id));
  const [tenure] =
    codes.length > 0 && censuses.length > 0 ? await tenureOf(context, { topics: ['tenure'], codes }) : [];
  const renters = tenure?.figures.private_rented ?? null;
  const prs = tenure?.total && renters !== null ? (renters / tenure.total) * 100 : null;
  if (prs === null) {
    const loaded = censuses.length > 0;
    const reason = loaded ? 'the loaded census has none here' : `load ${CENSUSES.join(' or ')} to know them`;
    const code = loaded ? 'not_covered' : 'source_not_loaded';
    context.warn(code, 'proxies.prs_share_pct', `Private renters: ${reason}.`);
  }
  const [register] = context.loaded('hmo-register')
    ? await licencesOf(context, { codes, day: context.today })
    : [];
  const licences = register && register.registers > 0 ? register.licences : null;
  const per_1000 = licences !== null && tenure?.total ? (licences / tenure.total) * 1000 : null;
  if (per_1000 === null) {
    const unloaded = [
      ...(context.loaded('hmo-register') ? [] : ['hmo-register']),
      ...(censuses.length > 0 ? [] : [CENSUSES.join(' or ')]),
    ];
    const reason =
      unloaded.length > 0
        ? `load ${unloaded.join(' and ')} to know them`
        : 'no register of the authority, or no census of it, is among what is loaded';
    const code = unloaded.length > 0 ? 'source_not_loaded' : 'not_covered';
    context.warn(code, 'proxies.hmo_licences_per_1000', `Licensed shared homes: ${reason}.`);
  }
  const known = { prs_share_pct: prs, hmo_licences_per_1000: per_1000 };
  const code = place.local_authority_code;
  const [authority] = code ? await nameOf(context, { code }) : [];
  for (const [field, value] of Object.entries(known)) {
    if (value === null) continue;
    const name = authority ? `${authority.name} (${code})` : code;
    context.warn(
      'coarser_area',
      `proxies.${field}`,
      `A figure of the whole authority ${name}, not of the place.`,
    );
  }
  return {
    prs_share_pct: prs === null ? null : twoDecimals(prs),
    hmo_licences_per_1000: per_1000 === null ? null : twoDecimals(per_1000),
    census: prs === null && per_1000 === null ? null : tenure!.dataset,
  };
}

/**
 * Warns that figures of the rent index are those of a whole authority or region, while `meta.geography` is that of the
 * feed.
 */
export function warnOfWholeArea(
  context: Context,
  index: IndexRents,
  areas: MarketArea[],
  known: Pick<Response['proxies'], 'rent_growth_1y_pct' | 'lha_gap_pct'> & { demand_index: number | null },
): void {
  const of = (field: string, value: number | null, message: string) =>
    value === null ? undefined : context.warn('coarser_area', field, message);
  const whole = wholeAreaWarning(index);
  of('proxies.rent_growth_1y_pct', known.rent_growth_1y_pct, `${whole}.`);
  of('demand_index', known.demand_index, `${whole}.`);
  // Allowances exist only for market areas.
  const allowance = `the allowance is that of ${areas[0]?.name}`;
  of('proxies.lha_gap_pct', known.lha_gap_pct, `${whole}; ${allowance}.`);
}

export async function rankOf(
  context: Context,
  place: Place,
  index: IndexRents | null,
  segment: string,
): Promise<number | null> {
  const change = index?.now.get(segment)?.annual_change_pct ?? null;
  if (!index || change === null) {
    const needs_areas = indexNeedsAreas(context, place);
    const loaded = context.loaded('private-rents');
    const code = loaded && !needs_areas ? 'not_covered' : 'source_not_loaded';
    const reason = loaded ? 'which is not known here' : 'which private-rents would tell';
    const why = needs_areas ? `and ${NEEDS_AREAS}` : reason;
    context.warn(code, 'demand_index', `The index is the rank of the growth of rents, ${why}.`);
    return null;
  }
  const [rank] = await rankOfGrowth(context, { month: index.newest, segment, change_pct: change });
  const { areas, slower } = rank!;
  if (areas < AREAS_FOR_A_RANK) {
    context.warn(
      'insufficient_sample',
      'demand_index',
      `A rank among ${areas} areas says little: 20 are needed.`,
    );
    return null;
  }
  return Math.round((slower / (areas - 1)) * 100);
}
