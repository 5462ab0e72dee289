set local check_function_bodies = off;

ALTER TYPE "public"."refund_way" ADD VALUE 'exchange' AFTER 'cash';
