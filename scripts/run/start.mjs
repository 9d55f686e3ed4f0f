import { isBuilt, markBuilt } from './fresh.mjs';
import { build, install } from './prepare.mjs';

let began_ms = Date.now();
if (!isBuilt()) {
  install();
  began_ms = Date.now();
  build();
  markBuilt();
}
process.env.DOMESDAY_BEGAN_MS = String(began_ms);
const { runCommand } = await import('./run-command.mjs');
await runCommand(['up', ...process.argv.slice(2)]);
