import { shadingStrength } from './colors.ts';
import { SHEET, type Side } from './print-areas.ts';
import { garmentTypeOf } from './types.ts';

const files = import.meta.glob<string>('./drawings/*.svg', { query: '?raw', import: 'default' });

/**
 * Loads the SVG drawing of a garment's side; an unknown type gives the hoodie's (docs/product.md, Printing).
 * @throws Error when it does not load.
 */
export async function garmentDrawing(garment: string, side: Side): Promise<string> {
  const name = garmentTypeOf(garment).toLowerCase().replaceAll(' ', '-');
  const load = files[`./drawings/${name}-${side}.svg`];
  if (!load) throw new Error(`There is no drawing of ${garment}, ${side}.`);
  return load();
}

/** Colors a drawing and splits it into two data URLs: the fabric below a print, and the shading above it. */
export function garmentLayers(svg: string, hex: string): { cloth: string; shading: string } {
  const { dark, light } = shadingStrength(hex);
  const without = (part: 'cloth' | 'shading') => {
    const style = `--cloth: ${hex}; --darks: ${dark.toFixed(2)}; --lights: ${light.toFixed(2)}; --show-${part}: none`;
    return `data:image/svg+xml,${encodeURIComponent(svg.replace('<svg ', `<svg style="${style}" `))}`;
  };
  return { cloth: without('shading'), shading: without('cloth') };
}

/** Loads an image. */
export async function loadDrawing(address: string): Promise<HTMLImageElement> {
  const image = new Image(SHEET, SHEET);
  image.src = address;
  await image.decode();
  return image;
}
