export { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts';
export { migrate } from './migrate.ts';
export { migrations } from './migrations.ts';
export {
  createPool,
  type Db,
  type DbClient,
  inTransaction,
  type PoolOptions,
  promptly,
  type Queryable,
} from './pool.ts';
export { withSecretFiles } from './secret-files.ts';
