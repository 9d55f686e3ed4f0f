import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { coasts } from './build/coast.ts';
import { compress } from './build/compress.ts';
import { contractModules } from './build/contract-modules.ts';
import { guideModules } from './build/guides.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    preact({ prefreshEnabled: false, devToolsEnabled: false }),
    contractModules(),
    guideModules(),
    coasts(),
    compress(),
  ],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // What the check of weights reads; it is not served.
    manifest: true,
    // A small asset inlined as data: would need img-src and worker-src opened for it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
  },
});
