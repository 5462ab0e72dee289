import { expect, it } from 'vitest';
import { keysShown } from './keys-shown.ts';

it('the keys that save are called as they are on the machine', () => {
  expect(keysShown('S', 'MacIntel')).toBe('⌘S');
  expect(keysShown('S', 'iPad')).toBe('⌘S');
  expect(keysShown('K', 'Win32')).toBe('Ctrl K');
  expect(keysShown('K', 'Linux x86_64')).toBe('Ctrl K');
});
