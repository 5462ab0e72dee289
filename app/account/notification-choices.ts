import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

export type PhoneChannel = Exclude<Enums<'notification_channel'>, 'email'>;

/** The store's phone channels for order notifications, in the store's order. */
export type NotificationChoices = {
  channel: PhoneChannel;
  is_wanted: boolean;
  /** The person's phone numbers that replied STOP, in E.164. */
  stopped_numbers: string[];
}[];

/** Reads the shopper's notification choices. @throws BackendError */
export async function readNotificationChoices(): Promise<NotificationChoices> {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .rpc('notification_choices', { p_tenant_id: pageTenant() })
      .overrideTypes<NotificationChoices, { merge: false }>(),
  );
}

/** Turns a channel's notifications on or off and returns all choices afterwards. @throws BackendError */
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
