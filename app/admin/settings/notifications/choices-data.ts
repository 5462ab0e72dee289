import { dataOf } from '#app/lib/backend-error.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { assertRowChanged } from '../../ui/error-message.ts';

/** How the user hears of a topic. */
export type NotificationChoice = Pick<
  Tables<'staff_notification_choices'>,
  'topic' | 'channel' | 'each_morning'
>;

/** Reads what the user chose to hear of in this store. @throws BackendError */
export async function readChoices(): Promise<NotificationChoice[]> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('staff_notification_choices')
    .select('topic, channel, each_morning')
    .eq('tenant_id', pageTenant());
  return dataOf(answer);
}

/** Chooses to hear of a topic. @throws BackendError */
export async function addChoice(userId: string, choice: NotificationChoice): Promise<void> {
  const supabase = await loadSupabase();
  const row = { ...choice, tenant_id: pageTenant(), user_id: userId };
  dataOf(await supabase.from('staff_notification_choices').insert(row).select('id'));
}

/** Chooses another way to hear of a topic. @throws BackendError */
export async function changeChoice({ topic, ...way }: NotificationChoice): Promise<void> {
  const supabase = await loadSupabase();
  assertRowChanged(
    await supabase
      .from('staff_notification_choices')
      .update(way)
      .eq('tenant_id', pageTenant())
      .eq('topic', topic)
      .select('id'),
  );
}

/** Chooses to hear no more of a topic. @throws BackendError */
export async function removeChoice(topic: NotificationChoice['topic']): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(
    await supabase
      .from('staff_notification_choices')
      .delete()
      .eq('tenant_id', pageTenant())
      .eq('topic', topic)
      .select('id'),
  );
}
