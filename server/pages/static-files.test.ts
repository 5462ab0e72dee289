import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { staticFiles } from './static-files.ts';

const script = 'console.log("a store");'.repeat(100);

describe('static files', () => {
  let project: string;
  let server: Server;
  let origin: string;

  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'souk-static-'));
    await mkdir(join(project, 'build/client/assets'), { recursive: true });
    await writeFile(join(project, 'build/client/assets/a.js'), script);
    await writeFile(join(project, 'build/client/assets/a.js.br'), brotliCompressSync(script));
    await writeFile(join(project, 'build/client/clip.webm'), '0123456789');
    const files = await staticFiles([join(project, 'build/client')]);
    server = createServer((request, response) => {
      if (!files(request, response)) response.writeHead(404).end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await rm(project, { recursive: true, force: true });
  });

  it('are still served after a new build replaced theirs', async () => {
    await rm(join(project, 'build'), { recursive: true });
    const answer = await fetch(`${origin}/assets/a.js`, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(await answer.text()).toBe(script);
  });

  it('are cached forever if hashed, others for an hour, and revalidated by ETag', async () => {
    const asset = await fetch(`${origin}/assets/a.js`);
    expect(asset.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(`${origin}/clip.webm`)).headers.get('cache-control')).toBe('public, max-age=3600');
    const again = await fetch(`${origin}/assets/a.js`, {
      headers: { 'if-none-match': asset.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('support ranges, for players that seek', async () => {
    const part = await fetch(`${origin}/clip.webm`, { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ]);
    expect((await fetch(`${origin}/clip.webm`, { headers: { range: 'bytes=10-' } })).status).toBe(416);
  });

  it('are the only thing served: no folder, no compressed copy, no parent path', async () => {
    for (const path of ['/', '/assets', '/assets/a.js.br', '/../package.json', '/%2e%2e/package.json']) {
      expect((await fetch(origin + path)).status).toBe(404);
    }
  });
});
