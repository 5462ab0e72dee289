import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouterContext, ServerBuild } from 'react-router';
import type { Storefront } from '../app/lib/context.ts';
import type { RouteHandle } from '../app/lib/route-handle.ts';

/** The built app as the server sees it: React Router's build, and the context through which it learns of a request. */
export interface StorefrontBuild {
  build: ServerBuild;
  storefrontContext: RouterContext<Storefront>;
}

interface EntryModule {
  storefrontContext?: RouterContext<Storefront>;
}

/**
 * Loads the app's server build.
 * @throws Error that names the command that makes it, when there is none.
 */
export async function loadBuild(projectDir: string): Promise<StorefrontBuild> {
  const path = join(projectDir, 'build/server/index.js');
  const build = (await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new Error('The app is not built, or its build cannot be read. Run: npm run build', {
      cause: error,
    });
  })) as ServerBuild;
  const { storefrontContext } = build.entry.module as EntryModule;
  if (!storefrontContext) throw new Error('app/entry.server.tsx must export storefrontContext.');
  return { build, storefrontContext };
}

/** What a matched route module says about itself. */
export function handleOf(module: { handle?: unknown } | undefined): RouteHandle | undefined {
  return module?.handle as RouteHandle | undefined;
}
