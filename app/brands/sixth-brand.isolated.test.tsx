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
import { publicSettings } from '#app/lib/public-settings.ts';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import Cart from '#app/routes/cart/cart.tsx';
import ProductPage from '#app/routes/catalog/product.tsx';
import type { Brand } from './brand.ts';
import { brands } from './brands.ts';
import type { Design } from './design.ts';
import { fallbackFontCss, fontFaceCss } from './fonts.ts';
import { pairs, paletteOf } from './palette.ts';
import { brandCss } from './tokens.ts';

/** What a sixth brand's file would hold: facts, words, and decisions that no other brand has taken together. */
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
    card: 'ticket',
    hero: 'catalogue',
    story: 'sheet',
    listing: 'shelf',
    product: 'bench',
    cart: 'table',
    home: ['categories', 'featured', 'deals', 'newest', 'story'],
    footer: 'billboard',
    landing: 'standard',
    header: 'steady',
    nav: 'boxed',
    strip: 'line',
    ornament: 'grid',
    voice: {
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
      slogans: ['Dried by sun'],
    },
  },
};

/** What it sells. */
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

/** On the server a cart is empty; this is what comes after. */
const cart = vi.hoisted((): { lines: CartLine[] } => ({ lines: [] }));
vi.mock('#app/cart/cart-store.ts', async (original) => {
  const actual = await original<typeof import('#app/cart/cart-store.ts')>();
  const state = () => ({ ...actual.useCart.getState(), ready: true, lines: cart.lines });
  const useCart = (select: (all: ReturnType<typeof state>) => unknown = (all) => all) => select(state());
  return { ...actual, useCart: Object.assign(useCart, actual.useCart) };
});

const strangeWords = new RegExp(`undefined|NaN|\\[object|${brands.map(({ name }) => name).join('|')}`);

const footers: Design['footer'][] = ['columns', 'centred', 'ruled', 'billboard', 'spread'];
const listings: Design['listing'][] = ['sheet', 'shelf', 'bench', 'wall', 'spread'];
const stories: Design['story'][] = ['columns', 'proof', 'sheet', 'billboard', 'quotation'];

describe('a sixth brand', () => {
  it('is complete by its file alone: frame, story, messages, settings and colours', () => {
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

  it('may take any footer and listing and tell its story in any way, and says the same in each', () => {
    for (const footer of footers) {
      const markup = renderInStore(<Footer />, { ...sixth, design: { ...sixth.design, footer } });
      for (const text of ['Saltpan', 'Contact Us', 'Terms of Service', 'hello@saltpan.example', '©'])
        expect(markup, footer).toContain(text);
    }
    for (const listing of listings) {
      const heading = <ListingHeading title="All salt" text="By the pan" crumbs={[]} />;
      const markup = renderInStore(heading, { ...sixth, design: { ...sixth.design, listing } });
      for (const text of ['All salt', 'By the pan', 'Home']) expect(markup, listing).toContain(text);
      expect(markup).not.toContain('undefined');
    }
    for (const story of stories)
      expect(renderInStore(<BrandStory />, { ...sixth, design: { ...sixth.design, story } })).toContain(
        'From the sea',
      );
  });

  it('opens its home with any hero, its products and story in its own voice', async () => {
    const heroes: Design['hero'][] = ['printer', 'film', 'lab', 'marquee', 'catalogue'];
    for (const hero of heroes) {
      const brand = { ...sixth, design: { ...sixth.design, hero } };
      const rendered = () => renderInStore(<StandardHome home={home} />, brand);
      // The hero's code comes with its first rendering.
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
        expect(markup, hero).toContain(text);
      expect(markup, hero).not.toMatch(strangeWords);
    }
  });

  it('shows a product on any card and page, and in any cart', () => {
    const cards: Design['card'][] = ['ticket', 'box', 'spec', 'slab', 'plate'];
    for (const layout of cards) {
      const brand = { ...sixth, design: { ...sixth.design, card: layout } };
      const markup = renderInStore(<ProductGrid products={[card]} />, brand);
      for (const text of ['Flake salt hoodie', '120.5', '150', 'Hoodies', 'New'])
        expect(markup, layout).toContain(text);
      expect(markup, layout).not.toMatch(strangeWords);
    }
    const pages: Design['product'][] = ['job', 'stage', 'bench', 'half', 'spread'];
    const page = {
      product: flakes,
      alts: {},
      facts: [],
      variants: [],
      start: undefined,
      related: [card],
      reviews: [],
      garment: 'Hoodie' as const,
      swatches: {},
    };
    for (const layout of pages) {
      const brand = { ...sixth, design: { ...sixth.design, product: layout } };
      const markup = renderInStore(<ProductPage loaderData={page} />, brand);
      for (const text of [
        'Flake salt hoodie',
        '120.5',
        'Coarse and dry.',
        'Add to cart',
        'Customize',
        'bank transfer',
      ])
        expect(markup, layout).toContain(text);
      expect(markup, layout).not.toMatch(strangeWords);
    }
    const carts: Design['cart'][] = ['job', 'table', 'sheet', 'block', 'letter'];
    for (const layout of carts) {
      const brand = { ...sixth, design: { ...sixth.design, cart: layout } };
      cart.lines = [{ ...line, quantity: 2 }];
      const markup = renderInStore(<Cart />, brand);
      for (const text of ['Flake salt hoodie', '241 EGP', '20 EGP', '261 EGP', 'Checkout'])
        expect(markup, layout).toContain(text);
      expect(markup, layout).not.toMatch(strangeWords);
      cart.lines = [];
      expect(renderInStore(<Cart />, brand), layout).toContain('Not a grain');
    }
  });

  it('has every token that its pages ask for, each colour in both themes', () => {
    const css = brandCss(sixth);
    const defined = new Set([...css.matchAll(/--([\w-]+):/g)].map(([, name]) => name));
    for (const brand of brands)
      for (const [, name] of brandCss(brand).matchAll(/--([\w-]+):/g))
        expect(defined, brand.id).toContain(name);
    const [light, dark] = [paletteOf(sixth, 'light'), paletteOf(sixth, 'dark')];
    expect(css).toContain(`--page:light-dark(${light.page},${dark.page})`.replaceAll(', ', ','));
    expect(light.page).not.toBe(dark.page);
  });

  it('is set in faces that there are files of, and says so where there are none', () => {
    const css = fontFaceCss(sixth);
    for (const family of ['Newsreader', 'Figtree']) expect(css).toContain(`font-family:"${family}";`);
    for (const family of ['Newsreader', 'Figtree'])
      expect(fallbackFontCss(sixth)).toContain(`font-family:"${family} Fallback";src:local(`);
    const { fonts } = sixth.design;
    const lost = { ...fonts, body: { ...fonts.body, family: 'Lost Sans' } };
    const brand = { ...sixth, design: { ...sixth.design, fonts: lost } };
    expect(() => fontFaceCss(brand)).toThrow(/saltpan is set in Lost Sans, which has no file.*subset-fonts/);
    expect(() => fallbackFontCss(brand)).toThrow(/Lost Sans/);
  });
});
