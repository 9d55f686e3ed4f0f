import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import { cachedRows } from '../../http/meta/release-cache.ts';
import {
  type AreaShare,
  type CrimeRow,
  crimeMonths,
  crimeOf,
  crimeOfFormer,
  type FiguresRow,
  forcesOf,
  nationComplete,
  withoutPoliceArea,
} from './profile.query.ts';
import { smallAreasOf2011 } from './profile-areas.ts';
import { crimeData, perThousand, placeFigures } from './profile-model.ts';
import { CENSUS, figureOf, missing, noSmallAreas, type Scene, smallAreaGeography } from './profile-scene.ts';

type Reason = Schema<'NullReason'>;

// Caches of what concerns all forces, or those of an authority, which many places share.
const newestMonths = cachedRows(crimeMonths);
const publishedBy = cachedRows(forcesOf);
const completeIn = cachedRows(nationComplete);
const unassigned = cachedRows(withoutPoliceArea);

export async function crime(context: Context, scene: Scene): Promise<Schema<'CrimeSection'>> {
  const none = (reason: Reason, message: string) => ({
    data: null,
    ...missing(context, 'crime', reason, message),
  });
  if (scene.country === 'Scotland' && scene.areas.every((area) => area.country === 'Scotland')) {
    return none(
      'not_covered',
      'Street-level crime is published for England and Wales; Scotland gives it by council alone.',
    );
  }
  if (!context.loaded('police-crime')) return none('source_not_loaded', 'Load police-crime to know it.');
  if (scene.areas.length === 0) return none(...noSmallAreas(context));
  const months = (await newestMonths(context, {})).map((row) => row.month);
  const authorities = [...new Set(scene.areas.flatMap((area) => area.local_authority_code ?? []))];
  const forces = await publishedBy(context, { authorities, months });
  const policed = new Set(forces.flatMap((force) => force.authorities));
  const silent = authorities.filter((code) => !policed.has(code));
  const unknown = silent.length > 0 ? await unassigned(context, { authorities: silent }) : [];
  const unassigned_codes = unknown.map(({ code }) => code);
  if (forces.length === 0) {
    if (unassigned_codes.length > 0 && unassigned_codes.length === authorities.length)
      return none('not_recorded', `The force of the place is not known: ${noPoliceArea(unassigned_codes)}.`);
    return none(
      'not_covered',
      `The force that polices ${authorities.join(', ') || 'the place'} is in no loaded month; figures of a neighbouring force are not used instead.`,
    );
  }
  scene.unpoliced = silent;
  warnOfUnpoliced(context, silent, unassigned_codes);
  const codes = scene.areas.map((area) => area.code);
  const compared = [scene.authority, scene.nation].filter((code) => code !== null);
  const [rows, former, [nation]] = await Promise.all([
    crimeOf.rows(context.db, { codes: [...codes, ...compared], months }),
    formerAreas(context, scene, months),
    completeIn(context, { country: scene.country, months }),
  ]);
  const areas = countedAreas(scene, rows, former);
  const residents = placeFigures('age', scene.figures, areas, null, scene.country);
  const data = crimeData([...rows, ...former.rows], areas, forces, months, {
    residents: residents && residents.covered > 0.999 ? residents.total : null,
    policed: silent.length === 0,
  });
  warnOfUnplaced(context, data);
  if (data.months_present.length === 0) {
    const names = data.forces.join(' and ');
    return none(
      'not_covered',
      `No loaded file has a month of ${names} from ${months[0]} to ${months.at(-1)}.`,
    );
  }
  const whole = data.months_missing.length === 0;
  explainGaps(context, scene, data, { nation_complete: nation!.complete, former: former.areas });
  const countedBy = (row: FiguresRow | undefined) => row && scene.also.add(row.dataset);
  if (data.per_1000 !== null) residents!.rows.forEach(countedBy);
  const rate = (code: string | null, known: boolean) => {
    const people = figureOf(scene, 'age', code)?.total;
    const own = rows.filter((row) => row.area_code === code);
    if (code === null || own.length === 0) return null;
    if (known) countedBy(figureOf(scene, 'age', code));
    const incidents = own.reduce((sum, row) => sum + row.incidents, 0);
    return { code, value: known && people ? perThousand(incidents, people) : null };
  };
  return {
    data,
    geography: smallAreaGeography(areas),
    as_of: months.at(-1)!,
    source: 'police-crime',
    comparators: {
      local_authority: rate(scene.authority, whole),
      national: rate(scene.nation, nation!.complete),
    },
    reason: null,
  };
}

