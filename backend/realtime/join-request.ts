import { randomUUID } from 'node:crypto';
import type { TopicName } from './hub.ts';

/** What a client asks for when it joins a channel. */
export interface JoinRequest {
  name: TopicName;
  /** Hears its own broadcasts. */
  self: boolean;
  /** Wants to be told that a broadcast has arrived. */
  ack: boolean;
  presence: { enabled: boolean; key: string };
  /** Wants the latest broadcasts of the database since a time, in milliseconds since 1970; private channels only. */
  replay: { since: number; limit: number } | undefined;
  /** Table changes it wants to hear of, as it named them. */
  postgresChanges: Record<string, unknown>[];
  /** A user's access token; undefined when the connection's own key counts. */
  accessToken: string | undefined;
}

/** The longest name that fits into the header of a binary frame. */
const LONGEST_TOPIC = 255;
const PREFIX = 'realtime:';

/** The name of a channel without its prefix, or undefined when it is none. */
export function subTopicOf(topic: string): string | undefined {
  if (!topic.startsWith(PREFIX) || topic.length === PREFIX.length) return undefined;
  return Buffer.byteLength(topic) <= LONGEST_TOPIC ? topic.slice(PREFIX.length) : undefined;
}

/** Reads the payload of `phx_join`; what is missing or odd counts as not asked for. */
export function parseJoin(subTopic: string, payload: unknown): JoinRequest {
  const { config, access_token: accessToken } = record(payload);
  const { broadcast, presence, private: isPrivate, postgres_changes: changes } = record(config);
  const { self, ack, replay } = record(broadcast);
  const { key, enabled } = record(presence);
  return {
    name: { topic: subTopic, isPrivate: isPrivate === true },
    self: self === true,
    ack: ack === true,
    replay: isPrivate === true ? parseReplay(replay) : undefined,
    presence: {
      enabled: enabled !== false,
      key: typeof key === 'string' && key !== '' ? key.slice(0, 255) : randomUUID(),
    },
    postgresChanges: Array.isArray(changes) ? changes.slice(0, 100).map(record) : [],
    accessToken: isUserToken(accessToken) ? accessToken : undefined,
  };
}

/** The most broadcasts that are replayed. */
const MOST_REPLAYED = 25;

function parseReplay(value: unknown): JoinRequest['replay'] {
  const { since, limit = MOST_REPLAYED } = record(value);
  if (typeof since !== 'number' || !Number.isSafeInteger(since) || since < 0) return undefined;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1) return undefined;
  return { since, limit: Math.min(limit, MOST_REPLAYED) };
}

/** API keys in the place of a token stand for the connection itself. */
export function isUserToken(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.startsWith('sb_');
}

/** Any JSON value as an object; empty when it is none. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
