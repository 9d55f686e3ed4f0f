export type { AppOptions } from './app.ts';
export type { ApiConfig } from './config.ts';
export { type RunningApi, startApi } from './server.ts';
