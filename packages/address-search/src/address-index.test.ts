import { type DbClient, inTransaction, type Queryable } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IndexBuild, rebuildAddressIndex } from './build.ts';
import { match, search } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(async () => {
  await database?.drop();
});

const rebuild = (): Promise<IndexBuild> =>
  inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));

const STREETS = ['OAKLEAF ROAD', 'MARLBY STREET', 'SALTER LANE', 'KESTREL CLOSE'];

/** Made-up homes: forty postcodes with six numbered houses and one named house each. */
async function writeHomes(client: DbClient): Promise<void> {
  let uprn = 998100000000;
  for (let p = 0; p < 60; p += 1) {
    const postcode = `XE${1 + (p % 3)} ${1 + Math.floor(p / 20)}${'ABDEFGHJLNPQRSTUWXYZ'[p % 20]}B`;
    for (let n = 0; n < 7; n += 1) {
      uprn += 1;
      const first = n === 6 ? `BRIAR LODGE ${p}, ` : `${n * 2 + 1} `;
      const address = `${first}${STREETS[p % 4]}, XANBURY, ${postcode}`.replace(/ \d+, /, ', ');
      await client.query(
        `insert into addresses (uprn, address, postcode, country, latitude, longitude, source)
         values ($1, $2, $3, 'England', 53.9, 1.5, 'address-list')`,
        [uprn, address, postcode],
      );
    }
  }
}

const tables = async (): Promise<unknown> => {
  const documents = await database.db.query(
    `select d.postcode, d.text, d.words::text as words, d.homes, p.house_order, p.house, p.suffix, p.unit, p.identity_key, p.uprn, p.address
       from address_documents d join address_premises p on p.document_id = d.id
      order by d.postcode, d.text, p.house_order`,
  );
  const words = await database.db.query(
    'select word, documents from address_words where documents > 0 order by word',
  );
  return { documents: documents.rows, words: words.rows };
};

