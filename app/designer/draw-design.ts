import { SHEET, type Side } from '#app/garments/print-areas.ts';
import type { Design, DesignElement, TextElement } from './design.ts';
import { sheetPlacement } from './design.ts';
import type { MeasureIn } from './geometry.ts';
import { familyOf } from './load-print-font.ts';
import { type PrintFontId, runsFromRight } from './print-fonts.ts';
import { layoutText } from './text-layout.ts';

/** Loaded images of a design, by source. */
export type LoadedImages = ReadonlyMap<string, ImageBitmap>;

type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/**
 * Fonts are measured and drawn at this size and then scaled, because small sizes are rounded to whole
 * pixels.
 */
const EM = 200;

const setFont = (pen: Pen, font: PrintFontId): void => {
  pen.font = `400 ${EM}px ${familyOf(font)}`;
};

let ruler: CanvasRenderingContext2D | null = null;

/** Measures text with the browser's shaping; the font must be loaded. */
export const measureIn: MeasureIn = (font) => {
  ruler ??= document.createElement('canvas').getContext('2d');
  const pen = ruler;
  return (text) => {
    if (!pen) return text.length * 0.5;
    setFont(pen, font as PrintFontId);
    pen.direction = runsFromRight(text) ? 'rtl' : 'ltr';
    return pen.measureText(text).width / EM;
  };
};

/** Draws a text around the origin; one unit is a centimetre. */
export function drawText(pen: Pen, element: TextElement): void {
  const { size, color, outline, font } = element;
  setFont(pen, font);
  pen.textAlign = 'left';
  pen.textBaseline = 'alphabetic';
  pen.lineJoin = 'round';
  pen.fillStyle = color;
  const { pieces } = layoutText(element, measureIn(font));
  const each = (paint: (text: string) => void) => {
    for (const { text, x, y, rotation } of pieces) {
      pen.save();
      pen.translate(x * size, y * size);
      pen.rotate((rotation * Math.PI) / 180);
      pen.scale(size / EM, size / EM);
      pen.direction = runsFromRight(text) ? 'rtl' : 'ltr';
      paint(text);
      pen.restore();
    }
  };
  if (outline) {
    pen.strokeStyle = outline.color;
    pen.lineWidth = outline.width * 2 * EM;
    each((text) => pen.strokeText(text, 0, 0));
  }
  each((text) => pen.fillText(text, 0, 0));
}

/** Draws an element around the origin without its rotation; one unit is a centimetre. */
export function drawElement(pen: Pen, element: DesignElement, images: LoadedImages): void {
  if (element.kind === 'text') {
    drawText(pen, element);
    return;
  }
  const image = images.get(element.source);
  if (!image) return;
  const { width, height } = element;
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, -width / 2, -height / 2, width, height);
}

/** Draws the print of a side in the units of the garment's drawing. */
export function drawPrint(pen: Pen, design: Design, side: Side, images: LoadedImages): void {
  const { x, y, unit } = sheetPlacement(design.garment, side);
  pen.save();
  pen.translate(x, y);
  pen.scale(unit, unit);
  for (const element of design.elements.filter((one) => one.side === side)) {
    pen.save();
    pen.translate(element.x, element.y);
    pen.rotate((element.rotation * Math.PI) / 180);
    drawElement(pen, element, images);
    pen.restore();
  }
  pen.restore();
}

/** Renders the garment with its print as a WebP data URL, `pixels` wide and high. */
export async function previewOf(
  design: Design,
  side: Side,
  images: LoadedImages,
  drawings: { cloth: HTMLImageElement; shading: HTMLImageElement },
  pixels: number,
): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = pixels;
  canvas.height = pixels;
  const pen = canvas.getContext('2d');
  if (!pen) return '';
  pen.scale(pixels / SHEET, pixels / SHEET);
  pen.fillStyle = '#ecebe8';
  pen.fillRect(0, 0, SHEET, SHEET);
  pen.drawImage(drawings.cloth, 0, 0, SHEET, SHEET);
  drawPrint(pen, design, side, images);
  pen.drawImage(drawings.shading, 0, 0, SHEET, SHEET);
  return canvas.toDataURL('image/webp', 0.8);
}
