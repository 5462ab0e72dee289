import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { MailTransport } from 'embedded-supabase/mail';
import type { Logger } from 'pino';
import { z } from 'zod';
import { brandById } from '../../app/brands/brands.ts';
import { defaultLanguage, languages } from '../../app/i18n/languages.ts';
import type { Database } from '../../app/lib/database.types.ts';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { isStaffOf } from '../backend/is-staff.ts';
import { sessionOf } from '../backend/session.ts';
import type { Environment } from '../environment.ts';
import { readTarget } from '../http/answer-requests.ts';
import { HttpError } from '../http/http-error.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { asJson, readBody } from '../http/read-body.ts';
import type { AddressCheckOptions } from '../operations/public-address.ts';
import type { PaymentAccounts } from '../payments/payment-providers.ts';
import { checkAddresses, checkPaymentKeys, mailWayOf, sendTestMail } from './setup-checks.ts';

const address = /^\/setup\/(addresses|payment-keys|mail|test-mail|trial-products)(?:\/(add|remove))?$/;
const largestBody = 4 * 1024;
/** Checks allowed to one person in ten minutes: each one connects to a service or sends a message. */
const checksOfPerson = { times: 60, seconds: 600 };

const bodySchema = z.object({ store: z.string(), language: z.enum(languages).default(defaultLanguage) });

interface EndpointOptions {
  environment: Environment;
  accounts: PaymentAccounts;
  transport: MailTransport | undefined;
  /** Client with the secret key, for the rate limit. */
  admin: SupabaseClient<Database>;
  backend: Pick<BackendConnection, 'internalUrl' | 'publishableKey' | 'fetch' | 'embedded'>;
  addresses: Pick<AddressCheckOptions, 'proofOf' | 'network'>;
  log: Logger;
}

/**
 * Handles what super admins ask while they set a store up, each a POST of {store, language} with a bearer access token:
 * `/setup/addresses` (where its public addresses lead), `/setup/payment-keys` (whether providers know the keys),
 * `/setup/mail` (where mail goes), `/setup/test-mail` (sends one to the person), `/setup/trial-products` and its `/add`
 * and `/remove` (twelve products of the demo). Responds 401 without a session, 403 for everybody else, 429 when
 * rate-limited.
 */
export function setupEndpoints(options: EndpointOptions) {
  const { environment, accounts, transport, admin, backend, addresses, log } = options;
  const withinLimit = rateLimit(admin, 'setup_checks', checksOfPerson);
  const mailWay = mailWayOf(environment);

  async function answer(
    action: string,
    change: string | undefined,
    request: IncomingMessage,
  ): Promise<object> {
    const session = await sessionOf(backend, request);
    const { person, user } = session;
    const body = bodySchema.safeParse(asJson(await readBody(request, largestBody)));
    const brand = brandById(body.data?.store);
    if (!body.success || !brand) throw new HttpError(400, 'Name the store.');
    if (!(await isStaffOf(session, new Set([brand.id]), 'super_admin')))
      throw new HttpError(403, 'Only super admins can do that.');
    if (!(await withinLimit(user.id))) throw new HttpError(429, 'Too many tries. Wait a minute.');
    if (action === 'addresses') {
      const { SOUK_ORIGIN: origin } = environment;
      return { addresses: await checkAddresses(brand, origin, addresses), hasOrigin: origin !== undefined };
    }
    if (action === 'payment-keys') return { keys: await checkPaymentKeys(accounts, brand.id) };
    if (action === 'mail') return { way: mailWay };
    if (action === 'test-mail') {
      if (!transport || !user.email) return { way: mailWay, to: '', problem: '' };
      const to = user.email.replace(`+${brand.id}@`, '@');
      const problem = await sendTestMail(transport, { to, brand, language: body.data.language });
      return { way: mailWay, to, problem };
    }
    const trial = await import('../../demo/load/trial-products.ts');
    const place = { relativeUrls: backend.embedded };
    if (change === 'add') {
      const count = await trial.addTrialProducts(brand.id, person, place);
      await trial.markTrialProducts(brand.id, admin);
      return { count };
    }
    if (change === 'remove') await trial.removeTrialProducts(brand.id, person, place);
    return { count: await trial.countTrialProducts(brand.id, person, place) };
  }

  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    const [whole, action = '', change] = address.exec(readTarget(request.url ?? '/').pathname) ?? [];
    if (whole === undefined) return false;
    if (change && action !== 'trial-products') return false;
    const send = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(body));
    if (request.method !== 'POST') {
      send(405, { message: 'Only POST.' });
      return true;
    }
    return answer(action, change, request).then(
      (body) => void send(200, body),
      (error: unknown) => {
        if (error instanceof HttpError) return void send(error.status, { message: error.message });
        log.error({ err: error, action }, 'a step of setting up failed');
        send(500, { message: error instanceof Error ? error.message : 'It failed.' });
      },
    );
  };
}
