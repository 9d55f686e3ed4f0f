/** The back-test and its report. */
export { type KnownLimits, LeakError, refuseLeaks } from './backtest/guard.ts';
export { type Metrics, metrics, type Scored } from './backtest/metrics.ts';
export { type ListedErrors, type ListedRent, testListedRents } from './backtest/rents.ts';
export { backtestMarkdown } from './backtest/report.ts';
export { type BacktestInput, type BacktestReport, type Result, runBacktest } from './backtest/run.ts';
