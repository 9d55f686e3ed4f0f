import { appBuild } from '../../scripts/lib/app-build.ts';

/** In chunks, so that a command loads only what it needs. */
export default { ...appBuild, splitting: true };
