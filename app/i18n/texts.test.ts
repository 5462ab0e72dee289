import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import compile from 'icu-minify/compile';
import format, { type FormatOptions } from 'icu-minify/format';
import { describe, expect, it } from 'vitest';
import { governorates } from '#app/addresses/governorates.ts';
import { garmentColors } from '#app/garments/colors.ts';
import { GARMENT_TYPES } from '#app/garments/types.ts';
import { languages, type Texts } from './languages.ts';
import { translationsIn } from './translations.ts';

const app = `${import.meta.dirname}/..`;

const namespaces = globSync('i18n/texts/*/*.json', { cwd: app }).map((file) => {
  const [, , locale = '', name] = file.split('/');
  const texts: Texts = JSON.parse(readFileSync(`${app}/${file}`, 'utf8'));
  return { file, locale, namespace: basename(name ?? '', '.json'), texts };
});
const english = namespaces.filter(({ locale }) => locale === 'en');

const code = globSync('{app,server}/**/*.{ts,tsx}', { cwd: `${app}/..` })
  .filter((file) => !/\.test\.|\.d\.json\.ts$/.test(file))
  .map((file) => readFileSync(`${app}/../${file}`, 'utf8'))
  .join('\n');

/** Namespaces whose keys are names in the data; tests/database/refusals.test.ts checks those of refusals. */
const namedByData: Record<string, readonly string[]> = {
  refusals: [],
  governorates,
  garments: [
    ...GARMENT_TYPES,
    ...new Set(GARMENT_TYPES.flatMap((type) => garmentColors(type).map(({ name }) => name))),
  ],
};

/** Keys that the code can name: quoted strings, property names, and templates. */
const words = new Set(code.match(/(?<=['"])[\w-]+(?=['"])|\b\w+(?=\??:|,)/g));
const templates = Array.from(new Set(code.match(/`[\w-]*(?:\$\{[^}`]*\}[\w-]*)+`/g) ?? []))
  .map((template) => template.slice(1, -1).split(/\$\{[^}]*\}/))
  .filter((parts) => parts.join('').length > 0)
  .map((parts) => new RegExp(`^${parts.join('[\\w-]+')}$`));

/** A value for each parameter of a text: a number, which also fits a word or a count. */
function someValues(text: string): Record<string, number> {
  return Object.fromEntries(Array.from(text.matchAll(/\{(\w+)[,}]/g), ([, name = '']) => [name, 1234]));
}

const formatters: FormatOptions['formatters'] = {
  getNumberFormat: (...args) => new Intl.NumberFormat(...args),
  getPluralRules: (...args) => new Intl.PluralRules(...args),
  getDateTimeFormat: (...args) => new Intl.DateTimeFormat(...args),
};

describe.each(english)('the English texts of $namespace', ({ namespace, texts }) => {
  it.skipIf(namespace in namedByData)('are all used', () => {
    const unused = Object.keys(texts).filter(
      (key) => !words.has(key) && !templates.some((template) => template.test(key)),
    );
    expect(unused).toEqual([]);
  });

  it('say compiled, as in the built store, what they say in development', () => {
    const t = translationsIn('en', namespace, texts);
    for (const [key, text] of Object.entries(texts)) {
      const values = someValues(text);
      expect(format(compile(text), 'en', values, { formatters })).toBe(t(key, values));
    }
  });
});

it.each(['governorates', 'garments'])('all %s have a name to say', (namespace) => {
  const named = english.find((one) => one.namespace === namespace)?.texts ?? {};
  expect(Object.keys(named).sort()).toEqual([...(namedByData[namespace] ?? [])].sort());
});

describe('the code', () => {
  const uses = Array.from(
    code.matchAll(
      /(?:Translations|translationsIn)\((?:[^'();]*(?:\(\))?[^'();]*, )?\s*'([\w-]+)',\s*english(\w+)/g,
    ),
  );

  it('asks for each namespace with its own texts', () => {
    expect(uses.length).toBeGreaterThan(0);
    for (const [, namespace = '', variable] of uses) {
      expect(namespace.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase())).toBe(variable);
    }
  });
});

/** Names of the parameters of a text, however its plurals are written. */
function parametersOf(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/\{(\w+)[,}]/g), ([, name = '']) => name))].sort();
}

describe.each(languages.slice(1))('texts in %s', (language) => {
  it.each(english)(
    'of $namespace say all that the English ones say, with the same parameters',
    (original) => {
      const translated = namespaces.find(
        ({ locale, namespace }) => locale === language && namespace === original.namespace,
      );
      expect(Object.keys(translated?.texts ?? {}).sort()).toEqual(Object.keys(original.texts).sort());
      for (const [key, text] of Object.entries(translated?.texts ?? {})) {
        expect(() => compile(text), key).not.toThrow();
        // A form such as "two pieces" says its number in words.
        expect(parametersOf(original.texts[key] ?? ''), key).toEqual(
          expect.arrayContaining(parametersOf(text)),
        );
      }
    },
  );
});

/** The cases of each plural of a text, by name. */
function pluralsOf(text: string): string[][] {
  return Array.from(text.matchAll(/\{\w+,\s*plural,/g), ({ index }) => {
    const cases: string[] = [];
    let depth = 0;
    let name = '';
    for (const letter of text.slice(index)) {
      if (letter === '{' && depth === 1)
        cases.push(
          name
            .trim()
            .split(/[\s,]+/)
            .at(-1) ?? '',
        );
      if (letter === '{') depth += 1;
      if (letter === '}') depth -= 1;
      if (depth === 0) break;
      name = depth === 1 && letter !== '}' ? name + letter : '';
    }
    return cases;
  });
}

describe('numbers in Arabic texts', () => {
  const arabic = namespaces.filter(({ locale }) => locale === 'ar');
  const { pluralCategories } = new Intl.PluralRules('ar').resolvedOptions();

  it('choose among all six forms wherever a number decides', () => {
    const plurals = arabic.flatMap(({ namespace, texts }) =>
      Object.entries(texts).flatMap(([key, text]) =>
        pluralsOf(text).map((cases) => ({ key: `${namespace}.${key}`, cases })),
      ),
    );
    expect(plurals.length).toBeGreaterThan(150);
    for (const { key, cases } of plurals) {
      const forms = cases.filter((name) => !name.startsWith('=')).sort();
      expect(forms, key).toEqual([...pluralCategories].sort());
    }
  });

  it.each([
    ['cart', 'count', ['لا قطع', 'قطعة واحدة', 'قطعتان', '3 قطع', '11 قطعة', '100 قطعة']],
    ['orders', 'lines', ['لا قطع', 'قطعة واحدة', 'قطعتان', '3 قطع', '11 قطعة', '100 قطعة']],
    ['catalog', 'count', ['لا منتجات', 'منتج واحد', 'منتجان', '3 منتجات', '11 منتجًا', '100 منتج']],
  ])('are said right in %s.%s', (namespace, key, sentences) => {
    const texts = arabic.find((one) => one.namespace === namespace)?.texts ?? {};
    const t = translationsIn('ar', namespace, texts);
    expect([0, 1, 2, 3, 11, 100].map((count) => t(key, { count }))).toEqual(sentences);
  });
});
