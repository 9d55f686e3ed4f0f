import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { authorityCodes, byCodeOf } from '@domesday/loading/authority-codes';
import { type ApiError, notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import type { FieldSource } from '../../http/meta/licences.ts';
import { cachedRows } from '../../http/meta/release-cache.ts';
import { type Country, geographyOf, inWords, type Place, placeSources } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { type AreaShare, type FiguresRow, figuresOf, nationOf } from './profile.query.ts';
import { betterKnown, lacksAreas, smallAreas, smallAreasOf2011, standInFor } from './profile-areas.ts';
import { broadband } from './profile-broadband.ts';
import { breakdown, population } from './profile-census.ts';
import { crime } from './profile-crime.ts';
import { deprivation } from './profile-deprivation.ts';
import { type About, CENSUS, DEPRIVATION, type Scene, sourceOfTopic } from './profile-scene.ts';
import { income, urbanRural } from './profile-small-areas.ts';

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
  const requested = await resolveLocation(context, query);
  const { place, areas } = await areasOf(context, requested);
  const country = place.country ?? commonest(areas);
  const scene: Scene = {
    place,
    areas,
    areas_by_topic: new Map(),
    country,
    authority: place.local_authority_code,
    nation: (await nations(context, { country }))[0]?.code ?? null,
    figures: [],
    unpoliced: [],
    also: new Set(),
  };
  scene.figures = await readFigures(context, scene, wanted);
  const used = new Set<string>(placeSources(requested));
  const sections: Record<string, unknown> = {};
  const fields: FieldSource[] = [];
  const nulls: { name: Name; reason: Reason }[] = [];
  for (const name of wanted) {
    const section = await sectionOf(context, scene, name);
    if (section.source) {
      used.add(section.source);
      fields.push(...fieldsOf(scene, name, section.source));
    }
    sections[name] = section;
    if (section.reason) nulls.push({ name, reason: section.reason });
  }
  if (nulls.length === wanted.length) throw nothingKnown(requested, nulls);
  return {
    sections: sections as Response['sections'],
    meta: context.meta({
      basis: 'register',
      geography: geographyOf(requested, place),
      coverage: coverageOf(context, scene, sections.crime as Schema<'CrimeSection'> | undefined),
      datasets: [...new Set([...used, ...scene.also])],
      fields,
    }),
  };
}

/** The datasets behind a section: near a border those of each nation; for the rates of crime also the census. */
function fieldsOf({ country, areas }: Scene, name: Name, source: string): FieldSource[] {
  const nations = [...new Set([country, ...areas.map((area) => area.country)])];
  const residents = nations.map((nation) => CENSUS[nation]);
  if (name === 'crime')
    return [
      ['sections.crime', source],
      ...['data.per_1000', 'comparators.local_authority', 'comparators.national'].flatMap((rate) =>
        residents.map((census): FieldSource => [`sections.crime.${rate}`, census]),
      ),
    ];
  const of =
    name === 'deprivation'
      ? nations.map((nation) => DEPRIVATION[nation])
      : Object.values(CENSUS).includes(source)
        ? residents
        : [];
  return [...new Set([source, ...of])].map((id): FieldSource => [`sections.${name}`, id]);
}

/** The free 404 where no section has an answer. The warning of each section says why. */
function nothingKnown(place: Place, nulls: { name: Name; reason: Reason }[]): ApiError {
  const unloaded = nulls.every((section) => section.reason === 'source_not_loaded');
  const names = nulls.map((section) => section.name.replaceAll('_', ' ')).join(', ');
  return notFound(
    unloaded ? 'source_not_loaded' : 'not_covered',
    unloaded
      ? `What is loaded does not tell ${names} of ${inWords(place)}: the details say what to load.`
      : `No loaded source covers ${names} of ${inWords(place)}: the details say why.`,
  );
}

const nations = cachedRows(nationOf);

