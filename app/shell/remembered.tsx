import { createContext, createElement, type ReactNode, useContext } from 'react';
import { useOptionalRootData } from './root-data.ts';

/** Where a page that is being rendered finds markup that was rendered before. */
export interface MarkupOfPage {
  /**
   * The place in the page for a part's markup, and whether the part has to be rendered into it.
   * @param things what the markup depends on besides the key, told apart by identity
   * @param content data that it depends on too, told apart by its JSON; that of an object which does not change is made once
   */
  placeOf(things: readonly object[], key: string, content?: object): { place: number; known: boolean };
}

/** Set by the server around each page; absent in the browser. */
export const MarkupContext = createContext<MarkupOfPage | null>(null);

/** The element around such a place until the page is complete. */
export const Place = 'remembered-part';

type RememberedProps = {
  /** Everything that tells this part from others of the same store, apart from the store's settings. */
  by: readonly unknown[];
  /** A large part of that, which other pages may have as the same object. */
  of?: object;
  children: ReactNode;
};

/**
 * A part that many pages of a store show alike, such as a filter: the server renders it once and puts the same markup into each
 * of them. It may depend on `by`, `of` and the root loader's settings and brand, on nothing else: not on its place in the page
 * (`useId`), and on the address only as far as they tell it. A picture in it that is fetched at once has to be announced
 * beside it.
 */
export const Remembered = import.meta.env.SSR ? RememberedPart : ({ children }: RememberedProps) => children;

function RememberedPart({ by, of, children }: RememberedProps) {
  const markup = useContext(MarkupContext);
  const scope = useOptionalRootData()?.settings;
  if (!markup || !scope) return children;
  const { place, known } = markup.placeOf([scope], JSON.stringify(by), of);
  return createElement(Place, { 'data-place': place }, known ? null : unknown(children));
}

type RememberedListProps<Item extends object> = {
  /** Objects that are the same on all pages which show them, such as a product's card: told apart by identity. */
  items: readonly Item[];
  /** Everything else that tells the parts from others of the same items. */
  by: readonly unknown[];
  /** How many items at the beginning are rendered in another way than the rest. */
  firsts?: number;
  /** Renders an item; with a key of its own. */
  children: (item: Item, isFirst: boolean) => ReactNode;
};

/**
 * Parts as in `Remembered`, one for each item of a list. Those that are known need no element each.
 */
export const RememberedList = import.meta.env.SSR ? RememberedParts : plainList;

function plainList<Item extends object>({
  items,
  firsts = 0,
  children,
}: RememberedListProps<Item>): ReactNode {
  return items.map((item, index) => children(item, index < firsts));
}

function RememberedParts<Item extends object>(props: RememberedListProps<Item>): ReactNode {
  const { items, by, firsts = 0, children } = props;
  const markup = useContext(MarkupContext);
  const scope = useOptionalRootData()?.settings;
  if (!markup || !scope) return plainList(props);
  const [first, other] = [JSON.stringify([...by, 'first']), JSON.stringify(by)];
  const parts: ReactNode[] = [];
  // The places of those that are known and stand in a row.
  let row: number[] = [];
  const endRow = () => {
    if (row.length > 0) parts.push(createElement(Place, { key: row[0], 'data-place': row.join(' ') }));
    row = [];
  };
  for (const [index, item] of items.entries()) {
    const isFirst = index < firsts;
    const { place, known } = markup.placeOf([scope, item], isFirst ? first : other);
    if (known) row.push(place);
    else {
      endRow();
      parts.push(createElement(Place, { key: place, 'data-place': place }, unknown(children(item, isFirst))));
    }
  }
  endRow();
  return parts;
}

/** A part that is rendered now: nothing within it is remembered by itself. */
function unknown(part: ReactNode) {
  return <MarkupContext value={null}>{part}</MarkupContext>;
}
