import { LRUCache } from 'lru-cache';
import { shadingStrength } from '../../../../app/customize/garments/colors.ts';
import {
  clothMarkup,
  type Softness,
  shadesMarkup,
  trimsMarkup,
} from '../../../../app/customize/garments/garment-svg.ts';
import { SHEET, type Side, type Template } from '../../../../app/customize/garments/template.ts';
import { templateOf } from '../../../../app/customize/garments/templates/registry.ts';
import { type ClothLayers, composeGarment, type Inked } from './compose-garment.ts';
import { blurred, document, enlarged, type Pixels, rasterise, rasteriseAlpha, rgb } from './pixels.ts';
import { grain, rumples } from './surface.ts';

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

/** A garment's layers are some ten megabytes: kept for the few garments at hand, not for all. */
const kept = new LRUCache<string, Promise<ClothLayers>>({ max: 4 });

/**
 * How each kind of shading is drawn: as a share of the picture's size, and blurred by boxes of so many of those pixels.
 * The softer, the smaller; enlarging does the rest. It comes out as the SVG's own blurs do, at a tenth of the work.
 */
const DRAWN: readonly { readonly share: number; readonly kinds: readonly (readonly [Softness, number])[] }[] =
  [
    {
      share: 0.17,
      kinds: [
        ['broad', 0],
        ['soft', 3],
        ['mid', 1],
      ],
    },
    { share: 0.34, kinds: [['fine', 0]] },
    { share: 1, kinds: [['crisp', 0]] },
  ];

/** Lays one shading over another; both are opacities. */
function addShade(into: Uint8Array, shade: Uint8Array): void {
  for (let i = 0; i < into.length; i++) {
    const more = shade[i] ?? 0;
    if (more > 0) into[i] = (into[i] ?? 0) + (((255 - (into[i] ?? 0)) * more) >> 8);
  }
}

async function shading(template: Template, tone: 'dark' | 'light', size: number): Promise<Uint8Array> {
  const sheet = { x: 0, y: 0, width: SHEET, height: SHEET };
  const whole = new Uint8Array(size * size);
  for (const { share, kinds } of DRAWN) {
    const px = Math.round(size * share);
    const layer = { data: new Uint8Array(px * px), width: px, height: px };
    for (const [kind, reach] of kinds) {
      const markup = shadesMarkup(template, tone, kind, 's');
      if (markup === '') continue;
      const drawn = await rasteriseAlpha(document(markup, sheet, px, px));
      addShade(layer.data, reach > 0 ? blurred(drawn, reach).data : drawn.data);
    }
    addShade(whole, enlarged(layer, size).data);
  }
  return whole;
}

async function drawLayers(garment: string, side: Side, size: number): Promise<ClothLayers> {
  const template = templateOf(garment, side);
  const sheet = { x: 0, y: 0, width: SHEET, height: SHEET };
  const [cloth, dark, light, trims, ground] = await Promise.all([
    rasterise(document(clothMarkup(template, '#ffffff'), sheet, size, size)),
    shading(template, 'dark', size),
    shading(template, 'light', size),
    template.trims.length > 0 ? rasterise(document(trimsMarkup(template), sheet, size, size)) : undefined,
    rasteriseAlpha(document(clothMarkup(template, '#ffffff'), sheet, 160, 160)),
  ]);
  const cover = new Uint8Array(size * size);
  const tint = new Uint8Array(size * size);
  for (let i = 0; i < cover.length; i++) {
    cover[i] = cloth.data[i * 4 + 3] ?? 0;
    tint[i] = cloth.data[i * 4] ?? 0;
  }
  return {
    size,
    cover,
    tint,
    dark,
    light,
    ground: enlarged(blurred(ground, 2), size).data,
    trims: trims?.data,
  };
}

function layersOf(garment: string, side: Side, size: number): Promise<ClothLayers> {
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
  /** Size the garment is drawn at, when another picture of it was drawn at that size already. */
  readonly layerSize?: number;
  /** Varies how the cloth happens to lie. */
  readonly word: string;
  /** The part of the sheet that is shown, in template units; the whole sheet when absent. */
  readonly view?: View;
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
  const layers = await layersOf(shot.garment, shot.side, shot.layerSize ?? size);
  const print = shot.prints.length > 0 ? await drawPrints(shot.prints, view, size) : undefined;
  const cloth = CLOTHS[shot.garment] ?? JERSEY;
  const data = new Uint8ClampedArray(backdrop.data);
  composeGarment({ data, width: size }, layers, {
    rgb: rgb(shot.hex),
    strength: shadingStrength(shot.hex),
    print,
    rumple: cloth.rumple,
    roughness: cloth.grain,
    creases: rumples('cloth', 512),
    threads: grain('thread', 256, cloth.streak),
    drift: driftOf(shot.word),
    left: (view.x / SHEET) * layers.size,
    top: (view.y / SHEET) * layers.size,
    step: (view.size / SHEET) * (layers.size / size),
  });
  return { data: new Uint8Array(data.buffer), width: size, height: size };
}

/** Where on the field of creases a garment happens to lie. */
function driftOf(word: string): number {
  let drift = 0;
  for (let i = 0; i < word.length; i++) drift = (drift * 31 + word.charCodeAt(i)) & 511;
  return drift;
}
