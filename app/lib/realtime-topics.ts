import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js';
import { loadSupabase } from './supabase-browser.ts';

/**
 * Receives a topic's events: broadcasts with their payload, `presence` with the states that other windows share (by
 * key), `joined` at each connection (changes may have been missed), and `lost`.
 */
export type TopicListener = (event: string, payload: Record<string, unknown>) => void;

type Topic = {
  listeners: Set<TopicListener>;
  channel: Promise<RealtimeChannel>;
  changeCount: number;
  isJoined: boolean;
  /** The state that this window shares; null for none. */
  state: Record<string, unknown> | null;
};

/** Creates the private topics of a client. A client has one channel per topic, which its listeners share. */
export function createTopics(load: () => Promise<RealtimeClient>) {
  const topics = new Map<string, Topic>();
  // The client returns the same channel again until it has left the topic.
  let pendingLeaves: Promise<unknown> = Promise.resolve();

  function open(name: string, presenceKey?: string): Topic {
    const listeners = new Set<TopicListener>();
    const notify: TopicListener = (event, payload) => {
      if (event !== 'lost' && event !== 'presence') topic.changeCount += 1;
      for (const listener of listeners) listener(event, payload);
    };
    const join = async () => {
      await pendingLeaves;
      const client = await load();
      await client.setAuth();
      const presence = presenceKey ? { presence: { key: presenceKey, enabled: true } } : {};
      const channel = client.channel(name, { config: { private: true, ...presence } });
      channel.on('broadcast', { event: '*' }, ({ event, payload }) => notify(event, payload ?? {}));
      if (presenceKey) {
        channel.on('presence', { event: 'sync' }, () => {
          const { [presenceKey]: _own, ...others } = channel.presenceState();
          notify('presence', others);
        });
      }
      channel.subscribe((status) => {
        topic.isJoined = status === 'SUBSCRIBED';
        if (!topic.isJoined) return notify('lost', {});
        if (topic.state) void channel.track(topic.state);
        notify('joined', {});
      });
      return channel;
    };
    const topic: Topic = { listeners, changeCount: 0, isJoined: false, state: null, channel: join() };
    topic.channel.catch(() => {
      if (topics.get(name) === topic) topics.delete(name);
      notify('lost', {});
    });
    topics.set(name, topic);
    return topic;
  }

  function leave(name: string, topic: Topic): void {
    if (topics.get(name) === topic) topics.delete(name);
    const left = Promise.all([load(), topic.channel]).then(([client, channel]) =>
      client.removeChannel(channel),
    );
    pendingLeaves = Promise.allSettled([pendingLeaves, left]);
  }

  return {
    /**
     * Subscribes to a topic. The client reconnects by itself.
     * @param presenceKey key under which others see this window's state; the same for all its listeners
     * @returns a function that unsubscribes
     */
    subscribe(name: string, on: TopicListener, presenceKey?: string): () => void {
      const topic = topics.get(name) ?? open(name, presenceKey);
      topic.listeners.add(on);
      return () => {
        if (topic.listeners.delete(on) && topic.listeners.size === 0) leave(name, topic);
      };
    },
    /** Shares a state with the other windows on a subscribed topic, now and after each connection. */
    share(name: string, state: Record<string, unknown>): void {
      const topic = topics.get(name);
      if (!topic) return;
      topic.state = state;
      void topic.channel.then(
        (channel) => {
          if (topics.get(name) === topic && channel.state === 'joined') void channel.track(state);
        },
        () => {},
      );
    },
    /** Number of changes to a topic so far, to detect changes while a page was loading. */
    changeCount: (name: string): number => topics.get(name)?.changeCount ?? 0,
    /** Whether a topic is connected. */
    isJoined: (name: string): boolean => topics.get(name)?.isJoined ?? false,
  };
}

/** The topics of this page, for signed-in people. */
export const { subscribe, share, changeCount, isJoined } = createTopics(
  async () => (await loadSupabase()).realtime,
);
