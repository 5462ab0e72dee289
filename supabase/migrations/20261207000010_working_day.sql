set local check_function_bodies = off;

ALTER TYPE "public"."return_kind" ADD VALUE 'exchange' AFTER 'replacement';
