import { appBuild } from '../../scripts/lib/app-build.ts';

/**
 * In pieces, so that a command reads only what it needs. Kysely goes inside: its hundreds of modules take longer to
 * find than all else that a command reads. The bridge is a file of its own: `mcp bundle` packs it.
 */
export default {
  ...appBuild,
  entry: ['src/main.ts', 'src/mcp/bridge.mjs'],
  splitting: true,
  noExternal: [...(appBuild.noExternal ?? []), 'kysely'],
};
