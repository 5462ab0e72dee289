import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import compile from 'icu-minify/compile';
import { defineConfig, type Plugin } from 'vite';
import { inLanguage } from './app/i18n/language-plugin.ts';
import { defaultLanguage, isLanguage } from './app/i18n/languages.ts';

/** One build a language: scripts/setup/build.mjs. */
const { SOUK_LANGUAGE } = process.env;
const language = isLanguage(SOUK_LANGUAGE) ? SOUK_LANGUAGE : defaultLanguage;

/** Compiles texts with the library's own compiler, so that the built store formats them without a parser. */
const precompileTexts: Plugin = {
  name: 'precompile-texts',
  apply: 'build',
  enforce: 'pre',
  config: () => ({
    resolve: {
      alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
    },
  }),
  transform: {
    filter: { id: /\/i18n\/texts\/[^/]+\/[^/]+\.json$/ },
    handler: (json) => JSON.stringify(JSON.parse(json, (key, value) => (key ? compile(value) : value))),
  },
};

/** Three files instead of some thirty small ones: React with its router, what the root route needs on every page, and what pages with products share. */
const groups = [
  { name: 'framework', test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
  { name: 'every-page', test: /[\\/]app[\\/]root\.tsx/ },
  { name: 'storefront', test: /[\\/]app[\\/](cart|catalog|layout|product|wishlist)[\\/]/, minShareCount: 4 },
];

export default defineConfig({
  plugins: [inLanguage(language), precompileTexts, tailwindcss(), reactRouter()],
  // Public files are the same in all languages, and served from the default language's build.
  build: { target: 'es2022', assetsInlineLimit: 0, copyPublicDir: language === defaultLanguage },
  // Lucide is two thousand files to Node; use-intl formats compiled texts only where it is bundled.
  environments: {
    ssr: { resolve: { noExternal: ['lucide-react', 'use-intl'] } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
});
