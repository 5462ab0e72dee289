import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Side } from '../../app/garments/print-areas.ts';
import type { Database } from '../../app/lib/database.types.ts';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { sessionOf } from '../backend/session.ts';
import { HttpError } from '../http/http-error.ts';
import { asJson, readBody } from '../http/read-body.ts';
import { printArchive } from './print-archive.ts';
import { makePrintFile, type PrintLine, readPrintLines } from './print-lines.ts';
import type { PrintFormat } from './print-process.ts';
import { isPrinted } from './print-svg.ts';
import type { Printer } from './printer.ts';

const address = /^\/print-files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(front|back)\.(png|svg)$/;
const archiveAddress = '/print-files/archive';

const types = { png: 'image/png', svg: 'image/svg+xml' } as const;

const largestBody = 64 * 1024;

const archiveSchema = z.object({
  kind: z.enum(['png', 'svg']),
  lines: z
    .array(z.uuid())
    .min(1)
    .max(1000)
    .transform((ids) => [...new Set(ids)]),
});

interface PrintOptions {
  backend: Pick<BackendConnection, 'internalUrl' | 'publishableKey' | 'fetch'>;
  /** Backend client with the secret key. */
  admin: SupabaseClient<Database>;
  printer: Printer;
  log: Logger;
}

/**
 * Handles `/print-files/{order line}/{front|back}.{png|svg}` for the staff of the order's store, authorised by a bearer
 * access token: PNG at 300 dpi, or SVG with outlined text, from the ordered document. POST `/print-files/archive` with
 * `{"kind", "lines"}` answers the files of up to 1000 lines as one ZIP. Responds 401 without a session, 404 for missing or
 * foreign lines, 422 for a design that cannot be printed.
 */
export function printEndpoint({ backend, admin, printer, log }: PrintOptions) {
  const make = (line: PrintLine, side: Side, kind: PrintFormat) =>
    makePrintFile(admin, printer, line, { side, kind });

  const sendFile = async (
    request: IncomingMessage,
    response: ServerResponse,
    { id, side, kind }: { id: string; side: Side; kind: PrintFormat },
  ) => {
    if (request.method !== 'GET') throw new HttpError(405, 'Only GET.');
    const [line] = await readPrintLines(await sessionOf(backend, request), [id]);
    if (!line || !isPrinted(line.design, side))
      throw new HttpError(404, `Nothing is printed on the ${side}.`);
    const body = await make(line, side, kind);
    response
      .writeHead(200, {
        'content-type': types[kind],
        'content-length': body.length,
        'content-disposition': `attachment; filename="${line.name}-${side}.${kind}"`,
        'cache-control': 'private, no-store',
        // An opened SVG must not run scripts.
        'content-security-policy': "default-src 'none'; img-src data:; sandbox",
      })
      .end(body);
  };

  const sendArchive = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST') throw new HttpError(405, 'Only POST.');
    const session = await sessionOf(backend, request);
    const asked = archiveSchema.safeParse(asJson(await readBody(request, largestBody)));
    if (!asked.success) throw new HttpError(400, 'Name up to 1000 order lines, and png or svg.');
    const { kind, lines: ids } = asked.data;
    const lines = await readPrintLines(session, ids);
    response.writeHead(200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${lines[0]?.tenantId}-print-files-${kind}.zip"`,
      'cache-control': 'private, no-store',
    });
    await pipeline(Readable.from(printArchive(lines, kind, make)), response);
  };

  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    const [, id = '', side, kind] = address.exec(request.url ?? '') ?? [];
    const isFile = (side === 'front' || side === 'back') && (kind === 'png' || kind === 'svg');
    if (!isFile && request.url !== archiveAddress) return false;
    const answer = isFile ? sendFile(request, response, { id, side, kind }) : sendArchive(request, response);
    return answer.catch((error: unknown) => {
      // Who goes away takes the rest of an archive with them.
      if (response.destroyed) return;
      const isRefusal = error instanceof HttpError;
      if (!isRefusal) log.error({ err: error }, 'a print file could not be made');
      if (response.headersSent) response.destroy();
      else
        response
          .writeHead(isRefusal ? error.status : 500, {
            'content-type': 'text/plain; charset=utf-8',
            'cache-control': 'no-store',
          })
          .end(isRefusal ? error.message : 'The print file could not be made.');
    });
  };
}
