import type { Server } from 'node:http';
import { createServer, type ViteDevServer } from 'vite';
import type { Handler } from '../http/answer-requests.ts';
import { routeManifest } from './route-manifest.ts';
import { type StorefrontSource, storefrontOf } from './storefront-build.ts';

/**
 * Starts Vite in middleware mode, as React Router documents for custom servers (`npm run dev`). Its HMR socket shares
 * the stores' port.
 */
export async function startDevelopment(root: string, server: Server): Promise<StorefrontSource> {
  const vite = await createServer({
    root,
    appType: 'custom',
    // Listed up front: a dependency discovered later reloads the page.
    optimizeDeps: {
      entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/**/*.tsx', 'app/admin/**/*.tsx'],
    },
    server: { middlewareMode: true, hmr: { server } },
  });
  const load = async () => storefrontOf(await vite.ssrLoadModule('virtual:react-router/server-build'));
  const { build } = await load();
  return {
    mode: 'development',
    load,
    handlers: (pages) => [routeManifest(build), after(vite.middlewares, pages)],
    close: () => vite.close(),
  };
}

/** Tries Vite's middlewares first, then the pages. */
function after(middlewares: ViteDevServer['middlewares'], pages: Handler): Handler {
  return (request, response) =>
    new Promise<void>((done, fail) => {
      response.once('close', done);
      middlewares(request, response, (error: unknown) => {
        if (error) fail(error);
        else Promise.resolve(pages(request, response)).then(() => done(), fail);
      });
    });
}
