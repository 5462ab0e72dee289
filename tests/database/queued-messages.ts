/** Takes the mails about orders that are due, as the server does; answers what they say. */
export const takeMails = takeMessages('email', 100);

/** Takes messages of a channel that are due, as the server does; answers what they say. */
export function takeMessages(channel: 'email' | 'sms' | 'whatsapp', limit: number): string {
  return `select coalesce(jsonb_agg(message), '[]') as value from order_notifications_to_send(
    array(select id from take_jobs('{send_${channel}}', ${limit}))) message`;
}

/** Takes the alerts of a kind that are due, as the server does; answers what they say. */
export const takeAlerts = (kind: 'stock' | 'opening'): string =>
  `select coalesce(jsonb_agg(to_jsonb(alert)), '[]') as value from ${kind}_alerts_to_send(
    array(select id from take_jobs('{send_${kind}_alert}', 100))) alert`;
