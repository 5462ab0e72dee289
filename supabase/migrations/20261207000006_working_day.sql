set local check_function_bodies = off;

ALTER TYPE "public"."payment_entry_kind" ADD VALUE 'exchange_used' AFTER 'compensated';
