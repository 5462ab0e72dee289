ALTER TABLE "public"."imported_customers" DROP CONSTRAINT "imported_customers_address_check";

ALTER TABLE "public"."imported_customers" ADD CONSTRAINT "imported_customers_address_check" CHECK (((jsonb_typeof(address) = 'object'::text) AND (NOT jsonb_path_exists(address, 'strict $.*?(@.type() != "string")'::jsonpath))));
