import { readFeatures } from '@domesday/files/features/read';
import { newestDate } from '../../staging.query.ts';
import type { DatasetModule, Days, SourceItem } from '../../types.ts';
import { AREA_COLUMNS, AREA_TYPES, AreaReader } from './area-reader.ts';
import { narrowLayers, otherLayers } from './bands.query.ts';
import { coverageChecks } from './coverage-check.query.ts';
import { areaEditions } from './editions.query.ts';
import { type AreaMapping, readAreaMapping } from './mapping.ts';
import { otherPlaces } from './other-places.query.ts';
import { publishAreas, replacedAreas } from './publish.query.ts';
import { leaveOutRepeatedAreas } from './repeated.query.ts';
import type { AreaSpec } from './spec.ts';

/** Planning directions are made up to some years before they begin, and may state when they end. */
const DAYS: Record<string, { days: Days }> = {
  designated_on: { days: { ahead: 10 * 366 } },
  ended_on: { days: { ahead: 100 * 366 } },
};

/** A loader of areas: any format of `readFeatures`, any of the reference systems, one row per area. */
export function areaDataset(spec: AreaSpec): DatasetModule {
  return {
    id: spec.id,
    extent: spec.extent,
    snapshot: false,
    comparedWhole: true,
    takesMapping: true,
    staging: AREA_COLUMNS.map((name) => ({ name, type: AREA_TYPES[name], ...DAYS[name] })),
    readMapping: readAreaMapping,
    source: {
      async *rows(file, { mapping: given, guards, onBytes, days }): AsyncGenerator<SourceItem> {
        const mapping = (given ?? {}) as AreaMapping;
        const reader = new AreaReader(spec, mapping, file, days);
        const options = { guards, onBytes, ...(mapping.delimiter ? { delimiter: mapping.delimiter } : {}) };
        for await (const item of readFeatures(file, options)) yield* reader.read(item);
        yield* reader.end();
      },
    },
    leaveOutRepeated: leaveOutRepeatedAreas,
    replacedRows: (staged) => replacedAreas(staged),
    newestRecord: (staged) => newestDate(staged.client, staged.table, 'designated_on'),
    check: async (staged) => [
      ...(await areaEditions(staged.client, staged.table)),
      ...(await otherLayers(staged, spec)),
      ...(await narrowLayers(staged, spec)),
      ...(await otherPlaces(staged, spec)),
      ...(await coverageChecks(staged, spec)),
    ],
    publish: (staged) => publishAreas(staged, spec),
  };
}
