import { appBuild } from '../../scripts/lib/app-build.ts';

/**
 * Split into chunks, so that a command loads only what it needs. Kysely is bundled: resolving its hundreds of modules
 * takes longer than loading everything else. The bridge stays a separate file, which `mcp bundle` packs.
 */
export default {
  ...appBuild,
  entry: ['src/main.ts', 'src/mcp/bridge.mjs'],
  splitting: true,
  noExternal: [...(appBuild.noExternal ?? []), 'kysely'],
};
