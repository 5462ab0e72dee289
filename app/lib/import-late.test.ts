import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importLate } from './import-late.ts';

const asked: string[] = [];
let broken = '';

beforeEach(() => {
  asked.length = 0;
  broken = '';
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (selector === 'link[href="/assets/frame.js"]' ? {} : null),
  });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (address === broken) throw new TypeError('Failed to fetch');
    return new Response('', { status: address.includes('gone') ? 404 : 200 });
  });
});

afterEach(() => vi.unstubAllGlobals());

it('M20 late code is fetched once, without what the page came with', async () => {
  const files = ['assets/filters.js', 'assets/sheet.js', 'assets/frame.js'];
  await expect(importLate(async () => 'filters', files)).resolves.toBe('filters');
  await expect(importLate(async () => 'menu', ['assets/menu.js', 'assets/sheet.js'])).resolves.toBe('menu');
  expect(asked).toEqual(['/assets/filters.js', '/assets/sheet.js', '/assets/menu.js']);
});

it('M60 late code that could not be fetched is asked for again, and never imported before it is there', async () => {
  const load = vi.fn(async () => 'chart');
  const files = ['assets/chart.js', 'assets/table.js'];
  broken = '/assets/table.js';
  await expect(importLate(load, files)).rejects.toThrow('Failed to fetch');
  expect(load).not.toHaveBeenCalled();
  broken = '';
  await expect(importLate(load, files)).resolves.toBe('chart');
  await expect(importLate(load, ['assets/gone.js'])).rejects.toThrow('/assets/gone.js answered 404');
  expect(load).toHaveBeenCalledTimes(1);
});
