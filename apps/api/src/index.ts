export { type AppOptions, createApp } from './app.ts';
export { type ApiConfig, readConfig } from './config.ts';
export { type RunningApi, startApi } from './server.ts';
