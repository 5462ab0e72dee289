import type { HomeData } from '#app/catalog/data/read-home.ts';

/** Props of every hero: the data of the home page. */
export type HeroProps = { home: HomeData };
