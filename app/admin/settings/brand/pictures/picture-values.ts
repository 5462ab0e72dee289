import { z } from 'zod';
import type { TablesUpdate } from '#app/lib/database.types.ts';
import type { BrandRow } from '#app/store/brand-row.ts';

/** What the pictures show, in each language. */
export const pictureTexts = ['hero_picture_alt', 'story_picture_alt'] as const;

/** Bucket of the stores' pictures and films. */
export const mediaBucket = 'brand-media';

/** Most films of the hero. */
export const mostFilms = 4;

/** The fields of a brand's pictures and films, as paths; '' for none. */
export const pictureFields = {
  hero_picture: z.string(),
  hero_films: z.array(z.string()).max(mostFilms),
  story_picture: z.string(),
};

type PictureValues = { hero_picture: string; hero_films: string[]; story_picture: string };

/** Returns the form values of a brand's pictures. */
export function pictureValues(row: BrandRow): PictureValues {
  return {
    hero_picture: row.hero_picture ?? '',
    hero_films: row.hero_films,
    story_picture: row.story_picture ?? '',
  };
}

/** Returns the columns of a brand's pictures. */
export function pictureColumns(form: PictureValues): TablesUpdate<'brands'> {
  return {
    hero_picture: form.hero_picture || null,
    hero_films: form.hero_films,
    story_picture: form.story_picture || null,
  };
}

/** The path of a stored file, by its public URL. Pages put the backend's origin before it where that is another one. */
export function storedPath(address: string): string {
  return URL.parse(address)?.pathname ?? address;
}
