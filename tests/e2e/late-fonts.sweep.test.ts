import { brands } from '../../app/brands/brands.ts';
import { expect, test } from './fixtures.ts';
import { holdBack } from './held-back.ts';
import { noteShifts } from './shifts.ts';
import { facesInUse } from './steps.ts';
import { inWindow, phone } from './windows.ts';

for (const window of [phone, { ...phone, width: 412 }]) {
  inWindow(window, () => {
    for (const { id: brand } of brands) {
      test(`nothing moves in ${brand} when its fonts come after the first view`, async ({ page, visit }) => {
        await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
        const shifted = await noteShifts(page);
        for (const path of ['/', '/cart', '/account']) {
          const fonts = await holdBack(page, /\.woff2$/);
          // A page has loaded when its fonts have.
          const opened = visit(brand, path);
          await fonts.asked;
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await page.evaluate(
            () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100))),
          );
          fonts.release();
          await opened;
          await facesInUse(page);
          await page.evaluate(
            () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100))),
          );
          expect(await shifted(), path).toBeLessThanOrEqual(0.02);
          await page.unrouteAll();
        }
      });
    }
  });
}
