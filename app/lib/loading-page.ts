import type { MiddlewareFunction } from 'react-router';

/** URL of the page that the router is loading. */
let loadingAddress: string | null = null;

/** URL of the page that the router is loading; null while it loads none. */
export function loadingPage(): string | null {
  return loadingAddress;
}

/** Client middleware of the root: notes which page the router is loading. */
export const noteLoadingPage: MiddlewareFunction = async ({ request }, next) => {
  loadingAddress = request.url;
  try {
    await next();
  } finally {
    if (loadingAddress === request.url) loadingAddress = null;
  }
};
