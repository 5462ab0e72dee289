/** Hands the text of the data block before it to React Router in the browser, as all that its loaders read. */
const reader =
  '{const{streamController:o}=window.__reactRouterContext;' +
  'o.enqueue(document.currentScript.previousElementSibling.textContent);o.close()}';

/**
 * What hands the loaders' answers to React Router in the browser. Its own server component writes them as a script, read
 * through Suspense, so it would need a renderer that can wait, and each page would have a script that no other page has.
 * A data block is none: nothing runs in it, so the content policy need not know it.
 * @param data the answers as JSON in React Router's encoding, where `<` stands in texts only
 */
export async function handOff(data: ReadableStream<Uint8Array>): Promise<string> {
  const text = await new Response(data).text();
  const block = text.replaceAll('<', '\\u003c');
  return `<script type="application/json">${block}</script><script>${reader}</script>`;
}
