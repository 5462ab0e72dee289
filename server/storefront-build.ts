import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouterContext, ServerBuild } from 'react-router';
import type { Storefront } from '../app/lib/context.ts';
import type { RouteHandle } from '../app/lib/route-handle.ts';
import type { Handler } from './answer-requests.ts';
import { routeManifest } from './route-manifest.ts';
import { staticFiles } from './static-files.ts';

/** The built app as the server sees it: React Router's build, and the context through which it learns of a request. */
export interface StorefrontBuild {
  build: ServerBuild;
  storefrontContext: RouterContext<Storefront>;
}

/** Where the app is loaded from: its build, or in development its sources. */
export interface StorefrontSource {
  mode: 'production' | 'development';
  load(): Promise<StorefrontBuild>;
  /** What answers requests that nothing else has answered: files of the app, then its pages. */
  handlers(pages: Handler): readonly Handler[];
  close(): Promise<void>;
}

interface EntryModule {
  storefrontContext?: RouterContext<Storefront>;
}

/**
 * Loads the app's build.
 * @throws Error that names the command that makes it, when there is none.
 */
export async function builtStorefront(projectDir: string): Promise<StorefrontSource> {
  const path = join(projectDir, 'build/server/index.js');
  const module = await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new Error('The app is not built, or its build cannot be read. Run: npm run build', {
      cause: error,
    });
  });
  const app = storefrontOf(module);
  const files = await staticFiles(projectDir);
  return {
    mode: 'production',
    load: async () => app,
    handlers: (pages) => [files, routeManifest(app.build), pages],
    close: async () => {},
  };
}

/** @throws Error when the entry does not export what the server tells it of a request. */
export function storefrontOf(module: object): StorefrontBuild {
  const build = module as ServerBuild;
  const { storefrontContext } = build.entry.module as EntryModule;
  if (!storefrontContext) throw new Error('app/entry.server.tsx must export storefrontContext.');
  return { build, storefrontContext };
}

/** What a matched route module says about itself. */
export function handleOf(module: { handle?: unknown } | undefined): RouteHandle | undefined {
  return module?.handle as RouteHandle | undefined;
}

/** Whether a WebSocket is Vite's own, which answers it itself. */
export function isHotReload(request: IncomingMessage): boolean {
  return request.headers['sec-websocket-protocol'] === 'vite-hmr';
}
