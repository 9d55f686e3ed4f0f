export { type TestClock, testClock } from './clock.ts';
export { cloneOf, emptyDatabase, ensureTemplate, type TestDatabase } from './database.ts';
export { sharedData } from './shared-data.ts';
