import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

const catalogueFile = /\/app\/messages\/[a-z]{2}\/[^/]+\.ts$/;

/**
 * Vite plugin that turns the ICU messages of `app/messages/<locale>/*.ts` into their compiled form, so that no
 * message parser reaches the browser. A malformed message fails the build with its key.
 */
export function compileMessages(): Plugin {
  return {
    name: 'souk-compile-messages',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? id;
      if (!catalogueFile.test(file)) return null;
      const { mtimeMs } = await stat(file);
      const module: Record<string, Record<string, string>> = await import(
        `${pathToFileURL(file)}?v=${mtimeMs}`
      );
      const lines = Object.entries(module).map(([name, catalogue]) => {
        const compiled = Object.entries(catalogue).map(([key, message]) => {
          try {
            return [key, compile(message)];
          } catch (cause) {
            throw new Error(`${file}: message ${name}.${key} is not valid ICU: ${message}`, { cause });
          }
        });
        return `export const ${name} = ${JSON.stringify(Object.fromEntries(compiled))};`;
      });
      return { code: lines.join('\n'), map: null };
    },
  };
}
