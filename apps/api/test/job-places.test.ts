import { setTimeout as sleep } from 'node:timers/promises';
import { operationTable } from '@domesday/contract';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
}, 300_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const { house } = sandboxSamples();
const uprn = String(house.uprn);
const placed = { type: 'Point', coordinates: [house.longitude, house.latitude] };

async function ended(body: object): Promise<string> {
  const { body: job } = await api.call('/jobs', { body });
  for (let tries = 0; tries < 600; tries++) {
    api.clock.advance(1000);
    if ((await api.call(`/jobs/${job.id}`)).body.finished_at) break;
    await sleep(50);
  }
  return job.id;
}

const geojsonOf = async (body: object) => api.call(`/jobs/${await ended(body)}/results?format=geojson`);

const ofHomes = operationTable.filter(({ path }) => path.includes('{uprn}')).map(({ id }) => id);
it.each(ofHomes)(
  'gives the position of the home in the files of a job of %s, and names the source of positions',
  async (operation) => {
    const { body, headers } = await geojsonOf({ operation, items: [{ uprn }, { uprn: '1' }] });
    const [known, unknown] = body.features;
    expect([known.properties.status, known.geometry]).toEqual([200, placed]);
    expect([unknown.properties.status, unknown.geometry]).toEqual([404, null]);
    for (const licences of [body.licences, JSON.parse(headers.get('x-licences')!)])
      expect(licences.flatMap((one: { sources: string[] }) => one.sources)).toContain('os-open-uprn');
  },
);

it.each([
  ['rents.lha', {}, 200],
  ['valuations.sale', { exclude_licences: ['geolytix'] }, 404],
])(
  'names in NOTICE.txt each source that a file of the job names: %s %j',
  async (operation, parameters, status) => {
    await database.db.query("update dataset_loads set licence = 'Geolytix' where dataset = 'price-paid'");
    const id = await ended({ operation, area: areaOfHouse(), parameters });
    const [notice, file] = await Promise.all(
      ['notice', 'results?format=geojson'].map((path) => api.call(`/jobs/${id}/${path}`)),
    );
    expect(file!.body.features[0].properties.status).toBe(status);
    const named = (file!.body.licences as { sources: string[] }[]).flatMap(({ sources }) => sources);
    expect(named).toContain('os-open-uprn');
    for (const source of named) expect(notice!.text).toContain(source);
  },
);

it('does not name the source of positions for a job without homes', async () => {
  const { body } = await geojsonOf({ operation: 'rents.yields', items: [{ outcode: 'XE1' }] });
  expect([body.features[0].properties.status, body.features[0].geometry]).toEqual([200, null]);
  expect(body.licences.length).toBeGreaterThan(0);
  expect(JSON.stringify(body.licences)).not.toContain('os-open-uprn');
});

/** The house and everything within a metre of it. */
function areaOfHouse() {
  const step = 0.00001;
  const [west, south] = [house.longitude - step, house.latitude - step];
  const [east, north] = [house.longitude + step, house.latitude + step];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { polygon: { type: 'Polygon', coordinates: [ring] } };
}

it.each([
  ['rents.lha', {}],
  ['properties.get', { fields: 'epc,tenure' }],
  ['properties.get', { fields: ['epc'], meta: 'lean' }],
  ['properties.get', { fields: 'epc,location' }],
  ['properties.get', { fields: '' }],
])(
  'gives the position of each home of an area, whatever fields its answers have: %s %j',
  async (operation, parameters) => {
    const area = areaOfHouse();
    const { body } = await geojsonOf({ operation, area, parameters });
    const own = body.features.find((one: { properties: { ref: string } }) => one.properties.ref === uprn);
    expect([own.properties.status, own.geometry]).toEqual([200, placed]);
    expect(JSON.stringify(body.licences)).toContain('os-open-uprn');
  },
);

it('gives the position of each home, whether its input requests the location field or not', async () => {
  const items = [{ fields: 'epc' }, { fields: ['tenure', 'epc'] }, { fields: 'location' }, {}];
  const { body } = await geojsonOf({
    operation: 'properties.get',
    items: items.map((item) => ({ uprn, ...item })),
  });
  expect(body.features.map(({ geometry }: { geometry: object }) => geometry)).toEqual(
    items.map(() => placed),
  );
  expect(JSON.stringify(body.licences)).toContain('os-open-uprn');
});

it.each([
  ['valuations.rental', {}],
  ['properties.get', { fields: 'epc' }],
])('gives no position if an input excludes the licence of positions: %s', async (operation, parameters) => {
  await database.db.query(`update dataset_loads set licence = 'Terms of an operator: operator holds'
    where dataset = 'os-open-uprn'`);
  const exclude_licences = ['operator'];
  const { body } = await geojsonOf({ operation, parameters, items: [{ uprn, exclude_licences }] });
  expect([body.features[0].properties.status, body.features[0].geometry]).toEqual([200, null]);
});

it.each([
  ['a list', ['operator']],
  ['a text', 'sepa,operator'],
])(
  'gives neither positions nor their notice if all inputs exclude their licence by %s, also beside a refusal',
  async (_, exclude_licences) => {
    await database.db.query(`update dataset_loads set licence = 'Terms of an operator: operator holds'
    where dataset = 'os-open-uprn'`);
    const asked = { operation: 'valuations.sale', area: areaOfHouse(), parameters: { exclude_licences } };
    const { body, headers } = await geojsonOf(asked);
    expect(body.features.map((one: { geometry: unknown }) => one.geometry)).toEqual(
      body.features.map(() => null),
    );
    expect(body.features[0].properties.error_code).toBe('licence_excluded');
    expect(JSON.stringify(body.licences) + headers.get('x-licences')).not.toContain('os-open-uprn');
  },
);

it.each(['geojson', 'parquet', 'csv'])(
  'names no licence for a job without results yet: %s',
  async (format) => {
    const { body: job } = await api.call('/jobs', {
      body: { operation: 'valuations.sale', items: [{ uprn }] },
    });
    const { text, headers } = await api.call(`/jobs/${job.id}/results?format=${format}`);
    expect(headers.get('x-line-count')).toBe('0');
    expect(headers.get('x-licences')).toBeNull();
    expect(text).not.toContain('os-open-uprn');
  },
);
