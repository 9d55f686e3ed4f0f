export { sql } from 'kysely';
export { migrations } from '../generated/migrations.ts';
export type { Database } from '../generated/tables.ts';
export { batchLoader, gatherKeys, loaderBy } from './batch-loader.ts';
export { besidePast } from './beside-past.ts';
export { type CopyWriter, copyText, copyWriter } from './copy.ts';
export { type Cursor, useAll } from './cursor.ts';
export { databaseTime } from './database-time.ts';
export { addressProblem } from './database-url.ts';
export { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts';
export { type Use, useServer } from './embedded-users.ts';
export { EXTENSIONS } from './extensions.ts';
export { FICTION_OF_FIRST_RELEASE } from './first-release.ts';
export { keptTables, keysOf, PAST_RELEASE, pastView, rowsInRelease as stoodIn } from './kept-tables.ts';
export { makeFolder } from './make-folder.ts';
export { applyFunctions, contract, dropOldFunctions, migrate } from './migrate.ts';
export { NATIONS, type Nation, nation } from './nations.ts';
export { pastOf } from './past.ts';
export { query } from './placeholders.ts';
export {
  createPool,
  type Db,
  type DbClient,
  inTransaction,
  type PoolOptions,
  type Queryable,
  SHORT_WAIT_MS,
} from './pool.ts';
export {
  columnsExcept,
  columnsOf,
  type Field,
  fieldOf,
  json,
  jsonListOf,
  jsonOf,
  listOf,
  namesOf,
  nullable,
  oneOf,
  orNull,
  type RowOf,
  required,
  type Shape,
} from './row-shape.ts';
export { dataOf, sentBy } from './same-data.ts';
export { SECRETS, withoutSecrets, withSecretFiles } from './secret-files.ts';
export { isUnnamedPooler, sending, withoutNames } from './send.ts';
export { dropDatabase, hasDatabase, makeDatabase } from './server-databases.ts';
export { type AnyStatement, type Statement, statement, statements } from './statement.ts';
export { command, readWorking, readWorkingRow, writeWorking } from './working.ts';
