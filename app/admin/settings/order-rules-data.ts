import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums, Tables } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Requirements for cash orders, and how customers are notified besides email. */
export type StoredOrderRules = {
  cash_rules: Tables<'staff_settings'>['cash_rules'];
  /** The pauses between unanswered calls, and what follows the last. */
  call_waits: Enums<'call_wait'>[];
  calls_ending: Enums<'calls_ending'>;
  /** Channels to the customer's phone, in order of preference. */
  notification_channels: string[];
  /** Events notified there. */
  notification_kinds: string[];
  /** Maximum number of notifications to phones per hour, and of those to unconfirmed numbers. */
  phone_notifications_limit: number;
  stranger_notifications_limit: number;
  /** Price of an SMS part; null until entered. */
  sms_part_piastres: number | null;
  /** How many hours a link to pay is valid, and a draft's prices are kept. */
  pay_link_hours: number;
  version: number;
} | null;

/** Reads the rules; null before staff settings were first saved. @throws BackendError */
export async function readOrderRules(): Promise<StoredOrderRules> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('staff_settings')
    .select(
      'cash_rules, call_waits, calls_ending, notification_channels, notification_kinds, phone_notifications_limit, stranger_notifications_limit, sms_part_piastres, pay_link_hours, version',
    )
    .eq('tenant_id', pageTenant())
    .maybeSingle();
  return dataOf(answer);
}

/** Reads the phone channels that are configured on the server. */
export async function readNotificationChannels(): Promise<unknown> {
  const answer = await fetch('/messages/channels');
  return answer.ok ? answer.json() : [];
}
