export { SANDBOX_TODAY } from './country/country.ts';
export { CORE_DATASETS, SANDBOX_DATASETS, type SandboxDataset } from './files/index.ts';
export { type HomeSample, type SaleSample, type SandboxSamples, sandboxSamples } from './samples.ts';
export {
  type SandboxManifest,
  type SandboxManifestEntry,
  type SandboxOptions,
  writeSandbox,
} from './write.ts';
