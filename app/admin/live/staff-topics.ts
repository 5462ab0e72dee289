import { isAllStores, officeStores } from '#app/auth/office-stores.ts';
import { pageSession } from '#app/auth/session.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { changeCount, isJoined, share, subscribe, type TopicListener } from '#app/lib/realtime-topics.ts';
import { newId } from '#app/lib/row-id.ts';
import type { PresencePeer } from './presence-peer.ts';

/** The topics of the stores that the office shows: one, or in the office of all stores those of each. */
const ordersTopics = () =>
  officeStores(pageSession.getState().user, 'orders.see').map((tenantId) => `orders:${tenantId}`);

function staffTopics(): string[] {
  const workplaces = pageSession.getState().user?.workplaces ?? [];
  const stores = isAllStores() ? workplaces.map(({ tenantId }) => tenantId) : [pageTenant()];
  return stores.map((tenantId) => `staff:${tenantId}`);
}

/** Subscribes to topics as if they were one: `joined` when all are connected. Returns an unsubscribe function. */
function subscribeToAll(
  topics: readonly string[],
  on: (...args: [...Parameters<TopicListener>, topic: string]) => void,
  presenceKey?: string,
): () => void {
  const unsubscribes = topics.map((topic) =>
    subscribe(
      topic,
      (event, payload) => {
        if (event !== 'joined' || topics.every(isJoined)) on(event, payload, topic);
      },
      presenceKey,
    ),
  );
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}

/**
 * Subscribes to the orders of the office's stores: `event` is insert or update, the payload has the order's id, number,
 * status, payment_status, total in pounds and created_at. Returns an unsubscribe function.
 */
export function subscribeToOrders(on: TopicListener): () => void {
  return subscribeToAll(ordersTopics(), on);
}

/** Returns how often orders of the office's stores have changed so far, to detect changes while a page was loading. */
export function ordersChangeCount(): number {
  return ordersTopics().reduce((sum, topic) => sum + changeCount(topic), 0);
}

/** Key of this window among those of the back office. */
const windowKey = newId();

/**
 * Subscribes to the staff topics of the office's stores. A new message is an event `message` with its conversation_id;
 * presence comes per topic. Returns an unsubscribe function.
 */
export function subscribeToStaff(
  on: (...args: [...Parameters<TopicListener>, topic: string]) => void,
): () => void {
  return subscribeToAll(staffTopics(), on, windowKey);
}

/** Shares what this window has open with the other windows of the office's stores. */
export function sharePresence(peer: PresencePeer): void {
  for (const topic of staffTopics()) share(topic, peer);
}
