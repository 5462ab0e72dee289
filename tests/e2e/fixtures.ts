import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { sessionKey } from '../../app/lib/supabase-browser.ts';
import { type BostaStub, startBostaStub } from '../support/bosta-stub.ts';
import { startPaymobStub } from '../support/paymob-stub.ts';
import type { ProviderStub } from '../support/provider-stub.ts';
import { PROJECT, type StoreProcess, startStoreProcess } from '../support/store-process.ts';
import { type StripeStub, startStripeStub } from '../support/stripe-stub.ts';
import { signedInAs } from './people.ts';
import type { Account } from './stock.ts';
import { copyTemplate } from './store-template.ts';
import { translate } from './translator.ts';
import { Watch } from './watch.ts';

export { expect };

export interface Journey {
  /**
   * The host at which all stores are reached over plain HTTP, as from a phone on the same network; '' for each store's own
   * name on this machine, where browsers allow what they otherwise allow only with HTTPS.
   */
  plainHost: string;
  /** Whether the browser translates every page, as for most readers of another language. */
  translated: boolean;
  /** Fails the test at its end if any of its pages had an error, a warning or a failed request. */
  watch: Watch;
  /** Opens a brand's path and returns the status. */
  visit(brand: string, path?: string, page?: Page): Promise<number>;
  /** Opens a brand's path as a person with an account, already signed in, without the sign-in page. */
  visitAs(person: Account, brand: string, path?: string, page?: Page): Promise<number>;
  /** Another person's page: own cookies, storage and cache, watched like the first. */
  somebodyElse(): Promise<Page>;
  /**
   * With `SOUK_PICTURES=1`, saves a full-page screenshot for review as `test-results/screens/<name>.jpg`. It takes a
   * second.
   */
  keepPicture(name: string, page?: Page): Promise<void>;
}

interface Surroundings {
  /** Meeple House's carrier. */
  bosta: BostaStub;
  /** The payment provider of the worker's store. */
  stripe: StripeStub;
  /** Another one, for wallets and installments. */
  paymob: ProviderStub;
  /** The worker's stocked store, in its own process. */
  store: StoreProcess;
}

/** Saves a full-page screenshot as `test-results/screens/<name>.jpg`. */
async function takePicture(page: Page, name: string): Promise<void> {
  // Browsers skip rendering below the fold; the screenshot needs it.
  await page.evaluate(() => {
    const whole = new CSSStyleSheet();
    whole.replaceSync('.deferred { content-visibility: visible }');
    document.adoptedStyleSheets.push(whole);
  });
  await page.screenshot({
    path: join(PROJECT, 'test-results/screens', `${name}.jpg`),
    type: 'jpeg',
    quality: 80,
    fullPage: true,
    animations: 'disabled',
  });
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
}

const originOf = (store: StoreProcess, brand: string, plainHost: string): string =>
  `http://${plainHost || `${brand}.localhost`}:${store.port}`;

/** Playwright's test with a real store, a watched browser and helpers for browser tests. */
export const test = base.extend<Journey, Surroundings>({
  plainHost: ['', { option: true }],
  translated: [false, { option: true }],
  bosta: [
    async ({ browserName: _browser }, use) => {
      const stub = await startBostaStub();
      await use(stub);
      await stub.close();
    },
    { scope: 'worker' },
  ],
  stripe: [
    async ({ browserName: _browser }, use) => {
      const stub = await startStripeStub();
      await use(stub);
      await stub.close();
    },
    { scope: 'worker' },
  ],
  paymob: [
    async ({ browserName: _browser }, use) => {
      const stub = await startPaymobStub();
      await use(stub);
      await stub.close();
    },
    { scope: 'worker' },
  ],
  store: [
    async ({ bosta, stripe, paymob }, use, worker) => {
      const store = await startStoreProcess(copyTemplate(`worker-${worker.workerIndex}`), {
        SOUK_SEED: 'none',
        BOSTA_API_URL: bosta.url,
        BOSTA_API_KEY_MEEPLEHOUSE: bosta.apiKey,
        BOSTA_WEBHOOK_SECRET_MEEPLEHOUSE: bosta.webhookSecret,
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_API_URL: stripe.url,
        ...paymob.environment,
      });
      stripe.webhookUrl = `http://127.0.0.1:${store.port}/payments/webhook`;
      paymob.callbackUrl = `http://127.0.0.1:${store.port}/payments/paymob/callback`;
      await use(store);
      const code = await store.stop();
      expect(code, `the store stopped with ${code} after saying:\n${store.output()}`).toBe(0);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  watch: async ({ context, translated }, use) => {
    const watch = new Watch();
    watch.over(context);
    if (translated) await translate(context);
    await use(watch);
    expect(watch.problems(), 'the developer tools stay silent').toEqual([]);
  },
  page: async ({ page, watch: _watched }, use) => use(page),
  visit: async ({ store, page: first, plainHost, watch }, use) => {
    // On plain HTTP the backend's client lacks WebCrypto and the browser ignores COOP; both log it.
    if (plainHost) watch.allow(/WebCrypto API is not supported|Opener-Policy header has been ignored/);
    await use(async (brand, path = '/', page = first) => {
      const address = new URL(path, originOf(store, brand, plainHost));
      if (plainHost) address.searchParams.set('tenant', brand);
      const response = await page.goto(address.href);
      return response?.status() ?? 0;
    });
  },
  visitAs: async ({ store, visit, page: first, plainHost }, use) => {
    await use(async (person, brand, path = '/', page = first) => {
      const { data } = await (await signedInAs(store, brand, person)).auth.getSession();
      // Local storage belongs to the store's origin, so a page of it must be open; this one loads no code.
      await page.goto(`${originOf(store, brand, plainHost)}/healthz`);
      await page.evaluate(([key, session]) => localStorage.setItem(key, session), [
        sessionKey(brand),
        JSON.stringify(data.session),
      ] as const);
      return visit(brand, path, page);
    });
  },
  somebodyElse: async ({ browser, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      watch.over(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  keepPicture: async ({ page: first }, use) => {
    await use(async (name, page = first) => {
      if (process.env.SOUK_PICTURES === '1') await takePicture(page, name);
    });
  },
});
