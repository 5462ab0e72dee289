import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brands } from '../../../app/brands/brands.ts';
import { garmentColors } from '../../../app/customize/garments/colors.ts';
import { countShots } from '../art/picture-plan.ts';
import { FILMS, filmFile } from '../films.ts';
import { productId } from '../picture-addresses.ts';
import { demoStores } from './demo-stores.ts';

const products = demoStores.flatMap((store) =>
  store.shelves.flatMap((shelf, s) => shelf.products.map((entry, p) => ({ store, s, p, entry }))),
);
const sentences = (text: string): number =>
  text.split(/[.?!](?:\s|$)/).filter((part) => part.trim() !== '').length;

describe('the demo catalogue', () => {
  it('fills the five stores in the order of the brand list', () => {
    expect(demoStores.map(({ id }) => id)).toEqual(brands.map(({ id }) => id));
    const counts = demoStores.map(({ shelves }) =>
      shelves.reduce((sum, shelf) => sum + shelf.products.length, 0),
    );
    expect(counts).toEqual([60, 40, 40, 50, 30]);
  });

  it('gives every product a name and a description of its own', () => {
    expect(new Set(products.map(({ entry }) => entry.name)).size).toBe(220);
    expect(new Set(products.map(({ entry }) => entry.about)).size).toBe(220);
  });

  it('describes every product in two to four sentences that do not shout', () => {
    for (const { entry } of products) {
      expect(sentences(entry.about), entry.name).toBeGreaterThanOrEqual(2);
      expect(sentences(entry.about), entry.name).toBeLessThanOrEqual(4);
      expect(entry.about).not.toMatch(/lorem|!/i);
    }
  });

  it.each(demoStores)(
    'has one sold-out product and some new, featured, reduced and scarce ones in $id',
    ({ shelves }) => {
      const all = shelves.flatMap(
        (shelf): { stock?: number; isNew?: boolean; featured?: boolean; was?: number }[] => [
          ...shelf.products,
        ],
      );
      expect(all.filter(({ stock }) => stock === 0)).toHaveLength(1);
      expect(
        all.filter(({ stock }) => stock !== undefined && stock > 0 && stock <= 5).length,
      ).toBeGreaterThanOrEqual(1);
      expect(all.filter(({ isNew }) => isNew).length).toBeGreaterThanOrEqual(3);
      expect(all.filter(({ featured }) => featured).length).toBeGreaterThanOrEqual(5);
      expect(all.filter(({ was }) => was !== undefined).length).toBeGreaterThanOrEqual(2);
    },
  );

  it('reduces prices downwards and in whole pounds', () => {
    for (const { entry } of products) {
      expect(Number.isInteger(entry.price)).toBe(true);
      if (entry.was !== undefined) expect(entry.was).toBeGreaterThan(entry.price);
    }
  });

  it('offers garments only in colours their type is dyed in', () => {
    for (const { store, s, p } of products) {
      if (store.kind !== 'garments') continue;
      const entry = store.shelves[s]?.products[p];
      const allowed = garmentColors(entry?.garment ?? '').map(({ name }) => name);
      expect(allowed).toEqual(expect.arrayContaining([...(entry?.colors ?? [''])]));
    }
  });

  it('gives every product two to four pictures and an id that never changes', () => {
    for (const { store, s, p } of products) {
      expect(countShots(store, s, p)).toBeGreaterThanOrEqual(2);
      expect(countShots(store, s, p)).toBeLessThanOrEqual(4);
    }
    expect(new Set(products.map(({ store, s, p }) => productId(store, s, p))).size).toBe(220);
    const [inkthread] = demoStores;
    expect(inkthread && productId(inkthread, 0, 0)).toBe('51129c63-9f34-8cf5-b872-49badeb5da92');
  });

  it.each(demoStores)(
    'M21 has two or three products with a short film in $id, and no film without one',
    (store) => {
      const films = store.shelves.flatMap((shelf): string[] =>
        shelf.products.flatMap(({ name, film }) => (film ? [filmFile(store.id, name)] : [])),
      );
      const files = readdirSync(join(FILMS, store.id)).map((name) => join(FILMS, store.id, name));
      expect(files.sort()).toEqual(films.sort());
      expect([2, 3]).toContain(films.length);
      for (const file of films) expect(statSync(file).size, file).toBeLessThan(200_000);
    },
  );

  it('shows on every banner products that the store sells', () => {
    for (const { words, shelves } of demoStores) {
      const names = shelves.flatMap((shelf): string[] => shelf.products.map(({ name }) => name));
      for (const { picture } of words.banners) {
        expect(picture.products.length).toBeGreaterThan(0);
        expect(names).toEqual(expect.arrayContaining([...picture.products]));
      }
    }
  });

  it('answers in every store what people ask there', () => {
    for (const { words } of demoStores) expect(words.faq.length).toBeGreaterThanOrEqual(6);
  });
});
