import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { createStaticHandler, type EntryContext, ServerRouter } from 'react-router';
import { expect, test } from 'vitest';
import { handOffScripts } from './hand-off.ts';

const data = ['[{"_1":2},"name","</script><!-- Tom & Jerry’s – ', 'line\u2028paragraph\u2029 \\ \\" 猫"]\n'];

/** Bytes of the text, cut where a stream may cut them: inside a letter. */
function streamOf(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const middle = bytes.indexOf(0xe2) + 1;
  return new Blob([bytes.slice(0, middle), bytes.slice(middle)]).stream();
}

function Nothing() {
  return null;
}

/** What React Router's own component writes for the stream. */
async function writtenByRouter(stream: ReadableStream<Uint8Array>): Promise<string> {
  const staticHandlerContext = await createStaticHandler([
    { id: 'root', path: '/', Component: Nothing },
  ]).query(new Request('http://localhost/'));
  if (staticHandlerContext instanceof Response)
    throw new Error(`The page answered ${staticHandlerContext.status}`);
  const context: Partial<EntryContext> = {
    manifest: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
    routeModules: { root: { default: Nothing } },
    staticHandlerContext,
    serverHandoffStream: stream,
    renderMeta: { didRenderScripts: true },
    ssr: true,
    isSpaMode: false,
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  };
  return new Promise((done, failed) => {
    const chunks: Buffer[] = [];
    const text = new Writable({
      write(chunk: Buffer, _encoding, next) {
        chunks.push(chunk);
        next();
      },
      final(next) {
        done(Buffer.concat(chunks).toString());
        next();
      },
    });
    const { pipe } = renderToPipeableStream(
      <ServerRouter context={context as EntryContext} url="http://localhost/" />,
      { progressiveChunkSize: Number.POSITIVE_INFINITY, onAllReady: () => pipe(text), onError: failed },
    );
  });
}

/** The scripts in some markup, run one after the other as a browser would. */
function handedOver(html: string): { text: string; closed: number } {
  const over = { text: '', closed: 0 };
  const streamController = {
    enqueue: (text: string) => {
      over.text += text;
    },
    close: () => {
      over.closed += 1;
    },
  };
  for (const [, code = ''] of html.matchAll(/<script>(.*?)<\/script>/gs)) {
    new Function('window', code)({ __reactRouterContext: { streamController } });
  }
  return over;
}

test('what the loaders read is handed over whole, and nothing in it ends its script', async () => {
  const scripts = await handOffScripts(streamOf(data.join('')));
  expect(handedOver(scripts)).toEqual({ text: data.join(''), closed: 1 });
  expect(scripts.match(/<\/script>/g)).toHaveLength(2);
  expect(scripts).not.toMatch(/[\u2028\u2029]|<!--/);
});

test('it is handed over word for word as React Router’s own component does it', async () => {
  const own = await writtenByRouter(streamOf(data.join('')));
  expect(handedOver(own)).toEqual({ text: data.join(''), closed: 1 });
  // That one makes a script for each piece of the stream, and marks where it waited.
  const joined = own.replace(/<!--\/?\$-->/g, '').replaceAll(/"\);<\/script><script>[^("]*enqueue\("/g, '');
  expect(await handOffScripts(streamOf(data.join('')))).toBe(joined);
});
