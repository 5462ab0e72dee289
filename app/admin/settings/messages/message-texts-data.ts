import { z } from 'zod';
import type { Language } from '#app/i18n/languages.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { MessageKey, WordedKind } from '#app/lib/message-words.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { askServer } from '../../ui/ask-server.ts';
import { assertRowChanged } from '../../ui/error-message.ts';

/** Reads the store's own words for its messages. @throws BackendError */
export async function readMessageTexts() {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase.from('message_texts').select('key, language, body').eq('tenant_id', pageTenant()),
  );
}

/** Saves a text; an empty one, or the default, is no longer the store's own. @throws BackendError */
export async function saveMessageText(
  key: MessageKey,
  language: Language,
  body: string | null,
): Promise<void> {
  const supabase = await loadSupabase();
  if (body === null) {
    const gone = supabase.from('message_texts').delete().eq('tenant_id', pageTenant());
    dataOf(await gone.eq('key', key).eq('language', language).select('key'));
    return;
  }
  const row = { tenant_id: pageTenant(), key, language, body };
  const changed = await supabase
    .from('message_texts')
    .update({ body })
    .eq('tenant_id', pageTenant())
    .eq('key', key)
    .eq('language', language)
    .select('key');
  if (dataOf(changed).length > 0) return;
  assertRowChanged(await supabase.from('message_texts').insert(row).select('key'));
}

/** Reads the newest orders, of which a preview takes one. @throws BackendError */
export async function readPreviewOrders() {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('orders')
      .select('id, number, status, created_at')
      .eq('tenant_id', pageTenant())
      .is('imported_from', null)
      .order('created_at', { ascending: false })
      .limit(30),
  );
}

export type PreviewOrder = Awaited<ReturnType<typeof readPreviewOrders>>[number];

/** The price of a part of a text message, in piastres; null until it is set. @throws BackendError */
export async function readPartPrice(): Promise<number | null> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('staff_settings')
    .select('sms_part_piastres')
    .eq('tenant_id', pageTenant())
    .maybeSingle();
  return dataOf(answer)?.sms_part_piastres ?? null;
}

const defaultsSchema = z.object({
  en: z.record(z.string(), z.string()),
  ar: z.record(z.string(), z.string()),
});
export type DefaultTexts = z.infer<typeof defaultsSchema>;

/** Reads the default texts in each language, by key. @throws BackendError */
export const readDefaultTexts = async (): Promise<DefaultTexts> =>
  defaultsSchema.parse(await askServer('/message-preview'));

const previewSchema = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  parts: z.number(),
});
export type MessagePreview = z.infer<typeof previewSchema>;

/** Composes a message about an order in unsaved words. @throws BackendError */
export async function previewMessage(
  orderId: string,
  kind: WordedKind,
  language: Language,
  drafts: Readonly<Record<string, string>>,
): Promise<MessagePreview> {
  return previewSchema.parse(await askServer('/message-preview', { orderId, kind, language, drafts }));
}
