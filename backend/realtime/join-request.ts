import { randomUUID } from 'node:crypto';
import type { TopicName } from './hub.ts';

/** The parameters of a join. */
export interface JoinRequest {
  name: TopicName;
  /** Receives its own broadcasts. */
  self: boolean;
  /** Requests an acknowledgement of its broadcasts. */
  ack: boolean;
  presence: { enabled: boolean; key: string };
  /** Requests the latest broadcasts from the database since a time in epoch milliseconds; private channels only. */
  replay: { since: number; limit: number } | undefined;
  /** Requested table changes, as sent. */
  postgresChanges: Record<string, unknown>[];
  /** A user's access token; undefined to use the connection's key. */
  accessToken: string | undefined;
}

/** Maximum length of a topic in a binary frame's header. */
const MAX_TOPIC_LENGTH = 255;
const PREFIX = 'realtime:';

/** The name of a channel without its prefix; undefined for an invalid one. */
export function subTopicOf(topic: string): string | undefined {
  if (!topic.startsWith(PREFIX) || topic.length === PREFIX.length) return undefined;
  return Buffer.byteLength(topic) <= MAX_TOPIC_LENGTH ? topic.slice(PREFIX.length) : undefined;
}

/** Parses the payload of `phx_join`; missing and invalid fields count as not requested. */
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

/** Maximum number of replayed broadcasts. */
const MAX_REPLAYED = 25;

function parseReplay(value: unknown): JoinRequest['replay'] {
  const { since, limit = MAX_REPLAYED } = record(value);
  if (typeof since !== 'number' || !Number.isSafeInteger(since) || since < 0) return undefined;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1) return undefined;
  return { since, limit: Math.min(limit, MAX_REPLAYED) };
}

/** An API key instead of a token means the connection itself. */
export function isUserToken(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.startsWith('sb_');
}

/** A JSON object; {} for any other value. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
