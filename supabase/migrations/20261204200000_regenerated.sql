set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.delete_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.jobs job using deleted
  where split_part(job.key, ' ', 1) = deleted.id::text and job.kind = any (tg_argv);
  return null;
end
$function$;

ALTER FUNCTION "private"."delete_jobs"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.operations_status()
 RETURNS public.operations_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_figures public.operations_figures;
begin
  perform private.require_service();
  v_figures.orders := array(
    select row(orders.status, count(*))::public.state_count from public.orders group by orders.status order by orders.status
  );
  v_figures.mails := (
    select row(
      count(*) filter (where sent_at is not null), count(*) filter (where state = 'waiting'),
      count(*) filter (where state = 'waiting' and held_at is null and created_at < now() - interval '30 minutes'),
      count(*) filter (where expired_at > now() - interval '7 days'))::public.notification_counts
    from public.order_notifications
  );
  v_figures.phones_held := (
    select count(*) from public.order_notifications where held_at > now() - interval '1 hour'
  );
  v_figures.payments := array(
    select row(payments.status, count(*))::public.state_count from public.payments
    group by payments.status order by payments.status
  );
  v_figures.payments_stuck := (
    select count(*) from public.payments
    where status = 'open' and expires_at < now() - interval '1 hour'
      or status = 'mismatched' and updated_at < now() - interval '1 hour'
      or status = 'held' and held_until < now() - interval '1 hour'
  ) + (
    select count(*) from public.refunds where state = 'sending' and updated_at < now() - interval '1 hour'
  );
  v_figures.differences := row(
    (select count(*) from public.payment_differences where resolved_at is null),
    (select count(*) from public.settlement_differences where resolved_at is null))::public.difference_counts;
  v_figures.jobs := (
    select row(
      count(*) filter (where job.every is null and not private.has_failed(job)),
      count(*) filter (where private.has_failed(job)))::public.job_counts
    from private.jobs job
  );
  v_figures.database_bytes := pg_catalog.pg_database_size(pg_catalog.current_database());
  return v_figures;
end
$function$;

CREATE INDEX jobs_by_row ON private.jobs USING btree (split_part(key, ' '::text, 1));

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.conversations REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_contact_mail');

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.opening_alerts REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_opening_alert');

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.order_notifications REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_email', 'send_sms', 'send_whatsapp');

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.refunds REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_refund');

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.shipments REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('book_shipment');

CREATE TRIGGER jobs_deleted AFTER DELETE ON public.stock_alerts REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.delete_jobs('send_stock_alert');

REVOKE ALL ON FUNCTION "private"."delete_jobs"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_jobs"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_jobs"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_jobs"() TO "service_role";
