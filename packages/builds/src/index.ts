export {
  type Check,
  type DatasetModule,
  LoadError,
  type LoadOptions,
  type LoadResult,
  type Progress,
} from '@domesday/loading/types';
export { pendingDerived, rebuildDerived } from './derived.ts';
export { derivePending, eraseWithheld, load, remove, withhold, withholdNoMore } from './load.ts';
