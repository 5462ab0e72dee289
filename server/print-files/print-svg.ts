import { type Design, type DesignElement, printAreaOf } from '../../app/designer/design.ts';
import { layoutText } from '../../app/designer/text-layout.ts';
import type { Side } from '../../app/garments/print-areas.ts';
import { outlineText } from './outline-font.ts';
import type { PrintImages } from './print-pictures.ts';

const round = (value: number): number => Math.round(value * 10_000) / 10_000;

function textMarkup(element: Extract<DesignElement, { kind: 'text' }>): string {
  const { font, size, color, outline } = element;
  const { pieces } = layoutText(element, (text) => outlineText(font, text).width);
  const paths = pieces.map(({ text, x, y, rotation }) => {
    const turn = rotation === 0 ? '' : ` rotate(${round(rotation)})`;
    return `<path transform="translate(${round(x)} ${round(y)})${turn}" d="${outlineText(font, text).d}"/>`;
  });
  const body = paths.join('');
  // All strokes lie below all fills, as on the canvas.
  const below = outline
    ? `<g fill="none" stroke="${outline.color}" stroke-width="${round(outline.width * 2)}" stroke-linejoin="round">${body}</g>`
    : '';
  return `<g transform="scale(${round(size)})">${below}<g fill="${color}">${body}</g></g>`;
}

function elementMarkup(element: DesignElement, images: PrintImages): string {
  const { x, y, rotation } = element;
  const place = `translate(${round(x)} ${round(y)}) rotate(${round(rotation)})`;
  if (element.kind === 'text') return `<g transform="${place}">${textMarkup(element)}</g>`;
  const data = images.get(element.source);
  if (!data) throw new Error(`The picture ${element.source} of a design is missing.`);
  const { width, height } = element;
  return (
    `<image transform="${place}" x="${round(-width / 2)}" y="${round(-height / 2)}" width="${round(width)}" ` +
    `height="${round(height)}" preserveAspectRatio="none" href="${data}"/>`
  );
}

/** Whether a side has prints. */
export const isPrinted = (design: Design, side: Side): boolean =>
  design.elements.some((element) => element.side === side);

/**
 * Renders a side as a transparent SVG in the print area's physical size, with outlined text.
 * @throws Error when a picture is missing
 */
export function printSvg(design: Design, side: Side, images: PrintImages): string {
  const { width, height } = printAreaOf(design.garment, side);
  const body = design.elements.filter((element) => element.side === side);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}cm" height="${round(height)}cm" ` +
    `viewBox="${round(-width / 2)} ${round(-height / 2)} ${round(width)} ${round(height)}">` +
    `${body.map((element) => elementMarkup(element, images)).join('')}</svg>`
  );
}
