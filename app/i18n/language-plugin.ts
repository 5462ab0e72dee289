import { existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { defaultLanguage, type Language } from './languages.ts';

/**
 * Builds the app for one language: its messages stand in the place of the English ones that components import, so that a page
 * carries no other language, and `BUILD_LANGUAGE` says which it is (app/i18n/page-language.ts).
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
        const read = (path: string) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
        return JSON.stringify({ ...read(id), ...read(file) });
      },
    },
  };
}
