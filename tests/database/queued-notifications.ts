/** Takes due order mails as the server does; returns their content. */
export const takeMails = takeNotifications('email', 100);

/** Takes a channel's due notifications as the server does; returns their content. */
export function takeNotifications(channel: 'email' | 'sms' | 'whatsapp', limit: number): string {
  return `select coalesce(jsonb_agg(message), '[]') as value from order_notifications_to_send(
    array(select id from take_jobs('{send_${channel}}', ${limit}))) message`;
}

/** Takes due alerts of a kind as the server does; returns their content. */
export const takeAlerts = (kind: 'stock' | 'opening'): string =>
  `select coalesce(jsonb_agg(to_jsonb(alert)), '[]') as value from ${kind}_alerts_to_send(
    array(select id from take_jobs('{send_${kind}_alert}', 100))) alert`;
