import { expect, it } from 'vitest';
import { languageOfPage } from './language-of-page.ts';

it('a store with one language shows all its pages in it, and its back office in each', () => {
  expect(languageOfPage({}, '/shop', 'ar')).toBe('ar');
  for (const path of ['/', '/shop?page=2', '/administration'])
    expect(languageOfPage({ onlyLanguage: 'ar' }, path, 'en')).toBe('ar');
  for (const path of ['/admin', '/admin/orders?order=1', '/admin.data'])
    expect(languageOfPage({ onlyLanguage: 'ar' }, path, 'en')).toBe('en');
});
