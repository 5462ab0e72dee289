import { randomBytes } from 'node:crypto';
import { isJsonObject } from '../lib/http.ts';

/** A message with Phoenix's fields. */
export interface PhoenixMessage {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

/** A broadcast in a channel. Binary payloads are forwarded unchanged. */
export interface Broadcast {
  event: string;
  payload: unknown;
  /** Set for broadcasts from the database. */
  id?: string;
  /** Replayed from before the client's join. */
  replayed?: boolean;
}

/** 1.0.0 uses objects; 2.0.0 uses arrays, and binary frames for broadcasts. */
export type Version = '1.0.0' | '2.0.0';

const USER_BROADCAST_PUSH = 3;
const USER_BROADCAST = 4;
const BINARY = 0;
const JSON_TEXT = 1;

/**
 * Decodes a client's frame.
 * @returns undefined for an invalid frame
 */
export function decodeFrame(data: Buffer, isBinary: boolean, version: Version): PhoenixMessage | undefined {
  try {
    if (isBinary) return decodeBroadcastPush(data);
    const value: unknown = JSON.parse(data.toString('utf8'));
    return version === '1.0.0' ? fromObject(value) : fromArray(value);
  } catch {
    return undefined;
  }
}

export function encodeMessage(
  { joinRef, ref, topic, event, payload }: PhoenixMessage,
  version: Version,
): string {
  return version === '1.0.0'
    ? JSON.stringify({ topic, event, payload, ref, join_ref: joinRef })
    : JSON.stringify([joinRef, ref, topic, event, payload]);
}

/**
 * Encodes a broadcast for a protocol version.
 * @returns undefined for bytes in 1.0.0, which cannot carry them
 */
export function encodeBroadcast(
  topic: string,
  broadcast: Broadcast,
  version: Version,
): string | Buffer | undefined {
  const { event, payload, id, replayed } = broadcast;
  if (payload instanceof Uint8Array) {
    return version === '1.0.0' ? undefined : encodeUserBroadcast(topic, event, payload);
  }
  const body = {
    type: 'broadcast',
    event,
    payload,
    ...(id ? { meta: { id, ...(replayed && { replayed }) } } : {}),
  };
  return encodeMessage({ joinRef: null, ref: null, topic, event: 'broadcast', payload: body }, version);
}

function fromObject(value: unknown): PhoenixMessage | undefined {
  const { topic, event, payload, ref, join_ref } = record(value);
  return checked(join_ref, ref, topic, event, payload);
}

function fromArray(value: unknown): PhoenixMessage | undefined {
  if (!Array.isArray(value) || value.length !== 5) return undefined;
  const [joinRef, ref, topic, event, payload] = value;
  return checked(joinRef, ref, topic, event, payload);
}

function checked(joinRef: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown) {
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined;
  if (!isRef(joinRef) || !isRef(ref)) return undefined;
  return { joinRef: joinRef ?? null, ref: ref ?? null, topic, event, payload: payload ?? {} };
}

function isRef(value: unknown): value is string | null | undefined {
  return value === null || value === undefined || (typeof value === 'string' && value.length <= 255);
}

/** Layout: kind; lengths of join ref, ref, topic, event and metadata; encoding; these fields; payload. */
function decodeBroadcastPush(data: Buffer): PhoenixMessage | undefined {
  const [
    kind,
    joinRefLength = 0,
    refLength = 0,
    topicLength = 0,
    eventLength = 0,
    metadataLength = 0,
    encoding,
  ] = data;
  const headerLength = 7 + joinRefLength + refLength + topicLength + eventLength + metadataLength;
  if (kind !== USER_BROADCAST_PUSH || data.length < headerLength) return undefined;
  let offset = 7;
  const [joinRef, ref, topic = '', event, metadata] = [
    joinRefLength,
    refLength,
    topicLength,
    eventLength,
    metadataLength,
  ].map((length) => {
    offset += length;
    return data.toString('utf8', offset - length, offset);
  });
  const rest = data.subarray(offset);
  if (encoding !== BINARY && encoding !== JSON_TEXT) return undefined;
  const payload = encoding === BINARY ? new Uint8Array(rest) : JSON.parse(rest.toString('utf8'));
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: { ...(metadata ? JSON.parse(metadata) : {}), type: 'broadcast', event, payload },
  };
}

function encodeUserBroadcast(topic: string, event: string, payload: Uint8Array): Buffer | undefined {
  const topicBytes = Buffer.from(topic);
  const eventBytes = Buffer.from(event);
  if (topicBytes.length > 255 || eventBytes.length > 255) return undefined;
  const header = Buffer.from([USER_BROADCAST, topicBytes.length, eventBytes.length, 0, BINARY]);
  return Buffer.concat([header, topicBytes, eventBytes, payload]);
}

/** A JSON object; {} for any other value. */
export function record(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}

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
