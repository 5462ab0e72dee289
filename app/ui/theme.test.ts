import { createContext, runInContext } from 'node:vm';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { readChoice, themeChoices, themeClass, themeKey, themeScript, useTheme } from './theme.ts';

function classAfterScript(stored: string | null | Error, deviceIsDark: boolean): string[] {
  const classes: string[] = [];
  const getItem = (key: string) => {
    if (stored instanceof Error) throw stored;
    return key === themeKey ? stored : null;
  };
  const page = createContext({
    localStorage: { getItem },
    matchMedia: (query: string) => ({ matches: query.includes('dark') && deviceIsDark }),
    document: { documentElement: { classList: { add: (name: string) => classes.push(name) } } },
  });
  runInContext(themeScript, page);
  return classes;
}

function Outside() {
  return createElement('p', null, useTheme().choice);
}

describe('theme', () => {
  it('is system unless a known value is stored', () => {
    expect(readChoice(null)).toBe('system');
    expect(readChoice('purple')).toBe('system');
    for (const choice of themeChoices) expect(readChoice(choice)).toBe(choice);
  });

  it('system follows the device, a choice does not', () => {
    expect(themeClass('system', true)).toBe('dark');
    expect(themeClass('system', false)).toBe('light');
    expect(themeClass('light', true)).toBe('light');
    expect(themeClass('dark', false)).toBe('dark');
  });

  it('the script in the head sets the same class as the rules, before the first paint', () => {
    for (const stored of [null, 'light', 'dark', 'system', 'purple'])
      for (const dark of [true, false])
        expect(classAfterScript(stored, dark)).toEqual([themeClass(readChoice(stored), dark)]);
  });

  it('a browser that forbids storage gets the device theme', () => {
    expect(classAfterScript(new Error('denied'), true)).toEqual(['dark']);
  });

  it('the hook throws outside its provider', () => {
    expect(() => renderToStaticMarkup(createElement(Outside))).toThrow(
      'useTheme must be used within a ThemeProvider',
    );
  });
});
