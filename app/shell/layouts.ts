import type { Brand } from '#app/brands/brand.ts';
import { cartLayouts } from './cart-layouts.ts';
import { footerLayouts } from './footer-layouts.ts';
import { headerLayouts } from './header-layouts.ts';
import { storyLayouts, tileLayouts } from './home-layouts.ts';
import { listingLayouts } from './listing-layouts.ts';
import { productLayouts } from './product-layouts.ts';

/** How a brand arranges the shared parts, by its design; it travels with the page, so that no store loads another's. */
export function layoutsOf({ design }: Brand) {
  return {
    header: headerLayouts[design.nav],
    footer: footerLayouts[design.footer],
    tile: tileLayouts[design.card],
    story: storyLayouts[design.story],
    listing: listingLayouts[design.listing],
    product: productLayouts[design.product],
    cart: cartLayouts[design.cart],
  };
}
