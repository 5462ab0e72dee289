import type postgres from 'postgres';

/**
 * Gives a store so many conversations of three messages each and one with as many messages, reviews, codes, vouchers and
 * deals. Its customers and products must be there. @returns the long conversation's id
 */
export async function fillOthers(
  tx: postgres.TransactionSql,
  tenantId: string,
  rows: number,
): Promise<string> {
  await tx`insert into conversations (tenant_id, kind, user_id, name, email, subject, is_open, answered_at, last_message_at, created_at)
    select ${tenantId}, case when n % 2 = 0 then 'chat' else 'contact' end::conversation_kind,
      case when n % 2 = 0 then p.ids[n] end, 'Person ' || n, 'p' || n || '@example.com', 'About order ' || n, n % 5 > 0,
      case when n % 3 = 0 then now() end, now() - n * interval '3 minutes', now() - n * interval '4 minutes'
    from generate_series(1, ${rows}::int) n,
      (select array_agg(id) as ids from profiles where tenant_id = ${tenantId}) p`;
  await tx`insert into messages (tenant_id, conversation_id, sender, body, created_at)
    select c.tenant_id, c.id, 'visitor', 'When will it come? ' || m, c.last_message_at - m * interval '1 minute'
    from conversations c, generate_series(0, 2) m`;
  const [long] = await tx`insert into conversations (tenant_id, kind, name, email) values
    (${tenantId}, 'contact', 'Somebody', 'long@example.com') returning id`;
  await tx`insert into messages (tenant_id, conversation_id, sender, body, created_at)
    select ${tenantId}, ${long?.id}, 'visitor', 'Again: ' || n, now() - n * interval '1 minute'
    from generate_series(1, ${rows}::int) n`;
  await tx`insert into reviews (tenant_id, product_id, user_id, author_name, rating, title, body, status, created_at)
    select ${tenantId}, p.ids[1 + n % cardinality(p.ids)], u.ids[1 + n % cardinality(u.ids)], 'Person ' || n, 1 + n % 5, 'Good', 'Fits well',
      (enum_range(null::review_status))[1 + n % 3], now() - n * interval '1 minute'
    from generate_series(1, ${rows}::int) n, (select array_agg(id) as ids from products) p,
      (select array_agg(id) as ids from profiles) u`;
  await tx`insert into discounts (tenant_id, code, kind, value, user_id, created_at)
    select ${tenantId}, v.head || n, 'fixed', 5, case when v.head = 'V' then p.ids[1 + n % cardinality(p.ids)] end,
      now() - n * interval '1 minute'
    from generate_series(1, ${rows}::int) n, (values ('C'), ('V')) v (head), (select array_agg(id) as ids from profiles) p`;
  await tx`update products set original_price = price + 10, on_sale = true where tenant_id = ${tenantId}`;
  return String(long?.id);
}
