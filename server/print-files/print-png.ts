import sharp from 'sharp';
import { type Design, printAreaOf } from '../../app/designer/design.ts';
import type { Side } from '../../app/garments/print-areas.ts';
import { type PrintImages, printSvg } from './print-svg.ts';

/** Resolution of print files, in pixels per inch. */
export const PRINT_DPI = 300;

export function printPixels(garment: string, side: Side): { width: number; height: number } {
  const area = printAreaOf(garment, side);
  const pixels = (centimetres: number) => Math.round((centimetres / 2.54) * PRINT_DPI);
  return { width: pixels(area.width), height: pixels(area.height) };
}

/**
 * Renders a side as a transparent PNG at 300 dpi, in the print area's physical size.
 * @throws Error when a picture is missing
 */
export async function printPng(design: Design, side: Side, images: PrintImages): Promise<Buffer> {
  const { width, height } = printPixels(design.garment, side);
  const svg = printSvg(design, side, images).replace(
    /width="[\d.]+cm" height="[\d.]+cm"/,
    `width="${width}" height="${height}"`,
  );
  return sharp(Buffer.from(svg), { unlimited: true, limitInputPixels: 200_000_000 })
    .withMetadata({ density: PRINT_DPI })
    .png({ compressionLevel: 6 })
    .toBuffer();
}
