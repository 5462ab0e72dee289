set local check_function_bodies = off;

DROP TRIGGER "store_opens" ON "public"."settings";

ALTER TYPE "public"."store_state" ADD VALUE 'gone' AFTER 'resting';
