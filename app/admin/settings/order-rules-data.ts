import { dataOf } from '#app/lib/backend-error.ts';
import type { Json } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** What orders paid in cash are asked for, and how customers are told of their orders besides by mail. */
export type StoredOrderRules = {
  cash_rules: Json;
  /** Ways to the customer's phone, the first one first. */
  notification_channels: string[];
  /** Happenings that are told there. */
  notification_kinds: string[];
  /** How many messages go to phones within an hour, and how many of these to numbers that nobody has proven. */
  phone_notifications_limit: number;
  stranger_notifications_limit: number;
  /** What a part of an SMS costs the store; null while nobody has said it. */
  sms_part_piastres: number | null;
  version: number;
} | null;

/** Reads the rules; null before staff settings were first saved. @throws BackendError */
export async function readOrderRules(): Promise<StoredOrderRules> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('staff_settings')
    .select(
      'cash_rules, notification_channels, notification_kinds, phone_notifications_limit, stranger_notifications_limit, sms_part_piastres, version',
    )
    .eq('tenant_id', pageTenant())
    .maybeSingle();
  return dataOf(answer);
}

/** Reads which ways to phones the server has set up. */
export async function readNotificationChannels(): Promise<unknown> {
  const answer = await fetch('/messages/channels');
  return answer.ok ? answer.json() : [];
}
