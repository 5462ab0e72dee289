import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { withIsolatedArgumentsIn } from './isolation.ts';
import { defaultLanguage, type Language, type Messages } from './languages.ts';
import { directionOf } from './page-language.ts';

const messagesIn = (path: string): Messages => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Builds the app for one language: its messages replace the English ones that components import, so that a page carries
 * no other language, and `BUILD_LANGUAGE` is set (page-language.ts).
 * @throws Error listing the messages that are not translated
 */
export function inLanguage(language: Language): Plugin {
  return {
    name: 'language',
    enforce: 'pre',
    config: () => ({ define: { BUILD_LANGUAGE: JSON.stringify(language) } }),
    load: {
      filter: { id: /\/i18n\/messages\/en\/[\w-]+\.json$/ },
      handler(id) {
        if (language === defaultLanguage) return null;
        const file = id.replace('/messages/en/', `/messages/${language}/`);
        this.addWatchFile(file);
        const translated = messagesIn(file);
        const missing = Object.keys(messagesIn(id)).filter((key) => !(key in translated));
        if (missing.length > 0) this.error(`${file} lacks ${missing.join(', ')}.`);
        return JSON.stringify(
          directionOf(language) === 'rtl' ? withIsolatedArgumentsIn(translated) : translated,
        );
      },
    },
  };
}
