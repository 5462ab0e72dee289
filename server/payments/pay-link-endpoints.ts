import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import { z } from 'zod';
import { defaultLanguage, languages } from '../../app/i18n/languages.ts';
import type { Database } from '../../app/lib/database.types.ts';
import {
  createEndpoints,
  type EndpointBindings,
  type Endpoints,
  jsonBody,
  limitBody,
  limitClients,
  refuseOtherMethods,
  storeOf,
} from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { ProviderError } from './payment-provider.ts';
import type { Payments } from './payments.ts';

interface PayLinkOptions {
  payments: Payments;
  admin: SupabaseClient<Database>;
  log: Logger;
}

/** Per client, so that nobody guesses secrets. */
const callsPerMinute = 40;
const mostPhotos = 5;
const largestPhoto = 8 * 1024 * 1024;
const largestBody = { call: 4 * 1024, proof: mostPhotos * largestPhoto + 64 * 1024 };
const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

const token = z.string().regex(/^[\w-]{22}$/);
const language = z.enum(languages).default(defaultLanguage);
const amount = z.number().positive();
const linkSchema = z.object({ token, language });
const startSchema = linkSchema.extend({
  /** Checkout option such as `paymob_wallet`. */
  option: z.string().max(60),
  /** Pounds, as the page showed it. */
  amount,
});
const proofSchema = z.object({
  token,
  amount: z.coerce.number().positive(),
  note: z.string().max(500).default(''),
  photos: z
    .array(z.instanceof(File).refine(({ size, type }) => size <= largestPhoto && type in endings))
    .min(1)
    .max(mostPhotos),
});

const UNREACHABLE = 'The payment service does not answer. Try again in a moment.';
const message = 'Name the link.';

/**
 * What anybody with a link to pay can do, without an account:
 * - `POST /pay-links/read` ({token, language} → what it is for)
 * - `POST /pay-links/start` ({token, option, amount, language} → {url} of the payment page)
 * - `POST /pay-links/update` ({token} → {declined}): reads its payments from their providers
 * - `POST /pay-links/proof` (form with token, amount, note and photos): announces a bank transfer
 */
export function payLinkEndpoints({ payments, admin, log }: PayLinkOptions): Endpoints {
  const limit = limitClients(rateLimit(admin, 'pay_link_calls', { times: callsPerMinute, seconds: 60 }));
  const link = jsonBody(linkSchema, { largest: largestBody.call, message });
  const endpoints = createEndpoints(log, {
    unexpected: { status: 500, message: UNREACHABLE },
    translate: (error) => (error instanceof ProviderError ? new HttpError(502, UNREACHABLE) : error),
  });
  const named = (c: { env: EndpointBindings; req: { raw: Request } }, secret: string) => ({
    p_tenant_id: storeOf(c),
    p_token: secret,
  });

  endpoints.post('/pay-links/read', limit, link, async (c) => {
    const { body } = c.var;
    const { data } = await admin
      .rpc('pay_link_page', { ...named(c, body.token), p_language: body.language })
      .throwOnError();
    return c.json(data);
  });
  const started = jsonBody(startSchema, { largest: largestBody.call, message });
  endpoints.post('/pay-links/start', limit, started, async (c) => {
    const { body } = c.var;
    const url = await payments.startByLink({
      ...body,
      tenantId: storeOf(c),
      pageAt: (tenantId, path) => c.env.pageOf(tenantId, path, body.language),
      callbackAt: (tenantId, path) => c.env.pageOf(tenantId, path),
    });
    return c.json({ url });
  });
  endpoints.post('/pay-links/update', limit, link, async (c) => {
    const { data } = await admin.rpc('pay_link_order', named(c, c.var.body.token)).throwOnError();
    return c.json({ declined: data ? await payments.update(data) : false });
  });
  endpoints.post('/pay-links/proof', limit, limitBody(largestBody.proof), async (c) => {
    const form = await c.req.formData().catch(() => new FormData());
    const sent = proofSchema.safeParse({
      ...Object.fromEntries(['token', 'amount', 'note'].map((name) => [name, form.get(name) ?? undefined])),
      photos: form.getAll('photos'),
    });
    if (!sent.success) throw new HttpError(400, 'Choose up to five pictures of the transfer.');
    const { data } = sent;
    const paths = await storePhotos(named(c, data.token), data.photos);
    await admin
      .rpc('transfer_by_link', {
        ...named(c, data.token),
        p_amount: data.amount,
        p_photos: paths,
        p_note: data.note,
      })
      .throwOnError();
    return c.json({});
  });
  return refuseOtherMethods(endpoints);

  /** Stores pictures in the link's folder; those of a refused transfer are removed with other unsent ones. */
  async function storePhotos(
    secret: { p_tenant_id: string; p_token: string },
    photos: readonly File[],
  ): Promise<string[]> {
    const folder = (await admin.rpc('pay_link_folder', secret).throwOnError()).data;
    return Promise.all(
      photos.map(async (photo) => {
        const path = `${folder}/${randomUUID()}.${endings[photo.type]}`;
        const { error } = await admin.storage
          .from('order-photos')
          .upload(path, photo, { contentType: photo.type });
        if (error) throw new Error(`A picture of a transfer could not be stored: ${error.message}`);
        return path;
      }),
    );
  }
}
