import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { PrintArea } from '../../app/garments/print-areas.ts';

/** The canvas's print area, without the garment below or the shading above. */
export async function canvasPrint(page: Page, area: PrintArea): Promise<Buffer> {
  const address = await page
    .getByRole('application')
    .locator('canvas')
    .first()
    .evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ''));
  const shown = Buffer.from(address.split(',')[1] ?? '', 'base64');
  const { width = 0 } = await sharp(shown).metadata();
  const scale = width / 1000;
  return sharp(shown)
    .extract({
      left: Math.round(area.x * scale),
      top: Math.round(area.y * scale),
      width: Math.round(area.width * scale),
      height: Math.round(area.height * scale),
    })
    .png()
    .toBuffer();
}

/** The share of clearly different pixels between two pictures scaled to one size on the same background. */
export async function difference(a: Buffer, b: Buffer): Promise<number> {
  const raw = (picture: Buffer) =>
    sharp(picture)
      .resize(300, 300, { fit: 'fill' })
      .flatten({ background: '#808080' })
      .removeAlpha()
      .raw()
      .toBuffer();
  const [one, other] = await Promise.all([raw(a), raw(b)]);
  let far = 0;
  for (let i = 0; i < one.length; i += 3) {
    const distance = [0, 1, 2].reduce((sum, c) => sum + Math.abs((one[i + c] ?? 0) - (other[i + c] ?? 0)), 0);
    if (distance > 150) far += 1;
  }
  return far / (one.length / 3);
}
