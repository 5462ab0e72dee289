import { expect, test } from 'vitest';
import { attackSoak } from '../../bench/attack.ts';

test('honest shoppers are served at once and memory stays in bounds while a store is attacked', async () => {
  const figures = await attackSoak(60);
  expect(figures.filter(({ holds }) => !holds)).toEqual([]);
  // Nobody was shut out meanwhile.
  for (const { name, values } of figures) if (/^honest/.test(name)) expect(values[0]).toBeGreaterThan(10);
}, 400_000);
