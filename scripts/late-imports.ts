import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The module that Vite has built code call in place of import(). */
const helper = '\0vite/preload-helper.js';

const ours = join(import.meta.dirname, '../app/lib/import-late.ts');

/**
 * Vite plugin that has the browser fetch late code by the store's own rules, which know how to try again. It stops the build
 * when Vite no longer asks for the module that it replaces.
 */
export function lateImports(): Plugin {
  let asked = false;
  return {
    name: 'souk-late-imports',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      if (id !== helper) return null;
      asked = true;
      return `export { importLate as __vitePreload } from ${JSON.stringify(ours)};`;
    },
    generateBundle() {
      if (!asked)
        this.error('Vite changed: nothing imports its preload helper. See scripts/late-imports.ts.');
    },
  };
}
