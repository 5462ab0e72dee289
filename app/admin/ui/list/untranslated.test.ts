import { describe, expect, it } from 'vitest';
import { isUntranslated, untranslatedCondition } from './untranslated.ts';

describe('a row without Arabic', () => {
  it('has an untranslated text', () => {
    expect(isUntranslated({ name: 'Cap', translations: {} }, ['name'])).toBe(true);
    expect(isUntranslated({ name: 'Cap', translations: { ar: { name: ' ' } } }, ['name'])).toBe(true);
    expect(isUntranslated({ name: 'Cap', translations: { ar: { name: 'كاب' } } }, ['name'])).toBe(false);
  });

  it('is complete when there is nothing to translate', () => {
    expect(isUntranslated({ name: '', description: null, translations: {} }, ['name', 'description'])).toBe(
      false,
    );
  });

  it('has an untranslated word in a list', () => {
    const choices = ['Loose', 'Slim'];
    expect(
      isUntranslated({ choices, translations: { ar: { choices: { Loose: 'واسع' } } } }, ['choices']),
    ).toBe(true);
    const all = { Loose: 'واسع', Slim: 'ضيق' };
    expect(isUntranslated({ choices, translations: { ar: { choices: all } } }, ['choices'])).toBe(false);
  });

  it('is found in the database by its texts', () => {
    expect(untranslatedCondition(['name'])).toBe(
      'or(and(name.not.is.null,name.neq."",or(translations->ar->>name.is.null,translations->ar->>name.eq."")))',
    );
  });
});
