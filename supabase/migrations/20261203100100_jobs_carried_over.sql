-- What waits to be sent becomes jobs, at the time at which it was due and with the attempts that it had.

alter table private.jobs alter column attempts type integer;
alter table private.jobs alter column max_attempts type integer;
alter table private.jobs add column priority smallint not null default 0;
alter table private.jobs add column every interval check (every > interval '0');

insert into private.jobs (kind, key, tenant_id, run_at, attempts, max_attempts, last_error, priority)
select 'send_' || message.channel, message.id::text, message.tenant_id, message.due_at, message.attempts,
  case message.channel when 'email' then 12 else 6 end, message.error, message.to_stranger::integer
from public.order_messages message
where message.sent_at is null and message.expired_at is null and message.failed_at is null;

insert into private.jobs (kind, key, tenant_id, run_at, attempts, max_attempts)
select 'send_stock_alert', alert.id::text, alert.tenant_id, alert.due_at, alert.attempts, 12
from public.stock_alerts alert where alert.due_at is not null;

insert into private.jobs (kind, key, tenant_id, run_at, attempts, max_attempts)
select 'send_opening_alert', alert.id::text, alert.tenant_id, greatest(
    alert.due_at, case settings.state when 'resting' then settings.reopens_on::timestamp at time zone 'Africa/Cairo' end
  ), alert.attempts, 12
from public.opening_alerts alert join public.settings on settings.tenant_id = alert.tenant_id and settings.state <> 'closed';

insert into private.jobs (kind, key, tenant_id, run_at, attempts)
select 'book_shipment', booking.shipment_id::text, booking.tenant_id, booking.due_at, least(booking.attempts, 10)
from public.carrier_bookings booking where booking.state in ('waiting', 'asked', 'to_cancel');

insert into private.jobs (kind, key, tenant_id, run_at)
select 'send_refund', refund.id::text, refund.tenant_id,
  greatest(refund.looked_at, now() - interval '1 day')
    + case when refund.reference = '' then interval '20 seconds' else interval '10 minutes' end
from public.refunds refund where refund.state = 'sending' and refund.payment_id is not null;
