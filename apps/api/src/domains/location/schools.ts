import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { toDegrees } from '@domesday/geography/grid';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { nationsReached } from '../../location/nations.ts';
import { type Country, type Place, placeSources } from '../../location/place.ts';
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
  mustHaveRegister(context, place);
  const look = searchAreaOf(context, place, radius_m);
  const nations = await nationsReached(context, look);
  const coverage = coverageOf(context, nations);
  const filter = { phase: query.phase ?? null, sector: query.sector ?? null };
  const from = { easting: look.easting, northing: look.northing };
  const [rows, phases] = await Promise.all([
    schoolsAround.rows(context.db, look.area, { ...filter, ...from, limit: query.limit ?? 20 }),
    schoolPhases.rows(context.db, look.area, { ...filter, ...from }),
  ]);
  warnOfInspections(context, rows);
  warnOfNations(context, place.country, coverage);
  warnOfUnknownAges(context, query.phase, coverage);
  const unplaced = await sitesThatMayLieIn(context, look.area, (site) => meets(site, query));
  warnUnplaced(context, unplaced, 'schools', 'summary.unplaced');
  const total = phases.reduce((sum, row) => sum + row.count, 0);
  return {
    schools: rows.map(shown),
    count: rows.length,
    summary: {
      total,
      unplaced,
      by_phase: Object.fromEntries(
        phases.filter((row) => row.count > 0).map((row) => [row.phase, row.count]),
      ),
      nearest_primary_m: nearestOf(phases, 'primary'),
      nearest_secondary_m: nearestOf(phases, 'secondary'),
    },
    distance_basis: 'straight_line_not_a_catchment',
    meta: context.meta({
      sample_size: total,
      basis: 'register',
      geography: look.geography,
      coverage,
      datasets: [
        ...coverage.map((entry) => entry.source),
        ...(nations.includes('England') ? ['ofsted'] : []),
        ...placeSources(place),
      ],
    }),
  };
}

/** Throws a free 404 if the register of the place's own nation is not loaded. */
function mustHaveRegister(context: Context, { country }: Place): void {
  const own = REGISTERS.filter((one) => country === null || one.country === country);
  if (own.some(({ source }) => context.loaded(source))) return;
  const sources = own.map(({ source }) => source).join(' or ');
  throw notFound('source_not_loaded', `No register of schools is loaded for the place: load ${sources}.`, [
    { field: null, issue: `${sources} is not loaded` },
  ]);
}

/** Coverage of the register of each nation that the place reaches into. */
function coverageOf(context: Context, nations: readonly Country[]): Schema<'Coverage'>[] {
  return REGISTERS.filter(({ country }) => nations.includes(country)).map(({ country, source }) => {
    if (!context.loaded(source)) {
      const note = `Schools in ${country} are not in this answer: load ${source}.`;
      return { source, country, area: null, status: 'not_loaded' as const, note };
    }
    const note = context.lackOf(source, country);
    return { source, country, area: null, status: note ? ('partial' as const) : ('covered' as const), note };
  });
}

/** Whether a school teaches the phase and is of the sector asked for. */
function meets(site: { taught: string[] | null; sector: string | null }, query: Request['query']): boolean {
  const { phase, sector } = query;
  return (
    site.taught !== null &&
    (phase === undefined || site.taught.includes(phase)) &&
    (sector === undefined || site.sector === sector)
  );
}

/** Scotland's register gives neither ages nor classes, so it is not known which of its schools have a nursery class. */
function warnOfUnknownAges(
  context: Context,
  phase: string | undefined,
  coverage: Schema<'Coverage'>[],
): void {
  if (phase !== 'nursery' && phase !== 'post_16') return;
  if (!coverage.some(({ country, status }) => country === 'Scotland' && status !== 'not_loaded')) return;
  const unlisted = phase === 'nursery' ? 'primary schools with a nursery class' : 'secondary schools';
  const message = `The register of Scotland does not tell the ages that a school teaches: its ${unlisted} are not among these.`;
  context.warn('not_recorded', 'schools', message);
}

/**
 * Warns if the register of the place's own nation is incomplete, or that of another nation in the place is not loaded.
 */
function warnOfNations(context: Context, own: Country | null, coverage: Schema<'Coverage'>[]): void {
  for (const { country, source, status, note } of coverage) {
    if (status === 'partial' && (own === null || own === country)) {
      context.warn('partly_covered', null, note!);
    } else if (status === 'not_loaded') {
      const message = `The place reaches into ${country}, whose schools are not in this answer: load ${source}.`;
      context.warn('partly_covered', 'summary', message);
    }
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
  if (english.some((row) => isCollege(row))) {
    warn(
      'not_covered',
      'Colleges and other places of further education are inspected under a list of their own, which is not loaded.',
    );
  }
  if (english.some((row) => row.sector !== 'independent' && !isCollege(row))) {
    warn('not_recorded', 'The loaded list has no inspection under the present number of a school here.');
  }
}

/** Ofsted lists inspections of further education and of sixth form colleges apart from those of schools. */
function isCollege({ type }: SchoolRow): boolean {
  return /further education|sixth form|16( to |-)19|special post 16/i.test(type);
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
