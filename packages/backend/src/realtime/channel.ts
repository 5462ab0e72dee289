import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Database, Identity } from '../lib/db.ts';
import { type Access, isJsonObject, TokenFailure } from '../lib/http.ts';
import {
  type Broadcast,
  encodeBroadcast,
  type Hub,
  type Member,
  type PhoenixMessage,
  type PresenceDiff,
  record,
  type TopicName,
  type Version,
} from './phoenix.ts';
import {
  type ChangeBinding,
  type ChangeSubscriber,
  ChangesRefused,
  type PostgresChanges,
  parseBinding,
} from './postgres-changes.ts';

/** Maximum length of a topic in a binary frame's header. */
const MAX_TOPIC_LENGTH = 255;
const PREFIX = 'realtime:';
/** Maximum number of replayed broadcasts. */
const MAX_REPLAYED = 25;

export interface ChannelServices {
  hub: Hub;
  policies: TopicPolicies;
  access: Access;
  changes: PostgresChanges;
  /** Reads the latest broadcasts of a private topic from the database. */
  replay(topic: string, request: { since: number; limit: number }): Promise<Broadcast[]>;
}

/** The connection's interface for its channels. */
export interface Outlet {
  version: Version;
  /** Identity of the connection's API key. */
  identity: Identity;
  send(frame: string | Buffer): void;
  push(message: PhoenixMessage): void;
}

/** Why a client may not join; the message is sent to the client. */
export class ChannelRefusal extends Error {
  override readonly name = 'ChannelRefusal';
}

/** Reply to a push; undefined for pushes without a reply. */
export type Reply = { status: 'ok' | 'error'; response: Record<string, unknown> } | undefined;

const OK: Reply = { status: 'ok', response: {} };
const failed = (response: Record<string, unknown>): Reply => ({ status: 'error', response });

/** One client's membership in a topic. */
export class Channel implements Member, ChangeSubscriber {
  readonly joinRef: string | null;
  readonly version: Version;
  readonly #services: ChannelServices;
  readonly #outlet: Outlet;
  readonly #request: JoinRequest;
  #token: string | undefined;
  #identity: Identity;
  #expiresAt: number | undefined;
  #receives: ReadonlySet<Extension> = new Set(['broadcast', 'presence']);
  #sends = new Map<Extension, boolean>();
  #showsPresence: boolean;
  #isIn = false;
  /** Frames of replayed broadcasts, then of those since joining, held back until `open`. */
  readonly #waiting: (string | Buffer)[] = [];
  bindings: readonly ChangeBinding[] = [];
  #unsubscribe = () => {};

  constructor(services: ChannelServices, outlet: Outlet, request: JoinRequest, joinRef: string | null) {
    this.#services = services;
    this.#outlet = outlet;
    this.#request = request;
    this.#identity = outlet.identity;
    this.#showsPresence = request.presence.enabled;
    this.joinRef = joinRef;
    this.version = outlet.version;
  }

