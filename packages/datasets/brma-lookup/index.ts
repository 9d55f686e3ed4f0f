import { columnsOf, missingColumns, positionOf, recordAt } from '@domesday/files/header';
import { cleanText } from '@domesday/files/values';
import { brmaKey } from '@domesday/loading/kinds/rental-markets/key';
import {
  type CopyValue,
  type DatasetModule,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
} from '@domesday/loading/types';
import { postcodeOf } from '@domesday/loading/values';
import { publishBrmaLookup } from './publish.query.ts';
import { source } from './source.ts';

/**
 * Which broad rental market area a postcode lies in, as a table: a column of full postcodes and one with the
 * name of the area, and its code where there is one. Known headers: `postcode,brma_code,brma` and
 * `country,PCD,PCD2,PCDS,brma,brma_name`, in which `brma` is the code. Sectors and outcodes are refused: written
 * without a space they cannot be told apart, and areas cut through them. Northern Ireland is passed over.
 * Met in made-up files only.
 */
export const dataset: DatasetModule = {
  id: source.id,
  snapshot: false,
  maxFieldChars: 500,
  staging: [
    { name: 'postcode', type: 'text not null' },
    { name: 'brma_key', type: 'text not null' },
    { name: 'name', type: 'text not null' },
    { name: 'code', type: 'text' },
  ],
  recognise,
  publish: publishBrmaLookup,
};

function recognise(head: Head): Layout | Refusal {
  const first = recordAt(head.text);
  const columns = columnsOf(first?.fields ?? []);
  const postcode = positionOf(columns, ['postcode', 'pcds', 'pcd', 'pcd2']);
  const named = positionOf(columns, ['brma_name', 'brma name']);
  const name = named === -1 ? positionOf(columns, ['brma', 'broad_rental_market_area', 'name']) : named;
  const code =
    positionOf(columns, ['brma_code', 'brma code', 'code']) === -1 && named !== -1
      ? positionOf(columns, ['brma'])
      : positionOf(columns, ['brma_code', 'brma code', 'code']);
  const missing = [...(postcode === -1 ? ['postcode'] : []), ...(name === -1 ? ['brma'] : [])];
  if (!first || missing.length > 0) return missingColumns('a postcode to BRMA look-up', missing);
  const keys = new Map<string, string>();

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    if (/^\s*BT\d/i.test(fields[postcode] ?? '')) return SKIP;
    const full = postcodeOf(fields[postcode]);
    if (full === null) return `"${fields[postcode]}" is not a full postcode.`;
    const area = cleanText(fields[name]);
    if (area === null || area === 'NA') return 'The row names no area.';
    let key = keys.get(area);
    if (key === undefined) {
      key = brmaKey(area);
      keys.set(area, key);
    }
    row[0] = full;
    row[1] = key;
    row[2] = area;
    row[3] = cleanText(fields[code]);
    return null;
  }
  return { name: 'postcode look-up', dataOffset: first.end, firstLine: first.nextLine, map };
}