/** Areas of 2011 in a place that no longer exist, and the crime published by their codes. */
interface Former {
  areas: readonly AreaShare[];
  rows: CrimeRow[];
}

async function formerAreas(context: Context, scene: Scene, months: string[]): Promise<Former> {
  const today = new Set(scene.areas.map((area) => area.code));
  const areas2011 = (await smallAreasOf2011(context, scene.place)).filter(({ code }) => !today.has(code));
  if (areas2011.length === 0) return { areas: [], rows: [] };
  const rows = await crimeOfFormer.rows(context.db, { codes: areas2011.map(({ code }) => code), months });
  return { areas: areas2011.filter(({ code }) => rows.some((row) => row.area_code === code)), rows };
}

/**
 * The areas by whose codes crime is published: areas of 2011 for the parts of the place where these were divided since.
 */
function countedAreas(scene: Scene, rows: CrimeRow[], former: Former): readonly AreaShare[] {
  if (former.areas.length === 0) return scene.areas;
  const recorded = new Set(rows.map((row) => row.area_code));
  return [...scene.areas.filter(({ code }) => recorded.has(code)), ...former.areas];
}

type CrimeData = NonNullable<Schema<'CrimeSection'>['data']>;

function warnOfUnplaced(context: Context, { without_location, forces }: CrimeData): void {
  if (without_location === 0) return;
  const force_names = forces.join(' and ');
  context.warn(
    'unplaced_records',
    'sections.crime.without_location',
    without_location === 1
      ? `1 incident of ${force_names} has no location in these months: it may lie here, but is not counted.`
      : `${without_location} incidents of ${force_names} have no location in these months: they may lie here, but are not counted.`,
  );
}

/** Warns about gaps in the figures, and says why a rate is missing. */
function explainGaps(
  context: Context,
  scene: Scene,
  data: CrimeData,
  { nation_complete, former }: { nation_complete: boolean; former: readonly AreaShare[] },
): void {
  if (former.length > 0) {
    const codes = former.slice(0, 5).map(({ code }) => code);
    context.warn(
      'areas_of_2011',
      'sections.crime',
      `Incidents of the place are published by small areas of the 2011 census that were divided since: ${codes.join(', ')}${former.length > 5 ? ` and ${former.length - 5} more` : ''}. They are counted by these areas, and no rate is given.`,
    );
  }
  if (data.months_missing.length > 0) {
    const list = data.months_missing.join(', ');
    context.warn(
      'months_missing',
      'sections.crime',
      `No loaded file has ${list} of ${data.forces.join(' and ')}: no rate is given. Load them, unless the force left them out.`,
    );
  } else if (data.per_1000 === null && scene.unpoliced.length === 0 && former.length === 0) {
    context.warn(
      'source_not_loaded',
      'sections.crime.per_1000',
      `Load ${CENSUS[scene.country]} for the residents of the place.`,
    );
  }
  if (scene.nation && !nation_complete) {
    context.warn(
      'not_covered',
      'sections.crime.comparators.national',
      `Not every authority of ${scene.country} is known to have its force loaded with all twelve months: no rate of the nation is given.`,
    );
  }
}

function noPoliceArea(authorities: string[]): string {
  return `the loaded directory of postcodes tells no police area (pfa) of ${authorities.join(', ')}`;
}

/** Warns that no loaded force polices a part of the place. Scotland publishes no incidents by street. */
function warnOfUnpoliced(context: Context, authorities: string[], unassigned_codes: string[]): void {
  const scottish = authorities.filter((code) => code.startsWith('S'));
  const nameless = unassigned_codes.filter((code) => !code.startsWith('S'));
  const others = authorities.filter((code) => !code.startsWith('S') && !unassigned_codes.includes(code));
  const reasons = [
    ...(scottish.length > 0
      ? [`${scottish.join(', ')} lies in Scotland, where none is published by street`]
      : []),
    ...(nameless.length > 0 ? [noPoliceArea(nameless)] : []),
    ...(others.length > 0 ? [`the force that polices ${others.join(', ')} is in no loaded month`] : []),
  ];
  if (reasons.length === 0) return;
  context.warn(
    'partly_covered',
    'sections.crime',
    `The crime of a part of the place is not known, and no rate is given: ${reasons.join('; ')}.`,
  );
}
