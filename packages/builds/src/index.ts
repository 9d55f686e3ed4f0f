export {
  type Check,
  type DatasetModule,
  LoadError,
  type LoadOptions,
  type LoadResult,
  type Progress,
} from '../pipeline/types.ts';
export { type CatalogueEntry, catalogue, catalogueEntry, type DatasetId, datasetIds } from './catalogue.ts';
export { rebuildDerived } from './derived.ts';
export { load } from './load.ts';
export { registry } from './registry.ts';
