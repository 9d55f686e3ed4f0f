import { forgetOperator } from '@domesday/testing/own-settings';
import { UsageError } from './arguments.ts';

/** Runs one benchmark by name: each exports `run(args)`. */
const [name, ...args] = process.argv.slice(2);
forgetOperator();
const benchmark = (await import(`../${name}.ts`)) as { run(args: string[]): Promise<void> };
try {
  await benchmark.run(args);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exit(1);
}
process.exit(0);
