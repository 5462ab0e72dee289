import type { Plugin } from 'vite';
import { emptyFunctions } from './empty-functions.ts';

/** A piece of the library and what takes its place; `times` says how often the piece is there, once unless told. */
type Edit = { file: string; from: string; to: string; times?: number };

const hydratedRouter = 'dom-export/hydrated-router.js';
const router = 'router/router.js';

/**
 * What the store leaves switched off: discovery of routes while browsing, route discovery of its own, instrumentation; and
 * what it does instead of reloading.
 */
export const edits: Edit[] = [
  {
    file: hydratedRouter,
    from: 'ssrInfo.context.future.unstable_customRouteDiscovery ? new UNSAFE_RouteDiscoveryRuntime(ssrInfo, { fetch: fetchImplementation }) : void 0',
    to: 'void 0',
  },
  {
    file: hydratedRouter,
    from: 'discoveryRuntime ? UNSAFE_getCustomPatchRoutesOnNavigationFunction(() => router, discoveryRuntime) : UNSAFE_getPatchRoutesOnNavigationFunction(() => router, ssrInfo.manifest, ssrInfo.routeModules, ssr, ssrInfo.context.routeDiscovery, ssrInfo.context.isSpaMode, ssrInfo.context.basename, fetchImplementation, ssrInfo.context.unstable_apiServerOrigin, isApiOnly)',
    to: 'void 0',
  },
  {
    file: hydratedRouter,
    from: 'if (discoveryRuntime) discoveryState = UNSAFE_useCustomRouteDiscovery(discoveryRuntime, props.onError);\n\telse UNSAFE_useFogOFWarDiscovery(router, ssrInfo.manifest, ssrInfo.routeModules, ssr, ssrInfo.context.routeDiscovery, ssrInfo.context.isSpaMode, fetchImplementation, ssrInfo.context.unstable_apiServerOrigin, ssrInfo.context.unstable_apiOnly === true);',
    to: '',
  },
  {
    file: 'dom/ssr/fog-of-war.js',
    from: 'return routeDiscovery.mode === "lazy" && ssr;',
    to: 'return false;',
  },
  {
    file: 'dom/ssr/components.js',
    from: 'let enableFogOfWar = isFogOfWarEnabled(routeDiscovery, ssr);',
    to: 'const enableFogOfWar = false;',
  },
  {
    file: router,
    from: 'if (init.instrumentations) router = instrumentClientSideRouter(router, init.instrumentations.map((i) => i.router).filter(Boolean));',
    to: '',
  },
  {
    file: router,
    from: 'let instrumentationNavigateMetaReceiver = consumeInstrumentationClientResultMetaReceiver(router);',
    to: 'let instrumentationNavigateMetaReceiver;',
  },
  {
    file: router,
    from: 'let instrumentationResultMetaReceiver = consumeInstrumentationClientResultMetaReceiver(router);',
    to: 'let instrumentationResultMetaReceiver;',
  },
  {
    // Reloading while the store is out of reach leaves it for the browser's own error page: the store's says more.
    file: 'dom/ssr/routeModules.js',
    from: 'if (window.__reactRouterContext && window.__reactRouterContext.isSpaMode && import.meta.hot) throw error;',
    to: 'if (!await fetch(route.module, { method: "HEAD", cache: "no-store" }).then(({ status }) => status < 500, () => false)) throw error;',
  },
  {
    // What a link only brings ahead of time may fail: whoever follows it is told.
    file: 'dom/ssr/components.js',
    from: 'if (!interrupted) setKeyedPrefetchLinks(links);\n\t\t});',
    to: 'if (!interrupted) setKeyedPrefetchLinks(links);\n\t\t}, () => {});',
  },
  { file: router, from: 'if (init.instrumentations) {', to: 'if (false) {' },
  { file: router, from: 'if (isFogOfWar) {', to: 'if (false) {', times: 3 },
  { file: router, from: 'if (loadMatch.isDiscovering) {', to: 'if (false) {' },
  { file: router, from: 'future.unstable_customRouteDiscovery', to: 'false', times: 13 },
];

/**
 * What calls the actions of routes. The store has none: what is changed, is changed through the backend's client, and a
 * form that is sent by the router only asks for another page.
 */
export const withoutActions = {
  handleAction: 'throw new Error("No route has an action; see scripts/trim-router.ts.");',
  handleFetcherAction: 'throw new Error("No route has an action; see scripts/trim-router.ts.");',
  discoverRoutes: '',
  cancelDiscoveryNavigation: '',
};

/** Warnings for who develops a store: its server's copy still gives them. */
const withoutWarnings = { warning: '' };

/** Functions that do something else in the browser's copy, by the file that they are in. */
const emptiedIn: [file: string, bodies: Record<string, string>][] = [
  [router, withoutActions],
  ['router/history.js', withoutWarnings],
];

const library = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]/;

/** Part of a syntax tree as Rolldown hands it out. */
type SyntaxNode = { type?: string; start?: number; end?: number; [key: string]: unknown };

/**
 * Checks and warnings whose second argument only explains them; without it the browser's copy still stops where it must.
 */
const checks = new Set(['invariant', 'UNSAFE_invariant', 'warning', 'UNSAFE_warning']);

/** Calls of the checks anywhere below a node, as the place of their explanation. */
function explanations(
  node: unknown,
  found: [start: number, end: number][] = [],
): [start: number, end: number][] {
  if (Array.isArray(node)) for (const child of node) explanations(child, found);
  else if (typeof node === 'object' && node !== null) {
    const { type, callee, arguments: values } = node as SyntaxNode;
    const name = (callee as SyntaxNode | undefined)?.name;
    if (type === 'CallExpression' && typeof name === 'string' && checks.has(name)) {
      const [, text] = values as SyntaxNode[];
      if (text?.start !== undefined && text.end !== undefined) found.push([text.start, text.end]);
    } else for (const child of Object.values(node)) explanations(child, found);
  }
  return found;
}

/**
 * Vite plugin that takes out of the browser's React Router what the store never switches on, what calls actions, and the
 * words of its internal checks. It changes exact pieces of the pinned version and stops the build when one is not found,
 * so that an upgrade of the library asks for a look at this file. The server's copy stays as it is.
 */
export function trimRouter(): Plugin {
  const pending = new Set<Edit>();
  return {
    name: 'souk-trim-router',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      for (const edit of edits) pending.add(edit);
    },
    transform(code, id) {
      const [path = id] = id.split('?');
      if (!library.test(path)) return null;
      let text = code;
      for (const [start, end] of explanations(this.parse(code)).reverse()) {
        text = `${text.slice(0, start)}""${text.slice(end)}`;
      }
      const file = path.replaceAll('\\', '/');
      const without = emptiedIn.find(([name]) => file.endsWith(`/lib/${name}`))?.[1];
      if (without) {
        const emptied = emptyFunctions(text, this.parse(text), without);
        if (emptied.missing.length > 0) this.error(`React Router changed: it has no ${emptied.missing[0]}.`);
        text = emptied.code;
      }
      for (const edit of edits.filter((candidate) => file.endsWith(`/lib/${candidate.file}`))) {
        if (!text.includes(edit.from)) continue;
        text = text.replaceAll(edit.from, () => edit.to);
        pending.delete(edit);
      }
      return { code: text, map: null };
    },
    buildEnd(error) {
      const [missing] = pending;
      if (!error && missing) {
        this.error(
          `React Router changed: "${missing.from}" is not in ${missing.file}. See scripts/trim-router.ts.`,
        );
      }
    },
  };
}
