export { type LatestLoad, latestLoads, releaseName, standingBuilds } from './loaded.query.ts';
export { isReleased, recordRelease } from './record.ts';
export { type Release, releases } from './releases.query.ts';
