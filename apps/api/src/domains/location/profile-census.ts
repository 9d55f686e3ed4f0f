import type { Schema } from '@domesday/contract';
import type { TopicId } from '@domesday/loading/kinds/area-figures/topics';
import type { Context } from '../../http/handler.ts';
import { warnOf2011 } from './profile-areas.ts';
import { breakdownOf, countedIn, type PlaceFigures, placeFigures, populationOf } from './profile-model.ts';
import {
  type About,
  areasFor,
  figureOf,
  missing,
  percentOf,
  type Scene,
  smallAreaGeography,
  sourceOfTopic,
  warnOfPart,
} from './profile-scene.ts';

export function breakdown(context: Context, scene: Scene, topic: TopicId): Schema<'BreakdownSection'> {
  const found = placeFigures(topic, scene.figures, areasFor(scene, topic), scene.authority, scene.country);
  if (!found) return { data: null, ...missingFigures(context, scene, topic) };
  if (countedIn(found) === 0) return { data: null, ...noneCounted(context, topic) };
  const authority = figureOf(scene, topic, scene.authority);
  const nation = figureOf(scene, topic, scene.nation);
  warnOfLevel(context, scene, topic, found);
  warnOf2011(context, topic, areasFor(scene, topic), scene.areas);
  const comparators = {
    local_authority: authority ? { code: authority.area_code, value: null } : null,
    national: nation ? { code: nation.area_code, value: null } : null,
  };
  warnOfComparators(context, scene, topic, comparators);
  return {
    data: breakdownOf(topic, found, authority, nation),
    ...aboutFigures(context, scene, topic, found),
    comparators,
  };
}

export function population(context: Context, scene: Scene): Schema<'PopulationSection'> {
  const found = placeFigures('age', scene.figures, areasFor(scene, 'age'), scene.authority, scene.country);
  if (!found) return { data: null, ...missingFigures(context, scene, 'population') };
  if (countedIn(found) === 0) return { data: null, ...noneCounted(context, 'population') };
  warnOfLevel(context, scene, 'population', found);
  warnOf2011(context, 'population', areasFor(scene, 'age'), scene.areas);
  const residents = (code: string | null) => {
    const row = figureOf(scene, 'age', code);
    return row ? { code: row.area_code, value: row.total } : null;
  };
  const comparators = { local_authority: residents(scene.authority), national: residents(scene.nation) };
  warnOfComparators(context, scene, 'population', comparators);
  return { data: populationOf(found), ...aboutFigures(context, scene, 'population', found), comparators };
}

/**
 * Warns if the loaded tables have no row for the whole authority or nation, so that there is nothing to compare with.
 */
function warnOfComparators(
  context: Context,
  scene: Scene,
  name: string,
  comparators: Schema<'ProfileComparators'>,
): void {
  const lacking = [
    ...(comparators.local_authority === null ? ['authority'] : []),
    ...(comparators.national === null ? ['nation'] : []),
  ];
  if (lacking.length === 0) return;
  const source = sourceOfTopic(name, scene.country);
  const message = `The loaded tables of ${source} have no row of the ${lacking.join(' and no row of the ')}: there is nothing to compare with.`;
  context.warn('not_covered', `sections.${name}.comparators`, message);
}

function aboutFigures(
  context: Context,
  scene: Scene,
  name: string,
  found: PlaceFigures,
): Omit<About, 'comparators'> {
  nameOthers(context, scene, name, found);
  const topic = name === 'population' ? 'age' : name;
  const { dataset, as_of } = found.rows[0]!;
  const geography =
    found.level === 'local_authority'
      ? { level: 'local_authority' as const, areas: 1, codes: [scene.authority!], apportioned: false }
      : smallAreaGeography(
          areasFor(scene, topic).filter((area) => found.rows.some((row) => row.area_code === area.code)),
        );
  return { geography, as_of, source: dataset, reason: null };
}

function warnOfLevel(context: Context, scene: Scene, name: string, found: PlaceFigures): void {
  const field = `sections.${name}`;
  if (found.level === 'local_authority') {
    const name = scene.place.local_authority_name ?? scene.authority;
    const why =
      scene.areas.length === 0
        ? 'The small area of the place is not known'
        : 'No loaded table tells figures of its small areas';
    const message = `${why}: these are of the whole authority ${name}.`;
    context.warn('coarser_area', field, message);
    return;
  }
  const without = 1 - found.covered - found.unlike;
  warnOfPart(context, name, without, { lack: 'without figures' });
  if (found.unlike > 0.001)
    context.warn(
      'not_comparable',
      field,
      `${percentOf(found.unlike)} of the place lies in another nation, whose ${name === 'council_tax' ? 'bands are of other values' : 'census counts other classes'}: it is left out.`,
    );
}

/**
 * Warns if figures of several nations' censuses, which are of different years, are added up, as happens near a border.
 */
function nameOthers(context: Context, scene: Scene, name: string, { rows }: PlaceFigures): void {
  const editions = new Map(rows.map(({ dataset, as_of }) => [`${dataset} of ${as_of}`, dataset]));
  if (editions.size === 1) return;
  for (const dataset of editions.values()) scene.also.add(dataset);
  context.warn(
    'several_dates',
    `sections.${name}`,
    `The figures of ${[...editions.keys()].join(' and ')} are added up here; source and as_of name the first.`,
  );
}

/** Where the count is 0 there are no shares; publishers also round small counts to 0. */
function noneCounted(context: Context, name: string): About {
  const message = 'The publisher counts none here, or so few that it rounds them to 0: there are no shares.';
  return missing(context, name, 'insufficient_sample', message);
}

function missingFigures(context: Context, scene: Scene, name: string): About {
  const source = sourceOfTopic(name, scene.country)!;
  const loaded = context.loaded(source);
  const message = loaded
    ? `The loaded tables of ${source} have no ${name.replaceAll('_', ' ')} for the place.`
    : `Load ${source} to know it.`;
  return missing(context, name, loaded ? 'not_covered' : 'source_not_loaded', message);
}
