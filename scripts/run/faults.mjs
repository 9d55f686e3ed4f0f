import { bin, generate, install, run } from './prepare.mjs';

install();
generate();
run(bin('tsx'), ['test/faults/run.ts', ...process.argv.slice(2)]);
