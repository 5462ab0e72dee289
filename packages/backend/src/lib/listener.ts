import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from './database-address.ts';
import { connectClient } from './dedicated-client.ts';

/** Milliseconds before a lost connection is replaced, and between attempts. */
const PAUSE = 100;

interface Listening {
  channel: string;
  onMessage(payload: string): void;
  onReady(): void;
}

/**
 * Listens to the database's notifications on one connection, from the first `listen` on. A lost connection is replaced,
 * and every channel listened to again.
 */
export class Listener {
  readonly #address: DatabaseAddress;
  readonly #all = new Set<Listening>();
  #client: Promise<pg.Client | undefined> | undefined;
  #isEnded = false;

  constructor(address: DatabaseAddress) {
    this.#address = address;
  }

  /**
   * @param onReady called once the channel is listened to, and after each reconnect: messages may have been
   * missed
   * @returns a function that stops it
   * @throws Error when the database cannot be reached
   */
  async listen(
    channel: string,
    onMessage: (payload: string) => void,
    onReady: () => void = () => {},
  ): Promise<() => Promise<void>> {
    const listening = { channel, onMessage, onReady };
    this.#all.add(listening);
    try {
      this.#client ??= this.#open();
      const client = await this.#client;
      await client?.query(listenTo(channel));
    } catch (error) {
      this.#all.delete(listening);
      if (this.#all.size === 0) this.#client = undefined;
      throw error;
    }
    onReady();
    return async () => {
      this.#all.delete(listening);
      if ([...this.#all].some((each) => each.channel === channel)) return;
      const client = await this.#client?.catch(() => undefined);
      // A lost connection receives nothing anyway.
      await client?.query(`un${listenTo(channel)}`).catch(() => {});
    };
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  async #open(): Promise<pg.Client> {
    const client = await connectClient(this.#address);
    client.on('notification', ({ channel, payload = '' }) => {
      for (const each of this.#all) if (each.channel === channel) each.onMessage(payload);
    });
    try {
      for (const channel of new Set([...this.#all].map((each) => each.channel)))
        await client.query(listenTo(channel));
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    client.once('end', () => {
      if (!this.#isEnded) this.#client = this.#openAgain();
    });
    return client;
  }

  async #openAgain(): Promise<pg.Client | undefined> {
    while (!this.#isEnded) {
      await wait(PAUSE, undefined, { ref: false });
      const client = await this.#open().catch(() => undefined);
      if (!client) continue;
      for (const { onReady } of this.#all) onReady();
      return client;
    }
    return undefined;
  }
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;