async function areasOf(
  context: Context,
  place: Place,
): Promise<{ place: Place; areas: readonly AreaShare[] }> {
  const areas = await smallAreas(context, place);
  if (areas.length > 0) return { place, areas };
  const stand_in = await standInFor(context, place);
  if (stand_in !== null) return { place: stand_in, areas: await smallAreas(context, stand_in) };
  // Without small areas, the figures of the whole authority are used.
  if (place.local_authority_code !== null && place.country !== null) return { place, areas };
  if (!context.loaded('onspd')) {
    throw notFound('source_not_loaded', 'Small areas come from the ONS Postcode Directory: load onspd.', [
      { field: null, issue: 'onspd is not loaded' },
    ]);
  }
  throw notFound('insufficient_data', `No live postcode with a small area lies in ${inWords(place)}.`, [
    { field: null, issue: 'the place holds no postcode with a small area' },
  ]);
}

function commonest(areas: readonly AreaShare[]): Country {
  const weights = new Map<Country, number>();
  for (const area of areas) weights.set(area.country, (weights.get(area.country) ?? 0) + area.share);
  return [...weights].sort((a, b) => b[1] - a[1])[0]![0];
}

/**
 * Reads all topics at once, and a second time for topics whose figures are by the areas of 2011. Crime needs the
 * residents, so the topic age.
 */
async function readFigures(context: Context, scene: Scene, wanted: Name[]): Promise<FiguresRow[]> {
  const topics = new Set<string>(wanted.filter((name) => (BREAKDOWNS as readonly string[]).includes(name)));
  if (wanted.includes('population') || wanted.includes('crime')) topics.add('age');
  for (const name of ['income', 'urban_rural'] as const) if (wanted.includes(name)) topics.add(name);
  if (topics.size === 0) return [];
  const codesOf = (areas: readonly AreaShare[]) => [
    ...areas.map((area) => area.code),
    ...(topics.has('income') ? areas.flatMap((area) => area.msoa_code ?? []) : []),
  ];
  const codes = [
    ...codesOf(scene.areas),
    ...(scene.nation ? [scene.nation] : []),
    ...authorityCodes(scene.authority),
  ];
  const rows = byCodeOf(scene.authority, await figuresOf.rows(context.db, { topics: [...topics], codes }));
  const lacking = [...topics].filter((topic) =>
    lacksAreas(context, scene.areas, (country) => sourceOfTopic(topic, country), hasFigures(rows, topic)),
  );
  if (lacking.length === 0) return rows;
  const areas2011 = await smallAreasOf2011(context, scene.place);
  const more = codesOf(areas2011).filter((code) => !codes.includes(code));
  if (more.length > 0) rows.push(...(await figuresOf.rows(context.db, { topics: lacking, codes: more })));
  for (const topic of lacking)
    scene.areas_by_topic.set(topic, betterKnown(scene.areas, areas2011, hasFigures(rows, topic)));
  return rows;
}

function hasFigures(rows: FiguresRow[], topic: string): (area: AreaShare) => boolean {
  const codes = new Set(rows.filter((row) => row.topic === topic).map((row) => row.area_code));
  return (area) => codes.has((topic === 'income' ? area.msoa_code : area.code) ?? '');
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

function coverageOf(
  context: Context,
  scene: Scene,
  crimes: Schema<'CrimeSection'> | undefined,
): Schema<'Coverage'>[] {
  if (!crimes) return [];
  const scotland = scene.country === 'Scotland' && crimes.reason !== null;
  const loaded = context.loaded('police-crime');
  return [
    {
      source: 'police-crime',
      country: scene.country,
      area: null,
      status: scotland ? 'not_covered' : loaded ? policed(scene, crimes) : 'not_loaded',
      note: scene.country === 'Scotland' ? 'The source covers England and Wales.' : null,
    },
  ];
}

/** Whether the loaded months have the forces of all authorities of the place. */
function policed(scene: Scene, { reason }: Schema<'CrimeSection'>): 'covered' | 'partial' | 'not_covered' {
  if (reason !== null) return 'not_covered';
  return scene.unpoliced.length > 0 ? 'partial' : 'covered';
}
