import type { Page, Request } from '@playwright/test';

/** URL of a request for Node, which may not resolve `*.localhost`. */
export function localUrl(request: Request): string {
  return request.url().replace(/\w+\.localhost/, 'localhost');
}

/** For `holdRequests`: matches requests by method. */
export const withMethod = (method: string) => (request: Request) => request.method() === method;

/** Holds requests until `release` is called; `asked` resolves with the first one. */
export async function holdRequests(
  page: Page,
  address: string | RegExp,
  isMeant: (request: Request) => boolean = () => true,
) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (isMeant(route.request())) {
      asked.resolve();
      await released.promise;
    }
    await route.fallback();
  });
  return { asked: asked.promise, release: released.resolve };
}

/**
 * Holds the first response until `release` is called; `answered` resolves when it has arrived.
 * @param transform changes its JSON
 */
export async function holdResponse<Answer>(
  page: Page,
  address: string | RegExp,
  transform: (answer: Answer) => Answer = (answer) => answer,
) {
  const answered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(address, async (route) => {
    asked += 1;
    if (asked > 1) return route.fallback();
    const answer = await route.fetch({ url: localUrl(route.request()) });
    const json = transform(await answer.json());
    answered.resolve();
    await released.promise;
    await route.fulfill({ response: answer, json });
  });
  return { answered: answered.promise, release: released.resolve };
}

/** Delays the page's code, or the given files, like a slow connection. Returns a function that releases it. */
export async function holdCode(page: Page, files = /\.js$/): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/**
 * Executes the first POST but loses its response; later ones wait until `release` is called. `sent` has the
 * bodies of all.
 */
export async function loseFirstAnswer(page: Page, address: string | RegExp) {
  const released = Promise.withResolvers<void>();
  const sent: (string | null)[] = [];
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent.push(route.request().postData());
    if (sent.length > 1) {
      await released.promise;
      return route.fallback();
    }
    await route.fetch({ url: localUrl(route.request()) });
    await route.abort('connectionreset');
  });
  return { sent, release: released.resolve };
}
