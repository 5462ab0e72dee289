set local check_function_bodies = off;

ALTER TYPE "public"."approval_act" ADD VALUE 'undo_changes' AFTER 'undo_product_change';
