import { rebuildDerived } from '@domesday/builds';
import { inTransaction } from '@domesday/db';
import { toDegrees } from '@domesday/geography/grid';
import { publishing } from '@domesday/loading/rebuild.query';
import { countServed } from '@domesday/loading/served.query';
import type { LoadOptions } from '@domesday/loading/types';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogueEntry } from '../src/catalogue.ts';
import { collection, feature, square } from './made-up-areas.ts';

// Every row in this file is made up.
let s: Scratch;
const STREETS = 40;
const HOMES = 12;
const postcode = (street: number) =>
  `XE${1 + (street % 2)} ${Math.floor(street / 20)}${'ABDEFGHJLNPQRSTUWXYZ'[street % 20]}A`;
const two = (n: number) => String(n).padStart(2, '0');
const tuid = (n: number) => `{0000AAAA-0000-0000-0000-${String(n).padStart(12, '0')}}`;
const uprn = (street: number, home: number) => 998_000_000_000 + street * 100 + home;

/** A line of Code-Point Open. */
const unit = (code: string, easting: number, northing = 300_000) =>
  `"${code}",10,${easting},${northing},"E92000001","","","","E06999001","E05999001"\n`;
/** A line of an address list. */
const listed = (id: number, address: string, code: string, at = ',') =>
  `${id},"${address}, HAVEN",${code},${at}\n`;
const LIST = 'UPRN,ADDRESS,POSTCODE,EASTING,NORTHING\n';
const sale = (n: number, paon: string, road: string, code: string, status = 'A', price = 200_000) =>
  `"${tuid(n)}","${price}","20${two(n % 20)}-03-${two(1 + (n % 28))} 00:00","${code}","T","N","F","${paon}","","${road}","","HAVEN","HAVEN","SEASHIRE","A","${status}"\n`;
const road = (street: number) => `${['COD', 'LING', 'KELP', 'TERN'][street % 4]}${two(street)} ROW`;

beforeAll(async () => {
  s = await scratch();
  const streets = [...Array(STREETS).keys()];
  const homes = [...Array(HOMES).keys()];
  const all = streets.flatMap((street) => homes.map((home) => ({ street, home })));
  // Derived tables are built only with the last of these loads.
  const first = (dataset: string, text: string) => s.loadText(dataset, text, { skipDerived: true });
  const lines = <T>(of: readonly T[], line: (one: T) => string) => of.map(line).join('');
  await first(
    'code-point-open',
    lines(streets, (n) => unit(postcode(n), 400_000 + n * 100)),
  );
  await first('code-point-open', unit('XF1 1AA', 410_000) + unit('XF1 1AB', 410_100));
  await first(
    'os-open-uprn',
    `UPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE\n${lines(
      all.filter(({ home }) => home % 3 === 0),
      (h) => `${uprn(h.street, h.home)},${400_000 + h.street * 100 + h.home},300010,,\n`,
    )}`,
  );
  await first(
    'address-list',
    LIST +
      lines(all, (h) =>
        listed(uprn(h.street, h.home), `${1 + h.home} ${road(h.street)}`, postcode(h.street)),
      ),
  );
  const sales = all.flatMap((h, n) => [
    sale(n * 2, String(1 + h.home), road(h.street), postcode(h.street)),
    sale(n * 2 + 1, `NUMBER ${1 + h.home}`, road(h.street), postcode(h.street)),
  ]);
  await first('price-paid', sales.join(''));
  await first('hmlr-uprn-lookup', [4, 11, 60, 61].map((n) => `${tuid(n)},${uprn(1, n % HOMES)}\n`).join(''));
  await s.loadText(
    'air-quality-areas',
    JSON.stringify(
      collection(
        [0, 1, 2].map((n) =>
          feature(
            { aqma_name: `Area ${n}`, name: `Area ${n}`, reference: `A${n}` },
            square(400_000 + n * 1300, 299_000, 2000),
          ),
        ),
      ),
    ),
  );
});
afterAll(() => s.drop());

/** Derived tables and counts, without the ids of documents, which only order them. */
const SERVED: Record<string, string> = {
  postcodes: 'select * from postcodes',
  addresses: 'select * from addresses',
  documents: 'select postcode, text, words, homes from address_documents',
  premises: `select d.postcode as of, p.*, null as document_id from address_premises p join address_documents d on d.id = p.document_id`,
  words: 'select * from address_words where documents > 0',
  marks: 'select * from address_postcode_marks',
  sales: 'select * from sales',
  small_areas: 'select * from small_areas',
  area_members: 'select * from area_members',
  area_postcodes: 'select * from area_postcodes',
  counted: 'select * from dataset_served',
  areas_counted: 'select * from dataset_served_areas',
};

