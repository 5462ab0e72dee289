import { shadingStrength } from '../../../../app/customize/garments/colors.ts';
import {
  clothMarkup,
  type Softness,
  shadingMarkup,
  trimsMarkup,
} from '../../../../app/customize/garments/garment-svg.ts';
import { SHEET, type Side, type Template } from '../../../../app/customize/garments/template.ts';
import { templateOf } from '../../../../app/customize/garments/templates/registry.ts';
import { blurred, document, type Mask, type Pixels, rasterise, rasteriseAlpha, rgb } from './pixels.ts';
import { type Field, grain, rumples } from './surface.ts';

/** What a cloth looks like from near: how rumpled and how rough it is. */
interface Cloth {
  readonly rumple: number;
  readonly grain: number;
  readonly streak: 'none' | 'down' | 'twill';
}

const JERSEY: Cloth = { rumple: 0.12, grain: 0.022, streak: 'none' };
const FLEECE: Cloth = { rumple: 0.1, grain: 0.034, streak: 'none' };
const DENIM: Cloth = { rumple: 0.12, grain: 0.07, streak: 'twill' };
const DRILL: Cloth = { rumple: 0.14, grain: 0.03, streak: 'twill' };

const CLOTHS: Readonly<Record<string, Cloth>> = {
  Hoodie: FLEECE,
  Sweatshirt: FLEECE,
  'Sweet Pants': FLEECE,
  Jeans: DENIM,
  'Denim Jacket': DENIM,
  Chinos: DRILL,
  'Cargo Pants': DRILL,
  Jacket: DRILL,
};

interface Layers {
  readonly template: Template;
  /** The white cloth with its depths; alpha is the silhouette. */
  readonly cloth: Pixels;
  readonly dark: Mask;
  readonly light: Mask;
  readonly trims: Pixels;
  readonly ground: Mask;
}

const kept = new Map<string, Promise<Layers>>();

/** Softer shading needs fewer pixels: each kind is drawn as small as it may be, as a share of the picture's size. */
const DRAWN: readonly (readonly [share: number, kinds: readonly Softness[]])[] = [
  [0.3, ['broad', 'soft', 'mid']],
  [0.5, ['fine']],
  [1, ['crisp']],
];

async function shading(template: Template, tone: 'dark' | 'light', size: number): Promise<Mask> {
  const sheet = { x: 0, y: 0, width: SHEET, height: SHEET };
  const masks = await Promise.all(
    DRAWN.map(([share, kinds]) => {
      const px = Math.round(size * share);
      return rasteriseAlpha(document(shadingMarkup(template, tone, 's', kinds), sheet, px, px), size, size);
    }),
  );
  const data = new Uint8Array(size * size);
  const [soft, fine, crisp] = masks.map((mask) => mask.data);
  for (let i = 0; i < data.length; i++) {
    data[i] = 255 - ((255 - (soft?.[i] ?? 0)) * (255 - (fine?.[i] ?? 0)) * (255 - (crisp?.[i] ?? 0))) / 65025;
  }
  return { data, width: size, height: size };
}

async function drawLayers(garment: string, side: Side, size: number): Promise<Layers> {
  const template = templateOf(garment, side);
  const sheet = { x: 0, y: 0, width: SHEET, height: SHEET };
  const cloth = await rasterise(document(clothMarkup(template, '#ffffff'), sheet, size, size));
  const silhouette = new Uint8Array(size * size);
  for (let i = 0; i < silhouette.length; i++) silhouette[i] = cloth.data[i * 4 + 3] ?? 0;
  const [dark, light, trims, ground] = await Promise.all([
    shading(template, 'dark', size),
    shading(template, 'light', size),
    rasterise(document(trimsMarkup(template) || '<path d="M0 0"/>', sheet, size, size)),
    blurred({ data: silhouette, width: size, height: size }, size * 0.017),
  ]);
  return { template, cloth, dark, light, trims, ground };
}

function layersOf(garment: string, side: Side, size: number): Promise<Layers> {
  const key = `${garment}/${side}/${size}`;
  const known = kept.get(key);
  if (known) return known;
  const made = drawLayers(garment, side, size);
  kept.set(key, made);
  return made;
}

