import { columnTable } from '@domesday/loading/columns';
import { brmaKey } from '@domesday/loading/kinds/rental-markets/key';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { postcodeOf, quoted } from '@domesday/loading/values';
import { publishBrmaLookup } from './publish.query.ts';
import { source } from './source.ts';

/** Cache of the keys of area names. */
interface Keys {
  keys: Map<string, string>;
}

/**
 * The broad rental market area of each postcode, as a table: a column of full postcodes, one with the name of the
 * area, and its code if present. Known headers: `postcode,brma_code,brma` and `country,PCD,PCD2,PCDS,brma,brma_name`,
 * where `brma` is the code. Sectors and outcodes are refused: without a space they are ambiguous, and area boundaries
 * cut through them. Rows of Northern Ireland are skipped. Tested with made-up files only.
 */
const table = columnTable<Keys, { area: string }>()(
  {
    postcode: {
      type: 'text not null',
      from: ['postcode', 'post_code', 'pcds', 'pcd', 'pcd2'],
      read: (text) => postcodeOf(text),
    },
    brma_key: {
      type: 'text not null',
      read: (_, { file, made }) => {
        let key = file.keys.get(made.area);
        if (key === undefined) {
          key = brmaKey(made.area);
          file.keys.set(made.area, key);
        }
        return key;
      },
    },
    name: {
      type: 'text not null',
      from: ['brma', 'brma_name', 'broad_rental_market_area'],
      read: (_, row) => row.made.area,
    },
    code: { type: 'text', from: ['brma_code', 'brma code', 'code'], optional: true },
    brma_name: { from: ['brma_name', 'brma name'], optional: true },
    brma: { from: ['brma'], optional: true },
  },
  (row) => {
    const text = row.raw('postcode');
    if (/^\s*BT\d/i.test(text ?? '')) return row.skip('The postcode lies in Northern Ireland.');
    if (postcodeOf(text) === null) return row.refuse(`${quoted(text)} is not a full postcode.`);
    const area = row.text('name');
    return area === null || area === 'NA' ? row.refuse('The row names no area.') : { area };
  },
);

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: false,
  comparedWhole: true,
  maxFieldChars: 500,
  staging: table.staging,
  recognise,
  publish: publishBrmaLookup,
};

function recognise(head: Head): Layout | Refusal {
  const found = table.find('a postcode to BRMA look-up', head);
  if ('refused' in found) return found;
  const { brma, brma_name, code } = found.at;
  // If there is a column of names, `brma` is the code.
  const at = brma_name === -1 ? found.at : { ...found.at, name: brma_name, code: code === -1 ? brma : code };
  const file = { keys: new Map<string, string>() };
  return table.layout({ name: 'postcode look-up', ...found, at, width: undefined, file });
}