describe('the address index', () => {
  it('is built in full once, and is not rebuilt while the addresses stay the same', async () => {
    await inTransaction(database.db, writeHomes);
    await database.db.query(
      `insert into addresses (uprn, address, postcode, source) values
         (998199999991, '124 SALTER''S YARD, XANBURY', 'XE9 1AB', 'address-list'),
         (998199999993, 'TRURO WORKS, 124 SALTER WAY, XANBURY', 'XE9 1AB', 'address-list'),
         (998199999994, '1 WORKS ROAD, XANBURY', 'XE9 1AE', 'address-list'),
         (998199999981, 'FLAT 18, HARROW COURT, XANBURY', 'XE9 1AF', 'address-list'),
         (998199999982, 'FLAT 182, HARROW COURT, XANBURY', 'XE9 1AG', 'address-list'),
         (998199999983, 'RUMLEY PRIMARY CARE CENTRE, HARROW ROAD, XANBURY', 'XE9 1AH', 'address-list'),
         (998199999984, 'RUMLEY PRIMARY, HARROW ROAD, XANBURY', 'XE9 1AJ', 'address-list'),
         (998199999985, 'FERN LODGE, PLOVER WAY, XANBURY', 'XE9 1AJ', 'address-list'),
         (998199999986, 'EAST GREEN LODGE, HARROW ROAD, XANBURY', 'XE9 1AJ', 'address-list'),
         (998199999971, 'THREE PIPPINS, PLOVER WAY, XANBURY', 'XE9 1AK', 'address-list'),
         (998199999972, 'PENNYWELL COURT, 3 PLOVER RISE, XANBURY', 'XE9 0ND', 'address-list'),
         (998199999973, 'FLAT 1, PENNYWELL COURT, 35 PLOVER RISE, XANBURY', 'XE9 0ND', 'address-list'),
         (998199999974, '4 FERNFIELD GARDENS, XANBURY', 'XE9 8LF', 'address-list'),
         (998199999998, 'A1 HOUSE, SALTER LANE, XANBURY', 'XE9 1AA', 'address-list')`,
    );
    expect((await rebuild()).mode).toBe('full');
    expect((await rebuild()).mode).toBe('unchanged');
    const hits = await search(database.db, { q: '3 oakleaf road xanbury', limit: 5 });
    expect(hits[0]!.address).toContain('3 OAKLEAF ROAD');
  });

  it('looks up a text like an outcode as a word of a name if there is no such outcode', async () => {
    expect((await search(database.db, { q: 'a1', limit: 5 })).map((hit) => hit.uprn)).toEqual([998199999998]);
    const inOutcode = await search(database.db, { q: 'xe2', limit: 5 });
    expect(inOutcode.map((hit) => hit.postcode.slice(0, 4))).toEqual(Array(5).fill('XE2 '));
  });

  it('finds a home whose number or name is typed only in part, before homes in other streets', async () => {
    const found = async (q: string) =>
      (await search(database.db, { q, limit: 5 })).map(({ address }) => address.split(',')[0]);
    expect((await found('truro works, 1'))[0]).toBe('TRURO WORKS');
    expect((await found('truro works, 12'))[0]).toBe('TRURO WORKS');
    expect(await found("124 salter'")).toContain("124 SALTER'S YARD");
  });

  it('finds a home even if the query adds a district or county that the list leaves out', async () => {
    const first = async (q: string) => (await search(database.db, { q, limit: 5 }))[0]?.address;
    expect(await first('3 oakleaf road, kestrel harrow, xanbury')).toContain('3 OAKLEAF ROAD');
    expect(await first('3 oakleaf road, kestrel harrow')).toContain('3 OAKLEAF ROAD');
    expect(await first('999 oakleaf road, kestrel harrow')).toContain('OAKLEAF ROAD');
    expect(await first('fern office block b')).toContain('FERN LODGE');
    const found = await match(database.db, { address: 'Fern Lodge, Plover Way, Kestrel Harrow, Xanbury' });
    expect(found).toMatchObject({ status: 'matched', best: { candidate: { uprn: 998199999985 } } });
    // If the commas were dropped, East Green would be read as a street.
    const flat = await match(database.db, { address: 'Flat 182, Harrow Court, Xanbury, East Green' });
    expect(flat).toMatchObject({ status: 'matched', best: { candidate: { uprn: 998199999982 } } });
  });

  it('reads the last word as the beginning of a longer word, even if it is also an abbreviation', async () => {
    expect((await search(database.db, { q: 'fern lodge pl', limit: 5 }))[0]).toMatchObject({
      uprn: 998199999985,
      match_type: 'prefix',
    });
  });

  it('finds a home even if the last number may be unfinished, or a number in words is part of a name', async () => {
    const found = async (q: string) => (await search(database.db, { q, limit: 10 })).map(({ uprn }) => uprn);
    // FLAT 1 is at number 35, which begins with 3.
    for (const q of ['pennywell court, ', 'pennywell court, 3', 'pennywell court, 35'])
      expect(await found(q), q).toContain(998199999973);
    expect((await found('three pippins plover way'))[0]).toBe(998199999971);
  });

  it('finds a home by a word that was typed as two words, and by what follows a postcode', async () => {
    const found = async (q: string) => (await search(database.db, { q, limit: 5 })).map(({ uprn }) => uprn);
    expect((await found('4 fern field gardens, xanbury'))[0]).toBe(998199999974);
    // FERN LODGE begins with F. In 4 FERNFIELD GARDENS a later word does.
    expect((await found('xe9 8lf f')).slice(0, 2)).toEqual([998199999985, 998199999974]);
    expect((await found('xe9 0nd 3 '))[0]).toBe(998199999972);
  });

  it('finds a home outside a wrong postcode, even if that postcode has a home with nearly the same flat or name', async () => {
    const found = async (q: string) => (await search(database.db, { q, limit: 5 })).map(({ uprn }) => uprn);
    expect(await found('flat 182, harrow court, xanbury, XE9 1AF')).toContain(998199999982);
    expect((await found('rumley primary, harrow road, xanbury, XE9 1AH'))[0]).toBe(998199999984);
  });

  it('is the same after an incremental update as after a full rebuild', async () => {
    await database.db.query(
      `update addresses set address = replace(address, '5 ', '555 ') where postcode = 'XE1 1AB'`,
    );
    await database.db.query(`delete from addresses where postcode = 'XE2 1BB'`);
    await database.db.query(
      `insert into addresses (uprn, address, postcode, source) values (998199999999, '1 BRANDNEW YARD, XANBURY', 'XE9 9ZZ', 'address-list')`,
    );
    const { mode, postcodes } = await rebuild();
    expect([mode, postcodes?.sort()]).toEqual(['incremental', ['XE1 1AB', 'XE2 1BB', 'XE9 9ZZ']]);
    const updated = await tables();
    await database.db.query('update address_index_state set documents = 0');
    expect((await rebuild()).mode).toBe('full');
    expect(await tables()).toEqual(updated);
  });

  it('finds a home by every spelling of its sources, and lists it once, under the address that the service gives', async () => {
    const { rows } = await database.db.query<{ uprn: number; address: string; postcode: string }>(
      `select uprn, address, postcode from addresses where address like '3 OAKLEAF ROAD%' order by uprn limit 1`,
    );
    const home = rows[0]!;
    for (const [variant, address] of [
      [0, home.address],
      [1, `THE TINKERS FORGE, OAKLEAF ROAD, XANBURY, ${home.postcode}`],
      [2, `3 Oakleaf Rd, Xanbury, ${home.postcode}`],
    ] as const) {
      await database.db.query(
        `insert into address_records (source, uprn, variant, address, postcode, load_id)
         values ('address-list', $1, $2, $3, $4, 1)`,
        [home.uprn, variant, address, home.postcode],
      );
    }
    expect(await rebuild()).toEqual({ mode: 'incremental', postcodes: [home.postcode] });
    // A new database object has no cached dictionary, as in a new process. A running process refreshes its cache only
    // after some seconds.
    const db = { query: database.db.query.bind(database.db) } as Queryable;
    const found = await search(db, { q: 'tinkers forge', limit: 5 });
    expect(found[0]).toMatchObject({ uprn: home.uprn, address: home.address });
    expect(found.filter(({ uprn }) => uprn === home.uprn)).toHaveLength(1);
    const best = (await match(db, { address: 'Tinkers Forge, Oakleaf Road', postcode: home.postcode })).best!;
    expect(best.candidate).toMatchObject({ uprn: home.uprn, served: home.address });
    expect(best.confidence).toBeGreaterThan(0.9);
    const inPostcode = await search(db, { q: home.postcode, limit: 50 });
    expect(inPostcode.filter(({ uprn }) => uprn === home.uprn)).toHaveLength(1);
    // The third spelling adds nothing to the first, so it is not stored.
    const kept = await database.db.query('select from address_premises where uprn = $1', [home.uprn]);
    expect(kept.rowCount).toBe(2);
  });

  it('gives the same answers from full rows, which the previous version reads, from compact rows, and from both mixed', async () => {
    const written = async (compact: boolean, changed?: string) => {
      await database.db.query(`update address_index_state set compact = ${compact}`);
      await database.db.query(changed ?? 'update address_index_state set documents = 0');
      expect((await rebuild()).mode).toBe(changed ? 'incremental' : 'full');
      const { rows } = await database.db.query<{ whole: number; compact: number }>(
        `select count(*) filter (where a.address = p.address and a.latitude is not distinct from p.latitude)::integer as whole,
                count(*) filter (where length(p.address) < 20 and p.latitude is null)::integer as compact
           from address_premises p join addresses a using (uprn) where p.served is null and a.latitude is not null`,
      );
      return rows[0]!;
    };
    const answers = async () => {
      // A new database object has no cached dictionary, as in a new process.
      const db = { query: database.db.query.bind(database.db) } as Queryable;
      const found = [];
      for (const q of ['3 oakleaf road xe1 1ab', 'tinkers forge', 'XE1 1AB', 'briar lodge kestrel xe1 1eb'])
        found.push(await search(db, { q, limit: q.length < 8 ? 20 : 1 }));
      for (const address of ['11 Kestrel Close', 'Briar Lodge 3, Kestrel Close', 'Tinkers Forge'])
        for (const postcode of ['XE1 1ZZ', 'XE1 1AA', 'XE1 1EB', null])
          found.push((await match(db, { address, postcode })).best);
      return found;
    };
    expect(await written(false)).toMatchObject({ compact: 0, whole: expect.toSatisfy((n) => n > 300) });
    const whole = await answers();
    const changed = "update addresses set country = 'Wales' where postcode = 'XE1 1AB'";
    const both = await written(true, changed);
    expect(both.compact).toBeGreaterThan(0);
    expect(both.whole).toBeGreaterThan(300);
    const withCountry = (await answers()).flat();
    const named = (found: unknown[]) => JSON.stringify(found).replaceAll('Wales', 'England');
    expect(named(withCountry)).toBe(named(whole.flat()));
    expect(await written(true)).toMatchObject({ whole: 0, compact: expect.toSatisfy((n) => n > 300) });
    expect((await answers()).flat()).toEqual(withCountry);
  });

  it('answers every search during a full rebuild', async () => {
    await database.db.query('update address_index_state set documents = 0');
    let done = false;
    const build = rebuild().finally(() => {
      done = true;
    });
    let asked = 0;
    for (; !done || asked < 5; asked += 1) {
      const hits = await search(database.db, { q: '3 oakleaf road xanbury', limit: 5 });
      expect(hits[0]!.address).toContain('3 OAKLEAF ROAD');
    }
    expect((await build).mode).toBe('full');
  });
});
