import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import { type Design, readDesign } from '../../app/designer/design.ts';
import type { Side } from '../../app/garments/print-areas.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { backendClient, bearerOf } from '../backend/backend-clients.ts';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { HttpError } from '../http/http-error.ts';
import { type DownloadPicture, readPrintPictures } from './print-pictures.ts';
import { printPng } from './print-png.ts';
import { isPrinted, printSvg } from './print-svg.ts';

const address = /^\/print-files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(front|back)\.(png|svg)$/;

const types = { png: 'image/png', svg: 'image/svg+xml' } as const;

interface PrintLine {
  design: Design;
  tenantId: string;
  /** The customer; pictures are read only from their folder. */
  userId: string;
  /** Order number and line, for the file's name. */
  name: string;
}

interface PrintOptions {
  backend: Pick<BackendConnection, 'internalUrl' | 'publishableKey' | 'fetch'>;
  /** Backend client with the secret key. */
  admin: SupabaseClient<Database>;
  log: Logger;
}

/**
 * Handles `/print-files/{order line}/{front|back}.{png|svg}` for the staff of the order's store, authorised by a bearer
 * access token: PNG at 300 dpi, or SVG with outlined text, from the ordered document. Responds 401 without a token, 404
 * for missing or foreign lines, 422 for a design that cannot be printed.
 */
export function printEndpoint({ backend, admin, log }: PrintOptions) {
  // One at a time: a large print takes a full core and much memory.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };

  const answer = async (id: string, side: Side, kind: 'png' | 'svg', token: string | undefined) => {
    if (!token) throw new HttpError(401, 'Sign in as staff to download print files.');
    const person = backendClient(backend, backend.publishableKey, { token });
    const line = await readLine(person, id, token);
    if (!isPrinted(line.design, side)) throw new HttpError(404, `Nothing is printed on the ${side}.`);
    return inTurn(async () => {
      const download = downloadOf(admin, line);
      const body =
        kind === 'png'
          ? await printPng(line.design, side, download)
          : Buffer.from(printSvg(line.design, side, await readPrintPictures(line.design, side, download)));
      return { body, name: `${line.name}-${side}.${kind}` };
    });
  };

  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    const [, id = '', side, kind] = address.exec(request.url ?? '') ?? [];
    if ((side !== 'front' && side !== 'back') || (kind !== 'png' && kind !== 'svg')) return false;
    const token = bearerOf(request);
    const refuse = (status: number, message: string) =>
      response
        .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
        .end(message);
    if (request.method !== 'GET') {
      refuse(405, 'Only GET.');
      return true;
    }
    return answer(id, side, kind, token).then(
      ({ body, name }) => {
        response
          .writeHead(200, {
            'content-type': types[kind],
            'content-length': body.length,
            'content-disposition': `attachment; filename="${name}"`,
            'cache-control': 'private, no-store',
            // An opened SVG must not run scripts.
            'content-security-policy': "default-src 'none'; img-src data:; sandbox",
          })
          .end(body);
      },
      (error: unknown) => {
        if (error instanceof HttpError) {
          refuse(error.status, error.message);
          return;
        }
        log.error({ err: error }, 'a print file could not be made');
        refuse(500, 'The print file could not be made.');
      },
    );
  };
}

/** Reads a line for its store's staff; @throws 404 for anybody else. */
async function readLine(person: SupabaseClient<Database>, id: string, token: string): Promise<PrintLine> {
  const { data, error } = await person
    .from('order_lines')
    .select('tenant_id, position, customization, order:orders(number, user_id)')
    .eq('id', id)
    .maybeSingle();
  if (error)
    throw new HttpError(
      error.code === 'PGRST301' || error.code === 'PGRST303' ? 401 : 404,
      'There is no such order line.',
    );
  if (!data?.order || !(await isStaff(person, data.tenant_id, token)))
    throw new HttpError(404, 'There is no such order line.');
  const { customization, order } = data;
  const stored =
    typeof customization === 'object' && customization !== null && !Array.isArray(customization)
      ? customization.design
      : null;
  const design = readDesign(stored);
  if (!design) throw new HttpError(422, 'The design of this line cannot be read, so it cannot be printed.');
  return {
    design,
    tenantId: data.tenant_id,
    userId: order.user_id ?? '',
    name: `${order.number}-${data.position + 1}`,
  };
}

async function isStaff(person: SupabaseClient<Database>, tenantId: string, token: string): Promise<boolean> {
  const { data: claims } = await person.auth.getUser(token);
  const id = claims.user?.id;
  if (!id) return false;
  const { data } = await person.from('user_roles').select('role, tenant_id').eq('user_id', id);
  return (data ?? []).some(
    ({ role, tenant_id }) => role !== 'user' && (tenant_id === null || tenant_id === tenantId),
  );
}

const downloadOf =
  (admin: SupabaseClient<Database>, line: PrintLine): DownloadPicture =>
  async (source) => {
    if (!source.startsWith(`designs:${line.tenantId}/${line.userId}/`))
      throw new HttpError(422, 'This design uses a picture that its customer did not upload.');
    const { data } = await admin.storage.from('designs').download(source.slice('designs:'.length));
    if (!data) throw new HttpError(422, 'A picture of this design is missing.');
    return Buffer.from(await data.arrayBuffer());
  };
