import type { Brand } from '../brand.ts';
import { cartLayouts } from './cart.ts';
import { footerLayouts } from './footer.ts';
import { headerLayouts } from './header.ts';
import { storyLayouts, tileLayouts } from './home.ts';
import { listingLayouts } from './listing.ts';
import { personalLayouts } from './personal.ts';
import { productLayouts } from './product.ts';

/** The layouts of a brand. Sent as data with the page, so that no store loads another's layout. */
export function layoutsOf({ design }: Brand) {
  return {
    header: headerLayouts[design.nav],
    footer: footerLayouts[design.footer],
    tile: tileLayouts[design.card],
    story: storyLayouts[design.story],
    listing: listingLayouts[design.listing],
    product: productLayouts[design.product],
    cart: cartLayouts[design.cart],
    personal: personalLayouts[design.cart],
  };
}
