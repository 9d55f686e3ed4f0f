import { cleanText, entryOf } from '@domesday/files/values';
import { columnTable } from '@domesday/loading/columns';
import { figureEditions, NOT_DATED, newestRows } from '@domesday/loading/kinds/area-figures/editions.query';
import { FIGURE_TYPES, publishFigures } from '@domesday/loading/kinds/area-figures/publish.query';
import { SCOTTISH_CLASSES, URBAN_CLASSES } from '@domesday/loading/kinds/area-figures/topics';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { source } from './source.ts';

interface ClassFile {
  classes: Record<string, string>;
  as_of: string;
}

/**
 * Whether a small area is urban or rural, by each nation's own classes. England and Wales: the Rural Urban
 * Classification of 2021 (`LSOA21CD, RUC21CD, RUC21NM, Urban_rural_flag`). Scotland: the eight-fold
 * classification by data zone of either census (`DataZone, UrbanRural8fold2020`, `DataZone2022, UrbanRural8fold2022`,
 * `DZ_CODE, UR8FOLD`).
 */
const tableOf = (code: (string | RegExp)[], cls: (string | RegExp)[]) =>
  columnTable<ClassFile>()({
    topic: { type: FIGURE_TYPES.topic, read: () => 'urban_rural' },
    area_code: {
      type: FIGURE_TYPES.area_code,
      from: code,
      read: (text, row) => {
        const area = cleanText(text);
        if (!area) return row.skip();
        return /^[EWS]01\d{6}$/.test(area) ? area : row.refuse(`"${area}" is not the code of a small area.`);
      },
    },
    area_name: { type: FIGURE_TYPES.area_name, read: () => null },
    dataset: { type: FIGURE_TYPES.dataset, read: () => source.id },
    as_of: { type: FIGURE_TYPES.as_of, read: (_, row) => row.file.as_of },
    total: { type: FIGURE_TYPES.total, read: () => 1 },
    figures: {
      type: FIGURE_TYPES.figures,
      from: cls,
      read: (text, row) => {
        const found = cleanText(text) ?? '';
        if (entryOf(row.file.classes, found)) return JSON.stringify({ [found]: 1 });
        return row.refuse(`"${found}" is not a class: they are ${Object.keys(row.file.classes).join(', ')}.`);
      },
    },
  });
const south = tableOf(['LSOA21CD'], ['RUC21CD']);
const north = tableOf(
  ['DataZone', /^datazone20\d\d(_code)?$/, 'DZ_CODE'],
  [/^urbanrural8fold20\d\d(v\d)?$/, /^ur8_20\d\d$/, 'UR8FOLD'],
);

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: south.staging,
  maxFieldChars: 400,
  maxRecordChars: 8000,
  recognise,
  joinsEditions: true,
  check: figureEditions,
  publish: (staged) => publishFigures(staged, newestRows),
};

function recognise(head: Head): Layout | Refusal {
  const english = south.find('the Rural Urban Classification', head);
  if (!('refused' in english)) {
    const file = { classes: URBAN_CLASSES, as_of: '2021' };
    return south.layout({ name: 'LSOAs', ...english, file });
  }
  const scottish = north.find('the Scottish classification', head);
  if ('refused' in scottish) return english.missing.length < scottish.missing.length ? english : scottish;
  const file = {
    classes: SCOTTISH_CLASSES,
    as_of: editionOf(scottish.header[scottish.at.figures]!, head.name),
  };
  return north.layout({ name: 'data zones', ...scottish, file });
}

/** The year of the column, `UR8_2020`, or of the file, `DZ2011_SGUR2016_Lookup.csv`. */
function editionOf(column: string, file: string): string {
  return /20\d\d/.exec(column)?.[0] ?? /ur(?:banrural)?_?(20\d\d)/i.exec(file)?.[1] ?? NOT_DATED;
}
