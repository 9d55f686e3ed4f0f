import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import type { TopicId } from '@domesday/loading/kinds/area-figures/topics';
import { type ApiError, notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { type Country, geographyOf, type Place } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { broadbandOf } from './infrastructure.query.ts';
import { shownBroadband } from './model.ts';
import {
  type AreaShare,
  broadbandAreas,
  type FiguresRow,
  figuresOf,
  smallAreaOfPostcode,
  smallAreasOf,
} from './profile.query.ts';
import { crime } from './profile-crime.ts';
import { deprivation } from './profile-deprivation.ts';
import {
  breakdownOf,
  incomeOf,
  type PlaceFigures,
  placeFigures,
  populationOf,
  urbanRuralOf,
} from './profile-model.ts';
import {
  type About,
  CENSUS,
  figureOf,
  missing,
  NATION_CODES,
  NOTHING,
  noSmallAreas,
  type Scene,
  smallAreaGeography,
} from './profile-scene.ts';

type Request = RequestOf<'location.profile'>;
type Response = ResponseOf<'location.profile'>;
type Name = Schema<'ProfileSectionName'>;
type Reason = Schema<'NullReason'>;

const BREAKDOWNS = [
  'age',
  'households',
  'tenure',
  'occupation',
  'qualifications',
  'car_availability',
  'council_tax',
] as const;
const SECTIONS: Name[] = [
  'population',
  ...BREAKDOWNS.slice(0, 6),
  'income',
  'deprivation',
  'crime',
  'council_tax',
  'urban_rural',
  'broadband',
];
export async function profile(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const wanted = SECTIONS.filter((name) => query.sections?.includes(name) ?? true);
  const place = await resolveLocation(context, query);
  const areas = await areasOf(context, place);
  const country = place.country ?? commonest(areas);
  const scene: Scene = {
    place,
    areas,
    country,
    authority: place.local_authority_code,
    nation: NATION_CODES[country],
    figures: [],
  };
  scene.figures = await readFigures(context, scene, wanted);
  const used = new Set<string>(['onspd', 'code-point-open']);
  const sections: Record<string, unknown> = {};
  const nulls: { name: Name; reason: Reason }[] = [];
  for (const name of wanted) {
    const section = await sectionOf(context, scene, name);
    if (section.source) used.add(section.source);
    sections[name] = section;
    if (section.reason) nulls.push({ name, reason: section.reason });
  }
  if (nulls.length === wanted.length) throw nothingKnown(place, nulls);
  return {
    sections: sections as Response['sections'],
    meta: context.meta({
      basis: 'register',
      geography: geographyOf(place, place),
      coverage: coverageOf(context, scene, wanted),
      datasets: [...used],
    }),
  };
}

/** Not one section has an answer: said with 404, free, and why for each. */
function nothingKnown(place: Place, nulls: { name: Name; reason: Reason }[]): ApiError {
  const unloaded = nulls.every((section) => section.reason === 'source_not_loaded');
  const names = nulls.map((section) => section.name.replaceAll('_', ' ')).join(', ');
  return notFound(
    unloaded ? 'source_not_loaded' : 'not_covered',
    unloaded
      ? `No source is loaded that tells ${names}.`
      : `No loaded source covers ${names} of ${place.label}.`,
    nulls.map((section) => ({ field: `sections.${section.name}`, issue: section.reason })),
  );
}

async function areasOf(context: Context, place: Place): Promise<AreaShare[]> {
  const areas =
    (place.level === 'uprn' || place.level === 'postcode') && place.postcode
      ? await smallAreaOfPostcode.rows(context.db, { postcode: place.postcode })
      : await smallAreasOf.rows(context.db, place, {});
  if (areas.length > 0) return areas;
  // The authority answers as a whole where nothing tells small areas.
  if (place.local_authority_code !== null && place.country !== null) return [];
  if (!context.loaded('onspd')) {
    throw notFound('source_not_loaded', 'Small areas come from the ONS Postcode Directory: load onspd.', [
      { field: null, issue: 'onspd is not loaded' },
    ]);
  }
  throw notFound('insufficient_data', `No live postcode with a small area lies in ${place.label}.`, [
    { field: null, issue: 'holds no postcode with a small area' },
  ]);
}

function commonest(areas: AreaShare[]): Country {
  const weights = new Map<Country, number>();
  for (const area of areas) weights.set(area.country, (weights.get(area.country) ?? 0) + area.share);
  return [...weights].sort((a, b) => b[1] - a[1])[0]![0];
}

/** One read for all topics; crime needs the residents as well. */
async function readFigures(context: Context, scene: Scene, wanted: Name[]): Promise<FiguresRow[]> {
  const topics = new Set<string>(wanted.filter((name) => (BREAKDOWNS as readonly string[]).includes(name)));
  if (wanted.includes('population') || wanted.includes('crime')) topics.add('age');
  for (const name of ['income', 'urban_rural'] as const) if (wanted.includes(name)) topics.add(name);
  if (topics.size === 0) return [];
  const codes = [
    ...scene.areas.map((area) => area.code),
    ...(topics.has('income') ? scene.areas.flatMap((area) => area.msoa_code ?? []) : []),
    scene.nation,
    ...(scene.authority ? [scene.authority] : []),
  ];
  return figuresOf.rows(context.db, { topics: [...topics], codes });
}

function sectionOf(
  context: Context,
  scene: Scene,
  name: Name,
): Promise<About & { data: unknown }> | (About & { data: unknown }) {
  switch (name) {
    case 'population':
      return population(context, scene);
    case 'income':
      return income(context, scene);
    case 'urban_rural':
      return urbanRural(context, scene);
    case 'deprivation':
      return deprivation(context, scene);
    case 'crime':
      return crime(context, scene);
    case 'broadband':
      return broadband(context, scene);
    default:
      return breakdown(context, scene, name);
  }
}

function breakdown(context: Context, scene: Scene, topic: TopicId): Schema<'BreakdownSection'> {
  const found = placeFigures(topic, scene.figures, scene.areas, scene.authority);
  if (!found) return { data: null, ...missingFigures(context, scene, topic) };
  const authority = figureOf(scene, topic, scene.authority);
  const nation = figureOf(scene, topic, scene.nation);
  warnOfLevel(context, scene, topic, found);
  return {
    data: breakdownOf(topic, found, authority, nation),
    ...aboutFigures(scene, found),
    comparators: {
      local_authority: authority ? { code: authority.area_code, value: null } : null,
      national: nation ? { code: nation.area_code, value: null } : null,
    },
  };
}

function population(context: Context, scene: Scene): Schema<'PopulationSection'> {
  const found = placeFigures('age', scene.figures, scene.areas, scene.authority);
  if (!found) return { data: null, ...missingFigures(context, scene, 'population') };
  warnOfLevel(context, scene, 'population', found);
  const residents = (code: string | null) => {
    const row = figureOf(scene, 'age', code);
    return row ? { code: row.area_code, value: row.total } : null;
  };
  return {
    data: populationOf(found),
    ...aboutFigures(scene, found),
    comparators: { local_authority: residents(scene.authority), national: residents(scene.nation) },
  };
}

function aboutFigures(scene: Scene, found: PlaceFigures): Omit<About, 'comparators'> {
  const { dataset, as_of } = found.rows[0]!;
  const geography =
    found.level === 'local_authority'
      ? { level: 'local_authority' as const, areas: 1, codes: [scene.authority!], apportioned: false }
      : smallAreaGeography(
          scene.areas.filter((area) => found.rows.some((row) => row.area_code === area.code)),
        );
  return { geography, as_of, source: dataset, reason: null };
}

function warnOfLevel(context: Context, scene: Scene, name: string, found: PlaceFigures): void {
  const field = `sections.${name}`;
  if (found.level === 'local_authority') {
    const message = `Figures of small areas are not loaded: these are of the whole authority ${scene.authority}.`;
    context.warn('coarser_area', field, message);
  } else if (found.covered < 0.999) {
    const share = Math.round((1 - found.covered) * 100);
    context.warn('partly_covered', field, `${share} % of the place lies in small areas without figures.`);
  }
}

function missingFigures(context: Context, scene: Scene, name: string): About {
  const source = name === 'council_tax' ? 'council-tax-bands' : CENSUS[scene.country];
  const loaded = context.loaded(source);
  const message = loaded
    ? `The loaded tables of ${source} have no ${name.replaceAll('_', ' ')} for the place.`
    : `Load ${source} to know it.`;
  return missing(context, name, loaded ? 'not_covered' : 'source_not_loaded', message);
}

function income(context: Context, scene: Scene): Schema<'IncomeSection'> {
  const none = (reason: Reason, message: string) => ({
    data: null,
    ...missing(context, 'income', reason, message),
  });
  if (scene.areas.length === 0) return none(...noSmallAreas(context));
  if (scene.areas.every((area) => area.country === 'Scotland')) {
    return none(
      'not_covered',
      'The estimates cover England and Wales; Scotland publishes none by small area openly.',
    );
  }
  if (!context.loaded('small-area-income'))
    return none('source_not_loaded', 'Load small-area-income to know it.');
  const found = incomeOf(scene.figures, scene.areas);
  if (!found) return none('not_covered', 'The loaded estimates have none of the middle areas of the place.');
  return {
    data: found.data,
    geography: {
      level: 'middle_area',
      areas: found.codes.length,
      codes: found.codes.slice(0, 20),
      apportioned: found.codes.length > 1,
    },
    as_of: found.as_of,
    source: 'small-area-income',
    comparators: NOTHING,
    reason: null,
  };
}

function urbanRural(context: Context, scene: Scene): Schema<'UrbanRuralSection'> {
  if (scene.areas.length === 0)
    return { data: null, ...missing(context, 'urban_rural', ...noSmallAreas(context)) };
  const data = urbanRuralOf(scene.figures, scene.areas);
  if (!data) {
    const loaded = context.loaded('urban-rural');
    const message = loaded
      ? 'The loaded classes have none of the small areas of the place.'
      : 'Load urban-rural to know it.';
    return {
      data: null,
      ...missing(context, 'urban_rural', loaded ? 'not_covered' : 'source_not_loaded', message),
    };
  }
  const rows = scene.figures.filter((row) => row.topic === 'urban_rural');
  return {
    data,
    geography: smallAreaGeography(
      scene.areas.filter((area) => rows.some((row) => row.area_code === area.code)),
    ),
    as_of: rows[0]!.as_of,
    source: 'urban-rural',
    comparators: NOTHING,
    reason: null,
  };
}

async function broadband(context: Context, scene: Scene): Promise<Schema<'BroadbandSection'>> {
  if (!context.loaded('ofcom-broadband')) {
    return {
      data: null,
      ...missing(context, 'broadband', 'source_not_loaded', 'Load ofcom-broadband to know it.'),
    };
  }
  const codes = [scene.authority, scene.nation].filter((code) => code !== null);
  const [row, elsewhere] = await Promise.all([
    broadbandOf(context.db, scene.place),
    broadbandAreas.rows(context.db, { codes }),
  ]);
  if (row.postcodes === 0) {
    const message = `The loaded files have no postcode of ${scene.place.label}.`;
    return { data: null, ...missing(context, 'broadband', 'not_recorded', message) };
  }
  const compared = (code: string | null) => {
    const found = elsewhere.find((area) => area.area_code === code);
    return found ? { code: found.area_code, value: found.median_down_mbps } : null;
  };
  const data = shownBroadband(row);
  return {
    data,
    geography: {
      level: 'postcode',
      areas: row.postcodes,
      codes: scene.place.postcode ? [scene.place.postcode] : [],
      apportioned: false,
    },
    as_of: data.as_of,
    source: 'ofcom-broadband',
    comparators: { local_authority: compared(scene.authority), national: compared(scene.nation) },
    reason: null,
  };
}

function coverageOf(context: Context, scene: Scene, wanted: Name[]): Schema<'Coverage'>[] {
  if (!wanted.includes('crime')) return [];
  const scotland = scene.country === 'Scotland';
  const loaded = context.loaded('police-crime');
  return [
    {
      source: 'police-crime',
      country: scene.country,
      area: null,
      status: scotland ? 'not_covered' : loaded ? 'covered' : 'not_loaded',
      note: scotland ? 'The source covers England and Wales.' : null,
    },
  ];
}
