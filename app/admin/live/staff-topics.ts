import type { RealtimeChannel } from '@supabase/supabase-js';
import { newId } from '#app/lib/new-id.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { PresencePeer } from './presence-peer.ts';

type Listener = (event: string, payload: Record<string, unknown>) => void;

interface Topic {
  listeners: Set<Listener>;
  /** How often something changed, or may have. */
  heard: number;
  channel: Promise<RealtimeChannel>;
}

/** The client keeps one channel a topic, so that everybody who listens shares it. */
const topics = new Map<string, Topic>();

/** Until it has let go of a topic's channel, the client hands the same one out again. */
let leaving: Promise<unknown> = Promise.resolve();

function leave(channel: Promise<RealtimeChannel>): void {
  const left = Promise.all([loadSupabase(), channel]).then(([supabase, joined]) =>
    supabase.removeChannel(joined),
  );
  leaving = Promise.allSettled([leaving, left]);
}

async function join(topic: string, tell: Listener): Promise<RealtimeChannel> {
  await leaving;
  const supabase = await loadSupabase();
  const channel = supabase.channel(topic, { config: { private: true } });
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => tell(event, payload ?? {}));
  channel.subscribe((status) => tell(status === 'SUBSCRIBED' ? 'joined' : 'lost', {}));
  return channel;
}

function begin(topic: string): Topic {
  const listeners = new Set<Listener>();
  const tell: Listener = (event, payload) => {
    if (event !== 'lost') begun.heard += 1;
    for (const listener of listeners) listener(event, payload);
  };
  const begun: Topic = { listeners, heard: 0, channel: join(topic, tell) };
  topics.set(topic, begun);
  return begun;
}

function hear(topic: string, listener: Listener): () => void {
  const known = topics.get(topic) ?? begin(topic);
  known.listeners.add(listener);
  return () => {
    known.listeners.delete(listener);
    if (known.listeners.size > 0 || topics.get(topic) !== known) return;
    topics.delete(topic);
    leave(known.channel);
  };
}

/**
 * Hears the store's orders while they come and move: `event` is insert or update, the payload has the order's id,
 * number, status, payment_status, total in pounds and created_at. `joined`, without a payload, means that anything may
 * have happened before: the first connection and each one after a loss, which is told as `lost`. Returns what ends it.
 */
export function hearOrders(listener: Listener): () => void {
  return hear(ordersTopic(), listener);
}

const ordersTopic = () => `orders:${pageTenant()}`;

/** How often the store's orders changed so far, or may have: to tell whether they did while a page was being read. */
export function ordersHeard(): number {
  return topics.get(ordersTopic())?.heard ?? 0;
}

const staffListeners = new Set<Listener>();

/**
 * Hears what the database tells the store's staff while the back office is open: event message with a conversation_id
 * when somebody wrote. `joined`, without a payload, means that anything may have been said before. Returns what ends it.
 */
export function hearStaff(listener: Listener): () => void {
  staffListeners.add(listener);
  return () => staffListeners.delete(listener);
}

type Position = Pick<PresencePeer, 'place' | 'thing'>;

/**
 * Shows colleagues where this window is and reports which others are open, again at every change. Returns what moves
 * this window to another place, and what ends it.
 */
export function meetColleagues(
  who: Pick<PresencePeer, 'user' | 'name'>,
  report: (windows: PresencePeer[]) => void,
): { moveTo: (position: Position) => void; end: () => void } {
  const key = newId();
  let position: Position = { place: '', thing: '' };
  let ended = false;
  const tell = (event: string, payload: Record<string, unknown>) => {
    for (const listener of staffListeners) listener(event, payload);
  };
  const joined = leaving.then(loadSupabase).then((supabase) => {
    const channel = supabase.channel(`staff:${pageTenant()}`, {
      config: { private: true, presence: { key, enabled: true } },
    });
    channel.on('broadcast', { event: '*' }, ({ event, payload }) => tell(event, payload ?? {}));
    channel.on('presence', { event: 'sync' }, () => {
      const state = channel.presenceState<PresencePeer>();
      report(
        Object.entries(state).flatMap(([other, [seen]]) =>
          other === key || !seen
            ? []
            : [
                {
                  ...{ user: String(seen.user), name: String(seen.name) },
                  ...{ place: String(seen.place), thing: String(seen.thing ?? '') },
                },
              ],
        ),
      );
    });
    channel.subscribe((status) => {
      if (status !== 'SUBSCRIBED' || ended) return;
      void channel.track({ ...who, ...position });
      tell('joined', {});
    });
    return channel;
  });
  return {
    moveTo: (next) => {
      position = next;
      void joined.then((channel) => {
        if (!ended && channel.state === 'joined') void channel.track({ ...who, ...position });
      });
    },
    end: () => {
      ended = true;
      leave(joined);
    },
  };
}
