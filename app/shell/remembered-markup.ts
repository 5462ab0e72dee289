import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type SharedMarkup, sharedMarkup } from './finished-document.ts';
import { type MarkupOfPage, Place } from './remembered.tsx';
import { addClassLists } from './used-css.ts';

/** Bytes of markup. */
const mostRemembered = 16 * 1024 * 1024;

/** What React writes for `useId`, which tells where in the page something stands. */
const placedId = /"_[rR]_/;

/** Scripts are looked for in what a page does not share with others, for the content policy to know them. */
const script = '<script';

const opening = `<${Place} data-place="`;
const closing = `</${Place}>`;

interface Part extends SharedMarkup {
  /** Its values of `class`; the same list for every part with the same ones, such as cards. */
  classLists: readonly string[];
}

/** What a page has rendered, and the remembered parts in it. */
export type PagePiece = string | Part;

/** Markup of parts that many pages show alike; the latest used stay. */
export class RememberedMarkup {
  private readonly known: LRUCache<string, Part>;
  private readonly names = new WeakMap<object, number>();
  private readonly contentNames = new WeakMap<object, string>();
  private namesGiven = 0;

  constructor(maxSize = mostRemembered) {
    this.known = new LRUCache({ maxSize, sizeCalculation: ({ bytes }, key) => bytes.length + key.length });
  }

  /** What one page takes from it and adds to it. */
  forPage(): PageMarkup {
    return new PageMarkup(this);
  }

  get(key: string): Part | undefined {
    return this.known.get(key);
  }

  set(key: string, part: Part) {
    this.known.set(key, part);
  }

  /** A short text for data, the same for the same JSON. */
  contentName(content: object): string {
    const known = this.contentNames.get(content);
    if (known !== undefined) return known;
    const name = hash('sha1', JSON.stringify(content), 'base64url');
    this.contentNames.set(content, name);
    return name;
  }

  nameOf(thing: object): number {
    const known = this.names.get(thing);
    if (known !== undefined) return known;
    this.namesGiven += 1;
    this.names.set(thing, this.namesGiven);
    return this.namesGiven;
  }
}

/** The remembered parts of one page. */
export class PageMarkup implements MarkupOfPage {
  private readonly places: { key: string; part: Part | undefined }[] = [];
  private readonly remembered: RememberedMarkup;

  constructor(remembered: RememberedMarkup) {
    this.remembered = remembered;
  }

  placeOf(things: readonly object[], key: string, content?: object): { place: number; known: boolean } {
    const { remembered } = this;
    let named = key;
    for (const thing of things) named += ` ${remembered.nameOf(thing)}`;
    if (content) named += ` ${remembered.contentName(content)}`;
    const part = remembered.get(named);
    this.places.push({ key: named, part });
    return { place: this.places.length - 1, known: part !== undefined };
  }

  /** A rendered page in pieces, with what is known in its places. */
  pieces(rendered: string): PagePiece[] {
    const pieces: PagePiece[] = [];
    let from = 0;
    for (let at = rendered.indexOf(opening); at >= 0; at = rendered.indexOf(opening, from)) {
      pieces.push(rendered.slice(from, at));
      const number = at + opening.length;
      const numberEnd = rendered.indexOf('"', number);
      const start = rendered.indexOf('>', numberEnd) + 1;
      const end = rendered.indexOf(closing, start);
      const markup = rendered.slice(start, end);
      for (const place of rendered.slice(number, numberEnd).split(' ')) {
        pieces.push(this.partAt(Number(place), markup));
      }
      from = end + closing.length;
    }
    pieces.push(rendered.slice(from));
    return pieces;
  }

  private partAt(number: number, markup: string): Part {
    const place = this.places[number];
    if (place?.part) return place.part;
    const lists = new Set<string>();
    addClassLists(markup, lists);
    const part = { ...sharedMarkup(markup), classLists: onlyOne(lists) };
    if (place) {
      place.part = part;
      if (!placedId.test(markup) && !markup.includes(script)) this.remembered.set(place.key, part);
    }
    return part;
  }
}

/** Lists of values of `class` by their text. There are as many as ways in which parts are written, not as parts. */
const classListsByText = new Map<string, readonly string[]>();

function onlyOne(lists: ReadonlySet<string>): readonly string[] {
  const text = [...lists].join('"');
  const known = classListsByText.get(text) ?? [...lists];
  classListsByText.set(text, known);
  return known;
}

/** The values of `class` in pieces of a page, in the order in which they first appear. */
export function classListsOf(pieces: readonly PagePiece[]): ReadonlySet<string> {
  const lists = new Set<string>();
  const seen = new Set<readonly string[]>();
  for (const piece of pieces) {
    if (typeof piece === 'string') addClassLists(piece, lists);
    else if (!seen.has(piece.classLists)) {
      seen.add(piece.classLists);
      for (const list of piece.classLists) lists.add(list);
    }
  }
  return lists;
}
