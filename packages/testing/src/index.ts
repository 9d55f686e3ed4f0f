export { type TestClock, testClock } from './clock.ts';
export { departures, exampleCall, operationTable } from './contract.ts';
export { cloneOf, emptyDatabase, ensureTemplate, type TestDatabase } from './database.ts';
export { sandboxDatabase } from './sandbox.ts';
export { sharedData } from './shared-data.ts';
