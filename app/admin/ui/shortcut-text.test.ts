import { expect, it } from 'vitest';
import { shortcutText } from './shortcut-text.ts';

it('shortcuts are named as on the platform', () => {
  expect(shortcutText('S', 'MacIntel')).toBe('⌘S');
  expect(shortcutText('S', 'iPad')).toBe('⌘S');
  expect(shortcutText('K', 'Win32')).toBe('Ctrl K');
  expect(shortcutText('K', 'Linux x86_64')).toBe('Ctrl K');
});
