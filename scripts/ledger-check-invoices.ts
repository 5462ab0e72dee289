import type { LedgerRule } from './ledger-check-rule.ts';

/** Invariants of invoices and credit notes, to the piastre. */
export const invoiceRules: readonly LedgerRule[] = [
  {
    name: 'an order that has an invoice costs what its invoices less its credit notes say, line by line',
    query: `
      select o.tenant_id, o.number, o.charged, p.said, open.kind, open.quantity, open.amount, open.tax
      from orders o
      cross join lateral (
        select sum(case kind when 'invoice' then total else -total end) as said from invoices where order_id = o.id
      ) p
      left join lateral private.uninvoiced_items(o) open on true
      where p.said is not null and (p.said <> o.charged or open.amount <> 0 or open.tax <> 0)`,
  },
  {
    name: 'an order has an invoice once its goods have gone or it is paid',
    query: `
      select o.tenant_id, o.number, o.status, o.charged, o.received, o.given_back
      from orders o
      where o.charged > 0 and not o.is_test and o.imported_from is null and not exists (select 1 from invoices where order_id = o.id)
        and (o.received - o.given_back >= o.charged or exists (
          select 1 from order_lines where order_id = o.id and sent > 0
        ))`,
  },
  {
    name: "a store's invoices and credit notes are numbered from 1 in each year, without gaps and in the order of their time",
    // Removing the demo leaves its numbers taken.
    query: `
      select tenant_id, kind, year, number, issued_at from (
        select i.*, row_number() over numbers as place, lag(i.issued_at) over numbers as before
        from (
          select tenant_id, kind, year, number, issued_at from invoices
          union all select tenant_id, kind, year, number, null from private.demo_invoices
        ) i window numbers as (partition by i.tenant_id, i.kind, i.year order by i.number)
      ) i
      where i.number <> i.place or i.issued_at < i.before`,
  },
  {
    name: "a store's counters stand at the last numbers of its last year",
    query: `
      select c.tenant_id, c.year, c.invoices, c.credit_notes, given.*
      from private.invoice_counters c
      cross join lateral (
        select count(*) filter (where kind = 'invoice') as given_invoices,
          count(*) filter (where kind = 'credit_note') as given_credit_notes
        from (
          select tenant_id, year, kind from invoices union all select tenant_id, year, kind from private.demo_invoices
        ) numbered where tenant_id = c.tenant_id and year = c.year
      ) given
      where (c.invoices, c.credit_notes) <> (given.given_invoices, given.given_credit_notes)`,
  },
  {
    name: 'an invoice adds up, and contains the tax of its rate',
    query: `
      select i.tenant_id, i.code, i.total, i.tax, l.*
      from invoices i
      cross join lateral (
        select sum(amount) as amounts, sum(tax) as taxes, count(*) as lines,
          max(abs(tax - private.contained_tax(amount, tax_rate))) as off
        from invoice_lines where invoice_id = i.id
      ) l
      where (i.total, i.tax) is distinct from (l.amounts, l.taxes)
        -- The parts of a line are rounded so that they sum up.
        or l.off > 0.02`,
  },
  {
    name: 'a credit note takes from an invoice of its own order that was issued before, and no more of a line than it has',
    query: `
      select n.tenant_id, n.code, i.code as invoice, o.amount, o.quantity
      from invoices n
      join invoices i on i.id = n.corrects_id
      left join lateral (
        select max(open.amount) as amount, max(open.quantity) as quantity from private.items_left(n.order_id) open
        where open.invoice_id = i.id and open.kind <> 'goodwill' and (open.amount < 0 or open.quantity < 0)
      ) o on true
      where i.order_id <> n.order_id or i.kind <> 'invoice' or i.issued_at >= n.issued_at or o.amount is not null`,
  },
];
