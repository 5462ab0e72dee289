import { pageSession } from '#app/auth/session.ts';
import { addToCart, replaceInCart } from '#app/cart/cart-actions.ts';
import { type CartLine, cartLine, quantityOf } from '#app/cart/cart-line.ts';
import { useCart } from '#app/cart/cart-store.ts';
import { type PriceRules, unitPrice } from '#app/cart/unit-price.ts';
import { garmentDrawing, garmentLayers, loadDrawing } from '#app/garments/garment-drawings.ts';
import { toPiastres } from '#app/lib/money.ts';
import { newId } from '#app/lib/row-id.ts';
import { cutText } from '#app/lib/typed-text.ts';
import type { Product } from '#app/product/product.ts';
import type { ChosenOptions } from '#app/product/product-options.ts';
import { chosenVariant, productForChoice } from '#app/product/variants.ts';
import { type Design, printedElements } from './design.ts';
import { type DesignProduct, designChoice, garmentCartProduct, offeredColors } from './design-product.ts';
import { currentDesign, savedRecorder, useDesigner } from './designer-store.ts';
import { previewOf } from './draw-design.ts';
import { storeDesign, storePreview, withStoredImages } from './stored-designs.ts';

/**
 * Returns the unit price of a design in piastres; null if the store does not print on the garment (docs/product.md,
 * Printing).
 * @param product the product it is made on, at the price of the chosen variant; null for a garment that is not a
 * product
 */
export function designPrice(
  design: Design,
  product: Pick<Product, 'price'> | null,
  rules: PriceRules,
): number | null {
  return unitPrice(product ? toPiastres(product.price) : null, printedElements(design), rules);
}

/** Renders the printed side, or the front when both are printed. */
async function preview(design: Design, shopProduct: DesignProduct | null): Promise<string> {
  const side = design.elements.some((element) => element.side === 'front') ? 'front' : 'back';
  const color = offeredColors(design.garment, shopProduct).find(({ name }) => name === design.color);
  const svg = await garmentDrawing(design.garment, side);
  const layers = garmentLayers(svg, color?.hex ?? '#e9e6df');
  const [cloth, shading] = await Promise.all([loadDrawing(layers.cloth), loadDrawing(layers.shading)]);
  return previewOf(design, side, useDesigner.getState().images, { cloth, shading });
}

// An unchanged document keeps its id; a changed one gets a new id when the old one is in a cart.
function designIdFor(document: string): string {
  const { saved } = useDesigner.getState();
  const keepsId = saved && (saved.document === document || !saved.inCart);
  return keepsId ? saved.id : newId();
}

const nameOf = (design: Design): string => {
  const first = design.elements.find((element) => element.kind === 'text');
  return cutText(first?.text.replaceAll('\n', ' ') ?? design.garment, 80);
};

async function store(
  design: Design,
  id: string,
  picture: string,
  shopProduct: DesignProduct | null,
  userId: string,
) {
  const [stored, path] = await Promise.all([withStoredImages(design, userId), storePreview(picture, userId)]);
  const productId = shopProduct?.product.id ?? null;
  await storeDesign({ id, name: nameOf(design), design: stored, productId, preview: path }, userId);
}

/** Saves the current design for the signed-in user. @throws BackendError when it cannot be stored. */
export async function saveDesign(shopProduct: DesignProduct | null, userId: string): Promise<void> {
  const design = currentDesign();
  const recordSaved = savedRecorder();
  const document = JSON.stringify(design);
  const id = designIdFor(document);
  await store(design, id, await preview(design, shopProduct), shopProduct, userId);
  const { saved } = useDesigner.getState();
  recordSaved({ id, document, inCart: saved?.id === id && saved.inCart });
}

function productLine(
  { product, variants }: DesignProduct,
  choice: ChosenOptions,
  price: number,
  picture: string,
): Omit<CartLine, 'quantity'> {
  const offer = productForChoice(product, variants, choice);
  return cartLine({ ...offer, price, images: [picture] }, choice, chosenVariant(variants, choice)?.id);
}

/**
 * Adds the current design to the cart, or replaces the line being edited and returns to the cart. The design is stored
 * by id for a signed-in user; a guest's document stays on the line until the order is placed.
 * @param unit unit price in piastres
 * @throws BackendError when it cannot be stored.
 */
export async function designToCart(
  shopProduct: DesignProduct | null,
  unit: number,
  goToCart: () => void,
): Promise<void> {
  const design = currentDesign();
  const recordSaved = savedRecorder();
  const { size, line: edited } = useDesigner.getState();
  const document = JSON.stringify(design);
  const id = designIdFor(document);
  const [picture, user] = [await preview(design, shopProduct), await pageSession.currentUser()];
  if (user) await store(design, id, picture, shopProduct, user.id);
  const price = unit / 100;
  const line = shopProduct
    ? productLine(shopProduct, designChoice(shopProduct, design.color, size), price, picture)
    : {
        product: garmentCartProduct(design.garment, price, picture),
        selectedColor: design.color,
        selectedSize: size,
      };
  const printFields = { customizationId: id, prints: printedElements(design), ...(user ? {} : { design }) };
  const designed = { ...line, ...printFields };
  if (edited === null || quantityOf(useCart.getState().lines, edited) === 0) {
    addToCart(designed, 1, goToCart);
    recordSaved({ id, document, inCart: true }, null);
  } else if (replaceInCart(edited, designed)) {
    recordSaved({ id, document, inCart: true }, null);
    goToCart();
  }
}
