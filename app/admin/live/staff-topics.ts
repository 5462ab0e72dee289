import type { RealtimeChannel } from '@supabase/supabase-js';
import { newId } from '#app/lib/new-id.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { PresencePeer } from './presence-peer.ts';

type Listener = (event: string, payload: Record<string, unknown>) => void;

type OrdersTopic = {
  listeners: Set<Listener>;
  /** Number of changes so far, counting reconnects. */
  changeCount: number;
  channel: Promise<RealtimeChannel>;
};

/** The client has one channel per topic, so listeners share it; null while there are none. */
let ordersTopic: OrdersTopic | null = null;

/** The client returns the same channel again until it has left the topic. */
let pendingLeaves: Promise<unknown> = Promise.resolve();

function leave(channel: Promise<RealtimeChannel>): void {
  const removed = Promise.all([loadSupabase(), channel]).then(([supabase, joined]) =>
    supabase.removeChannel(joined),
  );
  pendingLeaves = Promise.allSettled([pendingLeaves, removed]);
}

async function joinOrders(notify: Listener): Promise<RealtimeChannel> {
  await pendingLeaves;
  const supabase = await loadSupabase();
  const channel = supabase.channel(`orders:${pageTenant()}`, { config: { private: true } });
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => notify(event, payload ?? {}));
  channel.subscribe((status) => notify(status === 'SUBSCRIBED' ? 'joined' : 'lost', {}));
  return channel;
}

function openOrdersTopic(): OrdersTopic {
  const listeners = new Set<Listener>();
  const notify: Listener = (event, payload) => {
    if (event !== 'lost') topic.changeCount += 1;
    for (const listener of listeners) listener(event, payload);
  };
  const topic = { listeners, changeCount: 0, channel: joinOrders(notify) };
  return topic;
}

/**
 * Subscribes to the store's orders: `event` is insert or update, the payload has the order's id, number,
 * status, payment_status, total in pounds and created_at. `joined`, without a payload, means that changes
 * may have been missed: on the first connection and after each loss, which is reported as `lost`. Returns an
 * unsubscribe function.
 */
export function subscribeToOrders(listener: Listener): () => void {
  ordersTopic ??= openOrdersTopic();
  const topic = ordersTopic;
  topic.listeners.add(listener);
  return () => {
    topic.listeners.delete(listener);
    if (topic.listeners.size > 0 || ordersTopic !== topic) return;
    ordersTopic = null;
    leave(topic.channel);
  };
}

/** Returns how often the store's orders have changed so far, to detect changes while a page was loading. */
export function ordersChangeCount(): number {
  return ordersTopic?.changeCount ?? 0;
}

const staffListeners = new Set<Listener>();

/**
 * Subscribes to the store's staff channel while the back office is open: event message with a
 * conversation_id for a new message. `joined`, without a payload, means that messages may have been missed.
 * Returns an unsubscribe function.
 */
export function subscribeToStaff(listener: Listener): () => void {
  staffListeners.add(listener);
  return () => staffListeners.delete(listener);
}

type Position = Pick<PresencePeer, 'place' | 'thing'>;

/**
 * Shares this window's presence and reports the other windows at every change. Returns functions that move
 * this window to another place, and that end its presence.
 */
export function joinPresence(
  user: Pick<PresencePeer, 'user' | 'name'>,
  report: (windows: PresencePeer[]) => void,
): { moveTo: (position: Position) => void; end: () => void } {
  const key = newId();
  let position: Position = { place: '', thing: '' };
  let ended = false;
  const notify = (event: string, payload: Record<string, unknown>) => {
    for (const listener of staffListeners) listener(event, payload);
  };
  const joined = pendingLeaves.then(loadSupabase).then((supabase) => {
    const channel = supabase.channel(`staff:${pageTenant()}`, {
      config: { private: true, presence: { key, enabled: true } },
    });
    channel.on('broadcast', { event: '*' }, ({ event, payload }) => notify(event, payload ?? {}));
    channel.on('presence', { event: 'sync' }, () => {
      const state = channel.presenceState<PresencePeer>();
      report(
        Object.entries(state).flatMap(([other, [peer]]) => {
          if (other === key || !peer) return [];
          const { user: id, name, place, thing } = peer;
          return { user: String(id), name: String(name), place: String(place), thing: String(thing ?? '') };
        }),
      );
    });
    channel.subscribe((status) => {
      if (status !== 'SUBSCRIBED' || ended) return;
      void channel.track({ ...user, ...position });
      notify('joined', {});
    });
    return channel;
  });
  return {
    moveTo: (next) => {
      position = next;
      void joined.then((channel) => {
        if (!ended && channel.state === 'joined') void channel.track({ ...user, ...position });
      });
    },
    end: () => {
      ended = true;
      leave(joined);
    },
  };
}
