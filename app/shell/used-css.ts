/** A piece of a style sheet: a rule with the classes each of its selectors needs, a group of pieces, or a statement. */
export type CssPiece =
  | { kind: 'rule'; text: string; needs: readonly (readonly string[])[] }
  | { kind: 'group'; head: string; pieces: readonly CssPiece[] }
  | { kind: 'statement'; text: string };

const groups = /^@(layer|media|supports|container)\b/;

/** Classes that scripts put on the root, whatever the page says. */
const always = new Set(['dark', 'light']);

const entities: Record<string, string> = { amp: '&', gt: '>', '#x27': "'" };

/** End of the block or text that starts here: the index behind its closing bracket or quote. */
function endOf(css: string, start: number): number {
  let depth = 0;
  for (let i = start; i < css.length; i += 1) {
    const letter = css[i];
    if (letter === '\\') i += 1;
    else if (letter === '"' || letter === "'") i = css.indexOf(letter, i + 1);
    else if (letter === '{') depth += 1;
    else if (letter === '}') {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return css.length;
}

/** Where the head of the next piece ends: at its block, or at its semicolon. */
function headEnd(css: string, start: number): number {
  for (let i = start; i < css.length; i += 1) {
    const letter = css[i];
    if (letter === '\\') i += 1;
    else if (letter === '"' || letter === "'") i = css.indexOf(letter, i + 1);
    else if (letter === '{' || letter === ';') return i;
  }
  return css.length;
}

/** The classes that each selector of a list needs; what stands in brackets only narrows it and counts as there. */
function needsOf(head: string): string[][] {
  let plain = head;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/(?<!\\)\((?:\\.|[^()\\])*\)|(?<!\\)\[(?:\\.|[^[\]\\])*\]/g, '');
  }
  return plain
    .split(/(?<!\\),/)
    .map((selector) =>
      [...selector.matchAll(/(?<!\\)\.((?:\\.|[\w-])+)/g)].map(([, name = '']) =>
        name.replace(/\\(.)/g, '$1'),
      ),
    );
}

/** Takes a minified style sheet apart. Done once; see `usedCss`. */
export function cssPieces(css: string): CssPiece[] {
  const pieces: CssPiece[] = [];
  for (let at = 0; at < css.length; ) {
    const end = headEnd(css, at);
    const head = css.slice(at, end).trim();
    if (css[end] !== '{') {
      if (head) pieces.push({ kind: 'statement', text: `${head};` });
      at = end + 1;
      continue;
    }
    const close = endOf(css, end);
    if (groups.test(head)) {
      pieces.push({ kind: 'group', head, pieces: cssPieces(css.slice(end + 1, close - 1)) });
    } else if (head.startsWith('@')) pieces.push({ kind: 'statement', text: css.slice(at, close) });
    else pieces.push({ kind: 'rule', text: css.slice(at, close), needs: needsOf(head) });
    at = close;
  }
  return pieces;
}

const attribute = ' class="';

/** Adds the values of `class` in some markup, as they are written, to those that were found before it. */
export function addClassLists(html: string, lists: Set<string>): void {
  for (let at = html.indexOf(attribute); at >= 0; ) {
    const start = at + attribute.length;
    const end = html.indexOf('"', start);
    lists.add(html.slice(start, end));
    at = html.indexOf(attribute, start);
  }
}

/** The class names in such values, and those that are always there. */
export function namesIn(lists: ReadonlySet<string>): Set<string> {
  const found = new Set(always);
  for (const list of lists) {
    for (const name of list.replace(/&(amp|gt|#x27);/g, (_, entity) => entities[entity] ?? '').split(' ')) {
      found.add(name);
    }
  }
  return found;
}

/** The part of a style sheet that a page with these classes can use, in the same order. */
export function usedCss(pieces: readonly CssPiece[], classes: ReadonlySet<string>): string {
  let css = '';
  for (const piece of pieces) {
    if (piece.kind === 'statement') css += piece.text;
    else if (piece.kind === 'rule') {
      if (piece.needs.some((selector) => selector.every((name) => classes.has(name)))) css += piece.text;
    } else {
      const inside = usedCss(piece.pieces, classes);
      // An empty layer still has its place in the order of layers.
      if (inside || piece.head.startsWith('@layer')) css += `${piece.head}{${inside}}`;
    }
  }
  return css;
}

/** Most results that are remembered; pages of one kind nearly always have the same classes. */
const mostRemembered = 200;

/** Makes the function that answers with the part of a style sheet that a page can use, from the page's values of `class`. */
export function stylesOf(css: string): (lists: ReadonlySet<string>) => string {
  const pieces = cssPieces(css);
  const known = new Map<string, string>();
  return (lists) => {
    const key = [...lists].join('"');
    const used = known.get(key) ?? usedCss(pieces, namesIn(lists));
    if (known.size >= mostRemembered) known.clear();
    known.set(key, used);
    return used;
  };
}
