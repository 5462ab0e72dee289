import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { inLanguage } from '../../app/i18n/language-plugin.ts';
import {
  defaultLanguage,
  type Language,
  languagePrefix,
  languages,
  splitLanguage,
} from '../../app/i18n/languages.ts';
import type { Handler } from '../http/answer-requests.ts';
import { routeManifest } from './route-manifest.ts';
import { type StorefrontSource, storefrontOf, underPrefix } from './storefront-build.ts';

/**
 * Starts Vite in middleware mode, as React Router documents for custom servers (`npm run dev`). Each language
 * has its own build and thus its own Vite; their HMR sockets share the stores' port.
 */
export async function startDevelopment(root: string, server: Server): Promise<StorefrontSource> {
  const started = new Map<Language, Promise<ViteDevServer>>();
  // Other languages start when somebody opens one of their pages.
  const viteIn = (language: Language): Promise<ViteDevServer> => {
    const vite = started.get(language) ?? startVite(root, server, language);
    started.set(language, vite);
    return vite;
  };
  const load = async (language: Language) => {
    const vite = await viteIn(language);
    return storefrontOf(await vite.ssrLoadModule('virtual:react-router/server-build'));
  };
  const { build } = await load(defaultLanguage);
  return {
    mode: 'development',
    load,
    handlers: (pages) => [
      ...languages.map((language) =>
        routeManifest(language, (office) => underPrefix(build, language, office)),
      ),
      (request, response) => {
        const { language } = splitLanguage(request.url ?? '/');
        return viteIn(language).then((vite) => after(vite.middlewares, pages)(request, response));
      },
    ],
    async close() {
      for (const vite of started.values()) await (await vite).close();
    },
  };
}

function startVite(root: string, server: Server, language: Language): Promise<ViteDevServer> {
  return createServer({
    root,
    appType: 'custom',
    base: `${languagePrefix(language)}/`,
    cacheDir: join(root, 'node_modules/.vite', language),
    plugins: [inLanguage(language)],
    // Listed up front: a dependency discovered later reloads the page.
    optimizeDeps: {
      entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/**/*.tsx', 'app/admin/**/*.tsx'],
    },
    server: { middlewareMode: true, hmr: { server } },
  });
}

/** Tries Vite's middlewares, then the pages with the original URL: Vite strips its base. */
function after(
  middlewares: ViteDevServer['middlewares'],
  pages: Handler,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return (request, response) =>
    new Promise<void>((done, fail) => {
      const { url } = request;
      response.once('close', done);
      middlewares(request, response, (error: unknown) => {
        request.url = url;
        if (error) fail(error);
        else Promise.resolve(pages(request, response)).then(() => done(), fail);
      });
    });
}
