export { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts';
export { migrate } from './migrate.ts';
export { migrations } from './migrations.ts';
export {
  createPool,
  type Db,
  type DbClient,
  inTransaction,
  type PoolOptions,
  type Queryable,
} from './pool.ts';
