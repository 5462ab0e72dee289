import { tabStorage } from './browser-storage.ts';
import { reloadPage } from './reload-page.ts';

declare global {
  interface Window {
    /** React Router's list of the build's routes, and under which address the build is reached. */
    __reactRouterManifest?: { version: string };
    __reactRouterContext?: { basename?: string };
  }
}

/** The build for which the tab has loaded a document anew: a cache that still has the old one must not do so forever. */
const reloadedBuild = tabStorage('souk-reloaded-build');
const ASK_WITHIN = 5_000;

/** Whether the build is replaced, once somebody asked; kept while the page is being left. */
let asking: Promise<boolean> | undefined;
let isLeaving = false;

/**
 * Asks whether the server has another build than this page, as after an update of the store: by React Router's endpoint for routes
 * (docs/explanation/lazy-route-discovery.md there). False when the server does not answer.
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
 * Loads the document anew if the server has another build, once for each build. Several parts of a page may ask at once, when the
 * router opens one page and code for another is gone: an address goes before the page that is shown.
 * @param address the page to open; by default the one that is shown
 * @returns whether it is being loaded
 */
export async function leaveReplacedBuild(address = location.href): Promise<boolean> {
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

/** What the Data API answers to calls of functions, parameters, tables and columns that it does not have. */
const UNKNOWN = /^(PGRST20[0-5]|42703|42883|42P01)$/;

/** Makes a `fetch` that leaves a replaced build when the Data API does not know what a call is about. */
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