async function served(): Promise<Record<string, string[]>> {
  const out: Record<string, string[]> = {};
  for (const [name, query] of Object.entries(SERVED)) {
    const rows = await s.rows(`select r::text as line from (${query}) r`);
    out[name] = rows.map((row) => String(row.line)).sort();
  }
  return out;
}

/** Rebuilds all derived tables from all loaded rows. */
async function rebuildAll(): Promise<void> {
  await inTransaction(s.database.db, (client) =>
    publishing(client, async () => {
      await client.query('delete from derived_builds');
      await client.query('delete from dataset_served');
      await client.query('delete from dataset_served_areas');
      await client.query(
        'update sales set uprn = null, uprn_confidence = null, uprn_method = null, position = null',
      );
      await rebuildDerived(client);
      const { rows } = await client.query(
        `select dataset, max(id) as id from dataset_loads where status = 'published' group by 1`,
      );
      for (const { dataset, id } of rows) await countServed(client, catalogueEntry(dataset)!, Number(id));
    }),
  );
}

/** Postcodes of the ONS directory, all in one area, which a later file replaces. */
const directory = (...rows: [code: string, easting: number, lsoa: string][]) =>
  `pcds,dointr,doterm,oslaua,oseast1m,osnrth1m,osgrdind,ctry,rgn,lsoa21,msoa21,lat,long\n${rows
    .map(([code, easting, lsoa]) => {
      const { latitude, longitude } = toDegrees(easting, 300_000);
      return `${code},199001,,E06999001,${easting},0300000,1,E92000001,E12999001,${lsoa},E02998001,${latitude},${longitude}\n`;
    })
    .join('')}`;

const SMALL: Record<string, [dataset: string, text: string]> = {
  'postcodes, one moved, one new and one gone': [
    'code-point-open',
    unit('XF1 1AA', 410_900) + unit('XF1 1AC', 400_050),
  ],
  'addresses, changed, moved to another postcode and new': [
    'address-list',
    LIST +
      listed(uprn(3, 0), '1 KELP MEWS', postcode(3)) +
      listed(uprn(4, 1), `2 ${road(5)}`, postcode(5), '403600,299500') +
      listed(uprn(1, 50), `77 ${road(1)}`, 'XF1 1AB') +
      listed(uprn(6, 51), `3 ${road(6)}`, postcode(6)),
  ],
  'positions, changed and new': [
    'os-open-uprn',
    `UPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE\n${uprn(7, 0)},405000,300500,,\n${uprn(7, 1)},400701,300010,,\n`,
  ],
  'sales, new, changed and deleted': [
    'price-paid',
    sale(5000, '5', road(9), postcode(9)) +
      sale(5001, 'NUMBER 6', road(9), postcode(9)) +
      sale(60, '31 A', road(2), postcode(2), 'C', 999) +
      sale(8, '4', road(8), postcode(8), 'C', 5) +
      sale(11, '', '', '', 'D') +
      sale(959, '', '', '', 'D'),
  ],
  'look-ups, to another home, to several and new': [
    'hmlr-uprn-lookup',
    `${tuid(61)},${uprn(5, 5)}\n${tuid(60)},${uprn(2, 6)}\n${tuid(60)},${uprn(2, 7)}\n${tuid(33)},${uprn(9, 1)}\n`,
  ],
  'the first few postcodes of another directory': [
    'onspd',
    directory(['XF1 1AA', 411_000, 'E01998001'], ['XF1 1AB', 411_500, 'E01998001']),
  ],
  'the same directory, wholly replaced': [
    'onspd',
    directory(['XF1 1AB', 412_000, 'E01998002'], ['XF1 1AD', 400_400, 'E01998001']),
  ],
};

/** The derived tables after the previous load, once rebuilt. */
let made: Record<string, string[]> | undefined;

