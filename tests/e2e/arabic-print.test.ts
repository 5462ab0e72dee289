import sharp from 'sharp';
import { readDesign } from '../../app/designer/design.ts';
import { areaOnSheet } from '../../app/garments/print-areas.ts';
import { printPng } from '../../server/print-files/print-png.ts';
import { arabicText } from './arabic-text.ts';
import { canvasPrint, difference } from './canvas-print.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './held-requests.ts';

const texts = [
  { font: 'amiri', text: 'سَلامٌ (Souk) ٢٤؟' },
  { font: 'rakkas', text: 'هُنا 24 12\nالقاهرة، مصر' },
  // Anton has no Arabic letters.
  { font: 'anton', text: 'سوق Souk' },
];

test('Arabic is printed as the designer shows it: joined, in order, with marks, digits and Latin words', async ({
  page,
  visit,
  keepPicture,
}) => {
  await visit('inkthread', '/ar/customize');
  await page.getByRole('button', { name: arabicText('customize', 'addText') }).click();
  const field = page.getByLabel(arabicText('customize', 'text'), { exact: true });
  const area = areaOnSheet('Hoodie', 'front');
  for (const { font, text } of texts) {
    await field.fill(text);
    await page.getByLabel(arabicText('customize', 'font')).selectOption(font);
    await page.waitForFunction((id) => document.fonts.check(`20px "print-${id}"`, 'Sس'), font);
    let shown = await canvasPrint(page, area);
    await expect(async () => {
      const before = shown;
      shown = await canvasPrint(page, area);
      expect(shown.equals(before), 'nothing is drawn any more').toBe(true);
      const draft = await page.evaluate(() => localStorage.getItem('souk-design-inkthread-guest-own'));
      const design = readDesign(JSON.parse(draft ?? '{}').design);
      expect(design?.elements).toMatchObject([{ font, text }]);
      if (!design) return;
      const print = await printPng(design, 'front', () => Promise.reject(new Error('no picture')));
      const mirrored = await difference(shown, await sharp(print).flop().toBuffer());
      expect(mirrored, 'a mirrored print is noticed').toBeGreaterThan(0.02);
      // Edges differ by up to a screen pixel.
      expect(await difference(shown, print), `${text} in ${font}`).toBeLessThan(mirrored / 3);
    }).toPass();
    await keepPicture(`inkthread-customize-arabic-${font}`);
  }
});

test('a text has the same size whether its font loads late or was there', async ({ page, visit }) => {
  await visit('inkthread', '/customize');
  const size = () =>
    page.evaluate((): number | undefined => {
      const draft = JSON.parse(localStorage.getItem('souk-design-inkthread-guest-own') ?? '{}');
      return draft.design?.elements[0]?.size;
    });
  const addText = async () => {
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.waitForFunction(() => document.fonts.check('20px "print-anton"'));
    await page.getByLabel('Text', { exact: true }).fill('A quiet evening in Cairo');
    await page.getByLabel('Font').selectOption('lalezar');
  };
  // Lalezar is narrower than its fallback font.
  const font = await holdRequests(page, /lalezar.*\.woff2$/);
  await addText();
  await font.asked;
  const before = await size();
  font.release();
  await expect.poll(size).not.toBe(before);
  const late = await size();
  await page.getByRole('button', { name: /^Remove / }).click();
  await expect.poll(size).toBeUndefined();
  await addText();
  await expect.poll(size, 'the font is there by now').toBe(late);
});
