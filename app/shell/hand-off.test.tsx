import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { createStaticHandler, type EntryContext, ServerRouter } from 'react-router';
import { expect, test } from 'vitest';
import { handOff } from './hand-off.ts';

const data = '[{"_1":2},"name","</script><!-- Tom & Jerry’s – line\u2028paragraph\u2029 \\\\ \\" 猫"]\n';

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
  let textContent = '';
  for (const [, attributes, content = ''] of html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)) {
    if (attributes) textContent = content;
    else {
      const document = { currentScript: { previousElementSibling: { textContent } } };
      new Function('window', 'document', content)({ __reactRouterContext: { streamController } }, document);
    }
  }
  return { ...over, text: JSON.parse(over.text) };
}

/** The markup that hands the answers over, put together. */
async function markupOf(stream: ReadableStream<Uint8Array>, shared = ''): Promise<string> {
  const pieces = await handOff(stream, shared);
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.bytes.toString())).join('');
}

const whole = { text: JSON.parse(data), closed: 1 };

test('what the loaders read is handed over whole, and nothing in it ends its block', async () => {
  const markup = await markupOf(streamOf(data));
  expect(handedOver(markup)).toEqual(whole);
  expect(markup.match(/<\/?script/g)).toHaveLength(4);
  expect(markup).not.toContain('<!--');
});

test('it is handed over as React Router’s own component does it', async () => {
  expect(handedOver(await writtenByRouter(streamOf(data)))).toEqual(whole);
});

test('a text that many pages hand over alike is a piece of its own, the same for each', async () => {
  const shared = JSON.stringify({ name: 'Tom & Jerry’s </script> “shop”', words: ['猫', 'a\nb'] });
  const page = (own: string) => `[{"_1":2},"store",${JSON.stringify(shared)},"own",${JSON.stringify(own)}]\n`;
  const pieces = await Promise.all(['first', 'second'].map((own) => handOff(streamOf(page(own)), shared)));
  const [first, second] = pieces.map((page) => page.filter((piece) => typeof piece !== 'string'));
  expect(first).toHaveLength(1);
  expect(second?.[0]).toBe(first?.[0]);
  expect(handedOver(await markupOf(streamOf(page('first')), shared))).toEqual({
    text: JSON.parse(page('first')),
    closed: 1,
  });
  expect(await markupOf(streamOf(page('first')), shared)).toBe(await markupOf(streamOf(page('first'))));
});

test('pages share the script that hands it over', async () => {
  const scripts = await Promise.all(
    ['["a"]\n', '["b"]\n'].map(async (text) => {
      const markup = await markupOf(streamOf(text));
      return markup.slice(markup.indexOf('<script>'));
    }),
  );
  expect(scripts[0]).toBe(scripts[1]);
});
