import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { coasts } from './build/coast.ts';
import { compress } from './build/compress.ts';
import { contractModules } from './build/contract-modules.ts';
import { guideModules } from './build/guides.ts';

/** Modules that several views share. Modules used only by the reference, the guides or the map stay in their chunks. */
const SHARED =
  /\/preact\/|web\/src\/(?!pages|parts\/(?:docs-frame|inline-code|call-form|map-place)|lib\/(?:snippets|base-map|map-layers|map-view|open-map|use-map|plot|line))/;

// Always a production build, whatever NODE_ENV the shell or a test has: otherwise Preact's development checks are
// shipped.
process.env.NODE_ENV = 'production';

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
    // Read by the check of page weights; not served.
    manifest: true,
    // No assets inlined as data: URLs, which img-src and worker-src would have to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // Shared modules are one file: on a slow processor each further file costs as much as some kilobytes.
        codeSplitting: {
          groups: [{ name: 'shared', test: SHARED, minShareCount: 2 }],
        },
      },
    },
  },
});
