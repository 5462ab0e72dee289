import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { brands } from '#app/brands/brands.ts';
import { storefrontContext } from '#app/lib/context.ts';
import { arrangeDocument } from '#app/shell/arrange-document.ts';
import { brandEnd } from '#app/shell/brand-end.ts';
import { brandHead } from '#app/shell/brand-head.ts';
import { finishDocument } from '#app/shell/finished-document.ts';
import { handOff } from '#app/shell/hand-off.ts';
import { MarkupContext } from '#app/shell/remembered.tsx';
import { classListsOf, RememberedMarkup } from '#app/shell/remembered-markup.ts';
import { type RootAnswer, rootDataOf } from '#app/shell/root-data.ts';
import { stylesOf } from '#app/shell/used-css.ts';
import { partsReady } from '#app/ui/part.tsx';
import css from './app.css?inline';
import cssAddress from './app.css?url';

export { storefrontContext };

const styles = stylesOf(css);
const remembered = new RememberedMarkup();

/** What stands in a page for a part that its renderer could not wait for. */
const unfinished = /<!--\$[!?]-->/;

/**
 * All of a page as text. Nearly every page can be rendered in one go, without the streams and bytes that waiting for parts
 * of it takes.
 */
function rendered(page: ReactNode, signal: AbortSignal, onError: () => void): string | Promise<string> {
  const html = `<!DOCTYPE html>${renderToString(page)}`;
  return unfinished.test(html) ? renderedToItsEnd(page, signal, onError) : html;
}

/** All of a page as text, once its last part is there. */
function renderedToItsEnd(page: ReactNode, signal: AbortSignal, onError: () => void): Promise<string> {
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

/**
 * What React Router renders a page from, with the page's own routes only: it makes objects of all that it is given, for each
 * page anew. What the routes answered is handed over in another way.
 */
function toRender({ serverHandoffStream: _, ...context }: EntryContext): EntryContext {
  const { routes } = context.manifest;
  const own = context.staticHandlerContext.matches.flatMap(({ route: { id } }) => routes[id] ?? []);
  return {
    ...context,
    manifest: { ...context.manifest, routes: Object.fromEntries(own.map((route) => [route.id, route])) },
  };
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
  const { serverHandoffStream } = routerContext;
  const root = routerContext.staticHandlerContext.loaderData.root as RootAnswer | undefined;
  const handingOff = serverHandoffStream ? handOff(serverHandoffStream, root?.store ?? '') : [];
  const markup = remembered.forPage();
  const page = (
    <MarkupContext value={markup}>
      <ServerRouter context={toRender(routerContext)} url={request.url} />
    </MarkupContext>
  );
  const html = await rendered(page, request.signal, () => {
    renderStatus = 500;
  });
  const brand = root ? rootDataOf(root).brand : brands[0];
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const { head, content, end } = arrangeDocument(html);
  const shown = markup.pieces(content);
  const added = brandHead(brand, styles(classListsOf([head, ...shown])));
  const ending = brandEnd(brand, cssAddress);
  const pieces = [head, added, ...shown, ...(await handingOff), ending, end];
  const own = pieces.filter((piece) => typeof piece === 'string');
  context.get(storefrontContext).takeDocument(finishDocument(pieces), [added.text, ending.text, ...own]);
  return new Response(null, { status: renderStatus, headers });
}
