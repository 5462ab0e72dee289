import { tabStorage } from './browser-storage.ts';
import { loadingPage } from './loading-page.ts';
import { reloadPage } from './reload-page.ts';

declare global {
  interface Window {
    /** React Router's list of the build's routes, and the base path of the build. */
    __reactRouterManifest?: { version: string };
    __reactRouterContext?: { basename?: string };
  }
}

/** The build for which the tab has reloaded the document: with a stale cache, it must not reload forever. */
const reloadedBuild = tabStorage('souk-reloaded-build');
const ASK_WITHIN = 5_000;

/** Whether the build was replaced, once checked; set while the page is being left. */
let asking: Promise<boolean> | undefined;
let isLeaving = false;

/**
 * Checks whether the server has another build than this page, as after an update of the store. Uses React Router's
 * endpoint for routes (docs/explanation/lazy-route-discovery.md there). False when the server does not answer.
 */
async function isReplaced(version: string): Promise<boolean> {
  const query = new URLSearchParams({ version, paths: '', at: String(Date.now()) });
  const prefix = (window.__reactRouterContext?.basename ?? '').replace(/\/$/, '');
  const response = await fetch(`${prefix}/__manifest?${query}`, {
    cache: 'no-store',
    signal: AbortSignal.timeout(ASK_WITHIN),
  }).catch(() => null);
  return response?.status === 204 && response.headers.has('X-Remix-Reload-Document');
}

/**
 * Loads the document again if the server has another build, once per build. Several parts of a page may ask at once,
 * when the router opens one page and code for another is gone: a given URL wins over the current page.
 * @param address the page to open; by default the one that the router is loading, or else the current one
 * @returns whether it is being loaded
 */
export async function leaveReplacedBuild(address = loadingPage() ?? location.href): Promise<boolean> {
  asking ??= isWorthLeaving();
  if (!(await asking)) {
    asking = undefined;
    return false;
  }
  if (address !== location.href) location.assign(address);
  else if (!isLeaving) reloadPage();
  isLeaving = true;
  return true;
}

async function isWorthLeaving(): Promise<boolean> {
  const version = window.__reactRouterManifest?.version;
  if (!version || reloadedBuild.read() === version || !(await isReplaced(version))) return false;
  reloadedBuild.write(version);
  return true;
}

/** Error codes of the Data API for functions, parameters, tables and columns that it does not know. */
const UNKNOWN = /^(PGRST20[0-5]|42703|42883|42P01)$/;

/** Creates a `fetch` that leaves a replaced build when the Data API does not know a called function or column. */
export function fetchOfBuild(
  send: typeof fetch,
  onUnknown: () => void = () => void leaveReplacedBuild(),
): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const address = input instanceof Request ? input.url : String(input);
    if (response.ok || !address.includes('/rest/v1/')) return response;
    const answer = await response
      .clone()
      .json()
      .catch(() => null);
    if (UNKNOWN.test(answer?.code ?? '')) onUnknown();
    return response;
  };
}
