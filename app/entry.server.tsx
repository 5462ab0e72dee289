import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { BackendError } from '#app/lib/backend-error.ts';
import { storeContext } from '#app/lib/context.ts';
import { documentStyles } from '#app/styles/document-styles.ts';
import { DocumentStyles } from '#app/styles/document-styles-context.ts';

export { storeContext };

/** Time limit for deferred loader data, in milliseconds. */
export const streamTimeout = 5_000;

/** Logs loader errors, and marks the response as unavailable when the backend does not answer. */
export const handleError: HandleErrorFunction = (error, { context }) => {
  if (error instanceof BackendError && (error.status === 0 || error.status >= 500))
    context.get(storeContext).unavailable();
  console.error(error);
};

/** Renders a page completely before responding, because the page cache stores finished pages. */
export default function handleRequest(
  request: Request,
  responseStatus: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let status = responseStatus;
    const timeout = setTimeout(() => abort(), streamTimeout + 1_000);
    const { pipe, abort } = renderToPipeableStream(
      <DocumentStyles value={documentStyles(context.get(storeContext))}>
        <ServerRouter context={routerContext} url={request.url} />
      </DocumentStyles>,
      {
        // Keeps large sections in place; React would otherwise move them with an inline script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timeout);
          headers.set('Content-Type', 'text/html; charset=utf-8');
          const chunks: Uint8Array[] = [];
          const document = new Writable({
            write(chunk, _encoding, done) {
              chunks.push(chunk);
              done();
            },
            final(done) {
              resolve(new Response(Buffer.concat(chunks), { headers, status }));
              done();
            },
          });
          pipe(document);
        },
        onShellError(error) {
          clearTimeout(timeout);
          reject(error);
        },
        onError(error) {
          status = 500;
          console.error(error);
        },
      },
    );
  });
}
