import { brands } from '../../app/brands/brands.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './held-requests.ts';
import { mostShift, recordLayoutShifts } from './layout-shifts.ts';
import { facesInUse } from './steps.ts';
import { atViewport, phone } from './viewports.ts';

for (const window of [phone, { ...phone, width: 412 }]) {
  atViewport(window, () => {
    for (const { id: brand } of brands) {
      test(`nothing moves in ${brand} when its fonts come after the first view`, async ({ page, visit }) => {
        await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
        const shifted = await recordLayoutShifts(page);
        for (const path of ['/', '/cart', '/account', '/ar', '/ar/cart', '/ar/shop']) {
          const fonts = await holdRequests(page, /\.woff2$/);
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
          expect(await shifted(), path).toBeLessThanOrEqual(mostShift);
          await page.unrouteAll();
        }
      });
    }
  });
}
