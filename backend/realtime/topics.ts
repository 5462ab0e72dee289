import { randomBytes, randomUUID } from 'node:crypto';
import type { Database, Identity } from '../lib/db.ts';
import { type Broadcast, encodeBroadcast, type Version } from './serializer.ts';

/** A topic; a private and a public channel of the same name are different topics. */
export interface TopicName {
  topic: string;
  isPrivate: boolean;
}

/** A member of a topic, which receives its broadcasts. */
export interface Member {
  version: Version;
  /** Receives an encoded broadcast. */
  deliver(frame: string | Buffer): void;
  deliverPresence(diff: PresenceDiff): void;
}

export interface Hub {
  join(name: TopicName, member: Member): void;
  leave(name: TopicName, member: Member): void;
  /** @param except the sender, when it does not receive its own messages */
  broadcast(name: TopicName, broadcast: Broadcast, except?: Member): void;
  track(name: TopicName, member: Member, key: string, payload: Record<string, unknown>): void;
  untrack(name: TopicName, member: Member): void;
  presence(name: TopicName): PresenceEntries;
}

interface Topic {
  members: Set<Member>;
  presence: PresenceState<Member>;
}

/** The members of this process's topics. */
export function createHub(): Hub {
  const topics = new Map<string, Topic>();
  const keyOf = ({ topic, isPrivate }: TopicName) => `${isPrivate ? 'private' : 'public'}:${topic}`;

  function open(name: TopicName): Topic {
    const key = keyOf(name);
    const topic = topics.get(key) ?? {
      members: new Set(),
      presence: new PresenceState<Member>(() => randomBytes(9).toString('base64url')),
    };
    topics.set(key, topic);
    return topic;
  }

  function sendDiff({ members }: Topic, diff: PresenceDiff | undefined): void {
    if (diff) for (const member of members) member.deliverPresence(diff);
  }

  return {
    join(name, member) {
      open(name).members.add(member);
    },
    leave(name, member) {
      const topic = topics.get(keyOf(name));
      if (!topic) return;
      topic.members.delete(member);
      sendDiff(topic, topic.presence.untrack(member));
      if (topic.members.size === 0 && topic.presence.isEmpty) topics.delete(keyOf(name));
    },
    broadcast(name, broadcast, except) {
      const topic = topics.get(keyOf(name));
      if (!topic) return;
      const frames = new Map<Version, string | Buffer | undefined>();
      for (const member of topic.members) {
        if (member === except) continue;
        const { version } = member;
        if (!frames.has(version)) {
          frames.set(version, encodeBroadcast(`realtime:${name.topic}`, broadcast, version));
        }
        const frame = frames.get(version);
        if (frame !== undefined) member.deliver(frame);
      }
    },
    track(name, member, key, payload) {
      const topic = open(name);
      sendDiff(topic, topic.presence.track(member, key, payload));
    },
    untrack(name, member) {
      const topic = topics.get(keyOf(name));
      if (topic) sendDiff(topic, topic.presence.untrack(member));
    },
    presence: (name) => topics.get(keyOf(name))?.presence.entries() ?? {},
  };
}

/** State of one client, as read by the client library's Presence. */
type PresenceMeta = Record<string, unknown> & { phx_ref: string };
type PresenceEntries = Record<string, { metas: PresenceMeta[] }>;
export interface PresenceDiff {
  joins: PresenceEntries;
  leaves: PresenceEntries;
}

/** Presence of a topic. Each member tracks one state under its key; a key may have several members. */
export class PresenceState<T extends object> {
  readonly #metas = new Map<T, { key: string; meta: PresenceMeta }>();
  readonly #newRef: () => string;

  constructor(newRef: () => string) {
    this.#newRef = newRef;
  }

  get isEmpty(): boolean {
    return this.#metas.size === 0;
  }

  /** Tracks or updates a member's state. @returns the change to broadcast; undefined when nothing changed */
  track(member: T, key: string, payload: Record<string, unknown>): PresenceDiff | undefined {
    const before = this.#metas.get(member);
    if (before && JSON.stringify(withoutRefs(before.meta)) === JSON.stringify(payload)) return undefined;
    const { phx_ref: _ref, phx_ref_prev: _previous, ...state } = payload;
    const meta: PresenceMeta = {
      ...state,
      phx_ref: this.#newRef(),
      ...(before ? { phx_ref_prev: before.meta.phx_ref } : {}),
    };
    this.#metas.set(member, { key, meta });
    return { joins: one(key, meta), leaves: before ? one(before.key, before.meta) : {} };
  }

  /** @returns the change to broadcast; undefined when the member had no state */
  untrack(member: T): PresenceDiff | undefined {
    const before = this.#metas.get(member);
    if (!before) return undefined;
    this.#metas.delete(member);
    return { joins: {}, leaves: one(before.key, before.meta) };
  }

  entries(): PresenceEntries {
    const entries: PresenceEntries = Object.create(null);
    for (const { key, meta } of this.#metas.values()) {
      entries[key] ??= { metas: [] };
      entries[key].metas.push(meta);
    }
    return entries;
  }
}

function one(key: string, meta: PresenceMeta): PresenceEntries {
  const entries: PresenceEntries = Object.create(null);
  entries[key] = { metas: [meta] };
  return entries;
}

function withoutRefs({ phx_ref: _ref, phx_ref_prev: _previous, ...state }: PresenceMeta) {
  return state;
}

export type Extension = 'broadcast' | 'presence';

/**
 * Evaluates the policies on `realtime.messages` for a private topic: select allows receiving and insert allows sending,
 * per extension. Runs in a rolled-back transaction, queued fairly over clients.
 */
export interface TopicPolicies {
  /** Which of the extensions they may receive. */
  mayReceive(
    identity: Identity,
    topic: string,
    extensions: readonly Extension[],
  ): Promise<ReadonlySet<Extension>>;
  maySend(identity: Identity, topic: string, extension: Extension): Promise<boolean>;
}

export function createTopicPolicies(database: Database): TopicPolicies {
  return {
    async mayReceive(identity, topic, extensions) {
      if (identity.role === 'service_role') return new Set(extensions);
      const probes = extensions.map((extension) => ({ id: randomUUID(), topic, extension }));
      const asService: Identity = { ...identityForTopic(identity, topic), role: 'service_role', claims: {} };
      return database.transaction(
        asService,
        async (sql) => {
          await sql`insert into realtime.messages ${sql(probes)}`;
          await sql`
            select set_config('role', ${identity.role}, true),
              set_config('request.jwt.claims', ${JSON.stringify({ ...identity.claims, role: identity.role })}, true)`;
          const allowed = await sql<{ extension: Extension }[]>`
            select extension from realtime.messages where id = any(${probes.map(({ id }) => id)}::uuid[])`;
          return new Set(allowed.map(({ extension }) => extension));
        },
        { rollback: true },
      );
    },
    async maySend(identity, topic, extension) {
      if (identity.role === 'service_role') return true;
      try {
        await database.transaction(
          identityForTopic(identity, topic),
          (sql) => sql`insert into realtime.messages (topic, extension) values (${topic}, ${extension})`,
          { rollback: true },
        );
        return true;
      } catch (error) {
        if (isRefusal(error)) return false;
        throw error;
      }
    },
  };
}

const identityForTopic = ({ role, claims, client, lane }: Identity, topic: string): Identity => ({
  role,
  claims,
  client,
  lane,
  settings: { 'realtime.topic': topic },
});

const isRefusal = (error: unknown) => error instanceof Error && 'code' in error && error.code === '42501';
