import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { withIsolatedArgumentsIn } from './isolation.ts';
import { defaultLanguage, type Language, type Texts } from './languages.ts';
import { directionOf } from './page-language.ts';

const textsIn = (path: string): Texts => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Builds the app for one language: its texts replace the English ones that components import, so that a page carries
 * no other language, and `BUILD_LANGUAGE` is set (page-language.ts).
 * @throws Error listing the texts that are not translated
 */
export function inLanguage(language: Language): Plugin {
  return {
    name: 'language',
    enforce: 'pre',
    config: () => ({ define: { BUILD_LANGUAGE: JSON.stringify(language) } }),
    load: {
      filter: { id: /\/i18n\/texts\/en\/[\w-]+\.json$/ },
      handler(id) {
        if (language === defaultLanguage) return null;
        const file = id.replace('/texts/en/', `/texts/${language}/`);
        this.addWatchFile(file);
        const translated = textsIn(file);
        const missing = Object.keys(textsIn(id)).filter((key) => !(key in translated));
        if (missing.length > 0) this.error(`${file} lacks ${missing.join(', ')}.`);
        return JSON.stringify(
          directionOf(language) === 'rtl' ? withIsolatedArgumentsIn(translated) : translated,
        );
      },
    },
  };
}
