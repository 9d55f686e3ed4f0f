import { appBuild } from '../../scripts/lib/app-build.ts';

/** In chunks, so that a command loads only what it needs. The bridge is a file of its own: bundles carry it. */
export default { ...appBuild, entry: ['src/main.ts', 'src/mcp/bridge.mjs'], splitting: true };
