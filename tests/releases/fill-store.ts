import { fillGoods, fillReviews } from './fill-goods.ts';
import { fillOrders } from './fill-orders.ts';
import { fillPeople } from './fill-people.ts';
import { fillLimits, fillSettings } from './fill-settings.ts';
import type { Shop } from './shop.ts';

/**
 * Fills a store through its own functions with an example of everything that a release can store: people, settings, products in
 * both languages, files, and an order in every state.
 */
export async function fillStore(shop: Shop): Promise<void> {
  const people = await fillPeople(shop);
  await fillSettings(people.staff.client);
  const store = await fillGoods(shop, people);
  await fillOrders(shop, store, people);
  await fillReviews(store, people);
  await fillLimits(people.staff.client);
}
