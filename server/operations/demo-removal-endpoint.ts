import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { isLoopbackHost } from 'embedded-supabase/mail';
import { createMiddleware } from 'hono/factory';
import { stream } from 'hono/streaming';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database, Json } from '../../app/lib/database.types.ts';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { requireSession, type Session, type SessionBackend } from '../backend/session.ts';
import type { Environment } from '../environment.ts';
import { createEndpoints, type Endpoints, jsonBody, refuseOtherMethods } from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import { fileRemovals } from '../jobs/file-removals.ts';
import { runDueJobs } from '../jobs/jobs.ts';

const path = '/demo-removal';
/** Attempts when a removal deadlocks with other work. */
const attempts = 3;
const DEADLOCK = '40P01';

const bodySchema = z.object({
  requestId: z.uuid(),
  keepChanged: z.boolean(),
  /** A person confirmed that no backup is wanted where none can be made. */
  withoutBackup: z.boolean(),
});

/** A line of the answer. `left` counts files still in storage. */
export type DemoRemovalStep =
  | { step: 'backup' }
  | { step: 'rows'; backup?: string | undefined }
  | { step: 'files'; left: number }
  | { step: 'done'; removed: Json; backup?: string | undefined }
  | { step: 'failed'; error: { message: string; details?: string; hint?: string } };

type Failure = { code?: string; message: string; details?: string | null; hint?: string | null };

interface DemoRemovalOptions {
  backend: SessionBackend & Pick<BackendConnection, 'backUp'>;
  admin: SupabaseClient<Database>;
  environment: Pick<Environment, 'SOUK_DATA' | 'SOUK_ORIGIN'>;
  log: Logger;
}

/**
 * `/demo-removal`, with a bearer access token. GET tells staff whether there is demo data, whether a backup
 * can be made, and whether the stores are reachable beyond this machine. POST, for owners only, makes a
 * backup, removes the demo and then its files. It streams one {@link DemoRemovalStep} per line, the last one
 * `done` or `failed`, and continues if the client disconnects. Answers 403 for others, and 409 if no backup
 * can be made and nobody confirmed that none is wanted.
 */
export function demoRemovalEndpoint({ backend, admin, environment, log }: DemoRemovalOptions): Endpoints {
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
    const files = removed.data.files ?? 0;
    const jobs = { admin, handlers: fileRemovals(admin), log };
    for (let done = 0, taken = 1; taken > 0; done += taken) {
      tell({ step: 'files', left: Math.max(0, files - done) });
      taken = await runDueJobs(jobs);
    }
    tell({ step: 'done', removed: removed.data, backup });
  };

  const endpoints = createEndpoints(log, {
    unexpected: { status: 500, message: 'The demo could not be removed.' },
  });
  const session = requireSession(backend);
  endpoints.get(path, session, async (c) => {
    const status = await c.var.session.person.rpc('demo_status');
    if (status.error) throw new HttpError(403, status.error.message, { details: status.error.details });
    const isPublic = SOUK_ORIGIN !== undefined && !isLoopbackHost(new URL(SOUK_ORIGIN).host);
    const answer = { ...status.data, backups: backend.backUp !== undefined, isPublic };
    return c.json(answer, 200, { 'cache-control': 'private, no-store' });
  });
  const owner = createMiddleware<{ Variables: { session: Session } }>(async (c, next) => {
    const summary = await c.var.session.person.rpc('demo_summary');
    if (summary.error) throw new HttpError(403, summary.error.message, { details: summary.error.details });
    await next();
  });
  const body = jsonBody(bodySchema, {
    largest: 1024,
    message: 'Name the request, and what is to be kept.',
  });
  endpoints.post(path, session, owner, body, (c) => {
    const wish = c.var.body;
    if (!backend.backUp && !wish.withoutBackup)
      throw new HttpError(
        409,
        'No backup can be made here: set SOUK_BACKUP_DIR, or say that none is wanted.',
      );
    c.header('content-type', 'application/x-ndjson');
    c.header('cache-control', 'private, no-store');
    const { person } = c.var.session;
    return stream(c, async (lines) => {
      const tell = (step: DemoRemovalStep) => void lines.write(`${JSON.stringify(step)}\n`);
      await remove(person, wish, tell).catch((error: unknown) => {
        log.error({ err: error }, 'the demo could not be removed');
        const message = error instanceof Error ? error.message : String(error);
        tell({ step: 'failed', error: { message } });
      });
    });
  });
  return refuseOtherMethods(endpoints);
}

/** Retries after a deadlock. */
async function inTurn<Answer extends { error: Failure | null }>(
  call: () => PromiseLike<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await call();
    if (answer.error?.code !== DEADLOCK || attempt === attempts) return answer;
  }
}

/** Deletes the demo people's mails from the local mailbox. */
async function forgetDemoMail(folder: string): Promise<void> {
  const { readAccounts } = await import('../../demo/load/demo-files.ts');
  const known = new Set((await readAccounts()).map(({ email }) => email));
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((file) => file.endsWith('.json'))) {
    const message = await readFile(join(folder, name), 'utf8')
      .then(JSON.parse)
      .catch(() => undefined);
    const { data } = z.object({ to: z.string() }).safeParse(message);
    if (data && known.has(data.to)) await rm(join(folder, name), { force: true });
  }
}
