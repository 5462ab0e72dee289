import type { Page, Request } from '@playwright/test';

/** Where the driver, who finds no names of its own machine, reaches what a page asks a store for. */
export function reachable(request: Request): string {
  return request.url().replace(/\w+\.localhost/, 'localhost');
}

/** For `holdBack`: requests of a method. */
export const by = (method: string) => (request: Request) => request.method() === method;

/** Keeps requests from the store until they are let go, from the first one on; `asked` tells of that one. */
export async function holdBack(
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
 * Keeps the store's first answer from the page until it is let go; `answered` tells that it is there.
 * @param told makes what the page is told of its JSON.
 */
export async function holdAnswer<Answer>(
  page: Page,
  address: string | RegExp,
  told: (answer: Answer) => Answer = (answer) => answer,
) {
  const answered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(address, async (route) => {
    asked += 1;
    if (asked > 1) return route.fallback();
    const answer = await route.fetch({ url: reachable(route.request()) });
    const json = told(await answer.json());
    answered.resolve();
    await released.promise;
    await route.fulfill({ response: answer, json });
  });
  return { answered: answered.promise, release: released.resolve };
}
