import type { Result, Skipped } from './lib/fault.ts';
import type { Stage } from './lib/stage.ts';
import { clockJump } from './scenarios/clock-jump.ts';
import { fullDisk } from './scenarios/full-disk.ts';
import { gracefulStop } from './scenarios/graceful-stop.ts';
import { halfLoad } from './scenarios/half-load.ts';
import { killApi } from './scenarios/kill-api.ts';
import { killMcp } from './scenarios/kill-mcp.ts';
import { endConnections, killBackend, killPostgres } from './scenarios/kill-postgres.ts';
import { frozenDatabase, lostConnection, stalledDatabase } from './scenarios/network.ts';
import { threeProcesses } from './scenarios/three-processes.ts';

/** Every fault by name, in order. */
export const faults: Record<string, (stage: Stage) => Promise<Result | Skipped>> = {
  'kill-api': killApi,
  'kill-mcp': killMcp,
  'kill-backend': killBackend,
  'end-connections': endConnections,
  'lost-connection': lostConnection,
  'stalled-network': stalledDatabase,
  'frozen-database': frozenDatabase,
  'kill-postgres': killPostgres,
  'graceful-stop': gracefulStop,
  'clock-jump': clockJump,
  'three-processes': threeProcesses,
  'half-load': halfLoad,
  'full-disk': fullDisk,
};
