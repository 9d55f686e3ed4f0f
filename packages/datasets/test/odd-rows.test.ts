import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { datasetIds } from '@domesday/datasets/catalogue';
import { registry } from '@domesday/datasets/registry';
import { sampleRecords } from '@domesday/files/header';
import { entriesOf } from '@domesday/files/unpack';
import { isLayout, openEntry } from '@domesday/loading/recognise';
import { type CopyValue, type Layout, Skipped, type TableModule } from '@domesday/loading/types';
import { SANDBOX_DATASETS, type SandboxManifestEntry, writeSandbox } from '@domesday/sandbox';
import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const GUARDS = { maxBytes: 1e9, maxRatio: 1000, maxEntries: 1000 };
/** A row that ends early, and a row with `constructor`, the name of an inherited member of every object. */
const CUT = (fields: string[], at: number) => fields.slice(0, at);
const ODD = (fields: string[], at: number) => fields.map((field, i) => (i === at ? 'constructor' : field));

let folder: string;
let written: SandboxManifestEntry[];
let bench: Bench;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-odd-rows-'));
  written = (await writeSandbox(folder, { datasets: datasetIds })).files;
  bench = await openBench();
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

interface Read {
  layout: Layout;
  rows: string[][];
}

/** The layouts of the made-up files of a dataset, each with a few of its rows. */
async function* readingsOf(dataset: TableModule): AsyncGenerator<Read> {
  for (const { path, mapping } of written.filter((entry) => entry.dataset === dataset.id)) {
    const parsed_mapping = mapping ? dataset.readMapping!(await readFile(mapping, 'utf8')) : null;
    const paths = (await stat(path)).isFile()
      ? [path]
      : (await readdir(path, { recursive: true })).map((name) => join(path, name));
    for (const one of paths) {
      const { size } = await stat(one);
      const file = { uri: one, name: basename(one), path: one, bytes: size, hash: '' };
      if (!(await stat(one)).isFile()) continue;
      for await (const entry of entriesOf(file, { guards: GUARDS })) {
        const { verdict, head, rest } = await openEntry(entry, dataset, parsed_mapping, file.name);
        await rest.return(undefined);
        if (!isLayout(verdict)) continue;
        yield {
          layout: verdict,
          rows: sampleRecords(head.text.slice(verdict.dataOffset), 3, verdict.delimiter),
        };
      }
    }
  }
}

describe('a row that ends early or has an unknown code word', () => {
  const tables = Object.values(registry).filter(
    (module): module is TableModule =>
      'recognise' in module && (SANDBOX_DATASETS as readonly string[]).includes(module.id),
  );
  it.each(tables.map((module) => [module.id, module] as const))(
    '%s: affects no other row',
    async (_, module) => {
      let read = 0;
      for await (const { layout, rows } of readingsOf(module)) {
        read += rows.length;
        for (const row of rows)
          for (const odd of [CUT, ODD])
            for (let at = 0; at < row.length; at++) {
              const values: CopyValue[] = [];
              const outcome = layout.map(odd(row, at), values);
              if (outcome instanceof Skipped) continue;
              if (outcome !== null) expect(outcome).not.toMatch(/"?(undefined|null)"?/);
              else expect(values.filter((value) => typeof value === 'function')).toEqual([]);
            }
      }
      expect(read).toBeGreaterThan(0);
    },
  );
});

describe('a feed message of an unknown format', () => {
  const update = { listing_reference: 'Z1', pricing: { transaction_type: 'sale', price: 1000 } };
  const zpg = { ...update, location: { street_name: 'Made Up Row' } };
  const lines = (...messages: object[]) => messages.map((message) => JSON.stringify(message)).join('\n');

  it('is refused, and the others are loaded', async () => {
    const result = await bench.load('listings-zpg', 'z_20261001.ndjson', lines({ pricing: {} }, zpg, {}));
    expect([result.rows_read, result.rows_rejected, result.rows_published]).toEqual([3, 2, 1]);
    expect(result.reject_reasons).toEqual([{ reason: 'The line is not a message of this format.', rows: 2 }]);
  });

  it('makes the load refuse a file that has no other message', async () => {
    const error = await bench.refusal('listings-zpg', 'z_20261002.ndjson', lines({ pricing: {} }, {}));
    expect(error.message).toBe('z_20261002.ndjson is not listings-zpg: it holds no messages of that format.');
  });
});

describe('the day of an agent’s upload', () => {
  const upload = (generated: string) =>
    `#HEADER#\nVersion : 3\nEOF : '^'\nEOR : '~'\n${generated}\n#DEFINITION#\nAGENT_REF^BRANCH_ID^PRICE^STATUS_ID^ADDRESS_1^TRANS_TYPE_ID^UPDATE_DATE^~\n\n#DATA#\nA^77^300000^0^4 Made Up Row^1^02-Oct-2026 09:00^~\n#END#\n`;
  it.each([
    ['77.blm', 'Generated Date : 03-Oct-2026 16:00', '2026-10-03'],
    ['77.blm', 'Generated Date : 2026-10-04', '2026-10-04'],
    // A branch number may look like a day.
    ['20191331.blm', '', '2026-10-02'],
  ])('of %s with "%s" is %s', async (name, generated, day) => {
    await bench.rows('truncate listings, listing_events');
    await bench.load('listings-blm', name, upload(generated));
    expect(await bench.rows('select last_seen::text, updated_on::text from listings')).toEqual([
      { last_seen: day, updated_on: '2026-10-02' },
    ]);
  });
});

it('warns of area dates that are no day, and reads the timestamps of a map server', async () => {
  const features = ['1972-01-03', 1_089_846_000_000, 'Aug-66', '1974 & 1983'].map((day, i) => ({
    type: 'Feature',
    properties: { reference: String(i), 'designation-date': day },
    geometry: { type: 'Point', coordinates: [-1.5, 53] },
  }));
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  const mapping = { kind: 'conservation-area' };
  const { checks } = await bench.load('planning-data', 'areas.geojson', text, { mapping });
  expect(checks.filter(({ name }) => name.startsWith('unread.'))).toEqual([
    {
      name: 'unread.designated_on',
      status: 'warn',
      detail:
        'designated_on is not stored for 2 rows, because the text was not understood, such as one of the form "aaa-99".',
    },
  ]);
  expect(await bench.rows('select designated_on::text as day from areas order by reference')).toEqual([
    { day: '1972-01-03' },
    // 23:00 in UTC on the day before, as midnight in a British summer is stored.
    { day: '2004-07-15' },
    { day: null },
    { day: null },
  ]);
});
