import './early-replacements.ts';

/**
 * Browser translators replace texts with their own elements, while React still changes, removes and inserts before the
 * original texts. This module tracks the replacements (`docs/decisions/translated-pages.md`).
 */

/** A node's replacements, which may have been replaced since. */
const replacements = new WeakMap<Node, readonly ChildNode[]>();
const originals = new WeakMap<Node, Text>();

let translated = false;

const replaced = new MutationObserver(note);

/** React has changed a text that is not on the page: put it back, to be translated again. */
const changed = new MutationObserver((records) => {
  for (const { target } of records) if (isText(target)) putBack(target);
});

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;

const isNewFont = (node: Node | null): node is HTMLFontElement =>
  node instanceof HTMLFontElement && !originals.has(node);

function note(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const [removed, ...others] = removedNodes;
    for (const added of addedNodes) {
      replacements.delete(added);
      translated ||= added instanceof HTMLFontElement;
    }
    // A node that is back on the page was only moved.
    if (!removed || removed.parentNode || others.length > 0) continue;
    // In one step, or in two: first the new element beside the text, then the text's removal.
    const beside = [previousSibling, nextSibling].filter(isNewFont);
    const places = addedNodes.length > 0 ? ([...addedNodes] as ChildNode[]) : beside.slice(0, 1);
    if (places.length === 0) continue;
    replacements.set(removed, places);
    if (!isText(removed)) continue;
    for (const place of places) originals.set(place, removed);
    changed.observe(removed, { characterData: true });
  }
}

/** The nodes on the page that replace another one. */
function placesOf(node: Node): ChildNode[] {
  return (replacements.get(node) ?? []).flatMap((place) => (place.parentNode ? [place] : placesOf(place)));
}

function putBack(text: Text): void {
  if (text.parentNode) return;
  const [place] = placesOf(text);
  place?.before(text);
  removePlaces(text);
}

function removePlaces(node: Node): void {
  for (const place of placesOf(node)) place.remove();
  replacements.delete(node);
}

/** The child of a parent that is or contains a node. */
function childHolding(parent: Node, node: Node | undefined): Node | null {
  let child = node ?? null;
  while (child && child.parentNode !== parent) child = child.parentNode;
  return child;
}

/** Makes React's changes work on replaced texts. Call it once, before hydration. */
export function watchReplacedTexts(): void {
  const { appendChild, insertBefore, removeChild } = Node.prototype;

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child;
    note(replaced.takeRecords());
    if (childHolding(this, child)) child.parentNode?.removeChild(child);
    else if (isText(child)) removePlaces(child);
    else removeChild.call(this, child);
    return child;
  };

  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    note(replaced.takeRecords());
    if (!child.parentNode) removePlaces(child);
    if (!next || next.parentNode === this) return insertBefore.call(this, child, next) as Child;
    const place = childHolding(this, next) ?? childHolding(this, placesOf(next)[0]);
    return insertBefore.call(this, child, place ?? (isText(next) ? null : next)) as Child;
  };

  Node.prototype.appendChild = function <Child extends Node>(this: Node, child: Child): Child {
    note(replaced.takeRecords());
    if (!child.parentNode) removePlaces(child);
    return appendChild.call(this, child) as Child;
  };

  replaced.observe(document, { childList: true, subtree: true });
  const { observer, records } = window.earlyReplacements ?? {};
  note([...(records ?? []), ...(observer?.takeRecords() ?? [])]);
  observer?.disconnect();
  delete window.earlyReplacements;
  translated ||= document.querySelector('font') !== null;
}

/** Whether a translator is active on this page: the stores' pages have no such elements. */
export const isTranslated = (): boolean => translated;

/** Restores all replaced texts, because hydration compares the page with the server's markup. */
export function restoreReplacedTexts(): void {
  note(replaced.takeRecords());
  for (const font of document.querySelectorAll('font')) {
    const text = originals.get(font);
    if (text) putBack(text);
  }
}
