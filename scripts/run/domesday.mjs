import { build, generate, install } from './prepare.mjs';
import { spawnCommand } from './spawn-command.mjs';

install();
generate();
build();
spawnCommand(process.argv.slice(2));
