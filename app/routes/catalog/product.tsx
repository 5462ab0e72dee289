import { href, redirect, useLocation } from 'react-router';
import { partsByArea } from '#app/brands/looks/looks.ts';
import { ProductGrid } from '#app/catalog/card/product-grid.tsx';
import { Stars } from '#app/catalog/card/stars.tsx';
import { findPage, isOtherSpelling, missingPage } from '#app/catalog/data/find-page.ts';
import { readProduct } from '#app/catalog/data/read-product.ts';
import { BuyBox } from '#app/catalog/product-page/buy-box.tsx';
import { CustomizeLink } from '#app/catalog/product-page/customize-link.tsx';
import { DeliverySummary } from '#app/catalog/product-page/delivery-summary.tsx';
import { ProductDetails } from '#app/catalog/product-page/product-details.tsx';
import { Gallery } from '#app/catalog/product-page/product-gallery.tsx';
import { RecentlyViewed } from '#app/catalog/product-page/recently-viewed.tsx';
import { ShareButton } from '#app/catalog/product-page/share-button.tsx';
import { breadcrumbData, productData } from '#app/catalog/product-page/structured-data.ts';
import {
  keepChoiceInHistory,
  pickedIn,
  useVariantChoice,
} from '#app/catalog/product-page/use-variant-choice.ts';
import { ProductReviews } from '#app/catalog/reviews/product-reviews.tsx';
import { productTexts } from '#app/i18n/texts/product.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { storeContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { rowIdOf } from '#app/lib/row-id.ts';
import { garmentOf } from '#app/product/garment-of.ts';
import { optionList } from '#app/product/parse-values.ts';
import type { Product } from '#app/product/product.ts';
import { ProductName } from '#app/product/product-name.tsx';
import { shownPrices } from '#app/product/product-price.ts';
import { swatchBackground } from '#app/product/swatch-color.ts';
import { useLivePage } from '#app/product/use-live-page.ts';
import { variantParameter, variantQuery } from '#app/product/variant-address.ts';
import { productForChoice, type Variant } from '#app/product/variants.ts';
import { readStoreData } from '#app/store/load-root.ts';
import { describedBy, pageMeta } from '#app/store/seo.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Price } from '#app/ui/price.tsx';
import { textLengths } from '#app/ui/text-lengths.ts';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import type { Route } from './+types/product.ts';

export const handle = { query: [variantParameter] } satisfies RouteHandle;

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  const id = rowIdOf(params.id) ?? (await findPage(store, 'product', params.id))?.id;
  const page = id ? await readProduct(store, id) : null;
  if (!page) throw await missingPage(store, url, 'product', params.id);
  const { product, variants } = page;
  const variantId = url.searchParams.get(variantParameter);
  const start = variants.find(({ id }) => id === variantId);
  const path = href('/product/:id', { id: product.slug });
  const canonical = path + variantQuery(start?.id);
  if (isOtherSpelling(url, params.id, path)) throw redirect(canonical, 301);
  // Unknown variants redirect to the product's canonical page.
  if (variantId !== null && !start) throw redirect(canonical);
  const swatches = optionList(product.color).map((color) => [color, swatchBackground(color)]);
  const layout = partsByArea(store.brand.design).page.product;
  const swatchesByColor = Object.fromEntries(swatches);
  // Made here, so that browsers need no code for it.
  const { brand, settings } = await readStoreData(store);
  const { features, shipping, returns } = settings;
  const rated = features.reviews;
  const jsonLd = [
    productData({ product, variants, brand, place: store, path, rated, shipping, returns }),
    breadcrumbData(breadcrumbs(product, shellTexts()), store),
  ];
  return { ...page, jsonLd, start, garment: garmentOf(product), swatches: swatchesByColor, layout };
}

/** Breadcrumbs of a product: home, category or shop, product. */
function breadcrumbs(product: Product, t: ReturnType<typeof shellTexts>): { name: string; path?: string }[] {
  const { slug, name } = product.category;
  const parent = product.category_id
    ? { name, path: href('/category/:id', { id: slug || product.category_id }) }
    : { name: t('shop'), path: href('/shop') };
  return [{ name: t('home'), path: href('/') }, parent, { name: product.name }];
}

/** The product as sold in the variant of the URL, if there is one. */
const asSelected = (product: Product, variants: readonly Variant[], start: Variant | undefined): Product =>
  start ? productForChoice(product, variants, start.options) : product;

export function meta(args: Route.MetaArgs) {
  const { product, slugs, variants, start, jsonLd } = args.loaderData;
  return pageMeta(args, {
    name: product.name,
    title: product.seo_title,
    description: product.seo_description || describedBy(product.description),
    image: asSelected(product, variants, start).images[0],
    type: 'product',
    path: href('/product/:id', { id: product.slug }),
    pathIn: (language) => href('/product/:id', { id: slugs[language] }),
    jsonLd,
  });
}

export default function ProductPage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { product, start } = loaderData;
  return <ProductView key={`${product.id} ${start?.id}`} {...loaderData} />;
}

/** Designs support color, size and type only. */
const isPrintable = ({ otherOptions }: Product) => otherOptions.every(({ values }) => values.length < 2);

function ProductView(props: Route.ComponentProps['loaderData']) {
  const t = productTexts();
  const tShell = shellTexts();
  const { product, alts, facts, related, reviews, garment, swatches, variants, start, layout } = props;
  const { state } = useLocation();
  const hydrated = useHydrated();
  const choice = useVariantChoice(product, variants, {
    start,
    // A reload is first rendered by the server, which has no history state.
    ...(hydrated && { picked: pickedIn(state) }),
    onChoose: keepChoiceInHistory,
  });
  useLivePage({ products: [product, ...related], isListing: false });
  return (
    <div className="flex flex-col gap-section pb-section">
      <div className={layout.page}>
        <div className={layout.crumbs}>
          <Breadcrumb
            crumbs={breadcrumbs(product, tShell).map(({ name, path }) => ({ label: name, to: path }))}
          />
        </div>
        <div className={layout.grid}>
          <Gallery product={asSelected(product, variants, start)} alts={alts} picture={choice.picture} />
          <div className={layout.info}>
            <div className={layout.head}>
              <h1 style={textLengths(product.name)} className={`wrap-anywhere ${layout.title}`}>
                <ProductName name={product.name} />
              </h1>
              <div className="flex flex-wrap items-center justify-between gap-3">
                <Price {...shownPrices(choice.shown)} className={layout.price} />
                <Stars rating={product.rating} count={product.review_count} to="#reviews" />
              </div>
            </div>
            <BuyBox choice={choice} garment={garment} swatches={swatches} />
            <CustomizeLink
              productId={product.id}
              garment={isPrintable(product) ? garment : null}
              chosen={choice.chosen}
            />
            <DeliverySummary product={choice.shown} variant={choice.variant ?? variants[0]} />
            <ProductDetails product={product} facts={facts} />
            <div>
              <ShareButton name={product.name} />
            </div>
          </div>
        </div>
      </div>
      <ProductReviews product={product} reviews={reviews} />
      {related.length > 0 ? (
        <section className="deferred column flex flex-col gap-5">
          <h2 className="text-heading">{t('related')}</h2>
          <ProductGrid products={related} actions={false} />
        </section>
      ) : null}
      <RecentlyViewed product={product} />
    </div>
  );
}
