import { expect, test } from './fixtures.ts';
import { desk, inWindow, phone } from './windows.ts';

for (const [brand, window] of [
  ['duoworks', desk],
  ['northblock', desk],
  ['meeplehouse', phone],
] as const) {
  inWindow(
    window,
    () => {
      test(`in ${brand} rows that nobody has seen yet take about the room that they will`, async ({
        page,
        visit,
      }) => {
        await visit(brand, '/shop');
        const items = page.getByRole('region', { name: 'Products' }).getByRole('listitem');
        const last = items.filter({ has: page.getByRole('heading') }).last();
        const heightOf = async () => (await last.boundingBox())?.height ?? 0;
        const held = await heightOf();
        await last.scrollIntoViewIfNeeded();
        await expect(last.getByRole('heading')).toBeInViewport();
        const seen = await heightOf();
        expect(seen).toBeGreaterThan(200);
        expect(Math.abs(held - seen), `held ${held}, seen ${seen}`).toBeLessThan(40);
      });
    },
    brand === 'meeplehouse',
  );
}
