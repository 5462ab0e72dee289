import { shadingStrength } from './garments/colors.ts';
import { clothMarkup, groundShadowMarkup, shadingMarkup, trimsMarkup } from './garments/garment-svg.ts';
import { SHEET, type Side } from './garments/template.ts';
import { templateOf } from './garments/templates/registry.ts';

const sheet = (body: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHEET} ${SHEET}" width="${SHEET}" height="${SHEET}">${body}</svg>`,
  )}`;

/** A garment's side in two pictures, what lies below a print and what falls on it, as data addresses. */
export function garmentLayers(garment: string, side: Side, hex: string): { cloth: string; shading: string } {
  const template = templateOf(garment, side);
  const strength = shadingStrength(hex);
  return {
    cloth: sheet(groundShadowMarkup(template, 'g') + clothMarkup(template, hex)),
    shading: sheet(
      `<g opacity="${strength.dark.toFixed(2)}">${shadingMarkup(template, 'dark', 'd')}</g>` +
        `<g opacity="${strength.light.toFixed(2)}">${shadingMarkup(template, 'light', 'l')}</g>` +
        trimsMarkup(template),
    ),
  };
}

/** A picture at an address, once it can be drawn. */
export async function drawing(address: string): Promise<HTMLImageElement> {
  const image = new Image(SHEET, SHEET);
  image.src = address;
  await image.decode();
  return image;
}
