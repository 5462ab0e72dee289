import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import compile from 'icu-minify/compile';
import { defineConfig, type Plugin } from 'vite';

/** Compiles messages with the library's own compiler, so that the built store formats them without a parser. */
const precompileMessages: Plugin = {
  name: 'precompile-messages',
  apply: 'build',
  enforce: 'pre',
  config: () => ({
    resolve: {
      alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
    },
  }),
  transform: {
    filter: { id: /\/i18n\/messages\/[^/]+\/[^/]+\.json$/ },
    handler: (json) => JSON.stringify(JSON.parse(json, (key, value) => (key ? compile(value) : value))),
  },
};

/** What nearly every page needs, and what those with products share, in one file each instead of fifty small ones. */
const groups = [
  { name: 'frame', minShareCount: 60 },
  { name: 'catalog', test: /[\\/]app[\\/]catalog[\\/](card|listing|data|product)/, minShareCount: 3 },
];

export default defineConfig({
  plugins: [precompileMessages, tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  // Lucide is one file of two thousand icons to Node; use-intl formats compiled messages only where it is bundled.
  environments: {
    ssr: { resolve: { noExternal: ['lucide', 'use-intl'] } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
});
