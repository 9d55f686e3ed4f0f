import { sandboxSamples } from '@domesday/sandbox';
import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
const samples = sandboxSamples();
const entry = operationTable.find((operation) => operation.id === 'risks.get')!;

beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const risks = async (uprn: number | string, types?: string, key?: string) =>
  api.call(`/risks/${uprn}${types ? `?types=${types}` : ''}`, key ? { key } : {});

/** One home inside an area of a kind, and one of the same nation outside all of them. */
async function homes(kind: string, country: string): Promise<{ inside: number; outside: number }> {
  const inside = `select m.uprn from area_members m join areas a on a.id = m.area_id where a.kind = $1`;
  const { rows } = await database.db.query(
    `select (select uprn from addresses where country = $2 and uprn in (${inside}) order by uprn limit 1) as inside,
            (select uprn from addresses where country = $2 and uprn not in (${inside}) order by uprn limit 1) as outside`,
    [kind, country],
  );
  return rows[0];
}

describe('risks.get', () => {
  it.each(['England', 'Wales', 'Scotland'] as const)(
    'gives a level or a reason for every type in %s',
    async (country) => {
      const { rows } = await database.db.query('select uprn from addresses where country = $1 limit 1', [
        country,
      ]);
      const answer = await risks(rows[0].uprn);
      expect(answer.status).toBe(200);
      expect(departures(entry, 200, answer.body)).toEqual([]);
      expect(answer.body.risks.length).toBe(8);
      for (const risk of answer.body.risks) {
        expect(risk.property_specific).toBe(false);
        expect((risk.level === null) !== (risk.reason === null), risk.type).toBe(true);
        if (risk.level !== null) expect(risk.source, risk.type).not.toBeNull();
      }
      expect(answer.body.meta.warnings.map((w: { code: string }) => w.code)).toContain(
        'not_property_specific',
      );
    },
  );

  it.each([
    ['flood_rivers_sea', 'flood-rivers-sea', 'England'],
    ['flood_rivers_sea', 'flood-rivers-sea', 'Wales'],
    ['flood_rivers_sea', 'flood-rivers-sea', 'Scotland'],
    ['historic_landfill', 'historic-landfill', 'England'],
    ['coal_mining', 'coal-reporting-area', 'Wales'],
    ['noise', 'noise-rail', 'England'],
    ['air_quality', 'air-quality-management-area', 'England'],
  ])('gives %s a level inside an area (%s, %s), and the level none outside', async (type, kind, country) => {
    const { inside, outside } = await homes(kind, country);
    const found = (await risks(inside, type)).body.risks[0];
    expect(found.level).toMatch(/^(very_low|low|medium|high)$/);
    expect(found.native_band).not.toBeNull();
    expect(found.evidence[0].kind).toContain(kind.split('-')[0]);
    const none = (await risks(outside, type)).body.risks[0];
    expect(none).toMatchObject({ level: 'none', native_band: null, evidence: [], reason: null });
  });

  it('charges eight credits for all types and one for each requested type, and nothing for types without an answer', async () => {
    const { secret } = await api.newKey({ plan: 'scale' });
    const english = samples.house.uprn;
    const charged = async (uprn: number, types?: string) =>
      Number((await risks(uprn, types, secret)).headers.get('X-Credits-Charged'));
    const all = await risks(english);
    expect(all.body.summary.types_unsupported).toEqual([]);
    expect(await charged(english)).toBe(8);
    expect(await charged(english, 'radon,noise')).toBe(2);
    // Scotland has no open national map of erosion or landfill, and no noise map is loaded.
    const scottish = samples.scottishFlat.uprn;
    const answer = (await risks(scottish)).body;
    expect(answer.summary.types_unsupported.sort()).toEqual([
      'coastal_erosion',
      'historic_landfill',
      'noise',
    ]);
    expect(await charged(scottish)).toBe(5);
    expect(await charged(scottish, 'coastal_erosion,noise')).toBe(0);
    const reason = (type: string) => answer.risks.find((r: { type: string }) => r.type === type).reason;
    expect(reason('coastal_erosion')).toBe('not_in_jurisdiction');
    expect(reason('noise')).toBe('source_not_loaded');
  });

  it('answers a key that has the credits that the quote states, alone and in a batch, and otherwise states the cost', async () => {
    const scottish = samples.scottishFlat.uprn;
    const refused = 'this call costs 8, 5 left';
    for (const way of ['alone', 'in a batch']) {
      const { secret } = await api.newKey({ monthly_cap: 5 });
      const asked = async (uprn: number) => {
        if (way === 'alone') return risks(uprn, undefined, secret);
        const body = { operation: 'risks.get', items: [{ uprn: String(uprn) }] };
        return { body: JSON.parse((await api.call('/batch', { key: secret, body })).text) };
      };
      const quote = await api.call(`/risks/${scottish}?quote=true`, { key: secret });
      expect(quote.body).toMatchObject({ would_answer: true, credits: 5 });
      expect((await asked(samples.house.uprn)).body.error.message, way).toContain(refused);
      expect((await asked(scottish)).body.error, way).toBeUndefined();
      const account = await api.call('/account', { key: secret });
      expect(account.body.credits, way).toMatchObject({ used: 5, remaining: 0 });
      expect((await asked(scottish)).body.error.message, way).toContain('this call costs 1 to 8, 0 left');
    }
  });

  it('gives null, not none, once the source does not cover the place any more', async () => {
    const { outside } = await homes('flood-rivers-sea', 'England');
    await database.db.query(
      `update area_coverage set complete = false where kind = 'flood-rivers-sea' and country = 'England'`,
    );
    const cut = (await risks(outside, 'flood_rivers_sea')).body;
    expect(cut.risks[0]).toMatchObject({ level: null, reason: 'not_covered' });
    expect(cut.meta.warnings.some((w: { message: string }) => w.message.includes('cut off'))).toBe(true);
    await database.db.query(
      `update area_coverage set complete = true where kind = 'flood-rivers-sea' and country = 'England'`,
    );
    await database.db.query(`update area_datasets set built_at = null where dataset = 'flood-risk-england'`);
    expect((await risks(outside, 'flood_rivers_sea')).body.risks[0]).toMatchObject({
      level: null,
      reason: 'not_covered',
    });
    await database.db.query(`update area_datasets set built_at = now() where dataset = 'flood-risk-england'`);
  });

  it('warns that the level of noise may be higher if noise of roads is not loaded', async () => {
    const { rows } = await database.db.query(
      `select m.uprn from area_members m join areas a on a.id = m.area_id and a.dataset_no = m.dataset_no
        where a.kind = 'noise-rail' group by m.uprn having not bool_or(a.level = 'high')
           and count(*) filter (where a.kind <> 'noise-rail') = 0 limit 1`,
    );
    const warned = async () => {
      const { body } = await risks(rows[0].uprn, 'noise');
      expect(body.risks[0].level).not.toBeNull();
      return body.meta.warnings.some((w: { code: string }) => w.code === 'partly_covered');
    };
    expect(await warned()).toBe(false);
    await database.db.query(`update area_coverage set complete = false where kind = 'noise-road'`);
    expect(await warned()).toBe(true);
    await database.db.query(`update area_coverage set complete = true where kind = 'noise-road'`);
  });

  it('warns that the level of coal mining may be higher if high risk areas are not loaded', async () => {
    const { rows } = await database.db.query(
      `select m.uprn from area_members m join areas a on a.id = m.area_id and a.dataset_no = m.dataset_no
        where a.kind like 'coal-%' group by m.uprn having bool_and(a.level = 'low') limit 1`,
    );
    const warned = async () => {
      const { body } = await risks(rows[0].uprn, 'coal_mining');
      expect(body.risks[0].level).toBe('low');
      return body.meta.warnings.some((w: { code: string }) => w.code === 'partly_covered');
    };
    expect(await warned()).toBe(false);
    const cover = (complete: boolean) =>
      database.db.query(`update area_coverage set complete = $1 where kind = 'coal-development-high-risk'`, [
        complete,
      ]);
    await cover(false);
    expect(await warned()).toBe(true);
    await cover(true);
  });

  it('warns that the level may be higher if the map is cut off or another area here has no level', async () => {
    const { rows } = await database.db.query(
      `select m.uprn, max(a.id) as area from area_members m join areas a on a.id = m.area_id and a.dataset_no = m.dataset_no
        where a.kind = 'flood-rivers-sea' group by m.uprn having not bool_or(a.level = 'high') limit 1`,
    );
    const { uprn, area } = rows[0];
    const warned = async () => {
      const { body } = await risks(uprn, 'flood_rivers_sea');
      expect(body.risks[0].level).not.toBeNull();
      return body.meta.warnings
        .filter((w: { code: string }) => w.code === 'partly_covered')
        .map((w: { message: string }) => w.message);
    };
    const cover = (complete: boolean) =>
      database.db.query(`update area_coverage set complete = $1 where kind = 'flood-rivers-sea'`, [complete]);
    expect(await warned()).toEqual([]);
    await cover(false);
    const [cut, ...more] = await warned();
    expect(cut).toContain('is cut off (flood-rivers-sea): the level may be higher for it');
    expect(more).toEqual([]);
    await cover(true);
    const { rows: added } = await database.db.query(
      `insert into areas (dataset_no, kind, scope, reference, name, band, level, geometry, box, vertices, area_sqm, load_id)
       select dataset_no, kind, scope, 'made-up', name, 'Unknown word', null, geometry, box, vertices, area_sqm, load_id
         from areas where id = $1 returning id, dataset_no`,
      [area],
    );
    const own = [added[0].dataset_no, added[0].id];
    await database.db.query('insert into area_members (dataset_no, uprn, area_id) values ($1, $3, $2)', [
      ...own,
      uprn,
    ]);
    expect(await warned()).toEqual([
      'The publisher gives no level of another area here (Unknown word): the level may be higher for it.',
    ]);
    await database.db.query('delete from area_members where dataset_no = $1 and area_id = $2', own);
    await database.db.query('delete from areas where dataset_no = $1 and id = $2', own);
  });

  it('gives null for radon, not none, free, if the atlas has no square here', async () => {
    const { secret } = await api.newKey({ plan: 'scale' });
    const uprn = samples.house.uprn;
    const known = await risks(uprn, 'radon');
    expect(known.body.risks[0].level).not.toBeNull();
    const { rows } = await database.db.query(
      `delete from area_members m using area_datasets d
        where d.no = m.dataset_no and d.dataset = 'radon' and m.uprn = $1 returning m.area_id, m.dataset_no`,
      [uprn],
    );
    const gap = await risks(uprn, 'radon', secret);
    expect(gap.body.risks[0]).toMatchObject({ level: null, reason: 'not_covered', evidence: [] });
    expect(gap.headers.get('X-Credits-Charged')).toBe('0');
    for (const { area_id, dataset_no } of rows)
      await database.db.query('insert into area_members (dataset_no, uprn, area_id) values ($1, $2, $3)', [
        dataset_no,
        uprn,
        area_id,
      ]);
  });

  it('says that a home is outside Great Britain, and not what to load', async () => {
    const uprn = samples.flat.uprn;
    const { rows } = await database.db.query('select postcode, country from addresses where uprn = $1', [
      uprn,
    ]);
    const move = (postcode: string, country: string | null) =>
      database.db.query('update addresses set postcode = $2, country = $3 where uprn = $1', [
        uprn,
        postcode,
        country,
      ]);
    await move('BT1 1AA', null);
    const { body } = await risks(uprn);
    expect(body.risks.map((risk: { reason: string }) => risk.reason)).toEqual(
      Array(8).fill('not_in_jurisdiction'),
    );
    expect(JSON.stringify(body.meta.warnings)).not.toContain('load onspd');
    const home = (await api.call(`/properties/${uprn}?fields=country`)).body;
    expect(home).toMatchObject({ country: null, meta: { warnings: [{ code: 'not_in_jurisdiction' }] } });
    for (const path of [`/location/schools?uprn=${uprn}`, `/prices/${uprn}/comparables`])
      expect(await api.call(path)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_in_jurisdiction' } },
      });
    await move('XZ9 9ZZ', null);
    const unknown = (await risks(uprn, 'radon')).body;
    expect(unknown.meta.warnings[0].message).toContain('XZ9 9ZZ is in no loaded directory');
    await move(rows[0].postcode, rows[0].country);
  });

  it('ignores areas that have ended', async () => {
    const { rows } = await database.db.query(
      `select m.uprn from area_members m join areas a on a.id = m.area_id where a.name = 'Xarrick AQMA' limit 1`,
    );
    const [risk] = (await risks(rows[0].uprn, 'air_quality')).body.risks;
    expect(risk).toMatchObject({ level: 'none', evidence: [] });
  });

  it('refuses an unknown UPRN and an unknown type, free', async () => {
    expect(await risks('998999999999')).toMatchObject({
      status: 404,
      body: { error: { code: 'uprn_not_found' } },
    });
    expect((await risks(samples.house.uprn, 'lightning')).status).toBe(422);
  });
});
