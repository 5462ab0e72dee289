import { expect, it } from 'vitest';
import { amongStores } from './office-stores.ts';

it('one store is compared by equality, for which indexes keep their order, and several are listed', () => {
  expect(amongStores(['duoworks'])).toEqual(['eq', 'duoworks']);
  expect(amongStores(['duoworks', 'inkthread'])).toEqual(['in', '(duoworks,inkthread)']);
});

it('a person who may see nothing gets no rows', () => {
  expect(amongStores([])).toEqual(['in', '()']);
});