/** A square part of the sheet, in template units. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** A print: an SVG fragment in a space of its own, laid into a rectangle of the template. */
export interface Print {
  readonly fragment: string;
  readonly view: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Where it lies, in template units. */
  readonly area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

export interface GarmentShot {
  readonly garment: string;
  readonly side: Side;
  readonly hex: string;
  readonly prints: readonly Print[];
  readonly backdrop: Pixels;
  /** Varies how the cloth happens to lie. */
  readonly word: string;
  /** The part of the sheet that is shown, in template units; the whole sheet when absent. */
  readonly view?: View;
}

/** A drawn print and where its pixels lie in the picture. */
interface Inked extends Pixels {
  readonly left: number;
  readonly top: number;
}

/** Draws prints in the rectangle they cover, not over the whole picture: that is most of the work saved. */
async function drawPrints(prints: readonly Print[], view: View, size: number): Promise<Inked | undefined> {
  const scale = size / view.size;
  const clip = (value: number): number => Math.max(0, Math.min(size, value));
  const left = clip(Math.floor(Math.min(...prints.map(({ area }) => (area.x - view.x) * scale))));
  const top = clip(Math.floor(Math.min(...prints.map(({ area }) => (area.y - view.y) * scale))));
  const right = clip(
    Math.ceil(Math.max(...prints.map(({ area }) => (area.x + area.width - view.x) * scale))),
  );
  const bottom = clip(
    Math.ceil(Math.max(...prints.map(({ area }) => (area.y + area.height - view.y) * scale))),
  );
  if (right <= left || bottom <= top) return undefined;
  const nested = prints.map(
    ({ fragment, view: inner, area }) =>
      `<svg x="${area.x}" y="${area.y}" width="${area.width}" height="${area.height}" viewBox="${inner.x} ${inner.y} ${inner.width} ${inner.height}">${fragment}</svg>`,
  );
  const [width, height] = [right - left, bottom - top];
  const part = {
    x: view.x + left / scale,
    y: view.y + top / scale,
    width: width / scale,
    height: height / scale,
  };
  return { ...(await rasterise(document(nested.join(''), part, width, height))), left, top };
}

/** Photographs a garment: cloth, print, light and shade on a backdrop of the wanted size. RGBA, opaque. */
export async function shootGarment(shot: GarmentShot): Promise<Pixels> {
  const { backdrop } = shot;
  const size = backdrop.width;
  const view = shot.view ?? { x: 0, y: 0, size: SHEET };
  const layers = await layersOf(shot.garment, shot.side, size);
  const print = shot.prints.length > 0 ? await drawPrints(shot.prints, view, size) : undefined;
  const cloth = CLOTHS[shot.garment] ?? JERSEY;
  return compose(shot, layers, print, cloth, rumples('cloth', 512), grain('thread', 256, cloth.streak), view);
}

function compose(
  shot: GarmentShot,
  layers: Layers,
  print: Inked | undefined,
  cloth: Cloth,
  creases: Field,
  threads: Field,
  view: View,
): Pixels {
  const size = shot.backdrop.width;
  const out = new Uint8Array(shot.backdrop.data);
  const [red, green, blue] = rgb(shot.hex);
  const strength = shadingStrength(shot.hex);
  const { dark, light, trims, ground } = layers;
  const base = layers.cloth.data;
  const zoom = view.size / SHEET;
  const shiftX = Math.round(size * 0.007);
  const shiftY = Math.round(size * 0.014);
  let seed = 0;
  for (let i = 0; i < shot.word.length; i++) seed = (seed * 31 + shot.word.charCodeAt(i)) & 511;
  const plain = zoom === 1;
  const scale = (creases.size / size) * 1.15;
  for (let y = 0; y < size; y++) {
    const sourceY = plain
      ? y
      : Math.min(size - 1, Math.max(0, Math.round((view.y / SHEET) * size + y * zoom)));
    for (let x = 0; x < size; x++) {
      const sourceX = plain
        ? x
        : Math.min(size - 1, Math.max(0, Math.round((view.x / SHEET) * size + x * zoom)));
      const s = sourceY * size + sourceX;
      const o = (y * size + x) * 4;
      const cover = base[s * 4 + 3] ?? 0;
      if (cover < 255) {
        const gx = sourceX - shiftX;
        const gy = sourceY - shiftY;
        const shade = gx >= 0 && gy >= 0 ? 1 - (ground.data[gy * size + gx] ?? 0) * 0.00125 : 1;
        out[o] = (out[o] ?? 0) * shade;
        out[o + 1] = (out[o + 1] ?? 0) * shade;
        out[o + 2] = (out[o + 2] ?? 0) * shade;
        if (cover === 0) continue;
      }
      const tint = (base[s * 4] ?? 0) / 255;
      let r = red;
      let g = green;
      let b = blue;
      const thread = threads.data[(y & (threads.size - 1)) * threads.size + (x & (threads.size - 1))] ?? 0;
      if (
        print &&
        y >= print.top &&
        y < print.top + print.height &&
        x >= print.left &&
        x < print.left + print.width
      ) {
        const p = ((y - print.top) * print.width + x - print.left) * 4;
        const a = (print.data[p + 3] ?? 0) / 255;
        if (a > 0) {
          // Ink sits in the weave: where threads stand up it covers a little less.
          const ink = a * (0.965 - Math.max(0, thread) * 0.0009);
          r += ((print.data[p] ?? 0) - r) * ink;
          g += ((print.data[p + 1] ?? 0) - g) * ink;
          b += ((print.data[p + 2] ?? 0) - b) * ink;
        }
      }
      const cu = (sourceX * scale + seed) & (creases.size - 1);
      const cv = (sourceY * scale + seed * 3) & (creases.size - 1);
      const crease = (creases.data[cv * creases.size + cu] ?? 0) / 127;
      const rough = (thread / 127) * cloth.grain;
      const shadow =
        tint *
        (1 - ((dark.data[s] ?? 0) / 255) * strength.dark) *
        (1 + Math.min(0, crease) * cloth.rumple * 1.3);
      const lit =
        ((light.data[s] ?? 0) / 255) * strength.light +
        Math.max(0, crease) * cloth.rumple * 0.55 * strength.light;
      const finish = (value: number): number => {
        const shaded = value * shadow;
        const bright = shaded + (255 - shaded) * lit * tint;
        return bright * (1 + rough) + rough * 26;
      };
      r = finish(r);
      g = finish(g);
      b = finish(b);
      const ta = (trims.data[s * 4 + 3] ?? 0) / 255;
      if (ta > 0) {
        r += ((trims.data[s * 4] ?? 0) - r) * ta;
        g += ((trims.data[s * 4 + 1] ?? 0) - g) * ta;
        b += ((trims.data[s * 4 + 2] ?? 0) - b) * ta;
      }
      const c = cover / 255;
      out[o] = clamp((out[o] ?? 0) * (1 - c) + r * c);
      out[o + 1] = clamp((out[o + 1] ?? 0) * (1 - c) + g * c);
      out[o + 2] = clamp((out[o + 2] ?? 0) * (1 - c) + b * c);
    }
  }
  return { data: out, width: size, height: size };
}

const clamp = (value: number): number => (value < 0 ? 0 : Math.min(value, 255));
