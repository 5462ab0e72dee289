import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { type Design, type DesignElement, printAreaOf } from '../../app/designer/design.ts';
import type { Side } from '../../app/garments/print-areas.ts';
import {
  type DownloadPicture,
  PIXELS_PER_CM,
  type PixelSize,
  PRINT_DPI,
  placePicture,
} from './print-pictures.ts';
import { printSvg } from './print-svg.ts';

/** Sharp rejects more than 268 million pixels by default, and these files are our own. */
const OWN = { unlimited: true, limitInputPixels: 200_000_000 };

export function printPixels(garment: string, side: Side): PixelSize {
  const area = printAreaOf(garment, side);
  return { width: Math.round(area.width * PIXELS_PER_CM), height: Math.round(area.height * PIXELS_PER_CM) };
}

/**
 * Renders a side as a transparent PNG at 300 dpi, in the print area's physical size. Composites one picture
 * at a time and keeps intermediate results in files: a print has twenty million pixels.
 * @throws HttpError 422 if a picture is missing or unreadable
 */
export async function printPng(design: Design, side: Side, download: DownloadPicture): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-print-'));
  try {
    const canvas = printPixels(design.garment, side);
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    let print = sharp({ create: { ...canvas, channels: 4, background } });
    for (const [i, layer] of layersOf(design, side).entries()) {
      const [element] = layer;
      const placed =
        element?.kind === 'image'
          ? await placePicture(element, canvas, download, join(folder, `${i}-picture.png`))
          : textLayer({ ...design, elements: layer }, side, canvas);
      if (!placed) continue;
      const file = join(folder, `${i}.png`);
      await print.composite([placed]).png({ compressionLevel: 1 }).toFile(file);
      print = sharp(file, OWN);
    }
    const file = join(folder, 'print.png');
    await print.withMetadata({ density: PRINT_DPI }).png({ compressionLevel: 6 }).toFile(file);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A side's elements from bottom to top: each picture alone, consecutive texts together. */
function layersOf(design: Design, side: Side): DesignElement[][] {
  const layers: DesignElement[][] = [];
  for (const element of design.elements) {
    if (element.side !== side) continue;
    const last = layers.at(-1);
    if (element.kind === 'text' && last?.[0]?.kind === 'text') last.push(element);
    else layers.push([element]);
  }
  return layers;
}

function textLayer(texts: Design, side: Side, { width, height }: PixelSize): OverlayOptions {
  const svg = printSvg(texts, side, new Map()).replace(
    /width="[\d.]+cm" height="[\d.]+cm"/,
    `width="${width}" height="${height}"`,
  );
  return { input: Buffer.from(svg), ...OWN };
}
