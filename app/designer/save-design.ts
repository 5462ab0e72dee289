import { currentUser } from '#app/auth/session.ts';
import { addToCart } from '#app/cart/cart-actions.ts';
import { cartLine } from '#app/cart/cart-line-of.ts';
import type { PrintRules } from '#app/cart/refresh-cart.ts';
import { unitPrice } from '#app/cart/unit-price.ts';
import { drawing, garmentDrawing, garmentLayers } from '#app/garments/garment-drawings.ts';
import { toPiastres } from '#app/lib/money.ts';
import { newId } from '#app/lib/new-id.ts';
import { type Design, printsOf } from './design.ts';
import { type DesignProduct, offeredColors, ownGarment } from './design-product.ts';
import { currentDesign, remembering, useDesigner } from './designer-store.ts';
import { previewOf } from './draw-design.ts';
import { storeDesign, storePreview, withStoredImages } from './stored-designs.ts';

const cartPixels = 320;

/** What one piece of a design costs, in piastres; null when the store does not print on the garment (spec section 9). */
export function designPrice(design: Design, on: DesignProduct | null, rules: PrintRules): number | null {
  return unitPrice(on ? toPiastres(on.product.price) : null, printsOf(design), rules);
}

/** A picture of the side that has something on it, the front when both have. */
async function preview(design: Design, on: DesignProduct | null): Promise<string> {
  const side = design.elements.some((element) => element.side === 'front') ? 'front' : 'back';
  const color = offeredColors(design.garment, on).find(({ name }) => name === design.color);
  const svg = await garmentDrawing(design.garment, side);
  const layers = garmentLayers(svg, color?.hex ?? '#e9e6df');
  const [cloth, shading] = await Promise.all([drawing(layers.cloth), drawing(layers.shading)]);
  return previewOf(design, side, useDesigner.getState().images, { cloth, shading }, cartPixels);
}

// One document has one id; a changed one gets a new id once the old one lies in a cart.
function idFor(document: string): string {
  const { saved } = useDesigner.getState();
  const keeps = saved && (saved.document === document || !saved.inCart);
  return keeps ? saved.id : newId();
}

const nameOf = (design: Design): string => {
  const first = design.elements.find((element) => element.kind === 'text');
  return (first?.text.replaceAll('\n', ' ') ?? design.garment).slice(0, 80);
};

async function store(design: Design, id: string, picture: string, on: DesignProduct | null, userId: string) {
  const [stored, path] = await Promise.all([withStoredImages(design, userId), storePreview(picture, userId)]);
  const productId = on?.product.id ?? null;
  await storeDesign({ id, name: nameOf(design), design: stored, productId, preview: path }, userId);
}

/**
 * Saves the current design for the person who is signed in.
 * @throws BackendError when it cannot be stored.
 */
export async function saveDesign(on: DesignProduct | null, userId: string): Promise<void> {
  const design = currentDesign();
  const remember = remembering();
  const document = JSON.stringify(design);
  const id = idFor(document);
  await store(design, id, await preview(design, on), on, userId);
  const { saved } = useDesigner.getState();
  remember({ id, document, inCart: saved?.id === id && saved.inCart });
}

/**
 * Puts the current design into the cart: stored under its id for who is signed in, else with its document on
 * the line until the order is placed. `unit` is piastres.
 * @throws BackendError when it cannot be stored.
 */
export async function designToCart(
  on: DesignProduct | null,
  unit: number,
  quantity: number,
  goToCart: () => void,
): Promise<void> {
  const design = currentDesign();
  const remember = remembering();
  const { size } = useDesigner.getState();
  const document = JSON.stringify(design);
  const id = idFor(document);
  const [picture, user] = [await preview(design, on), await currentUser()];
  if (user) await store(design, id, picture, on, user.id);
  const price = unit / 100;
  const options = { color: design.color, size, type: '' };
  const line = on
    ? cartLine({ ...on.product, price, images: [picture] }, options)
    : {
        product: ownGarment(design.garment, price, picture),
        selectedColor: design.color,
        selectedSize: size,
      };
  const carried = { customizationId: id, prints: printsOf(design), ...(user ? {} : { design }) };
  addToCart({ ...line, ...carried }, quantity, goToCart);
  remember({ id, document, inCart: true });
}
