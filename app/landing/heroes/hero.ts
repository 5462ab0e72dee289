import type { HomeShelves } from '#app/catalog/data/read-home.ts';

/** What every hero is given: the shelves of the home page it opens. */
export type HeroProps = { shelves: HomeShelves };
