import { describe, expect, it } from 'vitest';
import { ListingHeading } from '#app/catalog/listing/listing-heading.tsx';
import { BrandStory } from '#app/landing/brand-story.tsx';
import { Footer } from '#app/shell/footer.tsx';
import { Header } from '#app/shell/header.tsx';
import { NotFound } from '#app/shell/not-found.tsx';
import { publicSettings } from '#app/shell/public-settings.ts';
import { renderInStore } from '#app/shell/render-in-store.tsx';
import { Strip } from '#app/shell/strip.tsx';
import type { Brand } from './brand.ts';
import { contrast } from './colour.ts';
import type { Design } from './design.ts';
import { duoworks } from './duoworks.ts';
import { pairs, paletteOf } from './palette.ts';
import { brandCss } from './tokens.ts';

/** What a sixth brand's file would hold: facts, words, and decisions that no other brand has taken together. */
const sixth: Brand = {
  ...duoworks,
  ...{
    id: 'saltpan',
    name: 'Saltpan',
    domain: 'saltpan.example',
    description: 'Salt, and what to put it in.',
  },
  ...{ primaryColor: '#ffb3a7', secondaryColor: '#24405a', contactEmail: 'hello@saltpan.example' },
  socialMedia: { instagram: 'https://www.instagram.com/saltpan.example' },
  shipping: { freeShippingThreshold: 250, defaultShippingFee: 20, expressShippingFee: 40 },
  design: {
    ...duoworks.design,
    ...{ nav: 'boxed', footer: 'billboard', card: 'ticket', story: 'sheet', strip: 'line', ornament: 'grid' },
    voice: {
      ...duoworks.design.voice,
      notFoundTitle: 'Washed away',
      storyTitle: 'From the sea',
      slogans: ['Dried by sun'],
    },
  },
};

const footers: Design['footer'][] = ['columns', 'centred', 'ruled', 'billboard', 'spread'];
const listings: Design['listing'][] = ['sheet', 'shelf', 'bench', 'wall', 'spread'];
const stories: Design['story'][] = ['columns', 'proof', 'sheet', 'billboard', 'quotation'];

describe('a sixth brand', () => {
  it('M02 is complete by its file alone: frame, story, messages, settings and colours', () => {
    const markup = [
      <Strip key="a" />,
      <Header key="b" />,
      <BrandStory key="c" />,
      <NotFound key="d" />,
      <Footer key="e" />,
    ]
      .map((part) => renderInStore(part, sixth))
      .join('\n');
    for (const said of [
      'Saltpan',
      'Washed away',
      'From the sea',
      'Dried by sun',
      'free shipping from 250 EGP',
    ])
      expect(markup.toLowerCase()).toContain(said.toLowerCase());
    expect(markup).toContain('Saltpan on Instagram');
    expect(markup).not.toMatch(/undefined|NaN|\[object|Duoworks/);
    expect(publicSettings(sixth, null).shipping.defaultShippingFee).toBe(20);
    expect(brandCss(sixth)).not.toMatch(/undefined|NaN/);
    for (const scheme of ['light', 'dark'] as const) {
      const palette = paletteOf(sixth, scheme);
      const poor = pairs.filter(([front, back, ratio]) => contrast(palette[front], palette[back]) < ratio);
      expect(poor, scheme).toEqual([]);
    }
  });

  it('M08 may take any footer and listing and tell its story in any way, and says the same in each', () => {
    for (const footer of footers) {
      const markup = renderInStore(<Footer />, { ...sixth, design: { ...sixth.design, footer } });
      for (const said of ['Saltpan', 'Contact Us', 'Terms of Service', 'hello@saltpan.example', '©'])
        expect(markup, footer).toContain(said);
    }
    for (const listing of listings) {
      const heading = (
        <ListingHeading title="All salt" text="By the pan" crumbs={[{ label: 'Home', to: '/' }]} />
      );
      const markup = renderInStore(heading, { ...sixth, design: { ...sixth.design, listing } });
      for (const said of ['All salt', 'By the pan', 'Home']) expect(markup, listing).toContain(said);
      expect(markup).not.toContain('undefined');
    }
    for (const story of stories)
      expect(renderInStore(<BrandStory />, { ...sixth, design: { ...sixth.design, story } })).toContain(
        'From the sea',
      );
  });
});
