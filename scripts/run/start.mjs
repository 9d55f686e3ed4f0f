import { build, generate, install } from './prepare.mjs';

install();
const began_ms = Date.now();
generate();
build();
const { spawnCommand } = await import('./spawn-command.mjs');
spawnCommand(['up', ...process.argv.slice(2)], { DOMESDAY_BEGAN_MS: String(began_ms) });
