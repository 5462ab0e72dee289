import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The module that Vite has built code call in place of import(). */
const helper = '\0vite/preload-helper.js';

const ours = join(import.meta.dirname, '../app/lib/import-late.ts');

/** Vite plugin that has the browser fetch late code by the store's own rules, which know how to try again. */
export function lateImports(): Plugin {
  return {
    name: 'souk-late-imports',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      return id === helper ? `export { importLate as __vitePreload } from ${JSON.stringify(ours)};` : null;
    },
  };
}
