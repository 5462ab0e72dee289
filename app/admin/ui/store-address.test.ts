import { expect, it } from 'vitest';
import { storeAddress } from './store-address.ts';

const store = { id: 'casecraft', domain: 'casecraft.example' };

it.each([
  ['http://localhost:3000', false, 'http://casecraft.localhost:3000/admin/setup'],
  ['http://inkthread.localhost:3000', false, 'http://casecraft.localhost:3000/admin/setup'],
  ['https://inkthread.example', false, 'https://casecraft.example/admin/setup'],
  ['https://shop.example', true, 'https://shop.example/admin/setup?tenant=casecraft'],
])('the office of another store is reached from %s', (origin, sharedHost, address) => {
  expect(storeAddress(store, { origin, sharedHost, language: 'en' }, '/admin/setup')).toBe(address);
});
