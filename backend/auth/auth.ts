import type { Service, ServiceDependencies } from '../lib/http.ts';
import { startCleanup } from './cleanup.ts';
import { createLimits } from './limits.ts';
import { loggable } from './loggable.ts';
import { createMailer } from './mail/mailer.ts';
import { createProvider } from './oauth/provider.ts';
import { type AuthOptions, settingsFrom } from './options.ts';
import type { AuthParts } from './parts.ts';
import { createRoutes } from './routes.ts';

/**
 * GoTrue's API below `/auth/v1`, as used by `@supabase/auth-js`.
 * @throws RangeError for an invalid option
 */
export function createAuth(dependencies: ServiceDependencies, options: AuthOptions = {}): Service {
  const { database, dataDir, keys, log, publicUrl, now } = dependencies;
  const mailer = createMailer(options.mail ?? {}, { dataDir, publicUrl, log, now });
  const underWay = new Set<Promise<void>>();
  const auth: AuthParts = {
    sql: database.owner,
    settings: settingsFrom(options, publicUrl),
    keys,
    log,
    externalUrl: `${publicUrl}/auth/v1`,
    now,
    limits: createLimits(options.limits, database.owner),
    mailer,
    sms: options.sms,
    providers: new Map(options.google ? [['google', createProvider('google', options.google)]] : []),
    background(what, work) {
      const task = work()
        .catch((error: unknown) => log.error({ err: loggable(error), what }, 'auth background work failed'))
        .finally(() => underWay.delete(task));
      underWay.add(task);
    },
  };
  const routes = createRoutes(auth);
  const stopCleanup = startCleanup(auth);
  return {
    async fetch(request, context) {
      if (context.path.startsWith('/_mail') && mailer.mailbox) return mailer.mailbox.fetch(request, context);
      const response = await routes.fetch(request, context);
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
      return response;
    },
    /** Waits for pending background work. */
    async close() {
      stopCleanup();
      mailer.close();
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
