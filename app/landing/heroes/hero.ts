import type { HomeData } from '#app/catalog/data/read-home.ts';

/** What every hero is given: what the home page it opens shows. */
export type HeroProps = { home: HomeData };
