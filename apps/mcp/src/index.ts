export { createMcpServer, type McpServerOptions, type RunningMcpServer } from './server.ts';
