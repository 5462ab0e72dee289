import { expect, it } from 'vitest';
import type { Capability } from '#app/lib/database.constants.ts';
import { withNeeded } from './needed-capabilities.ts';

it('a capability takes with it what it needs, once', () => {
  const needs = new Map<Capability, Capability[]>([
    ['products.see', []],
    ['products.change', ['products.see']],
    ['products.price', ['products.see', 'products.change']],
  ]);
  expect([...withNeeded(['products.price', 'products.see'], needs)].toSorted()).toEqual([
    'products.change',
    'products.price',
    'products.see',
  ]);
  expect(withNeeded([], needs).size).toBe(0);
});
