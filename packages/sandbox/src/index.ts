export { SANDBOX_TODAY } from './country/country.ts';
export { type HomeFact, type SaleFact, type SandboxFacts, sandboxFacts } from './facts.ts';
export { type SandboxManifest, type SandboxManifestEntry, writeSandbox } from './write.ts';
