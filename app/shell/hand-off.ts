import { LRUCache } from 'lru-cache';
import { type DocumentPiece, type SharedMarkup, sharedMarkup } from './finished-document.ts';

/** Hands the text of the data block before it to React Router in the browser, as all that its loaders read. */
const reader =
  '{const{streamController:o}=window.__reactRouterContext;' +
  'o.enqueue(document.currentScript.previousElementSibling.textContent);o.close()}';

/**
 * What hands the loaders' answers to React Router in the browser. Its own server component writes them as a script, read
 * through Suspense, so it would need a renderer that can wait, and each page would have a script that no other page has.
 * A data block is none: nothing runs in it, so the content policy need not know it.
 * @param data the answers as JSON in React Router's encoding, where `<` stands in texts only
 * @param shared a text among the answers that many pages hand over alike
 */
export async function handOff(data: ReadableStream<Uint8Array>, shared: string): Promise<DocumentPiece[]> {
  const block = safe(await new Response(data).text());
  const { text, markup } = written(shared);
  const at = block.indexOf(text);
  const [before, after] = at < 0 ? [block, ''] : [block.slice(0, at), block.slice(at + text.length)];
  return [
    `<script type="application/json">${before}`,
    ...(at < 0 ? [] : [markup]),
    `${after}</script><script>${reader}</script>`,
  ];
}

const safe = (json: string) => json.replaceAll('<', '\\u003c');

/** Texts as they stand in data blocks, by themselves; stores are few. */
const known = new LRUCache<string, { text: string; markup: SharedMarkup }>({ max: 100 });

function written(shared: string) {
  const before = known.get(shared);
  if (before) return before;
  const text = safe(JSON.stringify(shared));
  const made = { text, markup: sharedMarkup(text) };
  known.set(shared, made);
  return made;
}
