import type { ReactNode } from 'react';
import { classes } from '#app/ui/classes.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { useHomeLook } from '../use-home-look.ts';

// Lazy, so that only stores with a picture of their own load it.
const HeroFilm = lazyWithRetry(() => import('./hero-film.tsx'));

/** Whether the brand has a picture or film for its hero, instead of what the look draws. */
export function useHasHeroPicture(): boolean {
  const { pictures } = useHomeLook();
  return pictures?.hero !== undefined || pictures?.heroFilms !== undefined;
}

type HeroPictureProps = {
  /** Layout width, as in `img`. */
  sizes: string;
  className: string;
  /** What the look draws. */
  children: ReactNode;
};

/** The brand's own picture or film in a hero, or what the look draws there. */
export function HeroPicture({ sizes, className, children }: HeroPictureProps) {
  if (!useHasHeroPicture()) return children;
  return (
    <div className={classes('relative isolate overflow-hidden rounded-picture bg-sunken', className)}>
      <HeroFilm sizes={sizes} />
    </div>
  );
}
