import { chromium } from '@playwright/test';
import { expect, test } from 'vitest';
import { disabledFeatures } from './browser-features.ts';

test('every browser feature that Playwright disables stays disabled', async () => {
  // When a browser does not start, Playwright's error has its command line.
  const launch = chromium.launch({ executablePath: process.execPath, args: [disabledFeatures] });
  const said = await launch.catch((error: Error) => error.message);
  const lists = String(said).matchAll(/--disable-features=([\w,]+)/g);
  const [playwrights, ours] = [...lists].map(([, list = '']) => list.split(','));
  expect(playwrights).toContain('PaintHolding');
  expect(ours).toEqual(expect.arrayContaining(playwrights ?? []));
});
