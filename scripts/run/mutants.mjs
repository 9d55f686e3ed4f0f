import { bin, build, install, run } from './prepare.mjs';

install();
build();
run(bin('tsx'), ['test/mutants/run.ts', ...process.argv.slice(2)]);
