import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import { z } from 'zod';
import { SIDES, type Side } from '../../app/garments/print-areas.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { requireSession, type SessionBackend } from '../backend/session.ts';
import { createEndpoints, type Endpoints, jsonBody, refuseOtherMethods } from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import { printArchive } from './print-archive.ts';
import { makePrintFile, type PrintLine, readPrintLines } from './print-lines.ts';
import type { PrintFormat } from './print-process.ts';
import { isPrinted } from './print-svg.ts';
import type { Printer } from './printer.ts';

const types = { png: 'image/png', svg: 'image/svg+xml' } as const;
const kinds = ['png', 'svg'] as const satisfies PrintFormat[];

const archiveSchema = z.object({
  kind: z.enum(kinds),
  lines: z
    .array(z.uuid())
    .min(1)
    .max(1000)
    .transform((ids) => [...new Set(ids)]),
});

interface PrintOptions {
  backend: SessionBackend;
  admin: SupabaseClient<Database>;
  printer: Printer;
  log: Logger;
}

/**
 * `GET /print-files/{order line}/{front|back}.{png|svg}` for the staff of the order's store, with a bearer
 * access token: PNG at 300 dpi, or SVG with outlined text, from the ordered document. `POST
 * /print-files/archive` with `{"kind", "lines"}` answers the files of up to 1000 lines as one ZIP. 404 for
 * missing or foreign lines, 422 for a design that cannot be printed.
 */
export function printEndpoint({ backend, admin, printer, log }: PrintOptions): Endpoints {
  const make = (line: PrintLine, side: Side, kind: PrintFormat) =>
    makePrintFile(admin, printer, line, { side, kind });
  const session = requireSession(backend);
  const endpoints = createEndpoints(log, {
    unexpected: { status: 500, message: 'The print file could not be made.' },
  });

  for (const side of SIDES)
    for (const kind of kinds)
      endpoints.get(`/print-files/:id{[0-9a-f-]{36}}/${side}.${kind}`, session, async (c) => {
        const [line] = await readPrintLines(c.var.session, [c.req.param('id')]);
        if (!line || !isPrinted(line.design, side))
          throw new HttpError(404, `Nothing is printed on the ${side}.`);
        const body = await make(line, side, kind);
        return c.body(body, 200, {
          'content-type': types[kind],
          'content-length': String(body.length),
          'content-disposition': `attachment; filename="${line.name}-${side}.${kind}"`,
          'cache-control': 'private, no-store',
          // A directly opened SVG must not run scripts.
          'content-security-policy': "default-src 'none'; img-src data:; sandbox",
        });
      });

  const body = jsonBody(archiveSchema, {
    largest: 64 * 1024,
    message: 'Name up to 1000 order lines, and png or svg.',
  });
  endpoints.post('/print-files/archive', session, body, async (c) => {
    const { kind, lines: ids } = c.var.body;
    const lines = await readPrintLines(c.var.session, ids);
    return c.body(streamOf(logged(printArchive(lines, kind, make))), 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${lines[0]?.tenantId}-print-files-${kind}.zip"`,
      'cache-control': 'private, no-store',
    });
  });

  /** A failure aborts the response: a partial archive must not look complete. */
  async function* logged<Part>(parts: AsyncIterable<Part>) {
    try {
      yield* parts;
    } catch (error) {
      log.error({ err: error }, 'a print file could not be made');
      throw error;
    }
  }

  return refuseOtherMethods(endpoints);
}

/** A stream that produces its parts on demand. */
function streamOf(parts: AsyncGenerator<Uint8Array<ArrayBuffer>>) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(stream) {
        const { done, value } = await parts.next();
        if (done) stream.close();
        else stream.enqueue(value);
      },
      cancel: async () => void (await parts.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}
