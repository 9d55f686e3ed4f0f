import { isRefused, namedColumns, wrongWidth } from '@domesday/files/named-columns';
import { cleanText } from '@domesday/files/values';
import { FIGURE_STAGING, publishFigures } from '@domesday/loading/kinds/area-figures/publish.query';
import { SCOTTISH_CLASSES, URBAN_CLASSES } from '@domesday/loading/kinds/area-figures/topics';
import {
  type CopyValue,
  type DatasetModule,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
} from '@domesday/loading/types';
import { source } from './source.ts';

/**
 * Whether a small area is urban or rural, by each nation's own classes. England and Wales: the Rural Urban
 * Classification of 2021 (`LSOA21CD, RUC21CD, RUC21NM, Urban_rural_flag`). Scotland: the eight-fold
 * classification by data zone (`DataZone, UrbanRural8fold2020`).
 */
export const dataset: DatasetModule = {
  id: source.id,
  snapshot: true,
  staging: FIGURE_STAGING,
  maxFieldChars: 400,
  maxRecordChars: 8000,
  recognise,
  publish: (staged) => publishFigures(staged),
};

function recognise(head: Head): Layout | Refusal {
  const south = namedColumns('the Rural Urban Classification', head, {
    code: ['LSOA21CD'],
    cls: ['RUC21CD'],
  });
  const north = namedColumns('the Scottish classification', head, {
    code: ['DataZone', 'DataZone2011'],
    cls: ['UrbanRural8fold2020', 'UrbanRural8fold2022', 'UR8_2020', 'UR8_2022'],
  });
  const found = isRefused(south) ? north : south;
  if (isRefused(found))
    return isRefused(south) && south.missing.length < found.missing.length ? south : found;
  const { at, header, width, dataOffset, firstLine } = found;
  const classes: Record<string, string> = isRefused(south) ? SCOTTISH_CLASSES : URBAN_CLASSES;
  const as_of = /20\d\d/.exec(header[at.cls]!)?.[0] ?? '2021';

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const code = cleanText(fields[at.code]);
    if (!code) return SKIP;
    if (!/^[EWS]01\d{6}$/.test(code)) return `"${code}" is not the code of a small area.`;
    const cls = cleanText(fields[at.cls]) ?? '';
    if (!(cls in classes)) return `"${cls}" is not a class: they are ${Object.keys(classes).join(', ')}.`;
    row[0] = 'urban_rural';
    row[1] = code;
    row[2] = null;
    row[3] = 'urban-rural';
    row[4] = as_of;
    row[5] = 1;
    row[6] = JSON.stringify({ [cls]: 1 });
    return null;
  }
  return { name: isRefused(south) ? 'data zones' : 'LSOAs', dataOffset, firstLine, map };
}
