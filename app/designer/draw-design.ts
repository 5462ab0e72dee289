import { SHEET, type Side } from '#app/garments/print-areas.ts';
import { type Design, type DesignElement, sheetPlacement, type TextElement } from './design.ts';
import type { MeasureIn } from './geometry.ts';
import { familyOf } from './load-print-font.ts';
import { type PrintFontId, runsFromRight } from './print-fonts.ts';
import { layoutText } from './text-layout.ts';

/** Loaded images of a design, by source. */
export type LoadedImages = ReadonlyMap<string, ImageBitmap>;

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/**
 * Fonts are measured and drawn at this size and then scaled, because small sizes are rounded to whole
 * pixels.
 */
const EM = 200;

const setFont = (context: Context, font: PrintFontId): void => {
  context.font = `400 ${EM}px ${familyOf(font)}`;
};

let ruler: CanvasRenderingContext2D | null = null;

/** Measures text with the browser's shaping; the font must be loaded. */
export const measureIn: MeasureIn = (font) => {
  ruler ??= document.createElement('canvas').getContext('2d');
  const context = ruler;
  return (text) => {
    if (!context) return text.length * 0.5;
    setFont(context, font as PrintFontId);
    context.direction = runsFromRight(text) ? 'rtl' : 'ltr';
    return context.measureText(text).width / EM;
  };
};

/** Draws a text around the origin; one unit is a centimeter. */
function drawText(context: Context, element: TextElement): void {
  const { size, color, outline, font } = element;
  setFont(context, font);
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.lineJoin = 'round';
  context.fillStyle = color;
  const { pieces } = layoutText(element, measureIn(font));
  const each = (paint: (text: string) => void) => {
    for (const { text, x, y, rotation } of pieces) {
      context.save();
      context.translate(x * size, y * size);
      context.rotate((rotation * Math.PI) / 180);
      context.scale(size / EM, size / EM);
      context.direction = runsFromRight(text) ? 'rtl' : 'ltr';
      paint(text);
      context.restore();
    }
  };
  if (outline) {
    context.strokeStyle = outline.color;
    context.lineWidth = outline.width * 2 * EM;
    each((text) => context.strokeText(text, 0, 0));
  }
  each((text) => context.fillText(text, 0, 0));
}

/** Draws an element around the origin without its rotation; one unit is a centimeter. */
export function drawElement(context: Context, element: DesignElement, images: LoadedImages): void {
  if (element.kind === 'text') {
    drawText(context, element);
    return;
  }
  const image = images.get(element.source);
  if (!image) return;
  const { width, height } = element;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, -width / 2, -height / 2, width, height);
}

/** Draws the print of a side in the units of the garment's drawing. */
function drawPrint(context: Context, design: Design, side: Side, images: LoadedImages): void {
  const { x, y, unit } = sheetPlacement(design.garment, side);
  context.save();
  context.translate(x, y);
  context.scale(unit, unit);
  for (const element of design.elements.filter((one) => one.side === side)) {
    context.save();
    context.translate(element.x, element.y);
    context.rotate((element.rotation * Math.PI) / 180);
    drawElement(context, element, images);
    context.restore();
  }
  context.restore();
}

/** Width and height of a preview, in pixels. */
const PREVIEW = 320;

/** Renders the garment with its print as a WebP data URL. */
export async function previewOf(
  design: Design,
  side: Side,
  images: LoadedImages,
  drawings: { cloth: HTMLImageElement; shading: HTMLImageElement },
): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = PREVIEW;
  canvas.height = PREVIEW;
  const context = canvas.getContext('2d');
  if (!context) return '';
  context.scale(PREVIEW / SHEET, PREVIEW / SHEET);
  context.fillStyle = '#ecebe8';
  context.fillRect(0, 0, SHEET, SHEET);
  context.drawImage(drawings.cloth, 0, 0, SHEET, SHEET);
  drawPrint(context, design, side, images);
  context.drawImage(drawings.shading, 0, 0, SHEET, SHEET);
  return canvas.toDataURL('image/webp', 0.8);
}
