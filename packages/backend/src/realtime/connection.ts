import type { WebSocket } from 'ws';
import type { Identity } from '../lib/db.ts';
import type { Log } from '../lib/http.ts';
import {
  Channel,
  ChannelRefusal,
  type ChannelServices,
  type Outlet,
  parseJoin,
  type Reply,
  subTopicOf,
} from './channel.ts';
import { decodeFrame, encodeMessage, type PhoenixMessage, type Version } from './phoenix.ts';

/** Limits on connections and their use. */
export const DEFAULT_LIMITS = {
  connections: 10_000,
  /** Connections per address. */
  connectionsPerClient: 2_500,
  channelsPerConnection: 100,
  joinsPerSecond: 100,
  messagesPerSecond: 100,
  /** Messages per second broadcast over HTTP without the secret key, per client and in total. */
  broadcastsPerSecond: 100,
  broadcastsPerSecondInAll: 1_000,
  /** Maximum size of a frame in bytes. */
  payloadBytes: 256 * 1024,
  /** A client with this many bytes buffered is disconnected at once, */
  bufferedBytes: 4 * 1024 * 1024,
  /** or after this time with an eighth of them buffered, which distinguishes a stall from a burst. */
  stalledAfterMs: 5_000,
  /** Maximum time without a heartbeat. */
  heartbeatTimeoutMs: 60_000,
  /** Interval at which channels are rechecked. */
  recheckAfterMs: 60_000,
};
export type RealtimeLimits = typeof DEFAULT_LIMITS;

const UNSUPPORTED_DATA = 1003;
const GOING_AWAY = 1012;

interface ConnectionOptions {
  socket: WebSocket;
  version: Version;
  identity: Identity;
  services: ChannelServices;
  limits: RealtimeLimits;
  log: Log;
  now(): Date;
}

/** A WebSocket with its channels. Messages to a channel are handled in order. */
export class Connection implements Outlet {
  readonly version: Version;
  readonly identity: Identity;
  readonly #options: ConnectionOptions;
  readonly #channels = new Map<string, Channel>();
  readonly #working = new Map<string, Promise<void>>();
  readonly #joins: RatePerSecond;
  readonly #messages: RatePerSecond;
  #lastSeen = Date.now();
  #isOpen = true;
  #stalledSince: number | undefined;
  #recheckedAt = Date.now();

