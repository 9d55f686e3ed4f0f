import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import { warnOfPart, whyNone } from './broadband-known.ts';
import { broadbandOf } from './infrastructure.query.ts';
import { oneDecimal, shownBroadband, warnOfBlanks } from './model.ts';
import { broadbandAreas } from './profile.query.ts';
import { missing, type Scene } from './profile-scene.ts';

export async function broadband(context: Context, scene: Scene): Promise<Schema<'BroadbandSection'>> {
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
    return { data: null, ...missing(context, 'broadband', ...(await whyNone(context, scene.place, row))) };
  }
  const compared = (code: string | null) => {
    const found = elsewhere.find((area) => area.area_code === code);
    return found ? { code: found.area_code, value: oneDecimal(found.median_down_mbps) } : null;
  };
  const comparators = { local_authority: compared(scene.authority), national: compared(scene.nation) };
  const named = {
    local_authority: scene.authority && (scene.place.local_authority_name ?? scene.authority),
    national: scene.nation && scene.country,
  };
  for (const name of ['local_authority', 'national'] as const) {
    const area = named[name];
    if (area === null || comparators[name] !== null) continue;
    const message = `The loaded files tell the speed of too few postcodes of ${area}: no median of it is given.`;
    context.warn('not_covered', `sections.broadband.comparators.${name}`, message);
  }
  const data = shownBroadband(row);
  warnOfBlanks(context, data, 'sections.broadband.data');
  await warnOfPart(context, row, 'sections.broadband');
  return {
    data,
    geography: {
      level: 'postcode',
      areas: row.postcodes,
      codes: scene.place.postcode ? [scene.place.postcode] : [],
      apportioned: false,
    },
    as_of: data.as_of ?? data.speeds_as_of,
    source: 'ofcom-broadband',
    comparators,
    reason: null,
  };
}
