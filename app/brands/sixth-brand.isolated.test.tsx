import { wcagContrast } from 'culori';
import { describe, expect, it, vi } from 'vitest';
import { type CartLine, cartLine } from '#app/cart/cart-line.ts';
import { cardProduct } from '#app/catalog/card/card-product.ts';
import { ProductGrid } from '#app/catalog/card/product-grid.tsx';
import { ListingHeading } from '#app/catalog/listing/listing-heading.tsx';
import { BrandStory } from '#app/landing/brand-story.tsx';
import { StandardHome } from '#app/landing/standard-home.tsx';
import { AnnouncementBar } from '#app/layout/announcement-bar.tsx';
import { Footer } from '#app/layout/footer.tsx';
import { Header } from '#app/layout/header.tsx';
import { NotFound } from '#app/layout/not-found.tsx';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import Cart from '#app/routes/cart/cart.tsx';
import ProductPage from '#app/routes/catalog/product.tsx';
import { publicSettings } from '#app/store/public-settings.ts';
import type { Brand } from './brand.ts';
import { fallbackFontCss, fontFaceCss } from './fonts.ts';
import type { LookName } from './looks/look.ts';
import { lookOf, looks } from './looks/looks.ts';
import { pairs, paletteOf } from './palette.ts';
import { presets } from './presets.ts';
import { brandCss } from './tokens.ts';

/** A sixth brand's file: facts, texts, and a combination of decisions that no other brand has. */
const sixth: Brand = {
  id: 'saltpan',
  name: 'Saltpan',
  domain: 'saltpan.example',
  logo: '/brands/saltpan/logo.svg',
  primaryColor: '#ffb3a7',
  secondaryColor: '#24405a',
  description: 'Salt, and what to put it in.',
  autoPlayMusic: false,
  hideInitialNavbar: false,
  footerDescription: 'Raked by hand, dried by the sun, packed on the quay.',
  seoDescription: 'Sea salt, mills and cellars from Saltpan on the north coast.',
  seoKeywords: ['sea salt', 'salt mill'],
  currency: 'EGP',
  currencySymbol: 'E£',
  defaultLanguage: 'en',
  contactEmail: 'hello@saltpan.example',
  contactPhone: '+20 3 480 1188',
  address: 'Quay 4, Alexandria, Egypt',
  socialMedia: { instagram: 'https://www.instagram.com/saltpan.example' },
  features: {
    wishlist: true,
    reviews: true,
    loyalty: false,
    liveChat: false,
    restocks: true,
    customization: true,
  },
  pointsSystem: false,
  shipping: { freeShippingThreshold: 250, defaultShippingFee: 20, expressShippingFee: 40 },
  payment: { cashOnDelivery: true, onlinePayment: false, bankTransfer: true },
  customization: { enabled: true, textPrice: 5, imagePrice: 20, baseProductPrices: { Hoodie: 150 } },
  productsOptions: { colors: true, types: true, sizes: true, materials: true, gender: false },
  design: {
    fonts: {
      display: { family: 'Newsreader', fallback: 'Georgia, serif', weight: 500 },
      body: { family: 'Figtree', fallback: 'Arial, sans-serif', weight: 400 },
      displayCase: 'none',
      displayTracking: 0,
      displayLeading: 1,
      displayScale: 1,
      details: 'body',
    },
    radius: { control: 6, card: 10, picture: 4 },
    density: 'regular',
    motion: 'calm',
    stroke: 1,
    elevation: 'soft',
    ground: { light: 'tint', dark: 'secondary' },
    look: 'game-table',
    parts: { header: 'concrete', footer: 'concrete', card: 'print-shop' },
    hero: 'gallery',
    home: ['categories', 'featured', 'deals', 'newest', 'story'],
    landing: 'standard',
    header: 'steady',
    strip: 'line',
    ornament: 'grid',
    copy: {
      heroTitle: 'White gold',
      heroText: 'Two summers in the pan, and nothing added.',
      heroAction: 'Taste it',
      featuredTitle: 'From the first raking',
      categoriesTitle: 'Pans',
      dealsTitle: 'Last grains',
      newTitle: 'Just dried',
      storyTitle: 'From the sea',
      story: ['The pans are older than the town.', 'We only turn the water.'],
      notFoundTitle: 'Washed away',
      notFoundText: 'The tide took this page.',
      errorTitle: 'Rain on the pans',
      errorText: 'It will be dry again in a moment.',
      emptyCart: 'Not a grain',
      orderPlacedText: 'We weigh it now.',
      contactText: 'Write to the pans.',
      faqText: 'Grain by grain.',
      accountText: 'Your salt.',
      nothingFoundTitle: 'Dry',
      slogans: ['Dried by sun'],
    },
  },
};

