import type { Identity } from '../lib/db.ts';
import { BodyTooLarge, json, type RequestContext, readBody, type Service } from '../lib/http.ts';
import type { TopicPolicies } from './channel.ts';
import { RatePerSecond, type RealtimeLimits } from './connection.ts';
import { type Hub, record } from './phoenix.ts';

const SINGLE = /^\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/;
const MAX_MESSAGES = 1000;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

interface HttpBroadcastServices {
  hub: Hub;
  policies: TopicPolicies;
  limits: RealtimeLimits;
}

/**
 * POST /api/broadcast with `messages`, and POST /api/broadcast/{topic}/events/{event} with a payload: broadcasts
 * without a connection. Private topics apply the caller's policies.
 */
export function broadcastOverHttp(services: HttpBroadcastServices): Service['fetch'] {
  const { broadcastsPerSecond, broadcastsPerSecondInAll } = services.limits;
  const ofClient = new RatePerSecond(broadcastsPerSecond);
  const ofAll = new RatePerSecond(broadcastsPerSecondInAll);
  const mayBroadcast = ({ role, client = '' }: Identity, messages: number) =>
    role === 'service_role' ||
    (ofClient.take(Date.now(), messages, client) && ofAll.take(Date.now(), messages));
  return (request, context) => broadcast(services, mayBroadcast, request, context);
}

async function broadcast(
  { hub, policies, limits }: HttpBroadcastServices,
  mayBroadcast: (identity: Identity, messages: number) => boolean,
  request: Request,
  { identity, path, tokenFailure, url }: RequestContext,
): Promise<Response> {
  const single = SINGLE.exec(path);
  if (request.method !== 'POST' || (path !== '/api/broadcast' && !single)) {
    return json({ message: 'Not found' }, 404);
  }
  if (tokenFailure) return json({ message: tokenFailure.message }, 401);
  const largest = single ? limits.payloadBytes : MAX_BATCH_BYTES;
  try {
    if (single && !mayBroadcast(identity, 1)) return tooMany();
    const body = await readBody(request, largest);
    if (!single) return await batch(body);
    const isPrivate = url.searchParams.get('private') === 'true';
    if (url.searchParams.has('persist')) return invalid('persist', 'is not supported');
    const topic = decodeURIComponent(single[1] ?? '');
    if (isPrivate && !(await policies.maySend(identity, topic, 'broadcast'))) {
      return json({ message: 'Unauthorized' }, 403);
    }
    const isBinary = request.headers.get('content-type') === 'application/octet-stream';
    const payload = isBinary ? body : JSON.parse(Buffer.from(body).toString('utf8'));
    hub.broadcast({ topic, isPrivate }, { event: decodeURIComponent(single[2] ?? ''), payload });
    return new Response(null, { status: 202 });
  } catch (error) {
    if (error instanceof BodyTooLarge) return invalid('payload', 'Payload size exceeds tenant limit');
    if (error instanceof SyntaxError || error instanceof URIError) return invalid('body', 'is not valid');
    throw error;
  }

  async function batch(body: Uint8Array): Promise<Response> {
    const { messages } = record(JSON.parse(Buffer.from(body).toString('utf8')));
    if (!Array.isArray(messages) || messages.length === 0 || messages.length > MAX_MESSAGES) {
      return invalid('messages', `must be a list of 1 to ${MAX_MESSAGES}`);
    }
    if (!mayBroadcast(identity, messages.length)) return tooMany();
    const parsed = messages.map(record);
    for (const { topic, event, payload } of parsed) {
      if (typeof topic !== 'string' || topic === '') return invalid('topic', "can't be blank");
      if (typeof event !== 'string' || event === '') return invalid('event', "can't be blank");
      if (typeof payload !== 'object' || payload === null) return invalid('payload', "can't be blank");
    }
    for (const { topic, event, payload, private: isPrivate } of parsed) {
      const name = { topic: String(topic), isPrivate: isPrivate === true };
      const allowed = !name.isPrivate || (await policies.maySend(identity, name.topic, 'broadcast'));
      if (allowed) hub.broadcast(name, { event: String(event), payload });
    }
    return new Response(null, { status: 202 });
  }
}

function invalid(field: string, reason: string): Response {
  return json({ errors: { [field]: [reason] } }, 422);
}

function tooMany(): Response {
  return json({ message: 'You have exceeded your rate limit' }, 429, { 'retry-after': '1' });
}
