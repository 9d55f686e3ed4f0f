export {
  type Check,
  type DatasetModule,
  LoadError,
  type LoadOptions,
  type LoadResult,
  type Progress,
} from '@domesday/loading/types';
export { rebuildDerived } from './derived.ts';
export { derive, load } from './load.ts';
