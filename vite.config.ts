import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { compileEarly } from './scripts/compile-early.ts';
import { compileMessages } from './scripts/compile-messages.ts';
import { lateImports } from './scripts/late-imports.ts';
import { sharedChunks } from './scripts/shared-chunks.ts';
import { trimReact } from './scripts/trim-react.ts';
import { trimRouter } from './scripts/trim-router.ts';

const groups = sharedChunks(join(import.meta.dirname, 'app'));

export default defineConfig({
  plugins: [
    compileMessages(),
    lateImports(),
    trimReact(),
    trimRouter(),
    tailwindcss(),
    reactRouter(),
    compileEarly(),
  ],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // The package is one file of two thousand icons to Node.
    ssr: { resolve: { noExternal: ['lucide'] } },
  },
});
