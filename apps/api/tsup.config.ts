import { appBuild } from '../../scripts/lib/app-build.ts';

/** In pieces, so that what a setting switches on, such as OAuth, is read only then. */
export default { ...appBuild, splitting: true };
