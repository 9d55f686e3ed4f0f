import { appBuild } from '../../scripts/lib/app-build.ts';

/** In pieces, so that a command reads only what it needs. */
export default { ...appBuild, splitting: true };