  /** Applies a token, or the connection's key, and evaluates the policies. @throws ChannelRefusal */
  async authorise(token: string | undefined): Promise<void> {
    const { identity, expiresAt } = await this.#identify(token);
    const { topic, isPrivate } = this.#request.name;
    if (!isPrivate) await refusingEnded(this.#services.policies.requireSession(identity));
    else {
      const extensions: Extension[] = this.#showsPresence ? ['broadcast', 'presence'] : ['broadcast'];
      const receives = await refusingEnded(this.#services.policies.mayReceive(identity, topic, extensions));
      if (receives.size === 0) {
        throw new ChannelRefusal(
          `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
        );
      }
      this.#receives = receives;
    }
    this.#token = token;
    this.#identity = identity;
    this.#expiresAt = expiresAt;
    this.#sends.clear();
  }

  get identity(): Identity {
    return this.#identity;
  }

  get isPrivate(): boolean {
    return this.#request.name.isPrivate;
  }

  /** The session of the token; undefined for an API key. */
  get sessionId(): string | undefined {
    const { session_id: id } = this.#identity.claims;
    return typeof id === 'string' ? id : undefined;
  }

  /** Reevaluates the policies for the current token. @throws ChannelRefusal when it may not stay */
  reauthorise(): Promise<void> {
    return this.authorise(this.#token);
  }

  /** Subscribes to the table changes requested in the join. @throws ChannelRefusal */
  async watchChanges(): Promise<void> {
    const { postgresChanges } = this.#request;
    if (postgresChanges.length === 0) return;
    try {
      this.bindings = postgresChanges.map(parseBinding);
      this.#unsubscribe = await this.#services.changes.subscribe(this);
    } catch (error) {
      if (error instanceof ChangesRefused) throw new ChannelRefusal(error.message);
      throw error;
    }
  }

  deliverChange(ids: number[], data: Record<string, unknown>): void {
    if (this.#isIn) this.push('postgres_changes', { ids, data });
  }

  /** Joins the topic, then reads the replay requested in the join; broadcasts wait for `open`. */
  async enter(): Promise<void> {
    const { name, replay } = this.#request;
    this.#services.hub.join(name, this);
    if (!replay) return;
    const earlier = (await this.#services.replay(name.topic, replay))
      .map((broadcast) => encodeBroadcast(`realtime:${name.topic}`, broadcast, this.version))
      .filter((frame) => frame !== undefined);
    this.#waiting.unshift(...earlier);
  }

  /** Sends the held-back broadcasts. One that arrived during the replay may be part of it too. */
  open(): void {
    this.#isIn = true;
    for (const frame of this.#waiting.splice(0)) this.deliver(frame);
  }

  leave(): void {
    this.#isIn = false;
    this.#unsubscribe();
    this.#services.hub.leave(this.#request.name, this);
  }

  isExpired(now: Date): boolean {
    return this.#expiresAt !== undefined && this.#expiresAt * 1000 <= now.getTime();
  }

  deliver(frame: string | Buffer): void {
    if (!this.#isIn) this.#waiting.push(frame);
    else if (this.#receives.has('broadcast')) this.#outlet.send(frame);
  }

  deliverPresence(diff: PresenceDiff): void {
    if (this.#isIn && this.#showsPresence && this.#receives.has('presence')) this.push('presence_diff', diff);
  }

  /** Sends the presence state to clients that requested it. */
  pushPresenceState(): void {
    if (!this.#showsPresence || !this.#receives.has('presence')) return;
    this.push('presence_state', this.#services.hub.presence(this.#request.name));
  }

  pushSystem(status: 'ok' | 'error', message: string, extension = 'system'): void {
    this.push('system', { channel: this.#request.name.topic, extension, status, message });
  }

  push(event: string, payload: unknown, ref: string | null = null): void {
    const topic = `realtime:${this.#request.name.topic}`;
    this.#outlet.push({ joinRef: this.joinRef, ref, topic, event, payload });
  }

  /** `broadcast`: forwards a message to the other members. */
  async broadcast(payload: unknown): Promise<Reply> {
    const { event, payload: messagePayload, persist } = record(payload);
    const { ack, self, name } = this.#request;
    if (typeof event !== 'string') return ack ? failed({ reason: 'A broadcast needs an event' }) : undefined;
    if (persist) return failed({ error: 'not_supported' });
    if (!(await this.#maySend('broadcast'))) return ack ? failed({ reason: 'Unauthorized' }) : undefined;
    this.#services.hub.broadcast(name, { event, payload: messagePayload ?? {} }, self ? undefined : this);
    return ack ? OK : undefined;
  }

  /** `presence`: tracks, updates or untracks the client's state. */
  async presence(payload: unknown): Promise<Reply> {
    const { event, payload: state = {} } = record(payload);
    const { name, presence } = this.#request;
    if (event === 'untrack') {
      this.#services.hub.untrack(name, this);
      return OK;
    }
    if (event !== 'track') return failed({ reason: 'Unknown presence event' });
    if (!isJsonObject(state)) return failed({ reason: 'Presence track payload must be a map' });
    if (!(await this.#maySend('presence'))) return failed({ reason: 'Unauthorized' });
    if (!this.#showsPresence) {
      this.#showsPresence = true;
      if (name.isPrivate) await this.authorise(this.#token);
    }
    // The client may have left while the policies were evaluated.
    if (this.#isIn) this.#services.hub.track(name, this, presence.key, state);
    return OK;
  }

  /** `access_token`: replaces the client's token. @throws ChannelRefusal when it may not stay */
  async refresh(payload: unknown): Promise<void> {
    const token = record(payload).access_token;
    if (!isUserToken(token) || token === this.#token) return;
    await this.authorise(token);
  }

  async #maySend(extension: Extension): Promise<boolean> {
    const { topic, isPrivate } = this.#request.name;
    if (!isPrivate) return true;
    const allowed = this.#sends.get(extension);
    if (allowed !== undefined) return allowed;
    const may = await this.#services.policies.maySend(this.#identity, topic, extension);
    this.#sends.set(extension, may);
    return may;
  }

  async #identify(
    credential: string | undefined,
  ): Promise<{ identity: Identity; expiresAt: number | undefined }> {
    if (credential === undefined) return { identity: this.#outlet.identity, expiresAt: undefined };
    try {
      const { identity, token } = await this.#services.access.identify(credential);
      const { client, lane } = this.#outlet.identity;
      return { identity: { ...identity, client, lane }, expiresAt: expiryOf(token) };
    } catch (error) {
      if (error instanceof TokenFailure) throw new ChannelRefusal(`InvalidJWTToken: ${error.message}`);
      throw error;
    }
  }
}

/** Turns REST's error for an ended session into a refusal. */
async function refusingEnded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'PT401')) throw error;
    throw new ChannelRefusal(`InvalidJWTToken: ${error.message}`);
  }
}

function expiryOf(token: JWTPayload | undefined): number | undefined {
  return typeof token?.exp === 'number' ? token.exp : undefined;
}

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

function parseReplay(value: unknown): JoinRequest['replay'] {
  const { since, limit = MAX_REPLAYED } = record(value);
  if (typeof since !== 'number' || !Number.isSafeInteger(since) || since < 0) return undefined;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1) return undefined;
  return { since, limit: Math.min(limit, MAX_REPLAYED) };
}

/** An API key in place of a token means the connection's own. */
function isUserToken(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.startsWith('sb_');
}

export type Extension = 'broadcast' | 'presence';

/**
 * Evaluates the policies on `realtime.messages` for a private topic: select allows receiving and insert
 * allows sending, per extension. Runs in a rolled-back transaction, queued fairly over clients. Each call
 * also checks the session, and fails with `PT401` if it has ended.
 */
export interface TopicPolicies {
  /** Checks the session only. */
  requireSession(identity: Identity): Promise<void>;
  /** The extensions they may receive. */
  mayReceive(
    identity: Identity,
    topic: string,
    extensions: readonly Extension[],
  ): Promise<ReadonlySet<Extension>>;
  maySend(identity: Identity, topic: string, extension: Extension): Promise<boolean>;
}

export function createTopicPolicies(database: Database): TopicPolicies {
  return {
    async requireSession(identity) {
      if (identity.claims.session_id === undefined) return;
      await database.run(identity, 'select 1', [], { readOnly: true });
    },
    async mayReceive(identity, topic, extensions) {
      if (identity.role === 'service_role') return new Set(extensions);
      const probes = extensions.map((extension) => ({ id: randomUUID(), topic, extension }));
      const asService: Identity = { ...identityForTopic(identity, topic), role: 'service_role' };
      return database.transaction(
        asService,
        async (sql) => {
          await sql`
            insert into realtime.messages (id, topic, extension)
            select * from jsonb_to_recordset(${JSON.stringify(probes)}) as probe (id uuid, topic text, extension text)`;
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
