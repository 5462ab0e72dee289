import { describe, expect, it, vi } from 'vitest';
import { inkthread } from '#app/brands/inkthread.ts';
import { NotFound } from '#app/layout/not-found.tsx';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import shellMessages from './messages/en/shell.json';
import { loadLanguage, translationsIn } from './translations.ts';

describe('translations', () => {
  it('say plain messages and fill in parameters and plurals', () => {
    const t = translationsIn('en', 'shell', shellMessages);
    expect(t('skip')).toBe('Skip to content');
    expect(t('themeNow', { choice: 'Dark' })).toBe('Theme: Dark');
    expect(t('cartWithCount', { count: 1 })).toBe('Cart, 1 item');
    expect(t('cartWithCount', { count: 1200 })).toBe('Cart, 1,200 items');
  });

  it('are one function per language and namespace', () => {
    const english = translationsIn('en', 'shell', shellMessages);
    expect(translationsIn('en', 'shell', shellMessages)).toBe(english);
    expect(translationsIn('ar', 'shell', shellMessages)).not.toBe(english);
  });

  it('render a page in another language, and in English where a message is not translated', async () => {
    const { notFoundHome, ...translated } = shellMessages;
    const accented = Object.entries(translated).map(([key, message]) => [key, `⟦${message}⟧`]);
    await loadLanguage('en-XA', { './messages/en-XA/shell.json': async () => Object.fromEntries(accented) });
    const page = renderInStore(<NotFound />, { ...inkthread, defaultLanguage: 'en-XA' });
    expect(page).toContain(`⟦${translated.notFoundShop}⟧`);
    expect(page).toContain(`>${notFoundHome}<`);
    expect(renderInStore(<NotFound />, inkthread)).not.toContain('⟦');
  });

  it('name a message that is malformed in the console', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(translationsIn('en', 'broken', { key: '{count, plural' })('key', { count: 1 })).toBe('key');
    expect(error).toHaveBeenCalled();
    error.mockRestore();
  });
});
