import { departures, operationTable, sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { licencesInForce } from '../rents/demand.query.ts';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const entry = (id: string) => operationTable.find((operation) => operation.id === id)!;
const one = async (sql: string, values: unknown[] = []) => (await database.db.query(sql, values)).rows[0];
const keep = (id: string, body: unknown) => expect(departures(entry(id), 200, body)).toEqual([]);

describe('planning.applications', () => {
  it.each(['XE1 1AB', 'XW1', 'XS1'])(
    'lists applications around %s, newest first, with the age of the data',
    async (place) => {
      const location = place.includes(' ') ? `postcode=${encodeURIComponent(place)}` : `outcode=${place}`;
      const { status, body } = await api.call(
        `/planning/applications?${location}&radius_m=5000&days=3650&limit=100`,
      );
      expect(status).toBe(200);
      keep('planning.applications', body);
      expect(body.count).toBeGreaterThan(3);
      const days = body.applications.map(
        (a: { validated: string; received: string }) => a.validated ?? a.received,
      );
      expect(days).toEqual([...days].sort().reverse());
      expect(body.coverage[0]).toMatchObject({ source: 'planit', status: 'covered' });
      expect(body.coverage[0].newest_application).toMatch(/^20\d\d-/);
      const counted = Object.values(body.summary.by_status as Record<string, number>).reduce(
        (a, b) => a + b,
        0,
      );
      expect(counted).toBe(body.total);
    },
  );

  it('returns each application once over all pages', async () => {
    const path = '/planning/applications?outcode=XE1&days=3650&limit=7';
    const seen: string[] = [];
    let cursor: string | null = null;
    let total = 0;
    do {
      const { body } = await api.call(cursor ? `${path}&cursor=${cursor}` : path);
      seen.push(...body.applications.map((a: { id: string }) => a.id));
      cursor = body.next_cursor;
      total = body.total;
    } while (cursor);
    expect(total).toBeGreaterThan(14);
    expect(seen.length).toBe(total);
    expect(new Set(seen).size).toBe(total);
  });

  it('answers with an empty list if the authority is covered, and with 404 and its name if it is not', async () => {
    const empty = await api.call('/planning/applications?postcode=XE1%201AB&q=no%20such%20words&days=1');
    expect(empty).toMatchObject({ status: 200, body: { applications: [], count: 0 } });
    const { code } = await one(
      `select local_authority_code as code from postcodes where outcode = 'XS1' and local_authority_code is not null limit 1`,
    );
    await database.db.query(
      'insert into local_authorities values ($1, $2, $3) on conflict (code) do update set name = excluded.name',
      [code, 'Xarrickshire', 'made up'],
    );
    await database.db.query('delete from planning_authorities where authority_code = $1', [code]);
    const { secret } = await api.newKey({ plan: 'scale' });
    const missing = await api.call('/planning/applications?outcode=XS1', { key: secret });
    expect(missing).toMatchObject({ status: 404, body: { error: { code: 'not_covered' } } });
    expect(missing.body.error.message).toContain('Xarrickshire');
    expect(Number(missing.headers.get('X-Credits-Charged') ?? 0)).toBe(0);
  });

  it('refuses a cursor that it did not issue', async () => {
    expect((await api.call('/planning/applications?outcode=XE1&cursor=abc')).status).toBe(422);
  });

  it('gives the approval rate of all decisions, also if one status is requested', async () => {
    const asked = async (status: string) =>
      (await api.call(`/planning/applications?outcode=XE1&days=3650${status}`)).body.summary;
    const every = await asked('');
    const { approved, refused } = every.by_status;
    expect(every.approval_rate_pct).toBeCloseTo((100 * approved) / (approved + refused), 1);
    const of_refused = await asked('&status=refused');
    expect(of_refused.by_status).toEqual({ refused });
    expect(of_refused.approval_rate_pct).toBe(every.approval_rate_pct);
  });

  it('filters by status and words', async () => {
    const { description } = await one(
      `select description from planning_applications where status = 'refused' and postcode like 'XE1 %' limit 1`,
    );
    const word = description.split(' ')[1].toLowerCase();
    const { body } = await api.call(
      `/planning/applications?outcode=XE1&days=3650&status=refused&q=${encodeURIComponent(word)}`,
    );
    expect(body.total).toBeGreaterThan(0);
    for (const a of body.applications) {
      expect(a.status).toBe('refused');
      expect(`${a.description} ${a.address}`.toLowerCase()).toContain(word);
    }
  });

  it('finds words in any order, in the description and in the address', async () => {
    const [made] = (
      await database.db.query(
        `select source_id, description, address, postcode from planning_applications
          where postcode like 'XE1 %' and description like '% %' and address like '% %' order by 1 limit 1`,
      )
    ).rows;
    const words = [made.address, made.description].flatMap((text) => text.split(/[ ,]+/).toReversed());
    const q = words
      .join('  ')
      .slice(0, 100)
      .replace(/\s+\S*$/, '');
    const { body } = await api.call(
      `/planning/applications?postcode=${encodeURIComponent(made.postcode)}&days=3650&q=${encodeURIComponent(q)}`,
    );
    expect(body.applications.map((a: { description: string }) => a.description)).toContain(made.description);
    expect(body.summary.unplaced).toBe(0);
  });
});

describe('planning.hmo_register', () => {
  it.each(['XE1', 'XS1'])('lists licences in %s with the authority of their register', async (outcode) => {
    const { status, body } = await api.call(`/planning/hmo-register?outcode=${outcode}&status=any`);
    expect(status).toBe(200);
    keep('planning.hmo_register', body);
    expect(body.total).toBeGreaterThan(3);
    expect(body.coverage[0].loaded).toBe(true);
    expect(body.summary.per_1000_dwellings).toBeGreaterThan(0);
    // A licence names its authority in the same way as the register that it is in.
    const named = body.coverage.map((register: { authority: object }) => register.authority);
    for (const { authority } of body.results) expect(named).toContainEqual(authority);
    const linked = body.results.filter((r: { uprn: string | null }) => r.uprn !== null).length;
    expect(linked / body.results.length).toBeGreaterThan(0.6);
  });

  it('classifies licences as active or expired on the day of the request', async () => {
    const active = (await api.call('/planning/hmo-register?outcode=XE1')).body;
    const expired = (await api.call('/planning/hmo-register?outcode=XE1&status=expired')).body;
    const any = (await api.call('/planning/hmo-register?outcode=XE1&status=any')).body;
    const today = active.meta.as_of;
    for (const r of active.results) expect(r.expires >= today).toBe(true);
    for (const r of expired.results) expect(r.expires < today).toBe(true);
    expect(expired.total).toBeGreaterThan(0);
    expect(active.total + expired.total).toBe(any.total);
  });

  it('lists a licence as pending until the day on which it begins, and does not count it as in force before', async () => {
    const newest = await one(
      `select issued::text as first_day, (issued - 1)::text as day_before, postcode, authority_code as code
         from hmo_licences where not pending and not ended and expires > issued order by issued desc limit 1`,
    );
    const inForce = async (day: string) =>
      (await licencesInForce.one(database.db, { codes: [newest.code], day })).licences;
    for (const [day, status] of [
      [newest.day_before, 'pending'],
      [newest.first_day, 'active'],
    ]) {
      const then = await startTestApi(database, testClock(`${day}T12:00:00.000Z`));
      const asked = `postcode=${encodeURIComponent(newest.postcode)}&status=any&limit=200`;
      const { body } = await then.call(`/planning/hmo-register?${asked}`);
      await then.close();
      const told = body.results.filter((one: { issued: string }) => one.issued === newest.first_day);
      expect(told.length).toBeGreaterThan(0);
      for (const licence of told) expect(licence.status).toBe(status);
    }
    expect(await inForce(newest.first_day)).toBeGreaterThan(await inForce(newest.day_before));
  });

  it('says whether an Article 4 direction on shared houses applies', async () => {
    const inside = await one(
      `select m.uprn from area_members m join areas a on a.id = m.area_id
        where a.kind = 'article-4-direction-area' and a.attributes ->> 'permitted_development_rights' = '3L' limit 1`,
    );
    const outside = await one(
      `select uprn from addresses where local_authority_code = 'E06999001' and uprn not in
         (select m.uprn from area_members m join areas a on a.id = m.area_id where a.kind = 'article-4-direction-area') limit 1`,
    );
    const asked = async (uprn: number) => (await api.call(`/planning/hmo-register?uprn=${uprn}`)).body;
    expect((await asked(inside.uprn)).article_4).toBe(true);
    expect((await asked(outside.uprn)).article_4).toBe(false);
    const scotland = (await api.call('/planning/hmo-register?outcode=XS1')).body;
    expect(scotland.article_4).toBeNull();
    expect(
      scotland.meta.warnings.some(
        (w: { code: string; field: string }) => w.code === 'not_in_jurisdiction' && w.field === 'article_4',
      ),
    ).toBe(true);
  });

  it('agrees with valuations.hmo on Article 4, also inside a direction on something else', async () => {
    const { uprn, id, name, attributes } = await one(
      `select m.uprn, a.id, a.name, a.attributes from area_members m join areas a on a.id = m.area_id
         join energy_certificates c on c.uprn = m.uprn and c.habitable_rooms >= 4
        where a.kind = 'article-4-direction-area' and a.attributes ->> 'permitted_development_rights' = '3L'
        order by 1 limit 1`,
    );
    const both = async () => {
      const register = await api.call(`/planning/hmo-register?uprn=${uprn}`);
      const value = await api.call(`/valuations/${uprn}/hmo?rooms=5`);
      expect([register.status, value.status]).toEqual([200, 200]);
      return [register.body.article_4, value.body.article_4];
    };
    expect(await both()).toEqual([true, true]);
    await database.db.query(
      `update areas set name = 'Public houses', attributes = '{"permitted_development_rights": "3A"}' where id = $1`,
      [id],
    );
    try {
      expect(await both()).toEqual([false, false]);
    } finally {
      await database.db.query('update areas set name = $2, attributes = $3 where id = $1', [
        id,
        name,
        attributes,
      ]);
    }
  });

  it('returns each licence once over all pages, nearest first', async () => {
    const path = '/planning/hmo-register?postcode=XE1%201AB&radius_m=5000&status=any&limit=5';
    const seen: number[] = [];
    let cursor: string | null = null;
    let total = 0;
    do {
      const { body } = await api.call(cursor ? `${path}&cursor=${cursor}` : path);
      seen.push(...body.results.map((r: { distance_m: number }) => r.distance_m));
      cursor = body.next_cursor;
      total = body.total;
    } while (cursor);
    expect(total).toBeGreaterThan(5);
    expect(seen.length).toBe(total);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it('answers 404 free if no register of the authority is loaded', async () => {
    const { secret } = await api.newKey({ plan: 'scale' });
    const missing = await api.call('/planning/hmo-register?outcode=XW1', { key: secret });
    expect(missing).toMatchObject({ status: 404, body: { error: { code: 'not_covered' } } });
    expect(Number(missing.headers.get('X-Credits-Charged') ?? 0)).toBe(0);
  });
});

describe('titles.get', () => {
  it('answers with the companies of a title, whether its letters are capitals or not', async () => {
    for (const dataset of ['ccod', 'ocod']) {
      const row = await one(
        'select * from company_titles where dataset = $1 and not multiple_addresses limit 1',
        [dataset],
      );
      const { status, body } = await api.call(`/property/title/${row.title_number.toLowerCase()}`);
      expect(status).toBe(200);
      keep('titles.get', body);
      expect(body).toMatchObject({
        title_number: row.title_number,
        ownership: { type: dataset === 'ccod' ? 'uk_company' : 'overseas_company' },
      });
      expect(body.ownership.proprietors[0].name).toBe(row.proprietors[0].name);
      expect(body.ownership.proprietors[0].country_incorporated === null).toBe(dataset === 'ccod');
    }
  });

  it('links titles only to their own homes', async () => {
    const { rows } = await database.db.query(
      `select title_number from company_titles where dataset = 'ccod' and not multiple_addresses and postcode is not null order by 1 limit 20`,
    );
    let linked = 0;
    for (const { title_number } of rows) {
      const { body } = await api.call(`/property/title/${title_number}`);
      // A title number of the sandbox ends in the last five digits of its home's UPRN.
      for (const uprn of body.linked_uprns) {
        expect(uprn.slice(-5)).toBe(title_number.slice(-5));
        linked++;
      }
    }
    expect(linked).toBeGreaterThan(10);
  });

  it('says that the register has more proprietors than the file names, or that the file does not say', async () => {
    const { title_number } = await one('select title_number from company_titles order by 1 limit 1');
    const path = `/property/title/${title_number}`;
    const told = async (more: boolean | null) => {
      await database.db.query('update company_titles set more_proprietors = $1 where title_number = $2', [
        more,
        title_number,
      ]);
      const { body } = await api.call(path);
      const of_proprietors = body.meta.warnings.filter((w: { field: string }) => /^ownership/.test(w.field));
      return [body.ownership.more_proprietors, ...of_proprietors.map((w: { code: string }) => w.code)];
    };
    expect(await told(true)).toEqual([true, 'partly_covered']);
    expect(await told(null)).toEqual([null, 'not_recorded']);
    expect(await told(false)).toEqual([false]);
  });

  it('answers every form of title number that a load accepts', async () => {
    for (const title_number of ['70003Z', '1T', 'XX1', '12345']) {
      await database.db.query(
        `insert into company_titles (dataset, title_number, country, multiple_addresses, proprietors, load_id)
         select 'ccod', $1, 'England', false, '[]', min(load_id) from company_titles`,
        [title_number],
      );
      expect(await api.call(`/property/title/${title_number.toLowerCase()}`)).toMatchObject({
        status: 200,
        body: { title_number },
      });
      await database.db.query('delete from company_titles where title_number = $1', [title_number]);
    }
  });

  it('names the source of the linked address, and says why no address is linked', async () => {
    const { rows } = await database.db.query(
      'select title_number from company_titles where not multiple_addresses and postcode is not null order by 1',
    );
    const answers = [];
    for (const { title_number } of rows)
      answers.push((await api.call(`/property/title/${title_number}`)).body);
    const linked = answers.find((body) => body.linked_uprns.length > 0);
    const sources = (body: { meta: { sources: { id: string }[] } }) => body.meta.sources.map(({ id }) => id);
    expect(sources(linked)).toEqual(['ccod', 'address-list']);
    await database.db.query(
      `update addresses set source = 'epc-domestic' where uprn = $1`,
      linked.linked_uprns,
    );
    expect(sources((await api.call(`/property/title/${linked.title_number}`)).body)).toEqual([
      'ccod',
      'epc-domestic',
    ]);
    await database.db.query(
      `update addresses set source = 'address-list' where uprn = $1`,
      linked.linked_uprns,
    );

    await database.db.query(
      `update company_titles set postcode = null, address = 'LAND AT XEBB' where title_number = $1`,
      [linked.title_number],
    );
    const { body } = await api.call(`/property/title/${linked.title_number}`);
    expect(body.linked_uprns).toEqual([]);
    expect(body.meta.warnings).toContainEqual(
      expect.objectContaining({ code: 'not_recorded', field: 'linked_uprns' }),
    );
  });

  it('answers 404 free, as not in open data, for a title that no file holds', async () => {
    const { secret } = await api.newKey({ plan: 'scale' });
    const missing = await api.call('/property/title/XX999999', { key: secret });
    expect(missing).toMatchObject({ status: 404, body: { error: { code: 'title_not_in_open_data' } } });
    expect(Number(missing.headers.get('X-Credits-Charged') ?? 0)).toBe(0);
    expect(await api.call('/property/title/MID123456')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_in_jurisdiction' } },
    });
    expect((await api.call('/property/title/ABCD1234')).status).toBe(422);
  });
});

it('gives licences per 1,000 dwellings, with their sources, only if the loaded addresses cover the place', async () => {
  const path = '/planning/hmo-register?outcode=XE1&status=any&limit=1';
  const before = (await api.call(path)).body;
  const { n } = await one("select count(*) as n from addresses where postcode like 'XE1 %'");
  expect(before.summary.per_1000_dwellings).toBe(Math.round((10_000 * before.total) / n) / 10);
  // Thirteen addresses in one postcode stay.
  await database.db.query(
    `delete from addresses where postcode like 'XE1 %' and uprn not in
       (select uprn from addresses where postcode = (select min(postcode) from addresses where postcode like 'XE1 %')
         order by uprn limit 13)`,
  );
  const after = (await api.call(path)).body;
  expect([after.total, after.summary.per_1000_dwellings]).toEqual([before.total, null]);
  const warned = after.meta.warnings.map((w: { code: string; field: string }) => `${w.code} ${w.field}`);
  expect(warned).toContain('not_covered summary.per_1000_dwellings');
  const named = [before, after].map(({ meta }) => meta.sources.map(({ id }: { id: string }) => id));
  expect(named.map((ids) => ids.includes('epc-domestic'))).toEqual([true, false]);
});
