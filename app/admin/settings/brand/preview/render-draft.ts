import { z } from 'zod';
import type { Language } from '#app/i18n/languages.ts';
import type { TablesUpdate } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { askServer } from '../../../ui/ask-server.ts';

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
  const answer = await askServer('/brand-preview', { store: pageTenant(), ...request }, signal);
  return pageSchema.parse(answer).html;
}
