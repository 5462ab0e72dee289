import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouterContext, ServerBuild } from 'react-router';
import type { StoreContext } from '../../app/lib/context.ts';
import type { RouteHandle } from '../../app/lib/route-handle.ts';
import type { Handler } from '../http/answer-requests.ts';
import { routeManifest } from './route-manifest.ts';
import { staticFiles } from './static-files.ts';

/** The built app: React Router's build and the context key of the request. */
export interface StorefrontBuild {
  build: ServerBuild;
  storeContext: RouterContext<StoreContext>;
}

/** Source of the app: its build, or its sources in development. */
export interface StorefrontSource {
  mode: 'production' | 'development';
  load(): Promise<StorefrontBuild>;
  /** Handlers for remaining requests: files of the app, then pages. */
  handlers(pages: Handler): readonly Handler[];
  close(): Promise<void>;
}

interface EntryModule {
  storeContext?: RouterContext<StoreContext>;
}

/**
 * Loads the app's build.
 * @throws Error that names the build command when there is none
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

/** @throws Error when the entry lacks a required export */
export function storefrontOf(module: object): StorefrontBuild {
  const build = module as ServerBuild;
  const { storeContext } = build.entry.module as EntryModule;
  if (!storeContext) throw new Error('app/entry.server.tsx must export storeContext.');
  return { build, storeContext };
}

/** The `handle` export of a route module. */
export function handleOf(module: { handle?: unknown } | undefined): RouteHandle | undefined {
  return module?.handle as RouteHandle | undefined;
}

/** Whether a WebSocket is Vite's own. */
export function isHotReload(request: IncomingMessage): boolean {
  return request.headers['sec-websocket-protocol'] === 'vite-hmr';
}
