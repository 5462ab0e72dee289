import { type Browser, type CDPSession, chromium, type Locator, type Page } from '@playwright/test';
import { popupDelay } from '../app/landing/banners/banner.ts';
import { findBrowser } from '../tests/support/browser.ts';
import { atMost, type Figure, reported } from './figures.ts';
import { productIds, type RunningStore } from './running-store.ts';

const repetitions = 5;

/** A slow phone and connection: CPU throttled 4×, 1.6 Mbit/s down, 150 ms latency, cold cache. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const cpuSlowdown = 4;
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** Idle time in milliseconds after which a page counts as settled, and after which its pop-up has opened too. */
const settledAfter = 2_000;
const doneAfter = popupDelay + 1_000;
/** Kilobytes that an idle page loads to subscribe to changes, besides what it starts with. */
const liveUpdates = 16;
/** Timeout in milliseconds for pages that never settle. */
const patience = 30_000;

interface Metrics {
  /** First and Largest Contentful Paint in milliseconds. */
  first: number;
  largest: number;
  /** Long tasks: start and end in milliseconds. */
  tasks: [start: number, end: number][];
  shift: number;
  /** Slowest interaction to next paint, in milliseconds. */
  tap: number;
  /** Time of the page's last activity: long task, layout shift or fetch. */
  lastActivity: number;
}

/** Metrics of the three main pages on a slow phone. */
export async function phoneFigures(store: RunningStore): Promise<Figure[]> {
  const [product] = await productIds(store);
  const browser = await chromium.launch(await findBrowser());
  try {
    const pages = [
      { name: 'home', path: '/', most: 145 + liveUpdates, tap: 'More Options' },
      { name: 'shop', path: '/shop', most: 145 + liveUpdates, tap: 'Filters' },
      { name: 'product', path: `/product/${product}`, most: 150 + liveUpdates, tap: 'Add to cart' },
    ];
    const figures: Figure[] = [];
    for (const { name, path, most, tap } of pages) {
      const address = `http://${store.host}${path}`;
      const javascript = await warmUp(browser, address);
      const results: Metrics[] = [];
      const withoutScripts: number[] = [];
      for (let i = 0; i < repetitions; i += 1) {
        results.push(await measure(browser, address, tap));
        withoutScripts.push(await paintWithoutScripts(browser, address));
      }
      const valuesOf = (read: (one: Metrics) => number) => results.map(read);
      figures.push(
        atMost(
          `slow phone, ${name}: largest paint`,
          valuesOf(({ largest }) => largest),
          700,
          'ms',
        ),
        // The time that network and machine take, whatever the scripts do.
        reported(`slow phone, ${name}: largest paint without scripts`, withoutScripts, 'ms'),
        reported(
          `slow phone, ${name}: first paint`,
          valuesOf(({ first }) => first),
          'ms',
        ),
        atMost(
          `slow phone, ${name}: blocking time`,
          valuesOf(({ tasks, first }) => blockingTime(tasks, first)),
          150,
          'ms',
        ),
        atMost(
          `slow phone, ${name}: layout shift`,
          valuesOf(({ shift }) => shift),
          0.02,
        ),
        atMost(
          `slow phone, ${name}: tap to next paint`,
          valuesOf(({ tap: time }) => time),
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

/** Total Blocking Time in ms: each task's time beyond 50 ms, from the first paint until the page settles. */
export function blockingTime(tasks: readonly [start: number, end: number][], firstPaint: number): number {
  return tasks.reduce((sum, [start, end]) => sum + Math.max(0, end - Math.max(start, firstPaint) - 50), 0);
}

/**
 * Visits a page at full speed, so that its pictures are generated; real visitors are rarely the first.
 * @returns kilobytes of JavaScript loaded without interaction
 */
export async function warmUp(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    const bytes = await countScripts(await context.newCDPSession(page));
    await page.goto(address, { waitUntil: 'load', timeout: 120_000 });
    await rest(page, doneAfter);
    return bytes() / 1_000;
  } finally {
    await context.close();
  }
}

/** Metrics of a page with its scripts and one tap. */
async function measure(browser: Browser, address: string, tap: string): Promise<Metrics> {
  const { page, metrics } = await open(browser, address);
  try {
    const button = page.getByRole('button', { name: tap, exact: true }).filter({ visible: true }).first();
    // Excludes scrolling and the driver's element lookup from the tap.
    await button.scrollIntoViewIfNeeded();
    await nextFrame(page);
    const { x, y, width, height } = await boxOf(button);
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await page.waitForFunction(() => window.seen.tap > 0);
    const { tap: time } = await page.evaluate(() => window.seen);
    return { ...metrics, tap: time };
  } finally {
    await page.context().close();
  }
}

/** Largest Contentful Paint in milliseconds of the same page with its scripts blocked. */
async function paintWithoutScripts(browser: Browser, address: string): Promise<number> {
  const { page, metrics } = await open(browser, address, (page) =>
    page.route(/\.js$/, (script) => script.abort()),
  );
  await page.context().close();
  return metrics.largest;
}

/** Opens a page on the slow phone, in a context of its own, and waits until it has settled. */
export async function open(browser: Browser, address: string, prepare?: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.addInitScript(watch);
  await prepare?.(page);
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', network);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.goto(address, { waitUntil: 'load', timeout: 120_000 });
  await rest(page, settledAfter);
  return { page, metrics: await page.evaluate(() => window.seen) };
}

/** Waits for the next frame and an idle callback. */
async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((idle) => requestAnimationFrame(() => requestIdleCallback(idle))));
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('What is to be tapped does not show');
  return box;
}

/** Waits until a page has been idle for some milliseconds. */
async function rest(page: Page, still: number): Promise<void> {
  await page.waitForFunction(
    ({ still, patience }) => {
      const now = performance.now();
      return now - window.seen.lastActivity > still || now > patience;
    },
    { still, patience },
    { polling: 100, timeout: 120_000 },
  );
}

/** Starts counting the transferred bytes of JavaScript. */
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
    seen: Metrics;
  }
}

/** Injected before the page's scripts: collects paints, long tasks, layout shifts and interactions. */
function watch(): void {
  const seen: Metrics = {
    first: 0,
    largest: 0,
    tasks: [],
    shift: 0,
    tap: 0,
    lastActivity: performance.now(),
  };
  window.seen = seen;
  const observe = (type: string, each: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
      type,
      buffered: true,
      ...more,
    });
  const noteActivity = ({ startTime, duration }: PerformanceEntry) => {
    seen.lastActivity = Math.max(seen.lastActivity, startTime + duration);
  };
  observe('resource', noteActivity);
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.first = entry.startTime;
  });
  observe('largest-contentful-paint', (entry) => {
    noteActivity(entry);
    seen.largest = entry.startTime;
  });
  observe('longtask', (entry) => {
    noteActivity(entry);
    seen.tasks.push([entry.startTime, entry.startTime + entry.duration]);
  });
  observe('layout-shift', (entry) => {
    noteActivity(entry);
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
