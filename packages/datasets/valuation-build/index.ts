export { type BuildOptions, type BuildResult, buildValuations } from './build.ts';
export { readAreaSales, readPublishedIndex } from './read-area.ts';
export { readIndexFile, readPositionsFile, readSalesFile } from './read-files.ts';
