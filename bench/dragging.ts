import { type Browser, chromium, type Page } from '@playwright/test';
import type { Design } from '../app/designer/design.ts';
import { sheetPlacement } from '../app/designer/design.ts';
import { newText } from '../app/designer/design-edits.ts';
import { findBrowser } from '../tests/support/browser.ts';
import { atMost, type Figure, told } from './figures.ts';
import type { RunningStore } from './running-store.ts';

const repetitions = 3;
const slower = 4;
const elements = 20;
/** Moves of the pointer in one drag, about one a frame. */
const moves = 150;

/** Sheet units across the whole drawing. */
const sheet = 1000;

/** How long the designer takes from one frame to the next while somebody drags one of twenty elements. */
export async function draggingFigures(store: RunningStore): Promise<Figure[]> {
  const browser = await chromium.launch(await findBrowser());
  try {
    const runs: number[][] = [];
    for (let i = 0; i < repetitions; i += 1) runs.push(await drag(browser, store.host));
    const share = (part: number) => runs.map((frames) => frames[Math.floor(frames.length * part)] ?? 0);
    return [
      atMost(`designer, ${elements} elements, slow processor: a frame`, share(0.5), 17.5, 'ms'),
      told('designer: 19 of 20 frames within', share(0.95), 'ms'),
    ];
  } finally {
    await browser.close();
  }
}

/** A hoodie full of words; the topmost stands in the middle. */
function fullDesign(): Design {
  const texts = Array.from({ length: elements }, (_, at) => {
    const last = at === elements - 1;
    const text = {
      ...newText(`element-${at}`, 'front', last ? 'Drag me' : `Word ${at}`, '#5879db'),
      size: 3,
    };
    return last
      ? text
      : { ...text, x: ((at % 4) - 1.5) * 6, y: (Math.floor(at / 4) - 2) * 5, rotation: at * 7 };
  });
  return { version: 1, garment: 'Hoodie', color: 'white', elements: texts };
}

/** @returns milliseconds between frames, sorted. */
async function drag(browser: Browser, host: string): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const draft = JSON.stringify({ design: fullDesign(), size: 'L', saved: null });
    await page.addInitScript((kept) => localStorage.setItem('souk-design-inkthread-own', kept), draft);
    await page.goto(`http://${host}/customize?garment=Hoodie`, { timeout: 120_000 });
    const table = page.getByRole('application');
    await table.locator('canvas').first().waitFor();
    await page.waitForFunction(() => document.fonts.check('20px "print-anton"'));
    const tools = await context.newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const box = await table.boundingBox();
    if (!box) throw new Error('The designer has no table');
    const middle = sheetPlacement('Hoodie', 'front');
    const at = { x: box.x + (middle.x / sheet) * box.width, y: box.y + (middle.y / sheet) * box.height };
    const before = await place(page);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    const frames = page.evaluate(
      (wanted) =>
        new Promise<number[]>((done) => {
          const seen: number[] = [];
          let last = performance.now();
          const frame = (now: number) => {
            seen.push(now - last);
            last = now;
            if (seen.length < wanted) requestAnimationFrame(frame);
            else done(seen);
          };
          requestAnimationFrame(frame);
        }),
      moves,
    );
    for (let move = 0; move < moves; move += 1) {
      const turn = (move / moves) * 4 * Math.PI;
      await page.mouse.move(at.x + Math.sin(turn) * 90, at.y + (1 - Math.cos(turn)) * 40 + 20);
    }
    const seen = await frames;
    await page.mouse.up();
    if ((await place(page)) === before) throw new Error('Nothing was dragged');
    return seen.slice(5).sort((a, b) => a - b);
  } finally {
    await context.close();
  }
}

/** Where the draft says that the topmost element lies. */
function place(page: Page): Promise<string> {
  return page.evaluate(() => {
    const draft: { design: { elements: { x: number; y: number }[] } } = JSON.parse(
      localStorage.getItem('souk-design-inkthread-own') ?? '{}',
    );
    const { x, y } = draft.design.elements.at(-1) ?? { x: 0, y: 0 };
    return `${x} ${y}`;
  });
}