  constructor(options: ConnectionOptions, onClose: () => void) {
    const { socket, limits } = options;
    this.#options = options;
    this.version = options.version;
    this.identity = options.identity;
    this.#joins = new RatePerSecond(limits.joinsPerSecond);
    this.#messages = new RatePerSecond(limits.messagesPerSecond);
    socket.on('message', (data: Buffer, isBinary) => this.#receive(data, isBinary));
    socket.on('error', () => socket.terminate());
    socket.once('close', () => {
      this.#isOpen = false;
      for (const channel of this.#channels.values()) channel.leave();
      this.#channels.clear();
      onClose();
    });
  }

  send(frame: string | Buffer): void {
    const { socket, limits } = this.#options;
    if (!this.#isOpen) return;
    if (socket.bufferedAmount > limits.bufferedBytes) this.#cutOff();
    else socket.send(frame);
  }

  push(message: PhoenixMessage): void {
    this.send(encodeMessage(message, this.version));
  }

  /** Closes expired channels and dead connections. Called about every second. */
  check(): void {
    const { limits, socket, now } = this.#options;
    if (Date.now() - this.#lastSeen > limits.heartbeatTimeoutMs) {
      socket.terminate();
      return;
    }
    if (socket.bufferedAmount <= limits.bufferedBytes / 8) this.#stalledSince = undefined;
    else this.#stalledSince ??= Date.now();
    if (this.#stalledSince !== undefined && Date.now() - this.#stalledSince > limits.stalledAfterMs) {
      this.#cutOff();
      return;
    }
    for (const [topic, channel] of this.#channels) {
      if (channel.isExpired(now())) this.#shutDown(topic, channel, 'Token has expired');
    }
    if (Date.now() - this.#recheckedAt > limits.recheckAfterMs) this.recheck();
  }

  /** Rechecks the channels' policies and sessions. */
  recheck(): void {
    this.#recheckedAt = Date.now();
    for (const [topic, channel] of this.#channels) {
      this.#inTurn(topic, () => this.#authorise(topic, channel, () => channel.reauthorise()));
    }
  }

  /** Sessions that the channels belong to. */
  get sessions(): string[] {
    return [...this.#channels.values()].flatMap(({ sessionId }) => sessionId ?? []);
  }

  /** Closes the channels of sessions that have ended. */
  closeEnded(ended: ReadonlySet<string>): void {
    for (const [topic, channel] of this.#channels) {
      if (channel.sessionId !== undefined && ended.has(channel.sessionId)) {
        this.#shutDown(topic, channel, 'The session of this token has ended');
      }
    }
  }

  /** Asks the client to rejoin, which makes it read missed data. */
  requestRejoin(): void {
    for (const [topic, channel] of this.#channels) {
      this.#drop(topic, channel);
      channel.push('phx_error', {}, channel.joinRef);
    }
  }

  close(): void {
    this.#options.socket.close(GOING_AWAY, 'The server restarts');
  }

  terminate(): void {
    this.#options.socket.terminate();
  }

  #cutOff(): void {
    const { socket, log } = this.#options;
    log.warn({ buffered: socket.bufferedAmount }, 'A realtime client reads too slowly and was cut off');
    this.#isOpen = false;
    socket.terminate();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#lastSeen = Date.now();
    const message = decodeFrame(data, isBinary, this.version);
    if (!message) {
      this.#options.socket.close(UNSUPPORTED_DATA, 'Malformed message');
      return;
    }
    if (message.topic === 'phoenix') {
      if (message.event === 'heartbeat') this.#reply(message, { status: 'ok', response: {} });
      return;
    }
    if (!this.#messages.take(this.#lastSeen)) {
      this.#tooManyMessages(message.topic);
      return;
    }
    this.#inTurn(message.topic, () => this.#handle(message));
  }

  async #handle(message: PhoenixMessage): Promise<void> {
    if (message.event === 'phx_join') return this.#join(message);
    const { topic, payload } = message;
    const channel = this.#channels.get(topic);
    if (!channel) {
      this.#reply(message, { status: 'error', response: { reason: 'unmatched topic' } });
      return;
    }
    if (message.joinRef !== null && message.joinRef !== channel.joinRef) return;
    switch (message.event) {
      case 'phx_leave':
        this.#drop(topic, channel);
        this.#reply(message, { status: 'ok', response: {} });
        channel.push('phx_close', {}, channel.joinRef);
        return;
      case 'access_token':
        return this.#authorise(topic, channel, () => channel.refresh(payload));
      case 'broadcast':
        return this.#reply(message, await channel.broadcast(payload));
      case 'presence':
        return this.#reply(message, await channel.presence(payload));
    }
  }

  async #join(message: PhoenixMessage): Promise<void> {
    const { topic, ref, joinRef, payload } = message;
    const subTopic = subTopicOf(topic);
    if (subTopic === undefined)
      return this.#refuse(message, 'TopicNameRequired: You must provide a topic name');
    if (!this.#joins.take(Date.now())) {
      return this.#refuse(message, 'ClientJoinRateLimitReached: Too many joins per second');
    }
    this.#replaceEarlier(topic);
    if (this.#channels.size >= this.#options.limits.channelsPerConnection) {
      return this.#refuse(message, 'ChannelRateLimitReached: Too many channels');
    }
    const request = parseJoin(subTopic, payload);
    const channel = new Channel(this.#options.services, this, request, joinRef ?? ref);
    this.#channels.set(topic, channel);
    try {
      await channel.authorise(request.accessToken);
      await channel.watchChanges();
      // The socket may have closed meanwhile, or the client been asked to rejoin.
      if (this.#channels.get(topic) === channel) await channel.enter();
    } catch (error) {
      this.#drop(topic, channel);
      if (error instanceof ChannelRefusal) return this.#refuse(message, error.message);
      this.#options.log.error({ err: error }, 'Joining a channel failed');
      return this.#refuse(message, 'UnknownErrorOnChannel: Unknown Error on Channel');
    }
    if (this.#channels.get(topic) !== channel) return channel.leave();
    const postgresChanges = request.postgresChanges.map((change, index) => ({ ...change, id: index + 1 }));
    this.#reply(message, { status: 'ok', response: { postgres_changes: postgresChanges } });
    channel.pushPresenceState();
    channel.open();
    if (postgresChanges.length > 0) {
      channel.pushSystem('ok', 'Subscribed to PostgreSQL', 'postgres_changes');
    }
  }

  /** Closes the channel if its new or current token does not allow it. */
  async #authorise(topic: string, channel: Channel, work: () => Promise<void>): Promise<void> {
    if (this.#channels.get(topic) !== channel) return;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ChannelRefusal)) throw error;
      this.#shutDown(topic, channel, error.message);
    }
  }

  /** A second join to a topic closes the first. */
  #replaceEarlier(topic: string): void {
    const earlier = this.#channels.get(topic);
    if (!earlier) return;
    this.#drop(topic, earlier);
    earlier.push('phx_close', {}, earlier.joinRef);
  }

  #shutDown(topic: string, channel: Channel, reason: string): void {
    this.#drop(topic, channel);
    channel.pushSystem('error', reason);
    channel.push('phx_close', {}, channel.joinRef);
  }

  #drop(topic: string, channel: Channel): void {
    if (this.#channels.get(topic) === channel) this.#channels.delete(topic);
    channel.leave();
  }

  #tooManyMessages(topic: string): void {
    const channel = this.#channels.get(topic);
    if (channel) this.#shutDown(topic, channel, 'Too many messages per second');
    else this.#options.socket.terminate();
  }

  #refuse(message: PhoenixMessage, reason: string): void {
    this.#reply(message, { status: 'error', response: { reason } });
  }

  #reply({ topic, ref, joinRef, event }: PhoenixMessage, reply: Reply): void {
    if (!reply) return;
    const answered = event === 'phx_join' ? (joinRef ?? ref) : joinRef;
    this.push({ joinRef: answered, ref, topic, event: 'phx_reply', payload: reply });
  }

  #inTurn(topic: string, work: () => Promise<void>): void {
    const before = this.#working.get(topic) ?? Promise.resolve();
    const turn = before.then(work).catch((error: unknown) => {
      this.#options.log.error({ err: error }, 'A realtime message could not be handled');
    });
    this.#working.set(topic, turn);
    void turn.then(() => {
      if (this.#working.get(topic) === turn) this.#working.delete(topic);
    });
  }
}

/** Counts events in windows of one second, by key. */
export class RatePerSecond {
  readonly #most: number;
  readonly #counts = new Map<string, number>();
  #window = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns whether this many more events are within the limit */
  take(now: number, events = 1, key = ''): boolean {
    const window = Math.floor(now / 1000);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts.clear();
    }
    const count = (this.#counts.get(key) ?? 0) + events;
    this.#counts.set(key, count);
    return count <= this.#most;
  }
}
