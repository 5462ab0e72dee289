import { readdir, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { isLoopbackHost } from 'embedded-supabase/mail';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database, Json } from '../../app/lib/database.types.ts';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { sessionOf } from '../backend/session.ts';
import type { Environment } from '../environment.ts';
import { HttpError } from '../http/http-error.ts';
import { asJson, readBody } from '../http/read-body.ts';
import { removeFiles } from '../jobs/file-removals.ts';

const path = '/demo-removal';
const largestBody = 1024;
/** How often a removal is tried that other work got in the way of. */
const attempts = 3;
const DEADLOCK = '40P01';

const bodySchema = z.object({
  requestId: z.uuid(),
  keepChanged: z.boolean(),
  /** Said by a person where no backup can be made here. */
  withoutBackup: z.boolean(),
});

/** A line of the answer. `left` counts files that are still in the storage. */
export type DemoRemovalStep =
  | { step: 'backup' }
  | { step: 'rows'; backup?: string | undefined }
  | { step: 'files'; left: number }
  | { step: 'done'; removed: Json; backup?: string | undefined }
  | { step: 'failed'; error: { message: string; details?: string; hint?: string } };

type Failure = { code?: string; message: string; details?: string | null; hint?: string | null };

interface DemoRemovalOptions {
  backend: Pick<BackendConnection, 'internalUrl' | 'publishableKey' | 'fetch' | 'backUp'>;
  /** Client with the secret key. */
  admin: SupabaseClient<Database>;
  environment: Pick<Environment, 'SOUK_DATA' | 'SOUK_ORIGIN'>;
  log: Logger;
}

/**
 * Handles `/demo-removal`, authorised by a bearer access token. GET tells staff whether there is a demo, whether a backup can
 * be made here, and whether the stores are for more than this machine. POST, for who rules all stores, makes a backup, removes the demo, then its files, and
 * answers with a {@link DemoRemovalStep} a line, the last of which is `done` or `failed`; it goes on when nobody listens any
 * more. Responds 401 without a session, 403 for others, and 409 where neither a backup can be made nor a person said that none
 * is wanted.
 */
export function demoRemovalEndpoint({ backend, admin, environment, log }: DemoRemovalOptions) {
  const { SOUK_DATA, SOUK_ORIGIN } = environment;

  const remove = async (
    person: SupabaseClient<Database>,
    { requestId, keepChanged }: z.output<typeof bodySchema>,
    tell: (step: DemoRemovalStep) => void,
  ): Promise<void> => {
    tell({ step: 'backup' });
    const backup = await backend.backUp?.('before-demo-removal');
    tell({ step: 'rows', backup });
    const removed = await inTurn(() =>
      person.rpc('remove_demo', { p_keep_changed: keepChanged, p_request_id: requestId }),
    );
    if (removed.error) {
      const { message, details, hint } = removed.error;
      tell({ step: 'failed', error: { message, details, hint } });
      return;
    }
    await forgetDemoMail(join(SOUK_DATA, 'mail'));
    await removeQueuedFiles(admin, (left) => tell({ step: 'files', left }));
    tell({ step: 'done', removed: removed.data, backup });
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { person } = await sessionOf(backend, request);
    if (request.method === 'GET') {
      const status = await person.rpc('demo_status');
      if (status.error) throw new HttpError(403, status.error.message);
      const isPublic = SOUK_ORIGIN !== undefined && !isLoopbackHost(new URL(SOUK_ORIGIN).host);
      response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'private, no-store' })
        .end(JSON.stringify({ ...Object(status.data), backups: backend.backUp !== undefined, isPublic }));
      return;
    }
    if (request.method !== 'POST') throw new HttpError(405, 'Only GET and POST.');
    const summary = await person.rpc('demo_summary');
    if (summary.error) throw new HttpError(403, summary.error.message);
    const body = bodySchema.safeParse(asJson(await readBody(request, largestBody)));
    if (!body.success) throw new HttpError(400, 'Name the request, and what is to be kept.');
    if (!backend.backUp && !body.data.withoutBackup)
      throw new HttpError(
        409,
        'No backup can be made here: set SOUK_BACKUP_DIR, or say that none is wanted.',
      );
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'private, no-store' });
    const tell = (step: DemoRemovalStep) => void response.write(`${JSON.stringify(step)}\n`);
    await remove(person, body.data, tell).catch((error: unknown) => {
      log.error({ err: error }, 'the demo could not be removed');
      const message = error instanceof Error ? error.message : String(error);
      tell({ step: 'failed', error: { message } });
    });
    response.end();
  };

  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    if (request.url !== path) return false;
    return answer(request, response).catch((error: unknown) => {
      const isRefusal = error instanceof HttpError;
      if (!isRefusal) log.error({ err: error }, 'the demo could not be removed');
      if (response.headersSent) response.destroy();
      else
        response
          .writeHead(isRefusal ? error.status : 500, {
            'content-type': 'text/plain; charset=utf-8',
            'cache-control': 'no-store',
          })
          .end(isRefusal ? error.message : 'The demo could not be removed.');
    });
  };
}

/** Calls again where two transactions waited for each other. */
async function inTurn<Answer extends { error: Failure | null }>(
  call: () => PromiseLike<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await call();
    if (answer.error?.code !== DEADLOCK || attempt === attempts) return answer;
  }
}

async function removeQueuedFiles(
  admin: SupabaseClient<Database>,
  onLeft: (left: number) => void,
): Promise<void> {
  for (;;) {
    const { count } = await admin
      .from('file_removals')
      .select('*', { count: 'exact', head: true })
      .throwOnError();
    onLeft(count ?? 0);
    if ((await removeFiles(admin)) === 0) return;
  }
}

/** Deletes what the demo's people were sent into the local mailbox. */
async function forgetDemoMail(folder: string): Promise<void> {
  const { readAccounts } = await import('../../demo/load/demo-files.ts');
  const known = new Set((await readAccounts()).map(({ email }) => email));
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((file) => file.endsWith('.json'))) {
    const message = z
      .object({ to: z.string() })
      .safeParse(asJson(await readFile(join(folder, name)).catch(() => Buffer.from('{}'))));
    if (message.data && known.has(message.data.to)) await rm(join(folder, name), { force: true });
  }
}