it.each(Object.entries(SMALL))(
  'a small load gives the same derived tables as a full rebuild: %s',
  async (_, [dataset, text]) => {
    const [before] = await s.rows(
      `select 'addresses'::regclass::oid as addresses, 'address_premises'::regclass::oid as index, 'sales'::regclass::oid as sales`,
    );
    const was = made ?? (await served());
    // `force`, since the days of the sales are not later than those already served.
    await s.loadText(dataset, text, { force: true });
    const followed = await served();
    expect(followed).not.toEqual(was);
    const [after] = await s.rows(
      `select 'addresses'::regclass::oid as addresses, 'address_premises'::regclass::oid as index, 'sales'::regclass::oid as sales`,
    );
    // The tables were changed in place: none was rebuilt.
    expect(after).toEqual(before);
    // The derived tables followed only the changed rows.
    const noted = 'select changes_noted from dataset_loads order by id desc limit 1';
    expect(await s.rows(noted)).toEqual([{ changes_noted: true }]);
    await rebuildAll();
    made = await served();
    expect(followed).toEqual(made);
  },
);

it('address lists give the same changes, counts and addresses, packed or not, in any order of their UPRNs', async () => {
  const list = (...homes: [uprn: number, name: string, postcode: string][]) =>
    `UPRN,ADDRESS,POSTCODE\n${homes.map(([n, name, code]) => `${998000000000 + n},"${name}",${code}\n`).join('')}`;
  const many = Array.from({ length: 3500 }, (_, n): [number, string, string] => [
    n,
    `${n} COD LANE`,
    postcode(n % STREETS),
  ]);
  const loads: [text: string, options?: LoadOptions][] = [
    // In an order in which each pack would span most UPRNs.
    [list(...many.map((_, n) => many[(n * 1789) % many.length]!))],
    // A few homes: one with another address, one with a second spelling, one new.
    [
      list(
        [7, 'SEVEN COD LANE', 'XE1 1AA'],
        [9, '9 COD LANE', 'XE1 1AA'],
        [9, 'NINE, COD LANE', 'XE1 1AB'],
        [9000, '1 EEL ROW', 'XE1 1AB'],
      ),
    ],
    // Many homes, some of which the previous list contained, and one without a postcode.
    [list(...many.slice(5, 800), [9001, '900 COD LANE, XANBURY', ''])],
    [list([8, 'EIGHT COD LANE', 'XE1 1AA'])],
    [
      list(...many.slice(3000).map(([n, name]): [number, string, string] => [n, name, 'XE1 1AB'])),
      { replace: true, force: true },
    ],
  ];
  const statesWith = async (packs: boolean) => {
    await s.empty();
    await s.rows(`update address_index_state set packs_records = ${packs}`);
    const states = [];
    const spans: number[] = [];
    for (const [text, options] of loads) {
      const seq = (await s.rows('select last_seq from change_head'))[0].last_seq;
      await s.loadText('address-list', text, options);
      spans.push(
        (
          await s.rows('select max(upper(uprns) - lower(uprns))::integer as span from address_record_packs')
        )[0].span,
      );
      states.push({
        records: await s.rows(
          'select source, uprn, variant, address, postcode, dense_rank() over (order by load_id) as load from all_address_records() order by 2, 3',
        ),
        addresses: await s.rows('select * from addresses order by uprn'),
        premises: await s.rows(
          'select d.postcode as of, p.uprn, p.address, p.served from address_premises p join address_documents d on d.id = p.document_id order by 1, 2, 3',
        ),
        counted: await s.rows('select rows, placed from dataset_served order by load_id'),
        changes: await s.rows(
          'select dataset, change, record, uprn, postcode from changes where seq > $1 order by record::text',
          [seq],
        ),
      });
    }
    const [held] = await s.rows(
      'select (select sum(count) from address_record_packs)::integer as packed, (select count(*) from address_records)::integer as rows',
    );
    return { states, spans, held };
  };
  const packed = await statesWith(true);
  const rows = await statesWith(false);
  expect(packed.states).toEqual(rows.states);
  expect(packed.states.map(({ records }) => records.length)).toEqual([3500, 3502, 3502, 3502, 500]);
  expect(packed.states.map(({ changes }) => changes.length > 0)).toEqual(Array(5).fill(true));
  expect(packed.spans[0]).toBeLessThan(500);
  expect(packed.held).toEqual({ packed: 500, rows: 0 });
  expect(rows.held).toEqual({ packed: null, rows: 500 });
  await s.rows('update address_index_state set packs_records = true');
});
