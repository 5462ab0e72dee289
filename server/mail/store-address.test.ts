import { expect, it } from 'vitest';
import { storeAddress } from './store-address.ts';

it.each([
  ['http://localhost:3000', 'http://northblock.localhost:3000/account'],
  ['http://inkthread.localhost:3000', 'http://northblock.localhost:3000/account'],
  ['https://inkthread.example', 'https://northblock.example/account'],
  ['https://shops.company.example', 'https://shops.company.example/account?tenant=northblock'],
])('a message about an order at %s leads to %s', (origin, address) => {
  expect(storeAddress(origin, 'northblock', '/account')).toBe(address);
});

it('keeps a page’s query when the store is added to it', () => {
  expect(storeAddress('https://shops.company.example', 'northblock', '/product/p?variant=v')).toBe(
    'https://shops.company.example/product/p?variant=v&tenant=northblock',
  );
});
