/** Runs one benchmark by name: each exports `run(args)`. */
const [name, ...args] = process.argv.slice(2);
const benchmark = (await import(`../${name}.ts`)) as { run(args: string[]): Promise<void> };
await benchmark.run(args);
process.exit(0);
