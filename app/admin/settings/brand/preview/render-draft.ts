import { z } from 'zod';
import type { Language } from '#app/i18n/languages.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import type { TablesUpdate } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

const failure = z.object({ message: z.string() }).catch({ message: '' });
const pageSchema = z.object({ html: z.string() });

/** A page of the store, and the unsaved columns of the brand to show it with. */
export type DraftRequest = {
  /** Path without language. */
  path: string;
  language: Language;
  draft: TablesUpdate<'brands'>;
};

/** Renders a page of the store with an unsaved brand; returns its HTML. @throws BackendError */
export async function renderDraft(request: DraftRequest, signal: AbortSignal): Promise<string> {
  const supabase = await loadSupabase();
  const { data } = await supabase.auth.getSession();
  const response = await fetch('/brand-preview', {
    method: 'POST',
    signal,
    headers: {
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ store: pageTenant(), ...request }),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return pageSchema.parse(answer).html;
  throw new BackendError(failure.parse(answer), response.status);
}
