/** What could end a script inside its text, and the two line ends that JSON allows in strings. */
const unsafe = /[&><\u2028\u2029]/g;

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

const script = (code: string) => `<script>${code}</script>`;

/**
 * The scripts that hand what the loaders read to React Router in the browser, word for word as its own server component
 * writes them. That one reads the stream through Suspense, so it would need a renderer that can wait.
 */
export async function handOffScripts(data: ReadableStream<Uint8Array>): Promise<string> {
  const text = await new Response(data).text();
  const code = JSON.stringify(text).replace(unsafe, escaped);
  return (
    script(`window.__reactRouterContext.streamController.enqueue(${code});`) +
    script('window.__reactRouterContext.streamController.close();')
  );
}
