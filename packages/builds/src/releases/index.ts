export { type LatestLoad, latestLoads, releaseName, standingBuilds } from './loaded.query.ts';
export { giveUpReleases, isReleased, recordRelease } from './record.ts';
export { type Release, readReleases } from './releases.query.ts';
