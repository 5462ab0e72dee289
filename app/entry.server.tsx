import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { brands } from '#app/brands/brands.ts';
import { storefrontContext } from '#app/lib/context.ts';
import { arrangeDocument } from '#app/shell/arrange-document.ts';
import { brandHead } from '#app/shell/brand-head.ts';
import type { RootData } from '#app/shell/root-data.ts';
import { stylesOf } from '#app/shell/used-css.ts';
import { partsReady } from '#app/ui/part.tsx';
import css from './app.css?inline';
import cssAddress from './app.css?url';

export { storefrontContext };

const styles = stylesOf(css);

/** All of a page as text. What React renders into is Node's own kind of stream, which costs less than the web's. */
function rendered(page: ReactNode, signal: AbortSignal, onError: () => void): Promise<string> {
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
    const { pipe, abort } = renderToPipeableStream(page, {
      // Nobody waits for parts of it: what is held back for later would only need scripts to be put in its place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(text),
      onShellError: failed,
      onError,
    });
    signal.addEventListener('abort', () => abort(signal.reason), { once: true });
  });
}

/** Renders a page to its last byte: the server keeps finished pages and must know every inline script of theirs. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  await partsReady();
  let renderStatus = status;
  const html = await rendered(
    <ServerRouter context={routerContext} url={request.url} />,
    request.signal,
    () => {
      renderStatus = 500;
    },
  );
  const root = routerContext.staticHandlerContext.loaderData.root as RootData | undefined;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const head = brandHead(root?.brand ?? brands[0], styles(html));
  context.get(storefrontContext).takeDocument(arrangeDocument(html, { head, stylesheet: cssAddress }));
  return new Response(null, { status: renderStatus, headers });
}
