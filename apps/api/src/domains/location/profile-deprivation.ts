import type { Schema } from '@domesday/contract';
import { authorityCodes, byCodeOf } from '@domesday/loading/authority-codes';
import type { Context } from '../../http/handler.ts';
import { type AreaShare, type DeprivationRow, deprivationOf } from './profile.query.ts';
import { betterKnown, lacksAreas, smallAreasOf2011, warnOf2011 } from './profile-areas.ts';
import { deprivationData, type RankedAreas, rankedAreas } from './profile-model.ts';
import {
  DEPRIVATION,
  missing,
  NOTHING,
  noSmallAreas,
  type Scene,
  smallAreaGeography,
  warnOfPart,
} from './profile-scene.ts';

export async function deprivation(context: Context, scene: Scene): Promise<Schema<'DeprivationSection'>> {
  const nations =
    scene.areas.length > 0 ? [...new Set(scene.areas.map((area) => area.country))] : [scene.country];
  const sources = nations.map((nation) => DEPRIVATION[nation]);
  if (!sources.some((source) => context.loaded(source))) {
    return {
      data: null,
      ...missing(context, 'deprivation', 'source_not_loaded', `Load ${sources.join(' and ')} to know it.`),
    };
  }
  const { rows, areas } = await rankedBest(context, scene);
  const data = deprivationData(rows, areas, scene.authority);
  if (data.indices.length === 0 && areas.length === 0) {
    return { data: null, ...missing(context, 'deprivation', ...noSmallAreas(context)) };
  }
  if (data.indices.length === 0) {
    const message =
      'The loaded editions have none of the small areas of the place, whose codes may be of another census.';
    return { data: null, ...missing(context, 'deprivation', 'not_covered', message) };
  }
  if (data.indices.some((index) => index.of === null)) {
    const message =
      'The loaded file holds a part of the edition, so that the number of ranked areas is not known.';
    context.warn('not_recorded', 'sections.deprivation.data.indices.of', message);
  }
  if (data.indices.some((index) => index.areas === 1 && index.domains === null)) {
    const message =
      'The loaded file of the edition has no ranks of domains: load the one that has, if the index has one.';
    context.warn('not_recorded', 'sections.deprivation.data.indices.domains', message);
  }
  if (data.indices.some((index) => index.areas > 0 && index.decile === null)) {
    const message = 'The loaded file has ranks alone, from which the deciles of its publisher do not follow.';
    context.warn('not_recorded', 'sections.deprivation.data.indices.decile', message);
  }
  if (nations.length > 1) {
    const message =
      'The place lies in several nations, whose indices are made differently and cannot be compared.';
    context.warn('not_comparable', 'sections.deprivation', message);
  }
  const unranked = 1 - rankedShare(rows, areas, scene.authority);
  if (areas.length > 0)
    warnOfPart(context, 'deprivation', unranked, { lack: 'that the loaded editions do not rank' });
  for (const { country } of data.indices) scene.also.add(DEPRIVATION[country]);
  const first = data.indices[0]!;
  const source = DEPRIVATION[first.country] as Parameters<typeof rankedAreas>[0];
  const ranked = rankedAreas(source, rows, areas, scene.authority)!;
  if (ranked.level !== 'small_area') {
    const level = ranked.level === 'middle_area' ? 'middle areas (MSOA)' : 'the authority as a whole';
    context.warn(
      'coarser_area',
      'sections.deprivation',
      `No small area of the place is in the loaded edition: the figures are those of ${level}.`,
    );
  }
  warnOf2011(context, 'deprivation', areas, scene.areas);
  return {
    data,
    geography: deprivationGeography(areas, scene.authority, ranked),
    as_of: String(first.year),
    source,
    comparators: NOTHING,
    reason: null,
  };
}

/** The share of a place that the newest edition of its nation's index ranks; 0 to 1. */
function rankedShare(rows: DeprivationRow[], areas: readonly AreaShare[], authority: string | null): number {
  const weightOf = (some: readonly AreaShare[]) => some.reduce((sum, { share }) => sum + share, 0);
  const ranked = Object.entries(DEPRIVATION).map(([country, dataset]) => {
    const found = rankedAreas(dataset as DeprivationRow['dataset'], rows, areas, authority);
    if (!found) return 0;
    const own = areas.filter((area) => area.country === country);
    if (found.level === 'local_authority') return weightOf(own);
    const matching = rows.filter((row) => row.dataset === dataset && found.shares.has(row.area_code));
    const year = Math.max(...matching.map((row) => row.year));
    const newest = matching.filter((row) => row.year === year);
    return newest.reduce((sum, row) => sum + found.shares.get(row.area_code)!, 0);
  });
  return ranked.reduce((sum, share) => sum + share, 0) / weightOf(areas);
}

/** The ranks, and the present areas or those of 2011, whichever the loaded editions use. */
async function rankedBest(
  context: Context,
  scene: Scene,
): Promise<{ rows: DeprivationRow[]; areas: readonly AreaShare[] }> {
  const codesOf = (areas: readonly AreaShare[]) =>
    areas.flatMap((area) => [area.code, ...(area.msoa_code ? [area.msoa_code] : [])]);
  const codes = [...codesOf(scene.areas), ...authorityCodes(scene.authority)];
  const rows = byCodeOf(scene.authority, await deprivationOf.rows(context.db, { codes }));
  const ranked = (area: AreaShare) => rows.some((row) => row.area_code === area.code);
  if (!lacksAreas(context, scene.areas, (country) => DEPRIVATION[country], ranked))
    return { rows, areas: scene.areas };
  const areas2011 = await smallAreasOf2011(context, scene.place);
  const more = codesOf(areas2011).filter((code) => !codes.includes(code));
  if (more.length > 0) rows.push(...(await deprivationOf.rows(context.db, { codes: more })));
  return { rows, areas: betterKnown(scene.areas, areas2011, ranked) };
}

function deprivationGeography(
  areas: readonly AreaShare[],
  authority: string | null,
  { level, shares }: RankedAreas,
): Schema<'ProfileGeography'> {
  if (level === 'small_area') return smallAreaGeography(areas.filter((area) => shares.has(area.code)));
  const codes = level === 'middle_area' ? [...shares.keys()].sort() : [authority!];
  return { level, areas: codes.length, codes: codes.slice(0, 20), apportioned: codes.length > 1 };
}
