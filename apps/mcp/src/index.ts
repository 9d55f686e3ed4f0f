export { readConfig } from './config.ts';
export { createMcpServer, type McpServerOptions, type RunningMcpServer } from './server.ts';