/** Its product. */
const flakes = normaliseProduct({
  id: 'p1',
  name: 'Flake salt hoodie',
  price: 120.5,
  original_price: 150,
  stock: 7,
  type: 'Hoodie',
  description: 'Coarse and dry.',
  size: '["M","L"]',
  color: 'white, black',
  images: ['/a.webp'],
  category: { id: 'c1', name: 'Hoodies' },
  rating: 4.5,
  review_count: 2,
  is_new: true,
});
const card = cardProduct({ ...flakes, category: 'Hoodies' }, sixth.productsOptions);
const home = { featured: [card], deals: [card], newest: [card], categories: [flakes.category] };
const line = cartLine(flakes, { color: 'white', size: 'L', type: '' });

/** On the server the cart is empty; this is its later content. */
const cart = vi.hoisted((): { lines: CartLine[] } => ({ lines: [] }));
vi.mock('#app/cart/cart-store.ts', async (original) => {
  const actual = await original<typeof import('#app/cart/cart-store.ts')>();
  const state = () => ({ ...actual.useCart.getState(), ready: true, lines: cart.lines });
  const useCart = (select: (all: ReturnType<typeof state>) => unknown = (all) => all) => select(state());
  return { ...actual, useCart: Object.assign(useCart, actual.useCart) };
});

const strangeWords = new RegExp(`undefined|NaN|\\[object|${presets.map(({ name }) => name).join('|')}`);

/** Every look, with no parts from another. */
const inEachLook = (Object.keys(looks) as LookName[]).map((look): [LookName, Brand] => [
  look,
  { ...sixth, design: { ...sixth.design, look, parts: {}, hero: look } },
]);

