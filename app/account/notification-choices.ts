import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

export type PhoneChannel = Exclude<Enums<'notification_channel'>, 'email'>;

/** The ways by which the store tells a shopper about their orders on their phone, in its order. */
export type NotificationChoices = {
  channel: PhoneChannel;
  is_wanted: boolean;
  /** Those of the person's phone numbers that answered STOP, in E.164. */
  stopped_numbers: string[];
}[];

/** Reads what of the store's messages comes to the shopper's phone. @throws BackendError */
export async function readNotificationChoices(): Promise<NotificationChoices> {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .rpc('notification_choices', { p_tenant_id: pageTenant() })
      .overrideTypes<NotificationChoices, { merge: false }>(),
  );
}

/** Chooses whether messages come by a channel; returns all choices as they are then. @throws BackendError */
export async function chooseNotifications(
  channel: PhoneChannel,
  isWanted: boolean,
): Promise<NotificationChoices> {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .rpc('choose_notifications', { p_tenant_id: pageTenant(), p_channel: channel, p_is_wanted: isWanted })
      .overrideTypes<NotificationChoices, { merge: false }>(),
  );
}
