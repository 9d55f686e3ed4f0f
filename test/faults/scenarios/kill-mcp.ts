import { playFault, type Result } from '../lib/fault.ts';
import { startServer } from '../lib/process.ts';
import { newTarget, type Stage } from '../lib/stage.ts';

/** kill -9 of the MCP server: REST callers are not affected; a tool call is repeated with its key. */
export async function killMcp(stage: Stage): Promise<Result> {
  const api = await stage.api();
  const mcp = await startServer('mcp', { API_URL: `${api.origin}/v1` });
  const overRest = await newTarget(stage, api.origin, { repeatable: true });
  const accounts = [overRest, await newTarget(stage, mcp.origin, { kind: 'mcp', repeatable: true })];
  try {
    return await playFault(stage, 'kill -9 of the MCP server', accounts, { lossless: false }, async () => {
      await mcp.kill();
      await mcp.start();
    });
  } finally {
    await mcp.stop();
  }
}
