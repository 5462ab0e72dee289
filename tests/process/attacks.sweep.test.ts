import { expect, test } from 'vitest';
import { attackSoak } from '../../bench/attack.ts';

test('every honest shopper is served and memory stays in bounds while a store is attacked', async () => {
  const figures = await attackSoak(60);
  // Waiting times depend on other load; `npm run soak -- attack` compares them with a quiet machine's.
  const held = figures.filter(({ unit }) => unit !== 'ms');
  expect(held.filter(({ holds }) => !holds).map(({ name, values }) => `${name}: ${values}`)).toEqual([]);
}, 400_000);
