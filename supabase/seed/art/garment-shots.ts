import { colorFor, darkness } from '../../../app/customize/garments/colors.ts';
import type { Area, Side } from '../../../app/customize/garments/template.ts';
import { templateOf } from '../../../app/customize/garments/templates/registry.ts';
import type { GarmentEntry, Place } from '../catalogue/entries.ts';
import type { Inks } from './ink.ts';
import type { MotifName } from './motifs/all-motifs.ts';
import { type Artwork, drawPrint } from './prints/layouts.ts';
import { backdrop, type Ground, plainBackdrop } from './raster/backdrop.ts';
import { type Print, shootGarment, type View } from './raster/garment-photo.ts';
import type { Pixels } from './raster/pixels.ts';
import { randomOf } from './raster/random.ts';

/** One picture of a garment: which colour, which side, and how near. */
export interface GarmentShotPlan {
  readonly color: string;
  readonly side: Side;
  readonly near: boolean;
}

/** Width and height in pixels of a product's first picture, and of its details. */
export interface PictureSizes {
  readonly main: number;
  readonly detail: number;
}

/** The grounds a brand photographs on, for light cloth and for dark. */
export interface Studio {
  readonly forLight: readonly Ground[];
  readonly forDark: readonly Ground[];
}

const sideOf = (place: Place | undefined): Side => (place === 'back' ? 'back' : 'front');

/** Which pictures a garment gets: two, and for the shop's favourites and a few others its second colour. */
export function planGarmentShots(entry: GarmentEntry): readonly GarmentShotPlan[] {
  const [first = 'white', second] = entry.colors;
  const side = sideOf(entry.place);
  const other: Side = side === 'front' ? 'back' : 'front';
  const random = randomOf(`shots/${entry.name}`);
  const plans: GarmentShotPlan[] = [{ color: first, side, near: false }];
  if (entry.print && entry.place !== 'back') plans.push({ color: first, side, near: true });
  else plans.push({ color: first, side: other, near: false });
  if (second && (entry.featured || random() < 0.12)) plans.push({ color: second, side, near: false });
  return plans;
}

/** Fits a drawing into a rectangle, its top at the rectangle's top. */
function fitInto(art: Artwork, into: Area): Area {
  const scale = Math.min(into.width / art.width, into.height / art.height);
  const width = art.width * scale;
  return { x: into.x + (into.width - width) / 2, y: into.y, width, height: art.height * scale };
}

function placeArea(garment: string, side: Side, place: Place): Area {
  const { printArea, unitsPerCm } = templateOf(garment, side);
  if (place === 'pocket' && printArea.width > 18 * unitsPerCm) {
    const size = 9 * unitsPerCm;
    return { x: 500 + 7 * unitsPerCm, y: printArea.y - 1.5 * unitsPerCm, width: size, height: size };
  }
  if (place === 'thigh' || place === 'pocket') return printArea;
  const inset = printArea.width * 0.06;
  return {
    x: printArea.x + inset,
    y: printArea.y,
    width: printArea.width - 2 * inset,
    height: printArea.height,
  };
}

/** What is printed on one side of a garment of that colour. */
export function printsOn(entry: GarmentEntry, side: Side, hex: string): readonly Print[] {
  const place = entry.place ?? 'chest';
  if (!entry.print) return [];
  if (sideOf(place) !== side)
    return place === 'back' && 'motif' in entry.print ? [chestMark(entry, entry.print.motif, hex)] : [];
  const art = drawPrint(entry.print, inksOn(entry, hex));
  return [
    {
      fragment: art.fragment,
      view: { x: 0, y: 0, width: art.width, height: art.height },
      area: fitInto(art, placeArea(entry.garment, side, place)),
    },
  ];
}

function inksOn(entry: GarmentEntry, hex: string): Inks {
  const [a, b, c] = entry.inks ?? ['#f4f1e8', '#f4f1e8', '#f4f1e8'];
  // On a second colour the first ink may vanish: print it in whichever of ink and paper stands out.
  const main = Math.abs(darkness(a) - darkness(hex)) > 0.28 ? a : darkness(hex) > 0.5 ? '#f4f1e8' : '#1c1f26';
  return { a: main, b, c, ground: hex };
}

/** What is printed large behind is printed small in front. */
function chestMark(entry: GarmentEntry, name: MotifName | undefined, hex: string): Print {
  const art = drawPrint({ kind: 'bare', motif: name ?? 'register' }, inksOn(entry, hex));
  const area = placeArea(entry.garment, 'front', 'pocket');
  return {
    fragment: art.fragment,
    view: { x: 0, y: 0, width: art.width, height: art.height },
    area: fitInto(art, area),
  };
}

function nearView(entry: GarmentEntry, prints: readonly Print[], side: Side): View {
  const [print] = prints;
  if (!print) return { x: 300, y: side === 'front' ? 90 : 60, size: 400 };
  const { area } = print;
  const size = Math.min(560, Math.max(300, Math.max(area.width, area.height) * 1.36));
  const drift = randomOf(`near/${entry.name}`)() * 0.1 - 0.05;
  return {
    x: Math.max(0, Math.min(1000 - size, area.x + area.width / 2 - size * (0.5 + drift))),
    y: Math.max(0, Math.min(1000 - size, area.y + area.height / 2 - size * 0.47)),
    size,
  };
}

/** Takes one picture of a garment in a brand's studio. */
export function photographGarment(
  entry: GarmentEntry,
  plan: GarmentShotPlan,
  studio: Studio,
  sizes: PictureSizes,
): Promise<Pixels> {
  const { hex } = colorFor(entry.garment, plan.color);
  const grounds = darkness(hex) < 0.3 ? studio.forLight : studio.forDark;
  const ground = grounds[Math.floor(randomOf(`ground/${entry.name}`)() * grounds.length)] ?? {
    hex: '#e6e6e6',
    fall: 0.2,
  };
  const prints = printsOn(entry, plan.side, hex);
  return shootGarment({
    garment: entry.garment,
    side: plan.side,
    hex,
    prints,
    // A detail shows hardly any ground: one without a fall of light is painted in no time.
    backdrop: plan.near ? plainBackdrop(ground.hex, sizes.detail) : backdrop(ground, sizes.main),
    layerSize: sizes.main,
    word: `${entry.name}/${plan.color}`,
    view: plan.near ? nearView(entry, prints, plan.side) : undefined,
  });
}
