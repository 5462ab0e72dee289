import { globSync, readFileSync } from 'node:fs';
import compile from 'icu-minify/compile';
import { describe, expect, it } from 'vitest';
import { withIsolatedArgumentsIn } from './isolation.ts';
import type { Texts } from './languages.ts';
import { makeTranslator } from './translations.ts';

const folder = `${import.meta.dirname}/texts/ar`;
const files = globSync('*.json', { cwd: folder }).map((file) => {
  const texts: Texts = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
  return { file, texts };
});

type Compiled = ReturnType<typeof compile>;

/** The text arguments that a compiled message does not isolate. */
function notIsolated(message: Compiled): string[] {
  if (!Array.isArray(message)) return [];
  return message.flatMap((part, at) => {
    if (!Array.isArray(part)) return [];
    const [name, , cases] = part;
    if (part.length > 1) return Object.values(cases ?? {}).flatMap((text: Compiled) => notIsolated(text));
    const [before, after] = [message[at - 1], message[at + 1]];
    const isIsolated =
      typeof before === 'string' &&
      /\u2068[−+]?$/.test(before) &&
      typeof after === 'string' &&
      /^%?\u2069/.test(after);
    return isIsolated ? [] : [String(name)];
  });
}

describe('Arabic texts', () => {
  it.each(files)('of $file isolate every text argument', ({ texts }) => {
    for (const [key, message] of Object.entries(withIsolatedArgumentsIn(texts)))
      expect(notIsolated(compile(message)), key).toEqual([]);
  });

  it('keep signs next to their numbers', () => {
    const t = makeTranslator(
      'ar',
      withIsolatedArgumentsIn({
        off: 'خصم −{percent}%',
        share: '{count, plural, other {خصم {share, number}%}}',
      }),
    );
    expect(t('off', { percent: '20' })).toBe('خصم \u2068−20%\u2069');
    expect(t('share', { count: 3, share: 20 })).toBe('خصم \u206820%\u2069');
  });

  it('keep numbers and selectors as they are', () => {
    const texts = withIsolatedArgumentsIn({
      left: '{reason, select, one {بقي {name}} other {بقي SKU}} {count, number} {count, plural, one {A} other {#}}',
    });
    const t = makeTranslator('ar', texts);
    expect(t('left', { reason: 'one', name: '2 Pro', count: 5 })).toBe('بقي \u20682 Pro\u2069 5 5');
    expect(t('left', { reason: 'two', name: '', count: 1 })).toBe('بقي SKU 1 A');
  });
});

describe('English texts', () => {
  it('isolate Arabic texts, and nothing else', () => {
    const t = makeTranslator('en', { ordered: '{name} ordered {count, number}, {code}' });
    expect(t('ordered', { name: 'منى', count: 3, code: 'CC-603' })).toBe('\u2068منى\u2069 ordered 3, CC-603');
  });
});
