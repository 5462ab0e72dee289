import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { type Design, readDesign } from '../../app/designer/design.ts';
import type { Side } from '../../app/garments/print-areas.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { may, type Session } from '../backend/session.ts';
import { HttpError } from '../http/http-error.ts';
import type { PrintFormat } from './print-process.ts';
import type { Printer } from './printer.ts';

/** An ordered line with a design. */
export interface PrintLine {
  design: Design;
  tenantId: string;
  /** The customer; pictures are read only from their folder. */
  userId: string;
  color: string | null;
  size: string | null;
  /** Order number and line, for the file's name. */
  name: string;
}

/** Lines per request, so that their ids fit in a URL. */
const chunk = 100;

/**
 * Reads lines for their store's staff, in the order of their ids.
 * @throws HttpError 404 if a line is missing or the caller is not staff, 422 for an unreadable design
 */
export async function readPrintLines(session: Session, ids: readonly string[]): Promise<PrintLine[]> {
  const rows = [];
  for (let from = 0; from < ids.length; from += chunk) {
    const { data, error } = await session.person
      .from('order_lines')
      .select('id, tenant_id, position, color, size, customization, order:orders(number, user_id)')
      .in('id', ids.slice(from, from + chunk));
    if (error) throw new HttpError(404, 'There is no such order line.');
    rows.push(...data);
  }
  const stores = new Set(rows.map(({ tenant_id }) => tenant_id));
  if (rows.length < ids.length || !(await may(session, stores, 'orders.print')))
    throw new HttpError(404, 'There is no such order line.');
  const lines = new Map<string, PrintLine>();
  for (const { id, tenant_id, position, color, size, customization, order } of rows) {
    const name = `${order.number}-${position + 1}`;
    const design = readDesign(customization?.design);
    if (!design)
      throw new HttpError(422, `The design of line ${name} cannot be read, so it cannot be printed.`);
    lines.set(id, { design, tenantId: tenant_id, userId: order.user_id ?? '', color, size, name });
  }
  return ids.flatMap((id) => lines.get(id) ?? []);
}

/**
 * Makes the print file of a side: PNG at 300 dpi, or SVG with outlined text.
 * @param admin client with the secret key
 * @throws HttpError 422 for a design that cannot be printed
 */
export async function makePrintFile(
  admin: SupabaseClient<Database>,
  printer: Printer,
  line: PrintLine,
  { side, kind }: { side: Side; kind: PrintFormat },
): Promise<Buffer<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-print-'));
  try {
    const pictures: Record<string, string> = {};
    for (const element of line.design.elements) {
      if (element.kind !== 'image' || element.side !== side || pictures[element.source]) continue;
      const file = join(folder, `picture-${Object.keys(pictures).length}`);
      await writeFile(file, await downloadPicture(admin, line, element.source));
      pictures[element.source] = file;
    }
    const file = join(folder, `print.${kind}`);
    await printer.print({ design: line.design, side, kind, pictures, file });
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function downloadPicture(
  admin: SupabaseClient<Database>,
  { tenantId, userId }: PrintLine,
  source: string,
): Promise<Buffer> {
  if (!source.startsWith(`designs:${tenantId}/${userId}/`))
    throw new HttpError(422, 'This design uses a picture that its customer did not upload.');
  const { data } = await admin.storage.from('designs').download(source.slice('designs:'.length));
  if (!data) throw new HttpError(422, 'A picture of this design is missing.');
  return Buffer.from(await data.arrayBuffer());
}
