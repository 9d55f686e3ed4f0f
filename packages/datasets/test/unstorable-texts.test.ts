import { plainText } from '@domesday/loading/plain-text';
import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collection, feature, square } from './made-up-areas.ts';

// PostgreSQL stores neither a NUL nor half of a surrogate pair. Everything here is made up.
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const SMILE = '\u{1f600}';
const HALF = '\ud83d';
const options = { force: true, skipDerived: true };
const areas = (properties: object) =>
  JSON.stringify(collection([feature(properties, square(300_000, 200_000, 500))]));
const advert = (column: string, text: string, reference = 'A') =>
  `reference,listing_type,price,address,${column}\n${reference},sale,300000,"4 Made Up Row, XE1 1AA","${text}"\n`;
const message = (agent_ref: string, summary: string) => ({
  branch: { branch_id: `7${HALF}`, channel: 1 },
  property: {
    agent_ref,
    property_type: 3,
    status: 1,
    address: { house_name_number: '4', address_2: 'Made Up Row', postcode_1: 'XE1', postcode_2: '1AA' },
    price_information: { price: 300_000 },
    details: { summary },
  },
});
const plan = (uid: string, description: string) => ({ uid, description, authority_name: `Xanshire${HALF}` });

describe('a text that is cut within a surrogate pair', () => {
  it.each([
    ['of an unread figure', 'listings-csv', advert('bathrooms', `${'x'.repeat(39)}${SMILE}`), 'xxx".'],
    ['of an unknown word', 'noise-wales', areas({ noiseclass: `${'x'.repeat(39)}${SMILE}` }), 'xxx" (1).'],
  ])('does not stop the load: %s', async (_what, dataset, file, end) => {
    const { rows_published, checks } = await bench.load(dataset, 'rail.geojson', file, options);
    expect(rows_published).toBe(1);
    const details = checks.map(({ detail }) => detail).filter((detail) => /xxx|aaa/.test(detail));
    expect(details).toEqual([
      expect.stringContaining(end.replaceAll('x', dataset === 'noise-wales' ? 'x' : 'a')),
    ]);
  });

  it('ends with the character before the pair', async () => {
    await bench.load(
      'listings-csv',
      'a_20261101.csv',
      advert('summary', `${'x'.repeat(498)}${SMILE}yy`, 'S'),
      options,
    );
    const plans = JSON.stringify({ records: [plan('X/1', `${'x'.repeat(3999)}${SMILE}`)] });
    await bench.load('planning-applications', 'plans.json', plans, options);
    await bench.load(
      'planning-data',
      'areas.geojson',
      areas({ dataset: 'conservation-area', reference: 'R', name: `${'x'.repeat(498)}${SMILE}yy` }),
      options,
    );
    const texts = await bench.rows(`
      select right(summary, 2) as text from listings where reference = 'S' union all
      select right(description, 2) from planning_applications union all select right(name, 2) from areas where reference = 'R'`);
    expect(texts.map(({ text }) => text)).toEqual(['x…', 'xx', 'x…']);
  });
});

describe('JSON with a NUL or half of a surrogate pair', () => {
  it('is loaded without them from a feed of adverts', async () => {
    const feed = JSON.stringify([message('B\u0000', `A home${HALF}.`), message('C', 'A home.')]);
    expect(await bench.load('listings-rtdf', 'a_20261101.json', feed, options)).toMatchObject({
      rows_published: 2,
      rows_rejected: 0,
    });
    expect(
      await bench.rows("select id, summary from listings where source = 'listings-rtdf' order by id"),
    ).toEqual([
      { id: 'rtdf:7:B', summary: 'A home.' },
      { id: 'rtdf:7:C', summary: 'A home.' },
    ]);
  });

  it('is quoted without them in the reason for a refused row', async () => {
    const status = `lo\u0000st${HALF}`;
    const update = JSON.stringify({ listing_reference: 'D', pricing: {}, life_cycle_status: status });
    await expect(bench.load('listings-zpg', 'u_20261101.json', update, options)).rejects.toThrow(
      'None of 1 row',
    );
    expect(await bench.reasons()).toContain('The life_cycle_status "lost" is not known.');
  });

  it('is loaded without them from areas, with their attributes', async () => {
    const file = areas({ hld_ref: `H${HALF}1`, site_name: `Tip\u0000${HALF}`, lic_hold: `Made${HALF} up` });
    expect(await bench.load('historic-landfill', 'l.geojson', file, options)).toMatchObject({
      rows_published: 1,
    });
    const [area] = await bench.rows("select reference, name, attributes::text from areas where name = 'Tip'");
    expect(JSON.stringify(area)).not.toMatch(/\\ufffd|\ufffd/i);
  });

  it('is loaded without them from planning applications', async () => {
    const file = JSON.stringify({ records: [plan(`Y/1${HALF}`, `A \u0000porch${HALF}`)] });
    expect(await bench.load('planning-applications', 'more.json', file, options)).toMatchObject({
      rows_published: 1,
    });
    expect(
      await bench.rows(
        "select reference, description, authority_name from planning_applications where reference like 'Y%'",
      ),
    ).toEqual([{ reference: 'Y/1', description: 'A porch', authority_name: 'Xanshire' }]);
  });
});

it('a numeric HTML entity for half of a surrogate pair is dropped', () => {
  expect(plainText('A home&#55357;&#56832; &#55357; here')).toBe(`A home${SMILE} here`);
});
