import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { toDegrees } from '@domesday/geography/grid';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { nationsIn } from '../../location/authorities.query.ts';
import { type Place, placeSources } from '../../location/place.ts';
import { positionOf, shownDistance } from '../../location/placed.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { sitesThatMayLieIn, warnUnplaced } from '../../location/unplaced.ts';
import { type PhaseRow, type SchoolRow, schoolPhases, schoolsAround } from './schools.query.ts';
import { searchAreaOf } from './search-area.ts';

type Request = RequestOf<'location.schools'>;
type Response = ResponseOf<'location.schools'>;

const REGISTERS = [
  { country: 'England', source: 'gias' },
  { country: 'Wales', source: 'schools-wales' },
  { country: 'Scotland', source: 'schools-scotland' },
] as const;

export async function schools(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const radius_m = query.radius_m ?? 3000;
  const place = await resolveLocation(context, query, { default_radius_m: radius_m });
  const coverage = coverageOf(context, place);
  const look = searchAreaOf(context, place, radius_m);
  const filter = { phase: query.phase ?? null, sector: query.sector ?? null };
  const from = { easting: look.easting, northing: look.northing };
  const [rows, phases] = await Promise.all([
    schoolsAround.rows(context.db, look.area, { ...filter, ...from, limit: query.limit ?? 20 }),
    schoolPhases.rows(context.db, look.area, { ...filter, ...from }),
  ]);
  warnOfInspections(context, rows);
  await warnOfNations(context, look.area, coverage);
  const unplaced = await sitesThatMayLieIn(context, look.area, (site) => meets(site, query));
  warnUnplaced(context, unplaced, 'schools', 'summary.unplaced');
  const total = phases.reduce((sum, row) => sum + row.count, 0);
  return {
    schools: rows.map(shown),
    count: rows.length,
    summary: {
      total,
      unplaced,
      by_phase: Object.fromEntries(phases.map((row) => [row.phase, row.count])),
      nearest_primary_m: nearestOf(phases, 'primary'),
      nearest_secondary_m: nearestOf(phases, 'secondary'),
    },
    distance_basis: 'straight_line_not_a_catchment',
    meta: context.meta({
      sample_size: total,
      basis: 'register',
      geography: look.geography,
      coverage,
      datasets: [...REGISTERS.map((r) => r.source), 'ofsted', ...placeSources(place)],
    }),
  };
}

/** Coverage of each register. Throws a free 404 if that of the place's own nation is not loaded. */
function coverageOf(context: Context, place: Place): Schema<'Coverage'>[] {
  const coverage = REGISTERS.map(({ country, source }) => {
    const lack = context.loaded(source) ? context.lackOf(source, country) : null;
    const missing = `Schools in ${country} are not in this answer: load ${source}.`;
    return {
      source,
      country,
      area: null,
      status: !context.loaded(source)
        ? ('not_loaded' as const)
        : lack
          ? ('partial' as const)
          : ('covered' as const),
      note: context.loaded(source) ? lack : missing,
    };
  });
  const own = coverage.filter((entry) => place.country === null || entry.country === place.country);
  if (own.every((entry) => entry.status === 'not_loaded')) {
    const sources = own.map((entry) => entry.source).join(' or ');
    throw notFound('source_not_loaded', `No register of schools is loaded for the place: load ${sources}.`, [
      { field: null, issue: `${sources} is not loaded` },
    ]);
  }
  for (const { status, note } of own) if (status === 'partial') context.warn('partly_covered', null, note!);
  return coverage;
}

/** Whether a school is of the phase and sector asked for; an all-through school teaches primary and secondary pupils. */
function meets(site: { phase: string | null; sector: string | null }, query: Request['query']): boolean {
  const { phase, sector } = query;
  const all_through = site.phase === 'all_through' && (phase === 'primary' || phase === 'secondary');
  return (
    site.phase !== null &&
    (phase === undefined || site.phase === phase || all_through) &&
    (sector === undefined || site.sector === sector)
  );
}

/** Warns where a place reaches into a nation whose register is not loaded. */
async function warnOfNations(context: Context, area: Place, coverage: Schema<'Coverage'>[]): Promise<void> {
  const unloaded = coverage.filter((entry) => entry.status === 'not_loaded');
  if (unloaded.length === 0) return;
  const reached = (await nationsIn.rows(context.db, area, {})).map((row) => row.country);
  for (const { country, source } of unloaded) {
    if (!reached.some((one) => one === country)) continue;
    const message = `The place reaches into ${country}, whose schools are not in this answer: load ${source}.`;
    context.warn('partly_covered', 'summary', message);
  }
}

function nearestOf(phases: PhaseRow[], phase: 'primary' | 'secondary'): number | null {
  const found = phases
    .filter((row) => row.phase === phase || row.phase === 'all_through')
    .flatMap((row) => row.nearest_m ?? []);
  return found.length === 0 ? null : Math.round(Math.min(...found));
}

/** One warning for each reason why schools in the answer have no inspection. */
function warnOfInspections(context: Context, rows: SchoolRow[]): void {
  const without = rows.filter((row) => row.inspection === null);
  const warn = (code: string, message: string) => context.warn(code, 'schools.inspection', message);
  if (without.some((row) => row.id_scheme === 'wales')) {
    warn('not_covered', 'Estyn publishes no list of inspection outcomes for schools in Wales.');
  }
  if (without.some((row) => row.id_scheme === 'seed')) {
    warn(
      'not_covered',
      'Education Scotland publishes no list of inspection outcomes for schools in Scotland.',
    );
  }
  const english = without.filter((row) => row.id_scheme === 'urn');
  if (english.length > 0 && !context.loaded('ofsted')) {
    warn('source_not_loaded', 'Inspections in England are not loaded: load ofsted.');
    return;
  }
  if (english.some((row) => row.sector === 'independent')) {
    warn('not_covered', 'Independent schools have inspectorates of their own, which the source leaves out.');
  }
  if (english.some((row) => row.sector !== 'independent')) {
    warn('not_recorded', 'A school without an inspection has had none under its present number.');
  }
}

function shown(row: SchoolRow): Schema<'School'> {
  const { inspection } = row;
  return {
    id: row.id,
    id_scheme: row.id_scheme,
    name: row.name,
    phase: row.phase,
    sector: row.sector,
    type: row.type,
    gender: row.gender,
    age_range: row.age_from === null || row.age_to === null ? null : { from: row.age_from, to: row.age_to },
    pupils: row.pupils,
    capacity: row.capacity,
    postcode: row.postcode,
    ...toDegrees(row.easting, row.northing),
    distance_m: shownDistance(row.distance_m, row.by_postcode),
    position: positionOf(true, row.by_postcode),
    inspection: inspection && {
      body: 'Ofsted',
      framework: inspection.framework,
      overall: inspection.overall,
      areas: inspection.areas,
      safeguarding: inspection.safeguarding,
      outcome: inspection.outcome,
      date: inspection.inspected_on,
      of_predecessor: inspection.predecessor,
      url: inspection.url,
    },
  };
}
