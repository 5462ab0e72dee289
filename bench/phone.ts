import { type Browser, type CDPSession, chromium, type Locator, type Page } from '@playwright/test';
import { popupDelay } from '../app/landing/banners/banner.ts';
import { findBrowser } from '../tests/support/browser.ts';
import { atMost, type Figure } from './figures.ts';
import { productIds, type RunningStore } from './running-store.ts';

const repetitions = 5;

/** A cheap phone on a slow line: processor four times slower, 1.6 Mbit/s down, 150 ms a round trip, nothing cached. */
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const slower = 4;
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** Milliseconds without any stir after which a page is calm, and after which nothing more comes, not even its pop-up. */
const calm = 2_000;
const done = popupDelay + 1_000;
/** Milliseconds after which nobody waits any longer for a page that never comes to rest. */
const patience = 30_000;

interface Seen {
  /** Milliseconds until the largest thing of the first view is painted. */
  largest: number;
  /** Milliseconds beyond 50 of each long task until the page is calm. */
  blocked: number;
  shift: number;
  /** Milliseconds from a tap to the next picture, the slowest. */
  tap: number;
  /** When the page last did anything: a long task, a shift, something fetched. */
  stirred: number;
}

/** What somebody with a slow phone sees of the three pages that nearly every visit goes through. */
export async function phoneFigures(store: RunningStore): Promise<Figure[]> {
  const [product] = await productIds(store);
  const browser = await chromium.launch(await findBrowser());
  try {
    const pages = [
      { name: 'home', path: '/', most: 145, tap: 'More Options' },
      { name: 'shop', path: '/shop', most: 145, tap: 'Filters' },
      { name: 'product', path: `/product/${product}`, most: 150, tap: 'Add to cart' },
    ];
    const figures: Figure[] = [];
    for (const { name, path, most, tap } of pages) {
      const address = `http://${store.host}${path}`;
      const javascript = await warmUp(browser, address);
      const seen: Seen[] = [];
      for (let i = 0; i < repetitions; i += 1) seen.push(await look(browser, address, tap));
      const all = (read: (one: Seen) => number) => seen.map(read);
      figures.push(
        atMost(
          `slow phone, ${name}: largest paint`,
          all(({ largest }) => largest),
          700,
          'ms',
        ),
        atMost(
          `slow phone, ${name}: blocking time`,
          all(({ blocked }) => blocked),
          150,
          'ms',
        ),
        atMost(
          `slow phone, ${name}: layout shift`,
          all(({ shift }) => shift),
          0.02,
        ),
        atMost(
          `slow phone, ${name}: tap to next paint`,
          all(({ tap: time }) => time),
          100,
          'ms',
        ),
        atMost(`${name}: JavaScript that came by itself`, [javascript], most, 'KB'),
      );
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/**
 * Visits a page once at full speed, so that the store has made its pictures; nobody else is the first visitor.
 * @returns kilobytes of JavaScript that came by themselves.
 */
async function warmUp(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    const bytes = await countScripts(await context.newCDPSession(page));
    await page.goto(address, { waitUntil: 'load', timeout: 120_000 });
    await rest(page, done);
    return bytes() / 1_000;
  } finally {
    await context.close();
  }
}

async function look(browser: Browser, address: string, tap: string): Promise<Seen> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    const tools = await context.newCDPSession(page);
    await tools.send('Network.enable');
    await tools.send('Network.emulateNetworkConditions', line);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.goto(address, { waitUntil: 'load', timeout: 120_000 });
    await rest(page, calm);
    const before = await page.evaluate(() => window.seen);
    const button = page.getByRole('button', { name: tap, exact: true }).filter({ visible: true }).first();
    // People scroll, look and tap: neither the picture after the scrolling nor the driver's own search is waited for.
    await button.scrollIntoViewIfNeeded();
    await shown(page);
    const { x, y, width, height } = await boxOf(button);
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await page.waitForFunction(() => window.seen.tap > 0);
    const { tap: time } = await page.evaluate(() => window.seen);
    return { ...before, tap: time };
  } finally {
    await context.close();
  }
}

/** Waits until a page has drawn its next picture and has nothing left to do. */
async function shown(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((idle) => requestAnimationFrame(() => requestIdleCallback(idle))));
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('What is to be tapped does not show');
  return box;
}

/** Waits until a page has done nothing for some milliseconds. */
async function rest(page: Page, still: number): Promise<void> {
  await page.waitForFunction(
    ({ still, patience }) => {
      const now = performance.now();
      return now - window.seen.stirred > still || now > patience;
    },
    { still, patience },
    { polling: 100, timeout: 120_000 },
  );
}

/** Counts from now on the bytes of JavaScript as they travel. */
async function countScripts(tools: CDPSession): Promise<() => number> {
  const scripts = new Set<string>();
  let bytes = 0;
  tools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  tools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await tools.send('Network.enable');
  return () => bytes;
}

declare global {
  interface Window {
    seen: Seen;
  }
}

/** Runs in the page, before it: keeps what the browser tells about paints, long tasks, shifts and taps. */
function watch(): void {
  const seen = { largest: 0, blocked: 0, shift: 0, tap: 0, stirred: performance.now() };
  window.seen = seen;
  const observe = (type: string, each: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
      type,
      buffered: true,
      ...more,
    });
  const stir = ({ startTime, duration }: PerformanceEntry) => {
    seen.stirred = Math.max(seen.stirred, startTime + duration);
  };
  observe('resource', stir);
  observe('largest-contentful-paint', (entry) => {
    stir(entry);
    seen.largest = entry.startTime;
  });
  observe('longtask', (entry) => {
    stir(entry);
    seen.blocked += entry.duration - 50;
  });
  observe('layout-shift', (entry) => {
    stir(entry);
    const { hadRecentInput, value } = entry as PerformanceEntry & { hadRecentInput: boolean; value: number };
    if (!hadRecentInput) seen.shift += value;
  });
  observe(
    'event',
    (entry) => {
      const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number };
      if (interactionId) seen.tap = Math.max(seen.tap, duration);
    },
    { durationThreshold: 16 },
  );
}
