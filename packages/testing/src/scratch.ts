import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LoadError, type LoadOptions, type LoadResult, load } from '@domesday/builds';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { expect } from 'vitest';

export interface Scratch {
  database: TestDatabase;
  folder: string;
  /** Writes a file and returns its path. */
  file(content: string | Uint8Array, name?: string): Promise<string>;
  load(dataset: string, uris: string[], options?: LoadOptions): Promise<LoadResult>;
  /** Loads one text as a file. */
  loadText(
    dataset: string,
    text: string | Uint8Array,
    options?: LoadOptions & { name?: string },
  ): Promise<LoadResult>;
  // biome-ignore lint/suspicious/noExplicitAny: rows of any statement.
  rows(sql: string, values?: unknown[]): Promise<any[]>;
  /** Deletes everything that loads of addresses, postcodes, certificates, sales and the index have written. */
  empty(): Promise<unknown>;
  drop(): Promise<void>;
}

const EMPTY = `
  truncate code_point_postcodes, onspd_postcodes, postcodes, uprn_points, address_records, address_record_packs, addresses, sales,
    hmlr_uprn_lookup, house_price_index, energy_certificates, local_authorities, derived_builds,
    dataset_loads, dataset_rejects, hmo_licences, address_documents, address_premises, address_words,
    address_postcode_marks cascade;
  update address_index_state set documents = 0`;

const DEADLOCK = '40P01';

/** A made-up row of Code-Point Open. */
export const CODE_POINT = (postcode: string, quality = 10, easting = 620100, country = 'E92000001') =>
  `"${postcode}",${quality},${easting},${easting ? 440100 : 0},"${country}","","","","E06999001","E05999001"\n`;

/** The error with which a load was refused. */
export async function refusal(load: Promise<unknown>): Promise<LoadError> {
  const error = await load.catch((e: unknown) => e);
  expect(error).toBeInstanceOf(LoadError);
  return error as LoadError;
}

/** An empty database and a folder for files, both removed by `drop`. */
export async function scratch(): Promise<Scratch> {
  const database = await emptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'domesday-datasets-'));
  let count = 0;
  const made: Scratch = {
    database,
    folder,
    file: async (content, name = `made-up-${count++}.csv`) => {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      return path;
    },
    load: (dataset, uris, options = {}) => load(database.db, dataset, uris, { home: folder, ...options }),
    loadText: async (dataset, text, { name, ...options } = {}) =>
      made.load(dataset, [await made.file(text, name)], options),
    rows: async (sql, values) => (await database.db.query(sql, values)).rows,
    // An API that serves the same database may be locking several of these tables in another order.
    empty: () =>
      database.db.query(EMPTY).catch((error) => {
        if (error.code === DEADLOCK) return made.empty();
        throw error;
      }),
    drop: async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return made;
}
