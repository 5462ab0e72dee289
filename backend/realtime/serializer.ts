/** A message with Phoenix's fields. */
export interface Message {
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
export function decodeFrame(data: Buffer, isBinary: boolean, version: Version): Message | undefined {
  try {
    if (isBinary) return decodeBroadcastPush(data);
    const value: unknown = JSON.parse(data.toString('utf8'));
    return version === '1.0.0' ? fromObject(value) : fromArray(value);
  } catch {
    return undefined;
  }
}

export function encodeMessage({ joinRef, ref, topic, event, payload }: Message, version: Version): string {
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

function fromObject(value: unknown): Message | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { topic, event, payload, ref, join_ref } = value as Record<string, unknown>;
  return checked(join_ref, ref, topic, event, payload);
}

function fromArray(value: unknown): Message | undefined {
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
function decodeBroadcastPush(data: Buffer): Message | undefined {
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
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
