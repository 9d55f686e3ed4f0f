export { type BuildOptions, type BuildProgress, type BuildResult, buildValuations } from './build.ts';
export { type FitProcesses, serveFits, startFitProcesses } from './fit-processes.ts';
export { everFitted } from './publish.query.ts';
export { FEWEST_MONTHLY_SALES, readAreaSales, readPublishedIndex } from './read-area.ts';
export {
  certifiedSales,
  readAddressesFile,
  readCertificatesFile,
  readIndexFile,
  readPositionsFile,
  readRentsFile,
  readSalesFile,
} from './read-files.ts';
