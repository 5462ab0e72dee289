import type { Plugin } from 'vite';
import { earlyChunks } from './shared-chunks.ts';

type Bundle = Record<string, { type: 'asset' } | { type: 'chunk'; name: string; code: string }>;

/**
 * Puts the comment that asks for it at the head of these chunks.
 * @returns the names that no chunk has.
 */
export function markEarly(bundle: Bundle, names: readonly string[]): string[] {
  const missing = new Set(names);
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk' || !names.includes(file.name)) continue;
    missing.delete(file.name);
    file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
  }
  return [...missing];
}

/**
 * Asks the browser to compile the chunks of nearly every visit off the main thread while they arrive. Left to itself it
 * compiles each function when it is first called, which on a slow phone makes waking the page and the first tap wait. The
 * comment counts at the head of a file only, so it is put there after everything else has been written. It stops the build
 * when a chunk has another name.
 * @see https://v8.dev/blog/explicit-compile-hints
 */
export function compileEarly(): Plugin {
  return {
    name: 'compile-early',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const [missing] = markEarly(bundle, earlyChunks);
        if (missing) this.error(`The build has no chunk ${missing}. See scripts/shared-chunks.ts.`);
      },
    },
  };
}
