import { createContext, createElement, type ReactNode, useContext } from 'react';
import { useOptionalRootData } from './root-data.ts';

/** Where a page that is being rendered finds markup that was rendered before. */
export interface MarkupOfPage {
  /**
   * The place in the page for a part's markup, and whether the part has to be rendered into it.
   * @param things what the markup depends on besides the key, told apart by identity
   */
  placeOf(things: readonly object[], key: string): { place: number; known: boolean };
}

/** Set by the server around each page; absent in the browser. */
export const MarkupContext = createContext<MarkupOfPage | null>(null);

/** The element around such a place until the page is complete. */
export const Place = 'remembered-part';

type RememberedProps = {
  /** Everything that tells this part from others of the same store, apart from the store's settings. */
  by: readonly unknown[];
  /** What it shows, where that is the same object on all pages: told apart by identity, sooner than by all of its values. */
  of?: object;
  children: ReactNode;
};

/**
 * A part that many pages of a store show alike, such as a product's card: the server renders it once and puts the same
 * markup into each of them. It may depend on `by`, `of` and the root loader's settings and brand, on nothing else: not on its
 * place in the page (`useId`), and on the address only as far as `by` tells it. A picture in it that is fetched at once has to
 * be announced beside it.
 */
export const Remembered = import.meta.env.SSR ? RememberedPart : ({ children }: RememberedProps) => children;

function RememberedPart({ by, of, children }: RememberedProps) {
  const markup = useContext(MarkupContext);
  const scope = useOptionalRootData()?.settings;
  if (!markup || !scope) return children;
  const { place, known } = markup.placeOf(of ? [scope, of] : [scope], JSON.stringify(by));
  const rendered = known ? null : <MarkupContext value={null}>{children}</MarkupContext>;
  return createElement(Place, { 'data-place': place }, rendered);
}
