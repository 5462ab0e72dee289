import type { Plugin } from 'vite';

/** Chunks that run on the pages which nearly every visit goes through, and run nearly whole. */
const early = new Set([
  'entry.client',
  'shelf',
  'parts',
  'listing',
  'home.route',
  'shop.route',
  'product.route',
]);

/**
 * Asks the browser to compile all of these chunks off the main thread while they arrive. Left to itself it compiles each
 * function when it is first called, which on a slow phone makes waking the page and the first tap wait. The comment counts
 * at the head of a file only, so it is put there after everything else has been written.
 * @see https://v8.dev/blog/explicit-compile-hints
 */
export function compileEarly(): Plugin {
  return {
    name: 'compile-early',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !early.has(chunk.name)) continue;
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
        }
      },
    },
  };
}
