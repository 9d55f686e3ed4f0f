import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import { warnOf2011 } from './profile-areas.ts';
import { incomeOf, urbanRuralOf } from './profile-model.ts';
import {
  areasFor,
  missing,
  NOTHING,
  noSmallAreas,
  type Scene,
  smallAreaGeography,
  warnOfPart,
} from './profile-scene.ts';

export function income(context: Context, scene: Scene): Schema<'IncomeSection'> {
  const none = (reason: Schema<'NullReason'>, message: string) => ({
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
  const areas = areasFor(scene, 'income');
  const found = incomeOf(scene.figures, areas);
  if (!found) return none('not_covered', 'The loaded estimates have none of the middle areas of the place.');
  warnOfPart(context, 'income', 1 - found.covered, {
    lack: 'without an estimate, which the mean leaves out',
    level: 'middle',
  });
  const years = scene.figures.flatMap(({ topic, area_code, as_of }) =>
    topic === 'income' && found.codes.includes(area_code) ? [as_of] : [],
  );
  if (new Set(years).size > 1) {
    const years_text = [...new Set(years)].sort().join(' and ');
    const message = `The mean is of estimates of ${years_text}: no year is loaded for the whole place. as_of is that of the first area.`;
    context.warn('several_dates', 'sections.income', message);
  }
  warnOf2011(context, 'income', areas, scene.areas);
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

export function urbanRural(context: Context, scene: Scene): Schema<'UrbanRuralSection'> {
  if (scene.areas.length === 0)
    return { data: null, ...missing(context, 'urban_rural', ...noSmallAreas(context)) };
  const areas = areasFor(scene, 'urban_rural');
  const data = urbanRuralOf(scene.figures, areas);
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
  const weightOf = (some: typeof areas) => some.reduce((sum, { share }) => sum + share, 0);
  const classed = areas.filter((area) => rows.some((row) => row.area_code === area.code));
  warnOfPart(context, 'urban_rural', 1 - weightOf(classed) / weightOf(areas), { lack: 'without a class' });
  warnOf2011(context, 'urban_rural', areas, scene.areas);
  const years = classed.map(({ code }) => rows.find((row) => row.area_code === code)!.as_of);
  if (new Set(years).size > 1) {
    const years_text = [...new Set(years)].sort().join(' and ');
    const message = `The classes are of ${years_text}: no edition is loaded for the whole place. as_of is that of the first area.`;
    context.warn('several_dates', 'sections.urban_rural', message);
  }
  return {
    data,
    geography: smallAreaGeography(classed),
    as_of: years[0]!,
    source: 'urban-rural',
    comparators: NOTHING,
    reason: null,
  };
}
