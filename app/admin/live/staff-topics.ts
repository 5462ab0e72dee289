import { pageTenant } from '#app/lib/page-tenant.ts';
import { changeCount, share, subscribe, type TopicListener } from '#app/lib/realtime-topics.ts';
import { newId } from '#app/lib/row-id.ts';
import type { PresencePeer } from './presence-peer.ts';

const ordersTopic = () => `orders:${pageTenant()}`;
const staffTopic = () => `staff:${pageTenant()}`;

/**
 * Subscribes to the store's orders: `event` is insert or update, the payload has the order's id, number,
 * status, payment_status, total in pounds and created_at. Returns an unsubscribe function.
 */
export function subscribeToOrders(on: TopicListener): () => void {
  return subscribe(ordersTopic(), on);
}

/** Returns how often the store's orders have changed so far, to detect changes while a page was loading. */
export function ordersChangeCount(): number {
  return changeCount(ordersTopic());
}

/** Key of this window among those of the back office. */
const windowKey = newId();

/**
 * Subscribes to the store's staff channel: event message with a conversation_id for a new message, and
 * presence. Returns an unsubscribe function.
 */
export function subscribeToStaff(on: TopicListener): () => void {
  return subscribe(staffTopic(), on, windowKey);
}

/** Shares what this window has open with the other windows of the back office. */
export function sharePresence(peer: PresencePeer): void {
  share(staffTopic(), peer);
}
