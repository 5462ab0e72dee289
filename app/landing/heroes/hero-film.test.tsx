import { describe, expect, it } from 'vitest';
import type { Brand } from '#app/brands/brand.ts';
import { meeplehouse } from '#app/brands/meeplehouse.ts';
import { presets } from '#app/brands/presets.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import HeroFilm from './hero-film.tsx';
import { HeroPicture } from './hero-picture.tsx';

const inStore = (brand: Brand, pictures: NonNullable<Brand['design']['pictures']>, alt?: string) =>
  renderInStore(<HeroFilm sizes="100vw" />, {
    ...brand,
    design: {
      ...brand.design,
      pictures,
      copy: { ...brand.design.copy, ...(alt && { heroPictureAlt: alt }) },
    },
  });
const picture = '/storage/v1/object/public/brand-media/meeplehouse/a.jpg';

describe('the picture and films at the top of the home page', () => {
  it('are those of the preset until the owner replaces them', () => {
    const shown = inStore(meeplehouse, meeplehouse.design.pictures ?? {});
    expect(shown).toContain('/pictures/brands/meeplehouse/table.avif?w=1600 1600w');
    expect(shown).toContain('Play the film');
  });

  it('say what the picture shows, and have no button without a film', () => {
    const shown = inStore(meeplehouse, { hero: picture }, 'Six people around a table');
    expect(shown).toContain('alt="Six people around a table"');
    expect(shown).toContain('/pictures/brand-media/meeplehouse/a.jpg?w=800 800w');
    expect(shown).not.toContain('<button');
  });

  it.each(presets.filter(({ design }) => !design.pictures).map((brand) => [brand.name, brand] as const))(
    'are what the look draws where %s has none',
    (_name, brand) => {
      const drawn = (
        <HeroPicture sizes="100vw" className="">
          <b>drawn</b>
        </HeroPicture>
      );
      expect(renderInStore(drawn, brand)).toBe('<b>drawn</b>');
      const own = { ...brand, design: { ...brand.design, pictures: { hero: picture } } };
      expect(renderInStore(drawn, own)).not.toContain('drawn');
    },
  );
});
