import { LRUCache } from 'lru-cache';
import { type MarkupOfPage, Place } from './remembered.tsx';
import { addClassLists } from './used-css.ts';

/** Bytes of markup, as far as one can tell from the letters. */
const mostRemembered = 16 * 1024 * 1024;

/** What React writes for `useId`, which tells where in the page something stands. */
const placedId = /"_[rR]_/;

const opening = `<${Place} data-place="`;
const closing = `</${Place}>`;

interface Part {
  markup: string;
  /** Its values of `class`. */
  classLists: readonly string[];
}

/** A page as it is sent. */
interface CompletePage {
  html: string;
  /** Its values of `class`, in the order in which they first appear. */
  classLists: ReadonlySet<string>;
}

/** Markup of parts that many pages show alike; the latest used stay. */
export class RememberedMarkup {
  private readonly known: LRUCache<string, Part>;
  private readonly scopes = new WeakMap<object, number>();
  private scopeCount = 0;

  constructor(maxSize = mostRemembered) {
    this.known = new LRUCache({ maxSize, sizeCalculation: ({ markup }, key) => markup.length + key.length });
  }

  /** What one page takes from it and adds to it. */
  forPage(): PageMarkup {
    return new PageMarkup(this.known, (scope) => this.nameOf(scope));
  }

  private nameOf(scope: object): number {
    const known = this.scopes.get(scope);
    if (known !== undefined) return known;
    this.scopeCount += 1;
    this.scopes.set(scope, this.scopeCount);
    return this.scopeCount;
  }
}

/** The remembered parts of one page. */
export class PageMarkup implements MarkupOfPage {
  private readonly places: { key: string; part: Part | undefined }[] = [];
  private readonly known: LRUCache<string, Part>;
  private readonly nameOf: (scope: object) => number;

  constructor(known: LRUCache<string, Part>, nameOf: (scope: object) => number) {
    this.known = known;
    this.nameOf = nameOf;
  }

  placeOf(scope: object, key: string): { place: number; known: boolean } {
    const named = `${this.nameOf(scope)} ${key}`;
    const part = this.known.get(named);
    this.places.push({ key: named, part });
    return { place: this.places.length - 1, known: part !== undefined };
  }

  /** Puts what was known into the rendered page, and remembers what was not. */
  complete(rendered: string): CompletePage {
    const classLists = new Set<string>();
    let html = '';
    let from = 0;
    const take = (end?: number) => {
      const markup = rendered.slice(from, end);
      html += markup;
      addClassLists(markup, classLists);
    };
    for (let at = rendered.indexOf(opening); at >= 0; at = rendered.indexOf(opening, from)) {
      take(at);
      const number = at + opening.length;
      const numberEnd = rendered.indexOf('"', number);
      const start = rendered.indexOf('>', numberEnd) + 1;
      const end = rendered.indexOf(closing, start);
      const part = this.partAt(Number(rendered.slice(number, numberEnd)), rendered.slice(start, end));
      html += part.markup;
      for (const list of part.classLists) classLists.add(list);
      from = end + closing.length;
    }
    take();
    return { html, classLists };
  }

  private partAt(place: number, markup: string): Part {
    const found = this.places[place];
    if (found?.part) return found.part;
    const lists = new Set<string>();
    addClassLists(markup, lists);
    const part = { markup, classLists: [...lists] };
    if (found && !placedId.test(markup)) this.known.set(found.key, part);
    return part;
  }
}
