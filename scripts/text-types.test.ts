import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { namespacesOf, textsModule, textsName } from './text-types.ts';

const i18n = join(import.meta.dirname, '../app/i18n');

it('names the function of a namespace after it', () => {
  expect(textsName('admin-new-order')).toBe('adminNewOrderTexts');
  expect(textsName('ui')).toBe('uiTexts');
});

it('has written a module of texts for each namespace, and none for others', () => {
  const namespaces = namespacesOf(join(i18n, 'texts/en'));
  expect(
    readdirSync(join(i18n, 'texts'))
      .filter((name) => name.endsWith('.ts'))
      .toSorted(),
  ).toEqual(namespaces.map((namespace) => `${namespace}.ts`).toSorted());
  for (const namespace of namespaces)
    expect(readFileSync(join(i18n, 'texts', `${namespace}.ts`), 'utf8')).toBe(textsModule(namespace));
});
