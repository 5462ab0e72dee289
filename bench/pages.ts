import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atLeast, type Figure } from './figures.ts';
import { firstRenderFigures } from './first-render.ts';
import { load } from './load.ts';
import { get } from './raw-get.ts';
import type { RunningStore } from './running-store.ts';

const connections = 32;
/** Short and in turn: a shared machine is not equally fast for long. */
const seconds = 1;
const repetitions = 9;

/** Cached pages against a bare server that sends the same bytes, and pages that are rendered for the first time. */
export async function pageFigures(store: RunningStore, product: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, path] of [
    ['home', '/'],
    ['shop', '/shop'],
    ['product', `/product/${product}`],
  ] as const) {
    figures.push(await cached(store, name, path));
  }
  figures.push(...(await firstRenderFigures(store, product)));
  return figures;
}

async function cached(store: RunningStore, name: string, path: string): Promise<Figure> {
  const page = await get({ port: store.port, path, host: store.host, headers: { 'accept-encoding': 'br' } });
  const yardstick = await startYardstick(page.body, page.headers);
  try {
    const ratios: number[] = [];
    await load({ port: store.port, host: store.host, path, connections, seconds: 1 });
    await load({ port: yardstick.port, path, connections, seconds: 1 });
    for (let i = 0; i < repetitions; i += 1) {
      const ours = await load({ port: store.port, host: store.host, path, connections, seconds });
      const bare = await load({ port: yardstick.port, path, connections, seconds });
      if (ours.failures > 0) throw new Error(`${name}: ${ours.failures} requests failed`);
      ratios.push(ours.perSecond / bare.perSecond);
    }
    return atLeast(`cached ${name} page against a bare server`, ratios, 0.8);
  } finally {
    await yardstick.stop();
  }
}

async function startYardstick(body: Buffer, headers: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'souk-yardstick-'));
  const file = join(folder, 'page');
  await writeFile(file, body);
  const script = join(import.meta.dirname, 'yardstick-server.ts');
  const child = fork(script, [file, JSON.stringify(headers)]);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    port,
    async stop() {
      child.disconnect();
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
