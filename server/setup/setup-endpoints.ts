import type { SupabaseClient } from '@supabase/supabase-js';
import type { MailTransport } from 'embedded-supabase/mail';
import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Brand } from '../../app/brands/brand.ts';
import { defaultLanguage, languages } from '../../app/i18n/languages.ts';
import type { Database, Enums } from '../../app/lib/database.types.ts';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { requireCapability, requireSession, type Session, type SessionBackend } from '../backend/session.ts';
import { brandById } from '../brands/brand-registry.ts';
import type { Environment } from '../environment.ts';
import {
  createEndpoints,
  type Endpoints,
  jsonBody,
  refuseOtherMethods,
  tooManyTries,
} from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { storeAddress } from '../mail/store-address.ts';
import type { AddressCheckOptions } from '../operations/public-address.ts';
import type { PaymentAccounts } from '../payments/payment-providers.ts';
import { readReadiness, readServerFacts } from './readiness.ts';
import { addressProblem, checkAddresses, checkPaymentKeys, mailWayOf, sendTestMail } from './setup-checks.ts';

/** Checks per person in ten minutes; each connects to a service or sends a mail. */
const checksOfPerson = { times: 60, seconds: 600 };

const bodySchema = z.object({
  store: z.string().transform((id, context) => {
    const brand = brandById(id);
    if (!brand) context.addIssue('There is no such store.');
    return brand ?? z.NEVER;
  }),
  language: z.enum(languages).default(defaultLanguage),
});

interface EndpointOptions {
  environment: Environment;
  accounts: PaymentAccounts;
  transport: MailTransport | undefined;
  admin: SupabaseClient<Database>;
  backend: SessionBackend & Pick<BackendConnection, 'embedded'>;
  addresses: Pick<AddressCheckOptions, 'proofOf' | 'network'>;
  log: Logger;
}

/**
 * Setup endpoints, each a POST of {store, language} with a bearer access token. For staff who may see the settings:
 * - `/setup/readiness`: what the store needs to sell, ready or not
 *
 * For super admins:
 * - `/setup/addresses`: where the store's public URLs lead
 * - `/setup/payment-keys`: whether the providers' keys work
 * - `/setup/mail`: where mail goes
 * - `/setup/test-mail`: sends a mail to the caller
 * - `/setup/trial-products`, with `/add` and `/remove`: twelve demo products
 */
export function setupEndpoints(options: EndpointOptions): Endpoints {
  const { environment, accounts, transport, admin, backend, addresses, log } = options;
  const withinLimit = rateLimit(admin, 'setup_checks', checksOfPerson);
  const way = mailWayOf(environment);
  const endpoints = createEndpoints(log, {
    translate: (error) => (error instanceof HttpError ? error : new HttpError(500, error.message)),
  });
  const session = requireSession(backend);
  const body = jsonBody(bodySchema, { largest: 4 * 1024, message: 'Name the store.' });
  const opener = createMiddleware<{
    Variables: { session: Session; body: { store: Brand } };
  }>(async (c, next) => {
    await requireCapability(c.var.session, c.var.body.store.id, 'settings.open_store');
    if (!(await withinLimit(c.var.session.user.id))) throw tooManyTries();
    await next();
  });

  const record = (tenantId: string, check: Enums<'store_check'>, problem: string) =>
    admin
      .rpc('record_store_check', { p_tenant_id: tenantId, p_check: check, p_problem: problem })
      .throwOnError();

  endpoints.post('/setup/readiness', session, body, async (c) => {
    const { body: asked, session: by } = c.var;
    await requireCapability(by, asked.store.id, 'settings.see');
    const server = await readServerFacts(environment, accounts, asked.store.id);
    return c.json({ items: await readReadiness(by.person, asked.store.id, server) });
  });
  endpoints.post('/setup/addresses', session, body, opener, async (c) => {
    const { SOUK_ORIGIN: origin } = environment;
    const { store } = c.var.body;
    const checked = await checkAddresses(store, origin, addresses);
    await record(store.id, 'addresses', addressProblem(checked));
    return c.json({ addresses: checked, hasOrigin: origin !== undefined });
  });
  endpoints.post('/setup/payment-keys', session, body, opener, async (c) =>
    c.json({ keys: await checkPaymentKeys(accounts, c.var.body.store.id) }),
  );
  endpoints.post('/setup/mail', session, body, opener, (c) => c.json({ way }));
  endpoints.post('/setup/test-mail', session, body, opener, async (c) => {
    const { store, language } = c.var.body;
    const { email } = c.var.session.user;
    if (!transport || !email) return c.json({ way, to: '', problem: '' });
    const to = email.replace(`+${store.id}@`, '@');
    const pageUrl = storeAddress(environment.SOUK_ORIGIN ?? `https://${store.domain}`, store.id, '/');
    const problem = await sendTestMail(transport, { to, brand: store, language, pageUrl });
    if (way === 'smtp') await record(store.id, 'mail', problem);
    return c.json({ way, to, problem });
  });

  const trialPath = '/setup/trial-products';
  const load = () => import('../../demo/load/trial-products.ts');
  const place = { relativeUrls: backend.embedded };
  endpoints.post(trialPath, session, body, opener, async (c) => {
    const { countTrialProducts } = await load();
    return c.json({ count: await countTrialProducts(c.var.body.store.id, c.var.session.person, place) });
  });
  endpoints.post(`${trialPath}/add`, session, body, opener, async (c) => {
    const { addTrialProducts, markTrialProducts } = await load();
    const { id } = c.var.body.store;
    const count = await addTrialProducts(id, c.var.session.person, place);
    await markTrialProducts(id, admin);
    return c.json({ count });
  });
  endpoints.post(`${trialPath}/remove`, session, body, opener, async (c) => {
    const { countTrialProducts, removeTrialProducts } = await load();
    const { id } = c.var.body.store;
    await removeTrialProducts(id, c.var.session.person, place);
    return c.json({ count: await countTrialProducts(id, c.var.session.person, place) });
  });
  return refuseOtherMethods(endpoints);
}
