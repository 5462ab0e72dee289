-- A kind of message for a return that was announced. No row changes.

set local check_function_bodies = off;

DROP FUNCTION "private"."queue_order_message"(public.orders, public.order_message_kind, uuid, uuid, timestamp with time zone);

ALTER TYPE "public"."order_message_kind" ADD VALUE 'return_requested' BEFORE 'return_answered';
