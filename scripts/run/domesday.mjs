import { isBuilt, markBuilt } from './fresh.mjs';
import { build, install } from './prepare.mjs';
import { runCommand } from './run-command.mjs';

if (!isBuilt()) {
  install();
  build();
  markBuilt();
}
await runCommand(process.argv.slice(2));
