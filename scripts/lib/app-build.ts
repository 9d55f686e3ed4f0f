import { defineConfig } from 'tsup';

/** An app becomes one ES module: our own packages are bundled, npm packages stay external. */
export const appBuild = defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  target: 'node20',
  platform: 'node',
  noExternal: [/^@domesday\//],
  skipNodeModulesBundle: true,
  sourcemap: true,
  clean: true,
  splitting: false,
  silent: true,
});
