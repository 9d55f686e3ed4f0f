export { loadSandbox } from '@domesday/sandbox/load';
export { type TestClock, testClock } from './clock.ts';
export { type Asked, departures, exampleCall, operationTable, parametersOf } from './contract.ts';
export { type CutAnswer, callAndCut } from './cut.ts';
export { emptyDatabase, LOCKS_HERE, type TestDatabase } from './database.ts';
export {
  emptyTally,
  generateGeometry,
  generateJson,
  pick,
  type Random,
  seeded,
  type Tally,
  UNUSUAL_TEXTS,
  type ValueSchema,
  valueFor,
} from './generated-input.ts';
export { type FileAnswer, type Mirror, startMirror } from './mirror.ts';
export { NoAnswer, type RawResponse, sendAsIs, sendBytes } from './raw-http.ts';
export { sandboxDatabase } from './sandbox.ts';
export { sharedData } from './shared-data.ts';
export { fileTally } from './tally.ts';
