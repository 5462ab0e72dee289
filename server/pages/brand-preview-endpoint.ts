import type { SupabaseClient } from '@supabase/supabase-js';
import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import { z } from 'zod';
import { presets } from '../../app/brands/presets.ts';
import { languages, pathInLanguage } from '../../app/i18n/languages.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { readFactRows } from '../../app/store/read-facts.ts';
import { requireCapability, requireSession, type Session, type SessionBackend } from '../backend/session.ts';
import { brandDraft } from '../brands/brand-draft.ts';
import { brandById } from '../brands/brand-registry.ts';
import { brandWithFacts, namesFacts } from '../brands/stored-brands.ts';
import {
  createEndpoints,
  type Endpoints,
  jsonBody,
  refuseOtherMethods,
  tooManyTries,
} from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import { rateLimit } from '../http/rate-limit.ts';
import type { RenderPage } from './render-page.ts';
import type { StoreDoors } from './store-doors.ts';

interface PreviewOptions {
  backend: SessionBackend;
  admin: SupabaseClient<Database>;
  render: RenderPage;
  doors: Pick<StoreDoors, 'isClosed'>;
  log: Logger;
}

/** Previews per person in a minute; one is rendered each time that somebody stops typing. */
const previewsOfPerson = { times: 120, seconds: 60 };
/** Bytes; the longest brand has about 30,000 letters in both languages. */
const LARGEST_DRAFT = 256 * 1024;

const bodySchema = z.object({
  store: z.string(),
  language: z.enum(languages),
  /** Path of the page, without language. */
  path: z
    .string()
    .max(500)
    .regex(/^\/(?!\/)/),
  draft: brandDraft,
});

/**
 * `POST /brand-preview` with a bearer access token: renders a page of the store with an unsaved brand, for staff who may
 * change it (docs/product.md, Stores). Answers `{html, status}`: the document and the status of the page. Nothing is
 * stored or cached, so that nobody else sees a draft, and nobody can make others see one.
 */
export function brandPreviewEndpoint({ backend, admin, render, doors, log }: PreviewOptions): Endpoints {
  const withinLimit = rateLimit(admin, 'brand_previews', previewsOfPerson);
  const endpoints = createEndpoints(log);
  const session = requireSession(backend);
  const body = jsonBody(bodySchema, {
    largest: LARGEST_DRAFT,
    message: 'The draft of this brand cannot be shown.',
  });
  const designer = createMiddleware<{
    Variables: { session: Session; body: z.output<typeof bodySchema> };
  }>(async (c, next) => {
    await requireCapability(c.var.session, c.var.body.store, 'settings.store');
    if (!(await withinLimit(c.var.session.user.id))) throw tooManyTries();
    await next();
  });
  endpoints.post('/brand-preview', session, body, designer, async (c) => {
    const { store: tenantId, language, path, draft } = c.var.body;
    const { person } = c.var.session;
    const known = brandById(tenantId);
    const stored = await person
      .from('brands')
      .select('*')
      .eq('tenant_id', tenantId)
      .maybeSingle()
      .throwOnError();
    if (!known || !stored.data) throw new HttpError(404, 'There is no such store.');
    const preset = presets.find(({ id }) => id === tenantId);
    const closed = await doors.isClosed(tenantId);
    const preview = closed
      ? await person.rpc('store_preview', { p_tenant_id: tenantId }).throwOnError()
      : undefined;
    const row = { ...stored.data, ...draft } as typeof stored.data;
    const facts = namesFacts(row) ? await readFactRows(person, tenantId) : null;
    const rendered = await render({
      tenantId,
      language,
      path: pathInLanguage(path, language),
      origin: new URL(c.env.pageOf(tenantId, '/')).origin,
      closed,
      preview: preview?.data,
      draft: brandWithFacts(row, known.domain, preset, facts),
    });
    const isPage = String(rendered.headers['content-type']).startsWith('text/html');
    if (!isPage) throw new HttpError(409, 'This page cannot be shown beside the form.');
    const answer = { html: rendered.body.toString(), status: rendered.status };
    return c.json(answer, 200, { 'cache-control': 'private, no-store' });
  });
  return refuseOtherMethods(endpoints);
}
