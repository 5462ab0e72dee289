import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouterContext, ServerBuild } from 'react-router';
import { defaultLanguage, type Language, languagePrefix, languages } from '../../app/i18n/languages.ts';
import type { StoreContext } from '../../app/lib/context.ts';
import { officePrefix } from '../../app/lib/office-address.ts';
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
  load(language: Language): Promise<StorefrontBuild>;
  /** Handlers for the remaining requests: files of the app, then pages. */
  handlers(pages: Handler): readonly Handler[];
  close(): Promise<void>;
}

interface EntryModule {
  storeContext?: RouterContext<StoreContext>;
}

/** Build folder of a language, inside that of the default language. */
function buildFolder(projectDir: string, language: Language): string {
  return join(projectDir, 'build', language === defaultLanguage ? '' : language);
}

/**
 * Loads the app's builds, one per language: each contains only its own language's messages.
 * @throws Error that names the build command if there is no build
 */
export async function builtStorefront(projectDir: string): Promise<StorefrontSource> {
  const loading = languages.map(async (language) => {
    const path = join(buildFolder(projectDir, language), 'server/index.js');
    return [language, storefrontOf(await import(pathToFileURL(path).href))] as const;
  });
  const loaded = await Promise.all(loading).catch((error: unknown) => {
    throw new Error('The app is not built, or its build cannot be read. Run: npm run build', {
      cause: error,
    });
  });
  const apps = new Map<Language, StorefrontBuild>(loaded);
  const appIn = (language: Language): StorefrontBuild => {
    const app = apps.get(language);
    if (!app) throw new Error(`There is no build for ${language}.`);
    return app;
  };
  const files = await staticFiles(
    languages.map((language) => join(buildFolder(projectDir, language), 'client')),
  );
  const manifests = loaded.map(([language, { build }]) =>
    routeManifest(language, (office) => underPrefix(build, language, office)),
  );
  return {
    mode: 'production',
    load: async (language) => appIn(language),
    handlers: (pages) => [files, ...manifests, pages],
    close: async () => {},
  };
}

/** A build whose URLs, links and redirects start with its language and office: React Router's `basename`. */
export function underPrefix(build: ServerBuild, language: Language, office?: string): ServerBuild {
  return { ...build, basename: languagePrefix(language) + officePrefix(office) || '/' };
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

/** Whether a WebSocket belongs to Vite's HMR. */
export function isHotReload(request: IncomingMessage): boolean {
  return request.headers['sec-websocket-protocol'] === 'vite-hmr';
}
