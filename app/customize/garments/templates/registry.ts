import type { Side, Template } from '../template.ts';
import { type GarmentType, garmentTypeOf } from '../types.ts';
import { denimJacket } from './denim-jacket.ts';
import { hoodie } from './hoodie.ts';
import { longSleeve } from './long-sleeve.ts';
import { poloBaskota, poloShirt } from './polos.ts';
import { shorts, sweatPants, trackPants } from './soft-trousers.ts';
import { sweatshirt } from './sweatshirt.ts';
import { boxyTee, oversizedTee, regularTee, slimTee } from './tees.ts';
import { cargoPants, chinos, jeans } from './woven-trousers.ts';
import { zipJacket } from './zip-jacket.ts';

const DRAWN: Readonly<Record<GarmentType, (side: Side) => Template>> = {
  'Sweet Pants': sweatPants,
  Jeans: jeans,
  'Regular T-shirt': regularTee,
  'Boxy T-shirt': boxyTee,
  'Oversized T-shirt': oversizedTee,
  'Slim-Fit T-shirt': slimTee,
  'Polo Shirt': poloShirt,
  'Polo Baskota': poloBaskota,
  Sweatshirt: sweatshirt,
  Hoodie: hoodie,
  Shorts: shorts,
  Jacket: zipJacket,
  'Cargo Pants': cargoPants,
  'Denim Jacket': denimJacket,
  'Track Pants': trackPants,
  Chinos: chinos,
  Other: longSleeve,
};

const drawn = new Map<string, Template>();

/** The drawing of one side of a garment; an unknown type gives the hoodie's (spec section 3). Drawn once, then kept. */
export function templateOf(garment: string, side: Side): Template {
  const type = garmentTypeOf(garment);
  const key = `${type}/${side}`;
  const known = drawn.get(key);
  if (known) return known;
  const template = DRAWN[type](side);
  drawn.set(key, template);
  return template;
}
