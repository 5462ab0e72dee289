import type { Brand } from '#app/brands/brand.ts';
import { fallbackFontCss, fontFaceCss } from '#app/brands/fonts.ts';
import type { LookName } from '#app/brands/looks/look.ts';
import { brandCss, ornamentCss } from '#app/brands/tokens.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import type { StoreContext } from '#app/lib/context.ts';
import concrete from './looks/concrete.css?inline';
import everyLook from './looks/every-look.css?inline';
import gallery from './looks/gallery.css?inline';
import gameTable from './looks/game-table.css?inline';
import printShop from './looks/print-shop.css?inline';
import productLab from './looks/product-lab.css?inline';

const sheets: Record<LookName, string> = {
  'print-shop': printShop,
  'game-table': gameTable,
  'product-lab': productLab,
  concrete,
  gallery,
};

/** The first sheet of the brand's look; all looks if it takes parts, hero or landing from others. */
function firstSheet({ look, parts, hero, landing }: Brand['design']): string {
  const isOwn = !parts && !hero && (landing === 'standard' || look === 'game-table');
  return isOwn ? sheets[look] : everyLook;
}

const tokens = (brand: Brand) =>
  fallbackFontCss(brand, pageLanguage()) + fontFaceCss(brand) + brandCss(brand) + ornamentCss(brand);

const cache = new WeakMap<Brand, string>();

/**
 * The inlined styles of a store's pages: its brand's fonts and tokens, and the rules of the first pages. Server only:
 * it knows all looks. A changed brand is another object.
 */
export function documentStyles({ brand }: Pick<StoreContext, 'brand'>): string {
  const styles = cache.get(brand) ?? tokens(brand) + firstSheet(brand.design);
  cache.set(brand, styles);
  return styles;
}
