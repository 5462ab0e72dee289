-- New values of a type are used by the next migration only: a transaction cannot use those that it adds.

ALTER TYPE "public"."provider_payment_status" ADD VALUE 'held' AFTER 'returned';

ALTER TYPE "public"."provider_payment_status" ADD VALUE 'released' AFTER 'held';
