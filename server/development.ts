import type { Server } from 'node:http';
import { createServer, type ViteDevServer } from 'vite';
import type { Handler } from './answer-requests.ts';
import { routeManifest } from './route-manifest.ts';
import { type StorefrontSource, storefrontOf } from './storefront-build.ts';

/**
 * Starts Vite inside the server, as React Router documents it for servers of one's own (`npm run dev`). Its WebSocket, over
 * which changes come to the browser, shares the stores' port.
 */
export async function startDevelopment(root: string, server: Server): Promise<StorefrontSource> {
  const vite = await createServer({
    root,
    appType: 'custom',
    // Found before the first page asks for them: what is found later reloads it.
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

/** Modules and styles as Vite makes them; every other request is left to the pages. */
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
