export { appBuild as default } from '../../scripts/lib/app-build.ts';
