import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../tests/support/browser.ts';

/** A page in which scenes are drawn and filmed. */
export interface Studio {
  readonly page: Page;
  close(): Promise<void>;
}

const scripts = /^\/[a-z-]+\.js$/;

/** Opens a page that can import the scripts of this folder; `still` answers its requests for other files. */
export async function openStudio(still?: (path: string) => Promise<Buffer>): Promise<Studio> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    if (scripts.test(path)) {
      response.setHeader('content-type', 'text/javascript');
      response.end(await readFile(join(import.meta.dirname, path)));
    } else if (path === '/') {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html>');
    } else {
      response.end(await still?.(path));
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const browser = await chromium.launch(await findBrowser());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    page,
    async close() {
      await browser.close();
      server.close();
    },
  };
}