describe('a sixth brand', () => {
  it('needs only its file: frame, story, messages, settings and colors', () => {
    const markup = [
      <AnnouncementBar key="a" />,
      <Header key="b" />,
      <BrandStory key="c" />,
      <NotFound key="d" />,
      <Footer key="e" />,
    ]
      .map((part) => renderInStore(part, sixth))
      .join('\n');
    for (const text of [
      'Saltpan',
      'Washed away',
      'From the sea',
      'Dried by sun',
      'free shipping from 250 EGP',
    ])
      expect(markup.toLowerCase()).toContain(text.toLowerCase());
    expect(markup).toContain('Saltpan on Instagram');
    expect(markup).not.toMatch(strangeWords);
    expect(publicSettings(sixth, null).shipping.defaultShippingFee).toBe(20);
    expect(brandCss(sixth)).not.toMatch(/undefined|NaN/);
    for (const scheme of ['light', 'dark'] as const) {
      const palette = paletteOf(sixth, scheme);
      const poor = pairs.filter(
        ([front, back, ratio]) => wcagContrast(palette[front], palette[back]) < ratio,
      );
      expect(poor, scheme).toEqual([]);
    }
  });

  it.each(inEachLook)('has the same content in the look %s: frame, listing and story', (_look, brand) => {
    const footer = renderInStore(<Footer />, brand);
    for (const text of ['Saltpan', 'Contact Us', 'Terms of Service', 'hello@saltpan.example', '©'])
      expect(footer).toContain(text);
    const heading = renderInStore(<ListingHeading title="All salt" text="By the pan" crumbs={[]} />, brand);
    for (const text of ['All salt', 'By the pan', 'Home']) expect(heading).toContain(text);
    expect(heading).not.toContain('undefined');
    expect(renderInStore(<BrandStory />, brand)).toContain('From the sea');
  });

  it('takes the parts it names from other looks, and the rest from its own', () => {
    const { header, footer, card: ownCard, ...others } = lookOf(sixth.design);
    expect([header, footer, ownCard]).toEqual([
      ...[looks.concrete.header, looks.concrete.footer, looks['print-shop'].card],
    ]);
    expect(looks['game-table']).toMatchObject(others);
  });

  it.each(inEachLook)(
    'opens its home in the look %s, with products and story in its own words',
    async (_look, brand) => {
      const rendered = () => renderInStore(<StandardHome home={home} />, brand);
      // The hero's code loads with its first rendering.
      await expect.poll(() => rendered().replaceAll(/<[^>]+>/g, '')).toContain('White gold');
      const markup = rendered();
      for (const text of [
        'Taste it',
        'From the first raking',
        'Pans',
        'Last grains',
        'Just dried',
        'From the sea',
      ])
        expect(markup).toContain(text);
      expect(markup).not.toMatch(strangeWords);
    },
  );

  it.each(inEachLook)(
    'shows a product in the look %s on its card, its page and in the cart',
    (_look, brand) => {
      const grid = renderInStore(<ProductGrid products={[card]} />, brand);
      for (const text of ['Flake salt hoodie', '120.5', '150', 'Hoodies', 'New'])
        expect(grid).toContain(text);
      expect(grid).not.toMatch(strangeWords);
      const page = {
        product: flakes,
        slugs: { en: flakes.slug, ar: flakes.slug },
        jsonLd: [],
        alts: {},
        facts: [],
        variants: [],
        start: undefined,
        related: [card],
        reviews: [],
        garment: 'Hoodie' as const,
        swatches: {},
        layout: lookOf(brand.design).product,
      };
      const markup = renderInStore(<ProductPage loaderData={page} />, brand);
      for (const text of [
        'Flake salt hoodie',
        '120.5',
        'Coarse and dry.',
        'Add to cart',
        'Customize',
        'bank transfer',
      ])
        expect(markup).toContain(text);
      expect(markup).not.toMatch(strangeWords);
      cart.lines = [{ ...line, quantity: 2 }];
      const filled = renderInStore(<Cart />, brand);
      for (const text of ['Flake salt hoodie', '241 EGP', '20 EGP', '261 EGP', 'Checkout'])
        expect(filled).toContain(text);
      expect(filled).not.toMatch(strangeWords);
      cart.lines = [];
      expect(renderInStore(<Cart />, brand)).toContain('Not a grain');
    },
  );

  it('has every token that its pages use, each color in both themes', () => {
    const css = brandCss(sixth);
    const defined = new Set([...css.matchAll(/--([\w-]+):/g)].map(([, name]) => name));
    for (const brand of presets)
      for (const [, name] of brandCss(brand).matchAll(/--([\w-]+):/g))
        expect(defined, brand.id).toContain(name);
    const [light, dark] = [paletteOf(sixth, 'light'), paletteOf(sixth, 'dark')];
    expect(css).toContain(`--page:light-dark(${light.page},${dark.page})`.replaceAll(', ', ','));
    expect(light.page).not.toBe(dark.page);
  });

  it('uses typefaces that have font files, and fails with a message otherwise', () => {
    const css = fontFaceCss(sixth);
    for (const family of ['Newsreader', 'Figtree']) expect(css).toContain(`font-family:"${family}";`);
    for (const family of ['Newsreader', 'Figtree'])
      expect(fallbackFontCss(sixth, 'en')).toContain(`font-family:"${family} Fallback";src:local(`);
    const { fonts } = sixth.design;
    const lost = { ...fonts, body: { ...fonts.body, family: 'Lost Sans' } };
    const brand = { ...sixth, design: { ...sixth.design, fonts: lost } };
    expect(() => fontFaceCss(brand)).toThrow(/saltpan is set in Lost Sans, which has no file.*subset-fonts/);
    expect(() => fallbackFontCss(brand, 'en')).toThrow(/Lost Sans/);
  });
});
