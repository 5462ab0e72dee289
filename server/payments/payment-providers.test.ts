import { expect, test } from 'vitest';
import { readEnvironment, requireKnownStores } from '../environment.ts';
import { paymentAccounts } from './payment-providers.ts';

const shared = {
  PAYMOB_SECRET_KEY: 'shared',
  PAYMOB_PUBLIC_KEY: 'shared',
  PAYMOB_API_KEY: 'shared',
  PAYMOB_HMAC_SECRET: 'shared',
  PAYMOB_CARD_INTEGRATION: '1',
  PAYMOB_WALLET_INTEGRATION: '2',
};
const own = {
  PAYMOB_SECRET_KEY_NORTHBLOCK: 'own',
  PAYMOB_PUBLIC_KEY_NORTHBLOCK: 'own',
  PAYMOB_API_KEY_NORTHBLOCK: 'own',
  PAYMOB_HMAC_SECRET_NORTHBLOCK: 'own',
  PAYMOB_CARD_INTEGRATION_NORTHBLOCK: '7',
};
const stores = ['northblock', 'duoworks'];

test('a store uses its own provider account or the shared one, never a mix', async () => {
  const accounts = await paymentAccounts(readEnvironment({ ...shared, ...own }), () => stores);
  expect(accounts.optionsOf('northblock')).toEqual(['paymob_card']);
  expect(accounts.optionsOf('duoworks')).toEqual(['paymob_card', 'paymob_wallet']);
  expect([accounts.ownOf('northblock'), accounts.ownOf('duoworks')]).toEqual([['paymob'], []]);
  expect(accounts.providersOf('northblock')).not.toEqual(accounts.providersOf('duoworks'));
  expect(accounts.all.map(({ tenantIds }) => tenantIds)).toEqual([['duoworks'], ['northblock']]);
});

test('a store’s own account is offered in no other store', async () => {
  const accounts = await paymentAccounts(readEnvironment(own), () => stores);
  expect(accounts.optionsOf('northblock')).toEqual(['paymob_card']);
  expect(accounts.optionsOf('duoworks')).toEqual([]);
  expect(accounts.providersOf('nobody')).toEqual([]);
});

test('a store that is made later uses the shared account, without a restart', async () => {
  const present = [...stores];
  const accounts = await paymentAccounts(readEnvironment({ ...shared, ...own }), () => present);
  expect(accounts.optionsOf('delta')).toEqual([]);
  present.push('delta');
  expect(accounts.optionsOf('delta')).toEqual(['paymob_card', 'paymob_wallet']);
  expect(accounts.ownOf('delta')).toEqual([]);
});

test('missing keys of a store’s own account are named, as are unknown stores', () => {
  const { PAYMOB_HMAC_SECRET_NORTHBLOCK: _secret, ...without } = own;
  expect(() => readEnvironment({ ...shared, ...without })).toThrow(
    /PAYMOB_HMAC_SECRET_NORTHBLOCK is needed when PAYMOB_SECRET_KEY_NORTHBLOCK is set/,
  );
  expect(() => readEnvironment({ STRIPE_WEBHOOK_SECRET_DUOWORKS: 'whsec' })).toThrow(
    /STRIPE_SECRET_KEY_DUOWORKS is needed/,
  );
  const strange = readEnvironment({
    KASHIER_MERCHANT_ID_NOWHERE: 'm',
    KASHIER_API_KEY_NOWHERE: 'a',
    KASHIER_SECRET_KEY_NOWHERE: 's',
  });
  expect(() => requireKnownStores(strange, stores)).toThrow(/no store is called NOWHERE/);
});
