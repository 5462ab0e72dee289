import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createClient } from '@supabase/supabase-js';
import type { Database } from '../app/lib/database.types.ts';
import { comingFrom, placeOrder } from './attacked-store.ts';

export interface HonestShopping {
  port: number;
  publishableKey: string;
  people: readonly { ip: string; token: string }[];
  products: readonly string[];
  /** At least this many rounds per person, however long they take. */
  fewestRounds: number;
  /** Continues until it receives a message. */
  isEndless: boolean;
}

/** How long a page or an order took, in milliseconds, and why it was refused; '' if it was served. */
export interface Served {
  what: 'pages' | 'orders';
  milliseconds: number;
  refusal: string;
}

/**
 * People who open pages and place orders, in a thread of their own: in one event loop with the attackers,
 * their answers would wait unread and count as slow.
 */
const { port, publishableKey, people, products, fewestRounds, isEndless } = workerData as HonestShopping;
let goesOn = isEndless;
parentPort?.once('message', () => {
  goesOn = false;
});

async function timed(what: Served['what'], work: () => PromiseLike<string>): Promise<void> {
  const started = performance.now();
  const refusal = await work();
  const served: Served = { what, milliseconds: performance.now() - started, refusal };
  parentPort?.postMessage(served);
}

async function shop({ ip, token }: HonestShopping['people'][number]): Promise<void> {
  const headers = comingFrom(ip);
  const client = createClient<Database>(`http://127.0.0.1:${port}`, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { ...headers, authorization: `Bearer ${token}` } },
  });
  for (let turn = 0; turn < fewestRounds || goesOn; turn += 1) {
    const product = products[turn % products.length];
    for (const path of ['/', `/product/${product}`, `/shop?min=${turn % 300}`])
      await timed('pages', async () => {
        const page = await fetch(`http://localhost:${port}${path}`, { headers });
        await page.text();
        return page.ok ? '' : `${path}: ${page.status}`;
      });
    await timed('orders', async () => {
      const { error } = await placeOrder(client, [{ product_id: product, quantity: 1 }]);
      return error ? `an order: ${error.message}` : '';
    });
    await wait(200);
  }
}

await Promise.all(people.map(shop));
parentPort?.close();
