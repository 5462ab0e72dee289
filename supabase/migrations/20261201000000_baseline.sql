-- Made from supabase/schemas by scripts/schema/baseline.ts.

-- schemas/01_foundation.sql

-- Extensions, the schema of what is not part of the API, default privileges, and functions that every domain uses.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists btree_gin with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;
alter default privileges in schema private grant execute on functions to service_role;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.created_at := old.created_at;
  new.updated_at := now();
  return new;
end
$$;

create function private.touch_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.created_at := old.created_at;
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end
$$;

create function private.refuse_key_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.refuse('row_fixed');
  return null;
end
$$;

-- Adds the trigger that refuses a change of these columns: an upsert writes every column that it names, keys too.
create procedure private.fix_columns(p_table regclass, p_columns text[])
language plpgsql set search_path = '' as $$
begin
  execute format(
    'create trigger columns_fixed before update of %s on %s for each row when (%s) execute function private.refuse_key_change()',
    (select string_agg(quote_ident(fixed), ', ') from unnest(p_columns) fixed), p_table,
    (select string_agg(format('old.%1$I <> new.%1$I', fixed), ' or ') from unnest(p_columns) fixed)
  );
end
$$;

create function private.is_service() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(auth.jwt() ->> 'role', '') = 'service_role';
end
$$;

-- Today and now on the shops' clock: every store is in Egypt.
create function private.shop_time(p_at timestamptz default now()) returns timestamp
language sql stable as $$ select p_at at time zone 'Africa/Cairo' $$;

-- What a row says in other languages: {"ar": {"name": "…"}}. Each text is under the name of its column; where the column
-- holds several, such as an option's values, it is an object of texts.
create function private.are_translations(p_value jsonb, p_longest integer) returns boolean
language sql immutable as $$
  select case when jsonb_typeof(p_value) = 'object' then length(p_value::text) <= p_longest and not exists (
    select 1 from jsonb_each(p_value) said where said.key !~ '^[a-z]{2}$' or jsonb_typeof(said.value) <> 'object'
  ) else false end
$$;

-- What a row says in other languages in one of its columns.
create function private.translated_texts(p_translations jsonb, p_column text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if p_translations = '{}' then
    return null;
  end if;
  return (select string_agg(said.value ->> p_column, ' ') from jsonb_each(p_translations) said);
end
$$;

-- What a row calls the texts of one of its columns in other languages; with a text, what it calls that one.
create function private.translated_words(p_translations jsonb, p_column text, p_text text default null) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if p_translations = '{}' then
    return null;
  end if;
  return (
    select string_agg(word.value, ' ') from jsonb_each(p_translations) said, jsonb_each_text(
      case when jsonb_typeof(said.value -> p_column) = 'object' then said.value -> p_column end
    ) word where p_text is null or word.key = p_text
  );
end
$$;

-- A row's translations with the texts that somebody gives anew; one that is given as null goes, one that is not given stays.
create function private.merged_translations(p_translations jsonb, p_given jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(merged.language, merged.texts) filter (where merged.texts <> '{}'), '{}')
  from (
    select named.language,
      jsonb_strip_nulls(coalesce(p_translations -> named.language, '{}') || coalesce(p_given -> named.language, '{}')) as texts
    from (select jsonb_object_keys(p_translations || p_given) as language) named
  ) merged
$$;

-- Numbers that the app shows as well; a test holds both sides together.

-- Up to how many pieces shoppers are told that few are left.
create function private.few_left() returns integer
language sql immutable as $$ select 5 $$;

-- Up to how many pieces staff are warned, until a store sets its own number.
create function private.low_stock() returns integer
language sql immutable as $$ select 5 $$;

create function private.piastres(p_amount numeric) returns bigint
language sql immutable as $$ select (p_amount * 100)::bigint $$;

create function private.pounds(p_piastres bigint) returns numeric
language sql immutable as $$ select round(p_piastres / 100.0, 2) $$;

-- Grants

grant execute on function
  private.are_translations,
  private.low_stock,
  private.is_service,
  private.shop_time,
  private.piastres,
  private.pounds
to anon, authenticated;

-- schemas/01_refusals.sql

-- Refusals: a rule that is not met, as a code with parameters. The app has its own message for each code, in
-- app/i18n/messages/<language>/refusals.json; users of the API read the English sentence.

-- Tables

create table private.refusal_messages (
  code text not null check (code ~ '^[a-z][a-z0-9_]*$'),
  -- Of several sentences for a code, the one that the parameter "reason" names.
  reason text not null default '',
  -- A placeholder such as {name} stands for the parameter of that name.
  message text not null,
  -- 42501 where the person may not, which the API answers with 403.
  sqlstate text not null default 'P0001' check (sqlstate in ('P0001', '42501', '23514')),
  primary key (code, reason)
);
alter table private.refusal_messages enable row level security;

insert into private.refusal_messages (code, message, sqlstate) values
  ('address_unknown', '{address} is not an address that can be followed.', '23514'),
  ('insufficient_aal', 'Confirm your second step first.', '42501'),
  ('invalid_attribute_value', 'This is no value of {name}.', '23514'),
  ('not_signed_in', 'Sign in first.', '42501'),
  ('own_profile_only', 'You can only make your own profile.', '42501'),
  ('own_role_only', 'You can only look up your own role.', '42501'),
  ('platform_owner_only', 'Only a super admin of all stores sees slow queries.', '42501'),
  ('server_only', 'Only the server can do that.', '42501'),
  ('staff_only', 'Only this store''s staff can do that.', '42501'),
  ('super_admin_only', 'Only super admins can do that.', '42501'),
  ('unknown_attribute', 'This store has no such attribute.', '23514');

insert into private.refusal_messages (code, reason, message) values
  ('already_placed', '', 'Your order {number} is placed, as you first sent it.'),
  ('already_replaced', '', 'A replacement for this order is already under way.'),
  ('ambiguous_name', '', 'Several products have this name. Say which one by its id.'),
  ('amount_not_due', '', 'No more than {amount} of this order can be paid now.'),
  ('banners_changed', '', 'The list of banners has changed. Look at it again before you order it.'),
  ('blocked', '', 'This account cannot order here. Write to the store if you think that is a mistake.'),
  ('carrier_bad_address', '', 'This courier needs a name, a mobile number and a street of more than 5 letters. Unpack the parcel, correct the address and pack it again.'),
  ('carrier_not_cancelled', '', 'The courier did not call this parcel off. Call it off on the courier''s own site.'),
  ('carrier_not_configured', '', 'This store has no account with this courier. Choose another one, or have its account set up on the server.'),
  ('carrier_refused', '', 'The courier refused this: {text}'),
  ('carrier_refused', 'key', 'The courier does not take the key of this store''s account. Have the account checked on the server.'),
  ('carrier_refused', 'pickup_booked', 'The courier comes on that day already.'),
  ('carrier_refused', 'pickup_contact', 'The courier needs somebody to call at the place that it fetches parcels from. Name one on the courier''s own site.'),
  ('carrier_refused', 'pickup_friday', 'The courier does not come on Fridays. Choose another day.'),
  ('carrier_refused', 'pickup_holiday', 'That day is a holiday of the courier''s. Choose another day.'),
  ('carrier_refused', 'pickup_past', 'That day is over. Choose another day.'),
  ('carrier_refused', 'pickup_too_late', 'It is too late for the courier to come today. Choose another day.'),
  ('carrier_too_heavy', '', 'This parcel weighs {weight} kg, and this courier takes up to {most} kg. Unpack it and pack it as several parcels, or choose another courier.'),
  ('carrier_too_much_cash', '', 'This courier collects up to {amount} EGP for a parcel. Unpack it and pack it as several parcels, have part of it paid before, or choose another courier.'),
  ('carrier_unknown_district', '', 'This courier does not know where {city} is. Choose its district.'),
  ('carrier_unreachable', '', 'The courier does not answer. It is asked again by itself.'),
  ('cash_not_open', 'amount', 'An order of this amount is paid before it is sent. Choose another way to pay.'),
  ('cash_not_open', 'contact', 'This order is paid before it is sent. Choose another way to pay.'),
  ('cash_not_open', 'first_order', 'A first order is paid before it is sent. Choose another way to pay.'),
  ('cash_not_open', 'governorate', 'Orders to {governorate} are paid before they are sent. Choose another way to pay.'),
  ('cash_not_open', 'zone', 'Orders to this address are paid before they are sent. Choose another way to pay.'),
  ('cash_not_open', 'refusals', 'Since parcels came back to us before, this order is paid before it is sent. Choose another way to pay.'),
  ('cash_not_ruled', '', 'Nothing is asked of this order that could be overruled.'),
  ('category_added', '', 'Somebody has just added this category. Import the row again.'),
  ('change_closed', '', 'This import is over. Start again with the file.'),
  ('changed_since', '', '{name} has been changed again since.'),
  ('channel_required', '', 'Say where the order was made: on the phone, in a chat or at the counter.'),
  ('chat_closed', '', 'This store has no live chat.'),
  ('customer_decides', '', 'Only the customer can accept what costs them more. It waits on the page of their order.'),
  ('customization_closed', '', 'This store does not print designs at the moment.'),
  ('difference_not_acceptable', '', 'This cannot be taken as collected. Note how it was settled instead.'),
  ('difference_resolved', '', 'This difference is settled already.'),
  ('discount_expired', '', 'This discount code has expired.'),
  ('discount_minimum', '', 'This discount code needs an order of at least {minimum} EGP.'),
  ('discount_not_started', '', 'This discount code cannot be used yet.'),
  ('discount_owned', '', 'This voucher belongs to a customer. Switch it off instead of deleting it.'),
  ('discount_used', '', 'This code has been used in orders. Switch it off instead of deleting it.'),
  ('discount_used_by_you', '', 'You have already used this discount code.'),
  ('discount_used_up', '', 'This discount code has been used up.'),
  ('duplicate_combination', '', 'Rows {first} and {second} are both {name}.'),
  ('duplicate_option', 'kind', 'Two options list the {kind}s of the product.'),
  ('duplicate_option', 'name', 'Two options are called {name}.'),
  ('duplicate_row', '', 'Another row is about the same product.'),
  ('duplicate_sku', 'meanwhile', 'Another product has one of these SKUs by now.'),
  ('duplicate_sku', 'product', 'Row {row}: {name} already has the SKU {sku}.'),
  ('duplicate_sku', 'rows', 'Rows {first} and {second} have the same SKU, {sku}.'),
  ('edit_before_payment', '', 'The goods of an order that waits for its card payment cannot be changed. Pay for it first, or cancel it and place another one.'),
  ('edit_by_staff', '', 'You can change the address, the delivery time, and the size or color of items. Place another order for anything else.'),
  ('edit_decided', '', 'This change is {state} already.'),
  ('edit_leaves_nothing', '', 'Nothing would be left of this order. Cancel it instead.'),
  ('edit_too_late', '', 'Everything of this order is on its way, so it cannot be changed any more.'),
  ('edit_too_late', 'packed', 'Pieces of this order are packed already, so its delivery cannot be changed any more. Write to the store.'),
  ('edit_too_late', 'printed', 'This print is being made, so it cannot be changed any more. Write to the store.'),
  ('edit_waits', '', 'A change of this order waits for the customers answer. Withdraw that one first.'),
  ('empty_cart', '', 'Your cart is empty.'),
  ('empty_cart', 'replacement', 'Choose the items to send in another size.'),
  ('garment_not_priced', '', 'This store does not print on this garment.'),
  ('gone_since', '', '{name} is no longer where this change left it.'),
  ('in_stock', '', '{name} is in stock.'),
  ('insufficient_credit', '', 'There is not so much store credit.'),
  ('insufficient_credit', 'balance', 'There is store credit of {amount} EGP.'),
  ('insufficient_points', '', 'Insufficient points for redemption'),
  ('invalid_address', '', 'Complete the address for the delivery.'),
  ('invalid_address', 'phone', 'Give an Egyptian mobile number for the delivery.'),
  ('invalid_amount', '', 'Give the amount in pounds, with at most two decimals.'),
  ('invalid_bucket', '', 'Sales are shown by day, week or month.'),
  ('invalid_change', '', 'Choose what to change, and to what.'),
  ('invalid_credit', '', 'Give an amount of store credit with at most two decimals.'),
  ('invalid_customer', '', 'Give the customer''s name and an Egyptian mobile number or an email address.'),
  ('invalid_customer', 'email', 'This is no email address.'),
  ('invalid_design', '', 'A design in your cart cannot be read. Open it again and save it.'),
  ('invalid_design', 'picture', 'A picture of a design in your cart is missing. Open it again and save it.'),
  ('invalid_email', '', 'Give an email address that we can answer to.'),
  ('invalid_key', '', 'The order carries no key of its own.'),
  ('invalid_line', '', 'An item in your cart cannot be read. Remove it and add it again.'),
  ('invalid_manual_discount', '', 'Give the discount as an amount with at most two decimals.'),
  ('invalid_message', '', 'Write a message of up to 5,000 characters.'),
  ('invalid_name', '', 'Tell us your name.'),
  ('invalid_note', '', 'Write a note of up to 2,000 characters.'),
  ('invalid_options', 'kind', '{kind} is no kind of option.'),
  ('invalid_options', 'list', 'Give the options as a list.'),
  ('invalid_options', 'name', 'Give each option a name of up to 40 characters.'),
  ('invalid_options', 'values', 'List the values of {name}: up to 100, each once and of up to 200 characters.'),
  ('invalid_parcel', '', 'What is written on the parcel cannot be read.'),
  ('invalid_parcel', 'carrier', 'Choose a courier.'),
  ('invalid_parcel', 'carrier_name', 'Shorten the courier''s name to 80 characters.'),
  ('invalid_parcel', 'cash_due', 'Give the cash to collect in pounds, with at most two decimals.'),
  ('invalid_parcel', 'fee', 'Give the courier''s fee in pounds, with at most two decimals.'),
  ('invalid_parcel', 'tracking_number', 'Shorten the tracking number to 80 characters.'),
  ('invalid_parcel', 'tracking_url', 'Give the tracking address as a link of up to 500 characters, with https:// in front.'),
  ('invalid_photos', '', 'A photo is missing. Choose it again.'),
  ('invalid_photos', 'many', 'Send up to 5 photos.'),
  ('invalid_points', '', 'Choose how many points.'),
  ('invalid_price', '', 'The price of {name} would be {price} EGP.'),
  ('invalid_quantity', '', 'Choose how many to add or take.'),
  ('invalid_quantity', 'order', 'Choose a quantity from 1 to 999.'),
  ('invalid_quantity', 'pieces', 'Give each quantity as a whole number above 0.'),
  ('invalid_refund', '', 'Say what to give back, in amounts above 0 with at most two decimals.'),
  ('invalid_rows', '', 'Send between 1 and 500 rows at a time.'),
  ('invalid_rows', 'seen', 'Only a rehearsal is told of up to 2,000 earlier products.'),
  ('invalid_selection', '', 'Choose between 1 and 2,000 products.'),
  ('invalid_selection', 'orders', 'Choose between 1 and 200 at a time.'),
  ('invalid_slot_date', '', 'Choose a day on which this delivery time is offered.'),
  ('invalid_statement', '', 'Give up to 1,000 parcels, each with the amount that was handed over.'),
  ('invalid_subject', '', 'Shorten the subject to 200 characters.'),
  ('invalid_value', '', 'This value is too long, too large or not allowed.'),
  ('invalid_value', 'barcode', '{name}: this barcode is too long.'),
  ('invalid_value', 'image', '{name}: this image is too long.'),
  ('invalid_value', 'image_address', '{name}: the picture has no address that can be followed.'),
  ('invalid_value', 'is_active', '{name}: say whether it is sold.'),
  ('invalid_value', 'original_price', '{name}: this original price cannot be.'),
  ('invalid_value', 'original_price_lower', '{name}: the original price must be higher than the price.'),
  ('invalid_value', 'pieces', 'A product can have up to 10,000,000 pieces in all.'),
  ('invalid_value', 'price', '{name}: this price cannot be.'),
  ('invalid_value', 'row', 'Row {row} cannot be read.'),
  ('invalid_value', 'sku', '{name}: this SKU is too long.'),
  ('invalid_value', 'stock', '{name}: this stock cannot be.'),
  ('invalid_value', 'unreadable', 'A value of this row cannot be read.'),
  ('invalid_value', 'weight_grams', '{name}: this weight cannot be.'),
  ('invalid_what_came', '', 'Say of {name} how many came, and what becomes of them.'),
  ('invoice_issued', '', 'An invoice is never changed. What is taken off the price gets a credit note.'),
  ('last_super_admin', '', 'A store needs at least one super admin.'),
  ('manual_discount_too_high', '', 'At most {amount} EGP can be taken off these items.'),
  ('more_than_announced', '', 'Of {name}, {announced} were announced in this return. More cannot be received.'),
  ('move_by_parcel', '', 'What happens to its parcels and returns makes an order {to}.'),
  ('move_not_allowed', '', 'This order is {from} and cannot become {to}.'),
  ('no_account', '', 'This order belongs to no account, so there is nobody to keep store credit for. Choose another way.'),
  ('no_card_payment', '', 'Of this order''s card payment {amount} EGP can still go back. Choose another way for more.'),
  ('no_email', '', 'Your account has no email address that we could write to. Add one first.'),
  ('no_profile', '', 'You have no account in this store.'),
  ('no_variants', '', 'A product has at least one variant.'),
  ('not_confirmed', '', 'Confirm this order before it is packed.'),
  ('not_delivered_there', '', 'We do not deliver to {city}. Choose another address.'),
  ('not_delivered_there', 'governorate', 'We do not deliver to {governorate}. Choose another address.'),
  ('not_measured', '', 'This database does not measure its queries.'),
  ('not_payable', '', 'This order is not waiting for a payment.'),
  ('not_restocked', '', 'This product does not come back.'),
  ('not_undone', '', '{why}'),
  ('not_yet', '', 'This time is still to come.'),
  ('note_too_long', '', 'Shorten your note to 1,000 characters.'),
  ('nothing_came', '', 'Say of which pieces how many came. If none did, decline or withdraw the return.'),
  ('nothing_to_cancel', '', 'There is nothing left to cancel in this order.'),
  ('nothing_to_look_at', '', 'No pieces of this parcel wait to be looked at.'),
  ('nothing_to_pack', '', 'There is nothing left to pack in this order.'),
  ('nothing_to_print', '', '{name} has nothing to print.'),
  ('nothing_to_refund', '', 'There is no payment to give back.'),
  ('nothing_to_return', '', 'Nothing of this order has arrived that could still be given back.'),
  ('nothing_to_undo', '', 'This was undone already, or it is older than 30 days.'),
  ('open_order', '', 'Order {number} is not finished. The account can be deleted once it is delivered or cancelled and its money is settled.'),
  ('option_required', '', 'Choose the options of {name}.'),
  ('option_required', 'print', '{name} cannot be printed on, because it comes in options that a design does not have. Remove the print, and add it from its own page.'),
  ('options_decide', '', 'The {column} of a product follows from its options: change those.'),
  ('order_too_heavy', '', 'This order weighs {weight} kg, and up to {most} kg are delivered to this address. Take something out of it, or choose another address.'),
  ('order_too_large', '', 'This order is too large to be placed online.'),
  ('orders_busy', '', 'These orders are being changed at the moment. Try again.'),
  ('original_price_lower', '', 'The original price must be higher than the price.'),
  ('out_of_stock', '', 'Only {available} of {name} left.'),
  ('out_of_stock', 'sold_out', '{name} is sold out.'),
  ('parcel_booked', '', 'This parcel is in the books of {carrier}. Unpack it to change what the courier was told.'),
  ('parcel_cash_differs', '', 'For parcel {name} the courier collected {amount} EGP, not {price} EGP.'),
  ('parcel_closed', '', 'This parcel is {state}, so this cannot be changed any more.'),
  ('parcel_move_not_allowed', '', 'This parcel is {from} and cannot become {to}.'),
  ('parcel_not_here', '', 'Only parcels that are packed or handed over can be registered with a courier.'),
  ('parcel_numbered', '', 'This parcel has the tracking number {tracking_number} already. Remove it first.'),
  ('parcel_settled', '', 'The cash of parcel {name} is settled already.'),
  ('parcel_without_cash', '', 'The courier holds no cash for parcel {name}.'),
  ('payment_amount', 'from', 'This kind of payment takes {amount} or more.'),
  ('payment_amount', 'to', 'This kind of payment takes {amount} at most.'),
  ('payment_closed', '', 'This store does not take that kind of payment.'),
  ('payment_given_back', '', 'The payment of this order was given back. Cancel the order.'),
  ('payment_missing', '', 'This order has not been paid. Record its payment first.'),
  ('payment_missing', 'online', 'This order has not been paid. It is confirmed by itself once the card payment has arrived.'),
  ('pieces_packed', '', 'Some of its pieces are packed. Unpack their parcel first.'),
  ('place_in_other_zone', '', '{place} is in the zone {zone} already.'),
  ('points_closed', '', 'This store has no points.'),
  ('price_changed', '', 'The total is now {total} EGP. Look through your order again.'),
  ('price_missing', '', '{name} has no price. Give it one before it is sold.'),
  ('print_not_returned', '', '{name} was printed for you and cannot be given back. If it is faulty, report the fault.'),
  ('products_gone', '', 'Some of these products are no longer there. Load the list again.'),
  ('profile_fixed', '', 'A profile cannot move to another person or store.'),
  ('provider_decides', '', 'Card payments are confirmed by the payment provider.'),
  ('questions_changed', '', 'The list of questions has changed. Look at it again before you order it.'),
  ('range_too_long', '', 'Choose at most ten years.'),
  ('reason_required', '', 'Give a reason.'),
  ('refund_above_line', '', 'Of {name}, {amount} EGP can still be given back.'),
  ('refund_above_paid', '', 'At most {amount} EGP of this order can be given back.'),
  ('refund_above_shipping', '', 'Of the delivery, {amount} EGP can still be given back.'),
  ('refund_not_due', '', 'This refund is sent already, or on its way.'),
  ('replacement_too_late', '', 'A size can be replaced within 24 hours of delivery.'),
  ('replacement_too_late', 'days', 'A size can be replaced within {days} days of delivery.'),
  ('reprint_reason', '', '{name} is printed already. Say why it is printed again.'),
  ('request_reused', '', 'This was sent before with other values, and was saved then. Look at it before you change it.'),
  ('reservation_over', '', 'The time to pay for this order is over.'),
  ('return_decided', '', 'This return is {state} already.'),
  ('return_replaced', '', 'Order {number} replaces these pieces. Cancel that one first.'),
  ('return_too_late', '', 'Problems must be reported within 24 hours of delivery.'),
  ('return_too_late', 'days', 'Problems must be reported within {days} days of delivery.'),
  ('row_fixed', '', 'A row cannot move to another store, person or id.'),
  ('row_unnamed', '', 'A row needs an id or a name.'),
  ('rules_every_store', '', 'This person rules every store, which cannot be changed from one of them.'),
  ('shipping_method_not_there', 'express', 'Express delivery does not go to this address. Choose standard delivery.'),
  ('shipping_method_not_there', 'standard', 'Standard delivery does not go to this address. Choose express delivery.'),
  ('sign_in_again', '', 'Sign in again first. It has been more than ten minutes.'),
  ('size_with_its_delivery', '', 'Another size is ordered from the page of the order, where its delivery is paid.'),
  ('slot_closed', '', 'This delivery time can no longer be chosen.'),
  ('slot_full', '', 'This delivery time is full. Choose another one.'),
  ('slot_not_there', '', 'This delivery time is not offered at this address. Choose another one.'),
  ('slot_used', '', 'Orders were taken for this time. Switch it off instead of deleting it.'),
  ('staff_account', '', 'This account belongs to staff. A super admin has to take the role off first.'),
  ('stock_of_variants', '', 'It is sold in {count} variants: give each a row of its own with its stock, or leave this cell blank.'),
  ('stock_of_variants', 'product', '{name} is sold in {count} variants, so say whose stock it is.'),
  ('taken_since', '', 'There is something like {name} already.'),
  ('too_few_in_stock', '', '{name} has only {stock} in stock, so {taken} cannot be taken. Nothing was changed.'),
  ('too_few_to_cancel', '', 'Of {name}, {open} can still be cancelled.'),
  ('too_few_to_cancel', 'packed', 'Of {name}, {open} can still be cancelled, and {packed} are packed. Unpack their parcel first.'),
  ('too_few_to_look_at', '', 'Of {name}, {open} wait to be looked at.'),
  ('too_few_to_pack', '', 'Of {name}, {open} are left to pack.'),
  ('too_few_to_pack', 'packed', 'Of {name}, {open} are left to pack, and {packed} are packed already.'),
  ('too_few_to_remove', '', 'Of {name}, {open} can still be removed.'),
  ('too_few_to_remove', 'packed', 'Of {name}, {open} can still be removed, and {packed} are packed. Unpack their parcel first.'),
  ('too_late_to_cancel', '', 'This order is being prepared, so it can no longer be cancelled. Write to the store.'),
  ('too_many_addresses', '', 'You can keep up to 30 addresses. Remove one first.'),
  ('too_many_alerts', '', 'You can wait for up to 50 products. Remove one first.'),
  ('too_many_cancellations', '', 'You have cancelled several orders within an hour. Write to the store to cancel this one too.'),
  ('too_many_codes', '', 'You have tried many codes that do not exist. Try again in an hour.'),
  ('too_many_designs', '', 'You can keep up to 500 designs. Remove one first.'),
  ('too_many_files', '', 'You have stored as many files as this store keeps for a customer. Remove designs that you no longer need.'),
  ('too_many_files', 'store', 'This store has no room for more files. Write to the store.'),
  ('too_many_in_stock', '', '{name} would have more than 10,000,000 in stock. Nothing was changed.'),
  ('too_many_lines', '', 'An order can hold up to 100 different items.'),
  ('too_many_messages', '', 'Wait a moment before you write again.'),
  ('too_many_messages', 'person', 'You have written several times already. Please wait for our answer.'),
  ('too_many_messages', 'store', 'We are receiving too many messages. Please try again later.'),
  ('too_many_options', '', 'A product can have up to three options.'),
  ('too_many_pieces', '', 'You can order up to {most} of {name} before they are paid for.'),
  ('too_many_pieces', 'contact', 'Too many of {name} are ordered to this phone number or address and not paid for. Order fewer, or write to the store.'),
  ('too_many_pieces', 'held', 'You can order up to {most} of {name} before they are paid for. Orders that you placed hold {held} already.'),
  ('too_many_questions', '', 'There are 200 questions already. Delete some first.'),
  ('too_many_to_return', '', 'Of {name}, {available} can still be given back.'),
  ('too_many_to_return', 'none', 'Nothing of {name} can be given back: it has not arrived, or that is under way already.'),
  ('too_many_unpaid', '', 'Orders that you placed are still to be paid: {unpaid} of at most {most}. Once one of them is paid, delivered or cancelled you can order again.'),
  ('too_many_unpaid', 'contact', 'Too many orders to this phone number or address are still to be paid. Choose another one, or write to the store.'),
  ('too_many_variants', '', 'These options make {count} combinations. A product can have up to 100.'),
  ('too_much_cash', '', 'Give the cash as an amount from 0 to {most} EGP.'),
  ('tracking_number_taken', '', 'The tracking number {tracking_number} is that of a parcel of order {number}. Enter the one on this parcel’s label.'),
  ('transfer_booked', '', 'The transfer {reference} is booked already.'),
  ('transfer_checked', '', 'This transfer was checked already.'),
  ('undone_already', '', 'This was undone already.'),
  ('unfit_since', '', '{name} does not go with what is there now.'),
  ('unknown_address', '', 'Choose an address for the delivery.'),
  ('unknown_category', '', 'One of the categories is no longer there. Load the page again.'),
  ('unknown_category', 'name', 'There is no category {name}.'),
  ('unknown_column', '', 'This row has a column that is not known.'),
  ('unknown_conversation', '', 'This conversation does not exist.'),
  ('unknown_customization', '', 'A design in your cart is no longer available.'),
  ('unknown_difference', '', 'There is no such difference.'),
  ('unknown_discount', '', 'This discount code does not exist.'),
  ('unknown_edit', '', 'This change does not exist.'),
  ('unknown_option', '', '{name} does not come in the options you chose.'),
  ('unknown_order', '', 'This order does not exist.'),
  ('unknown_order_line', '', 'This line is not one of the order. Load the page again and choose from its lines.'),
  ('unknown_order_line', 'return', 'This line is not one of the return. Load the page again and choose from its lines.'),
  ('unknown_outcome', '', 'There is no such outcome of a payment.'),
  ('unknown_parcel', '', 'This parcel does not exist.'),
  ('unknown_person', '', 'This person has no account in this store.'),
  ('unknown_person', 'second_step', 'This person''s second step cannot be removed here.'),
  ('unknown_place', '', '{place} is no governorate or district.'),
  ('unknown_product', '', 'A product in your cart is no longer sold.'),
  ('unknown_product', 'id', 'This store has no product with this id. Empty the cell to match by name or to add the product.'),
  ('unknown_refund', '', 'This refund does not exist.'),
  ('unknown_report', '', 'There is no such report.'),
  ('unknown_return', '', 'This return does not exist.'),
  ('unknown_role', '', 'Choose a role.'),
  ('unknown_shipment', '', 'This parcel does not exist.'),
  ('unknown_shipping_method', '', 'Choose standard or express shipping.'),
  ('unknown_slot', '', 'Choose another delivery time.'),
  ('unknown_store', '', 'This store does not exist.'),
  ('unknown_value', '', 'Row {row}: {value} is no {option} of this product.'),
  ('unknown_value', 'missing', 'Row {row} needs a value for each option.'),
  ('unknown_value', 'variant', 'This product has variants by {options}. Say which one each row is about.'),
  ('unknown_variant', '', 'This variant is no longer there. Load the product again.'),
  ('unknown_variant', 'row', 'Row {row} is no longer there. Load the product again.'),
  ('used_since', '', '{name} is in use by now.'),
  ('version_conflict', '', 'Somebody else has changed this product since you opened it.'),
  ('way_required', '', 'Say how the money goes back: card, transfer, store credit or cash.'),
  ('zone_used', '', 'Delivery times belong to this zone. Change or delete them first.');

-- Helpers

-- A parameter as a sentence says it: numbers as people write them, of a refusal its sentence.
create function private.parameter_text(p_value jsonb) returns text
language sql immutable as $$
  select case jsonb_typeof(p_value)
    when 'number' then rtrim(to_char(p_value::numeric, 'FM999,999,999,999,990.99'), '.')
    when 'object' then p_value ->> 'message'
    else coalesce(p_value #>> '{}', '')
  end
$$;

-- The English sentence of a refusal.
create function private.refusal_sentence(p_code text, p_parameters jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_message text;
  v_part text[];
  v_sentence text := '';
begin
  select message into v_message from private.refusal_messages
  where code = p_code and reason = coalesce(p_parameters ->> 'reason', '');
  if not found then
    raise exception using errcode = 'internal_error',
      message = format('private.refusal_messages has no code %s with the reason "%s"', p_code, p_parameters ->> 'reason');
  end if;
  for v_part in select regexp_matches(v_message, '([^{]*)(?:\{(\w+)\})?', 'g') loop
    if v_part[2] is not null and not coalesce(p_parameters ? v_part[2], false) then
      raise exception using errcode = 'internal_error', message = format('The refusal %s needs the parameter %s', p_code, v_part[2]);
    end if;
    v_sentence := v_sentence || v_part[1] || coalesce(private.parameter_text(p_parameters -> v_part[2]), '');
  end loop;
  return v_sentence;
end
$$;

-- A refusal as answers hold it: its parameters with "code" and "message".
create function private.refusal(p_code text, p_parameters jsonb default '{}') returns jsonb
language sql stable set search_path = '' as $$
  select p_parameters || jsonb_build_object('code', p_code, 'message', private.refusal_sentence(p_code, p_parameters))
$$;

-- Refuses: the API answers with the sentence as message, the code as detail and the parameters, as JSON, as hint.
create function private.refuse(p_code text, p_parameters jsonb default null) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_sentence constant text := private.refusal_sentence(p_code, p_parameters);
  v_sqlstate constant text := (select min(sqlstate) from private.refusal_messages where code = p_code);
begin
  if p_parameters is null then
    raise exception using errcode = v_sqlstate, message = v_sentence, detail = p_code;
  end if;
  raise exception using errcode = v_sqlstate, message = v_sentence, detail = p_code, hint = p_parameters::text;
end
$$;

-- A refusal that was caught, by its message, detail and hint; null for other errors.
create function private.caught_refusal(p_message text, p_detail text, p_hint text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when p_hint is json object then p_hint::jsonb else '{}' end
    || jsonb_build_object('code', p_detail, 'message', p_message)
  where exists (select 1 from private.refusal_messages where code = p_detail)
$$;

-- Grants

grant execute on function private.refuse to anon, authenticated;

-- schemas/01_requests.sql

-- Requests that arrive twice: whoever got no answer asks again with the same id, and gets the answer of the first time.

-- Tables

-- What requests were answered, for three days.
create table private.request_answers (
  -- Null of the server.
  user_id uuid references auth.users (id) on delete cascade,
  request_id uuid not null,
  -- Of the function's name and arguments.
  request_hash bigint not null,
  answer jsonb not null default 'null',
  created_at timestamptz not null default now(),
  unique nulls not distinct (request_id, user_id)
);
create index request_answers_oldest on private.request_answers (created_at);
create index request_answers_by_person on private.request_answers (user_id);
alter table private.request_answers enable row level security;

-- Helpers

-- The answer that the caller's request got when it first arrived; null of one that is new, or without an id. `p_request` is a
-- list of the function's name and arguments. Who arrives while the first is under way waits for it; one that was refused
-- leaves nothing behind.
create function private.first_answer(p_request_id uuid, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_hash constant bigint := jsonb_hash_extended(p_request, 0);
  v_first private.request_answers;
begin
  if p_request_id is null then
    return null;
  end if;
  delete from private.request_answers old where old.ctid in (
    select expired.ctid from private.request_answers expired
    where expired.created_at < now() - interval '3 days' limit 100 for update skip locked
  );
  insert into private.request_answers (user_id, request_id, request_hash) values (auth.uid(), p_request_id, v_hash)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select * into v_first from private.request_answers first
  where first.request_id = p_request_id and first.user_id is not distinct from auth.uid();
  if v_first.request_hash is distinct from v_hash then
    perform private.refuse('request_reused');
  end if;
  return v_first.answer;
end
$$;

-- Keeps what the caller's request is answered, and returns it.
create function private.keep_answer(p_request_id uuid, p_answer jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update private.request_answers first set answer = p_answer
  where first.request_id = p_request_id and first.user_id is not distinct from auth.uid();
  return p_answer;
end
$$;

create function private.wait_for_same_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name || new.id, 0));
  return new;
end
$$;

-- Adds the trigger for rows whose ids clients make and upsert: of two with one id that arrive at the same moment, the second waits
-- for the first and finds its row. Without it the second may meet the first at another unique index than that of the upsert,
-- and is refused.
create procedure private.insert_in_turn(p_table regclass)
language plpgsql set search_path = '' as $$
begin
  execute format(
    'create trigger arrives_in_turn before insert on %s for each row execute function private.wait_for_same_row()', p_table);
end
$$;

-- schemas/02_tenants_and_roles.sql

-- Stores, and who is what in them.

-- Tables

create type public.user_role as enum ('user', 'admin', 'super_admin');

create table public.tenants (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{1,30}$'),
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  position integer not null default 0,
  -- How much the store's files and those of its customers may take in all; set by the server from its environment.
  storage_limit_mb integer not null default 20480 check (storage_limit_mb > 0),
  created_at timestamptz not null default now()
);
alter table public.tenants enable row level security;

-- A row without a tenant is the platform owner's; only the server makes one.
create table public.user_roles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  tenant_id text references public.tenants (id) on delete cascade,
  role public.user_role not null default 'user',
  created_at timestamptz not null default now(),
  unique nulls not distinct (user_id, tenant_id)
);
create index user_roles_tenant on public.user_roles (tenant_id, role, user_id);
alter table public.user_roles enable row level security;

-- Helpers

create function private.staff_tenants() returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id uuid := auth.uid();
begin
  return array(
    select tenants.id
    from public.user_roles
    join public.tenants on tenants.id = user_roles.tenant_id or user_roles.tenant_id is null
    where user_roles.user_id = v_user_id and user_roles.role >= 'admin'
  );
end
$$;

create function private.super_admin_tenants() returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id uuid := auth.uid();
begin
  return array(
    select tenants.id
    from public.user_roles
    join public.tenants on tenants.id = user_roles.tenant_id or user_roles.tenant_id is null
    where user_roles.user_id = v_user_id and user_roles.role = 'super_admin'
  );
end
$$;

-- Staff who have a verified second factor write only with it (aal2).
create function private.has_required_aal() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id uuid := auth.uid();
begin
  if v_user_id is null or auth.jwt() ->> 'aal' = 'aal2' then
    return true;
  end if;
  return not exists (select 1 from public.user_roles where user_id = v_user_id and role >= 'admin')
    or not exists (select 1 from auth.mfa_factors where user_id = v_user_id and status = 'verified');
end
$$;

-- Adds to a table the restrictive policies that hold staff with a second factor to it.
create procedure private.add_aal2_policies(p_table regclass)
language plpgsql set search_path = '' as $$
begin
  execute format('create policy "Staff with a second factor insert only at aal2" on %s as restrictive
    for insert to authenticated with check ((select private.has_required_aal()))', p_table);
  execute format('create policy "Staff with a second factor update only at aal2" on %s as restrictive
    for update to authenticated using ((select private.has_required_aal()))', p_table);
  execute format('create policy "Staff with a second factor delete only at aal2" on %s as restrictive
    for delete to authenticated using ((select private.has_required_aal()))', p_table);
end
$$;

-- Adds to a table the policies by which staff add, change and remove rows of their store; `p_rows` is what the names of the
-- policies call them.
create procedure private.add_staff_policies(p_table regclass, p_rows text)
language plpgsql set search_path = '' as $$
declare
  v_own constant text := '(tenant_id = any ((select private.staff_tenants())::text[]))';
begin
  execute format('create policy %I on %s for insert to authenticated with check %s',
    'Staff add their store''s ' || p_rows, p_table, v_own);
  execute format('create policy %I on %s for update to authenticated using %s with check %3$s',
    'Staff change their store''s ' || p_rows, p_table, v_own);
  execute format('create policy %I on %s for delete to authenticated using %s',
    'Staff remove their store''s ' || p_rows, p_table, v_own);
  call private.add_aal2_policies(p_table);
end
$$;

-- Policies

create policy "Everybody reads the stores" on public.tenants
  for select to anon, authenticated using (true);

create policy "People read their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Super admins read the roles in their store" on public.user_roles
  for select to authenticated using (tenant_id = any ((select private.super_admin_tenants())::text[]));

create policy "People give themselves no more than the role user" on public.user_roles
  for insert to authenticated
  with check (user_id = (select auth.uid()) and role = 'user' and tenant_id is not null);

call private.add_aal2_policies('public.user_roles');

-- Functions

create function private.is_staff(p_tenant_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id uuid := auth.uid();
begin
  return exists (
    select 1 from public.user_roles
    where user_id = v_user_id and role >= 'admin' and (tenant_id = p_tenant_id or tenant_id is null)
  );
end
$$;

create function private.require_staff(p_tenant_id text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_service() then
    return;
  end if;
  if p_tenant_id is null or not private.is_staff(p_tenant_id) then
    perform private.refuse('staff_only');
  end if;
end
$$;

create function private.require_service() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_service() then
    perform private.refuse('server_only');
  end if;
end
$$;

create function private.require_aal() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_required_aal() then
    perform private.refuse('insufficient_aal');
  end if;
end
$$;

-- The person's highest role in a store (over all stores without one); null when they have none.
create function public.get_highest_role(user_id uuid, p_tenant_id text default null) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if get_highest_role.user_id is distinct from auth.uid()
    and not private.is_service()
    and not coalesce(p_tenant_id = any (private.super_admin_tenants()), false) then
    perform private.refuse('own_role_only');
  end if;
  return (
    select max(user_roles.role)::text
    from public.user_roles
    where user_roles.user_id = get_highest_role.user_id
      and (p_tenant_id is null or user_roles.tenant_id = p_tenant_id or user_roles.tenant_id is null)
  );
end
$$;

-- Grants

grant select on public.tenants to anon, authenticated;
grant select on public.user_roles to authenticated;
grant insert (user_id, tenant_id, role, created_at) on public.user_roles to authenticated;
grant execute on function
  private.staff_tenants,
  private.super_admin_tenants,
  private.is_staff,
  private.has_required_aal,
  private.require_staff,
  private.require_aal
to anon, authenticated;
grant execute on function public.get_highest_role to authenticated;

-- schemas/03_settings.sql

-- A store's settings: what everybody may read, and what only its staff may.

-- Helpers of the tables

create function private.is_amount(p_value jsonb) returns boolean
language sql immutable as $$
  select case
    when jsonb_typeof(p_value) = 'number'
      then p_value::numeric between 0 and 10000000 and scale(trim_scale(p_value::numeric)) <= 2
    else false
  end
$$;

-- Whole numbers up to 60, or not there.
create function private.are_day_counts(p_values jsonb[]) returns boolean
language sql immutable as $$
  select bool_and(coalesce(value #>> '{}', '0') ~ '^\d{1,2}$' and coalesce(value #>> '{}', '0')::numeric <= 60)
  from unnest(p_values) value
$$;

-- A whole number from 1 to 60.
create function private.is_day_count(p_value jsonb) returns boolean
language sql immutable as $$
  select coalesce(jsonb_typeof(p_value) = 'number' and p_value #>> '{}' ~ '^([1-9]|[1-5]\d|60)$', false)
$$;

create function private.is_flag(p_value jsonb) returns boolean
language sql immutable as $$ select coalesce(jsonb_typeof(p_value) = 'boolean', false) $$;

create function private.are_amounts(p_object jsonb) returns boolean
language sql immutable as $$
  select case
    when jsonb_typeof(p_object) = 'object'
      then not exists (select 1 from jsonb_each(p_object) priced where not private.is_amount(priced.value))
    else false
  end
$$;

-- The options of the checkout in their order: [{"option", "offered", "from": pounds, "to": pounds, "details": {"en", …}}].
create function private.are_payment_options(p_options jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when p_options is null then true
    when jsonb_typeof(p_options) <> 'array' or jsonb_array_length(p_options) > 20 then false
    else not exists (
      select 1 from jsonb_array_elements(p_options) option
      where jsonb_typeof(option.value) <> 'object'
        or coalesce(option.value ->> 'option', '') !~ '^[a-z][a-z0-9_]{1,60}$'
        or not private.is_flag(option.value -> 'offered')
        or not private.is_amount(coalesce(nullif(option.value -> 'from', 'null'), '0'))
        or not private.is_amount(coalesce(nullif(option.value -> 'to', 'null'), '0'))
        or coalesce(jsonb_typeof(option.value -> 'details'), 'object') <> 'object'
        or length(option.value ->> 'details') > 2000
    )
  end
$$;

-- Text of at most some characters, or not there at all.
create function private.is_text(p_value jsonb, p_most integer) returns boolean
language sql immutable as $$
  select coalesce(jsonb_typeof(p_value), 'null') = 'null'
    or jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= p_most
$$;

-- Whom the store mails must be addresses: a typing error would swallow what customers wrote.
create function private.are_addresses(p_list text[]) returns boolean
language sql immutable as $$
  select not exists (
    select 1 from unnest(p_list) as listed (address)
    where listed.address is null or length(listed.address) > 320 or listed.address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'
  )
$$;

-- Rules of cash on delivery (private.cash_rule): what each asks for, from which amount and how many refused parcels, where, for
-- how many hours an order waits to be confirmed or for its deposit, and how much that is, in percent or in pounds.
create function private.are_cash_rules(p_rules jsonb) returns boolean
language sql immutable as $$
  select case when jsonb_typeof(p_rules) = 'object' then
    not exists (
      select 1 from unnest(array['firstOrder', 'amount', 'refusals', 'governorate']) rule
      where coalesce(p_rules ->> rule, 'none') not in ('none', 'confirm', 'deposit', 'pay_before')
        or p_rules ->> rule = 'deposit' and not p_rules ?| '{depositPercent,depositAmount}'
    )
    and coalesce(p_rules ->> 'depositPercent', '20') ~ '^([1-9][0-9]?|100)$'
    and (not p_rules ? 'depositAmount' or private.is_amount(p_rules -> 'depositAmount') and p_rules -> 'depositAmount' <> '0')
    and not p_rules ?& '{depositPercent,depositAmount}'
    and (not p_rules ? 'amountFrom' or private.is_amount(p_rules -> 'amountFrom'))
    and private.is_day_count(coalesce(p_rules -> 'refusalsFrom', '1'))
    and coalesce(jsonb_typeof(p_rules -> 'governorates'), 'array') = 'array'
    and length(p_rules::text) <= 2000
    and coalesce(p_rules ->> 'hours', '24') ~ '^[1-9][0-9]{0,2}$'
  else false end
$$;

-- Tables

-- Everything here may be read by anybody; what only staff may know is in staff_settings.
create table public.settings (
  tenant_id text primary key references public.tenants (id) on delete cascade,
  shipping jsonb not null
    default '{"freeShippingThreshold": 500, "defaultShippingFee": 30, "expressShippingFee": 50}',
  payment jsonb not null
    default '{"cashOnDelivery": true, "onlinePayment": false, "bankTransfer": false, "bankDetails": ""}',
  customization jsonb not null
    default '{"enabled": false, "textPrice": 0, "imagePrice": 0, "baseProductPrices": {}}',
  contact jsonb not null
    default '{"contactEmail": "", "contactPhone": "", "address": "", "socialMedia": {}}',
  points jsonb not null default '{"enabled": false, "earnRate": 1, "pointValue": 0.1}',
  features jsonb not null default '{"wishlist": true, "reviews": true, "loyalty": true, "liveChat": false}',
  legal jsonb not null default '{"shippingReturns": "", "terms": ""}',
  returns jsonb not null default '{"returnDays": 1, "faultDays": 1}',
  store jsonb not null default '{}',
  -- What invoices say of the seller: {"legalName", "legalAddress", "taxNumber": the number of their registration}.
  invoicing jsonb not null default '{}',
  -- Of texts in contact, legal, payment, store and invoicing, by these columns: {"ar": {"legal": {"terms": "…"}}}.
  translations jsonb not null default '{}' check (private.are_translations(translations, 500000)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  -- Amounts are pounds with at most two decimals; a missing free threshold means shipping is never free.
  constraint settings_shipping check (
    jsonb_typeof(shipping) = 'object'
    and private.is_amount(shipping -> 'defaultShippingFee')
    and private.is_amount(shipping -> 'expressShippingFee')
    and (coalesce(jsonb_typeof(shipping -> 'freeShippingThreshold'), 'null') = 'null'
      or private.is_amount(shipping -> 'freeShippingThreshold'))
    -- Working days after which orders arrive.
    and private.are_day_counts(array[
      shipping -> 'standardDaysFrom', shipping -> 'standardDaysTo', shipping -> 'expressDaysFrom', shipping -> 'expressDaysTo'
    ])
  ),
  constraint settings_payment check (
    jsonb_typeof(payment) = 'object'
    and private.is_flag(payment -> 'cashOnDelivery')
    and private.is_flag(payment -> 'onlinePayment')
    and private.is_flag(payment -> 'bankTransfer')
    and private.are_payment_options(payment -> 'options')
    -- Percent of VAT that prices contain.
    and (coalesce(jsonb_typeof(payment -> 'vatRate'), 'null') = 'null'
      or private.is_amount(payment -> 'vatRate') and (payment ->> 'vatRate')::numeric <= 100)
  ),
  constraint settings_customization check (
    jsonb_typeof(customization) = 'object'
    and private.is_flag(customization -> 'enabled')
    and private.is_amount(customization -> 'textPrice')
    and private.is_amount(customization -> 'imagePrice')
    and private.are_amounts(customization -> 'baseProductPrices')
  ),
  -- earnRate: points for each pound paid for goods; pointValue: pounds one point takes off.
  constraint settings_points check (
    jsonb_typeof(points) = 'object'
    and private.is_flag(points -> 'enabled')
    and private.is_amount(points -> 'earnRate')
    and private.is_amount(points -> 'pointValue')
    and (points ->> 'earnRate')::numeric <= 100
    and (points ->> 'pointValue')::numeric between 0.01 and 1000
  ),
  constraint settings_features check (
    jsonb_typeof(features) = 'object'
    and private.is_flag(features -> 'wishlist')
    and private.is_flag(features -> 'reviews')
    and private.is_flag(features -> 'loyalty')
    and private.is_flag(features -> 'liveChat')
    -- Whether sold-out products come back.
    and (not features ? 'restocks' or private.is_flag(features -> 'restocks'))
  ),
  -- For how many times 24 hours after its delivery a piece is given back or sent in another size, and its fault reported.
  constraint settings_returns check (
    jsonb_typeof(returns) = 'object'
    and private.is_day_count(returns -> 'returnDays')
    and private.is_day_count(returns -> 'faultDays')
    -- Whether the delivery of an order that was paid beforehand stays paid when nobody takes it.
    and (not returns ? 'keepsDeliveryFee' or private.is_flag(returns -> 'keepsDeliveryFee'))
  ),
  constraint settings_contact check (jsonb_typeof(contact) = 'object'),
  constraint settings_legal check (jsonb_typeof(legal) = 'object'),
  constraint settings_store check (jsonb_typeof(store) = 'object'),
  constraint settings_invoicing check (
    jsonb_typeof(invoicing) = 'object'
    and private.is_text(invoicing -> 'legalName', 300)
    and private.is_text(invoicing -> 'legalAddress', 300)
    and private.is_text(invoicing -> 'taxNumber', 30)
  ),
  constraint settings_size check (
    length(contact::text) + length(legal::text) + length(store::text) <= 500000
  ),
  constraint settings_contact_form check (
    private.is_text(contact -> 'contactEmail', 320)
    and coalesce(contact ->> 'contactEmail', '') ~ '^([^@\s]+@[^@\s]+\.[^@\s]+)?$'
    and private.is_text(contact -> 'contactPhone', 300)
    and private.is_text(contact -> 'address', 300)
    and coalesce(jsonb_typeof(contact -> 'socialMedia'), 'object') = 'object'
    and not jsonb_path_exists(contact, '$.socialMedia.* ? (!(@ like_regex "^https?://[^ ]+$"))')
  ),
  constraint settings_legal_form check (
    private.is_text(legal -> 'shippingReturns', 50000) and private.is_text(legal -> 'terms', 50000)
  ),
  constraint settings_payment_open check (
    (payment ->> 'cashOnDelivery')::boolean or (payment ->> 'onlinePayment')::boolean
    or (payment ->> 'bankTransfer')::boolean
  ),
  -- What a store says of itself, where it differs from its brand; `keywords` is a comma list.
  constraint settings_store_form check (
    private.is_text(store -> 'description', 1000)
    and private.is_text(store -> 'footerDescription', 1000)
    and private.is_text(store -> 'seoDescription', 1000)
    and private.is_text(store -> 'seoKeywords', 1000)
    and (not store ? 'autoPlayMusic' or private.is_flag(store -> 'autoPlayMusic'))
  )
);
alter table public.settings enable row level security;

create table public.staff_settings (
  tenant_id text primary key references public.tenants (id) on delete cascade,
  contact_emails text[] not null default '{}' check (cardinality(contact_emails) <= 20),
  low_stock_threshold integer not null default private.low_stock() check (low_stock_threshold between 0 and 10000),
  notes text not null default '' check (length(notes) <= 20000),
  -- Whether staff who have a second factor read customers' data only with it (aal2).
  customers_need_aal2 boolean not null default true,
  -- How many unpaid orders, and pieces of one product in them, one person, phone number or address may have; null: any.
  unpaid_orders_limit integer default 10 check (unpaid_orders_limit between 1 and 10000),
  unpaid_pieces_limit integer default 20 check (unpaid_pieces_limit between 1 and 10000),
  -- How many files a customer may keep, avatar and designs together, and how much they may take.
  customer_files_limit integer not null default 1000 check (customer_files_limit between 10 and 100000),
  customer_storage_mb integer not null default 500 check (customer_storage_mb between 20 and 100000),
  -- How customers are told besides by mail, the first way first, and of which happenings (public.order_message_kind).
  message_channels text[] not null default '{}' check (message_channels <@ '{whatsapp,sms}' and cardinality(message_channels) <= 2),
  message_kinds text[] not null default '{}' check (cardinality(message_kinds) <= 40),
  cash_rules jsonb not null default '{}' check (private.are_cash_rules(cash_rules)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint staff_settings_addresses check (private.are_addresses(contact_emails))
);
alter table public.staff_settings enable row level security;

-- Has a row in a copy for trying things out, which sends no messages to people and takes no payments.
create table private.staging_copy (
  single boolean primary key default true check (single),
  made_at timestamptz not null default now()
);
alter table private.staging_copy enable row level security;

-- Helpers

-- For how many times 24 hours a store takes something after its delivery: `returnDays` or `faultDays` (docs/product.md,
-- Delivery).
create function private.days_after_delivery(p_tenant_id text, p_name text) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select (settings.returns ->> p_name)::integer from public.settings where settings.tenant_id = p_tenant_id), 1);
end
$$;

-- The stores whose customers' data the person reads as staff.
create function private.customer_tenants() returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.has_required_aal() then
    return private.staff_tenants();
  end if;
  return array(
    select staffed.id
    from unnest(private.staff_tenants()) as staffed (id)
    left join public.staff_settings on staff_settings.tenant_id = staffed.id
    where not coalesce(staff_settings.customers_need_aal2, true)
  );
end
$$;

create function private.require_customer_access(p_tenant_id text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  if private.is_service() or p_tenant_id = any (private.customer_tenants()) then
    return;
  end if;
  perform private.refuse('insufficient_aal');
end
$$;

-- Policies

create policy "Everybody reads a store's settings" on public.settings
  for select to anon, authenticated using (true);

create policy "Staff add their store's settings" on public.settings
  for insert to authenticated with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff change their store's settings" on public.settings
  for update to authenticated
  using (tenant_id = any ((select private.staff_tenants())::text[]))
  with check (tenant_id = any ((select private.staff_tenants())::text[]));

call private.add_aal2_policies('public.settings');

create policy "Staff read what only staff may know" on public.staff_settings
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff add what only staff may know" on public.staff_settings
  for insert to authenticated with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff change what only staff may know" on public.staff_settings
  for update to authenticated
  using (tenant_id = any ((select private.staff_tenants())::text[]))
  with check (tenant_id = any ((select private.staff_tenants())::text[]));

call private.add_aal2_policies('public.staff_settings');

-- Functions

-- Whether this is a copy for trying things out, which sends no messages to people and takes no payments.
create function public.is_staging_copy() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.staging_copy)
$$;

-- Triggers

create trigger settings_touch before update on public.settings
  for each row execute function private.touch_version();

create trigger staff_settings_touch before update on public.staff_settings
  for each row execute function private.touch_version();

-- Grants

grant select on public.settings to anon, authenticated;
grant insert, update on public.settings to authenticated;
grant insert, select, update on public.staff_settings to authenticated;
grant execute on function
  private.is_amount,
  private.are_day_counts,
  private.is_day_count,
  private.is_flag,
  private.are_amounts,
  private.are_payment_options,
  private.is_text
to anon, authenticated;
grant execute on function private.are_addresses, private.are_cash_rules, private.customer_tenants, private.require_customer_access to authenticated;

-- schemas/04_customers.sql

-- Customers of a store, their addresses, their roles and second factors.

-- Helpers of the tables

-- A profile's points as users of the API read them; jsonb_build_object alone does not count as immutable.
create function private.profile_metadata(p_points integer, p_redeemed integer, p_avatar text) returns jsonb
language sql immutable as $$
  select jsonb_build_object('points', p_points, 'redeemedPoints', p_redeemed, 'avatar', p_avatar)
$$;

-- Egyptian mobile numbers, written locally or internationally: 01001234567, +201001234567, 00201001234567.
create function private.is_egyptian_phone(p_phone text) returns boolean
language sql immutable as $$ select coalesce(p_phone ~ '^(\+20|0020|0)1[0125][0-9]{8}$', false) $$;

-- The digits of a phone number without its country and the zero before it.
create function private.national_digits(p_phone text) returns text
language sql immutable as $$
  select regexp_replace(regexp_replace(p_phone, '[^0-9]', '', 'g'), '^(0020|20|0)', '')
$$;

-- An address as neighbours would tell it from others: without capitals, spaces and punctuation.
create function private.address_key(p_address jsonb) returns text
language sql immutable as $$
  select regexp_replace(
    lower(coalesce(p_address ->> 'governorate', '') || '|' || coalesce(p_address ->> 'city', '') || '|'
      || coalesce(p_address ->> 'street', '') || '|' || coalesce(p_address ->> 'building', '') || '|'
      || coalesce(p_address ->> 'floor', '') || '|' || coalesce(p_address ->> 'apartment', '')),
    '[\s.,;:/#()''"_-]+', '', 'g')
$$;

-- A name without control and invisible characters, on one line and as long as a profile takes; '' for anything but a text.
create function private.printable_name(p_name jsonb) returns text
language sql immutable as $$
  select case when jsonb_typeof(p_name) = 'string' then btrim(left(btrim(regexp_replace(
    regexp_replace(p_name #>> '{}', '[\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g'),
    '[\s\u0001-\u001f\u007f-\u009f]+', ' ', 'g')), 120)) else '' end
$$;

-- Tags of 1 to 40 characters, each once.
create function private.are_tags(p_tags text[]) returns boolean
language sql immutable set search_path = '' as $$
  select not exists (select 1 from unnest(p_tags) tag where tag is null or btrim(tag) = '' or length(tag) > 40)
    and cardinality(p_tags) = (select count(distinct lower(tag)) from unnest(p_tags) tag)
$$;

-- Tables

create type public.governorate as enum (
  'Alexandria', 'Aswan', 'Assiut', 'Beheira', 'Beni Suef', 'Cairo', 'Dakahlia', 'Damietta', 'Fayoum', 'Gharbia', 'Giza',
  'Ismailia', 'Kafr El Sheikh', 'Luxor', 'Matrouh', 'Minya', 'Monufia', 'New Valley', 'North Sinai', 'Port Said',
  'Qalyubia', 'Qena', 'Red Sea', 'Sharqia', 'Sohag', 'South Sinai', 'Suez'
);

-- One profile per person and store; it is what makes somebody a customer there.
create table public.profiles (
  id uuid not null references auth.users (id) on delete cascade,
  tenant_id text not null references public.tenants (id) on delete cascade,
  email text not null default '' check (length(email) <= 320),
  name text check (length(name) <= 120),
  phone text check (length(phone) <= 30),
  avatar text check (length(avatar) <= 500),
  -- What they read the store and its mails in, once they have chosen; and the back office.
  language text check (language in ('en', 'ar')),
  office_language text not null default 'en' check (office_language in ('en', 'ar')),
  points integer not null default 0 check (points >= 0),
  redeemed_points integer not null default 0 check (redeemed_points >= 0),
  -- What the store owes the person for a next order: the sum of public.store_credits.
  store_credit numeric(12, 2) not null default 0 check (store_credit >= 0),
  metadata jsonb not null generated always as (private.profile_metadata(points, redeemed_points, avatar)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id, tenant_id)
);
create index profiles_by_tenant on public.profiles (tenant_id, created_at desc, id);
create index profiles_by_name on public.profiles (tenant_id, lower(name), id);
create index profiles_by_email on public.profiles (tenant_id, email);
create index profiles_by_phone on public.profiles (private.national_digits(phone) text_pattern_ops, tenant_id)
  where phone is not null;
create index profiles_by_last_digits on public.profiles (reverse(private.national_digits(phone)) text_pattern_ops, tenant_id)
  where phone is not null;
alter table public.profiles enable row level security;

-- What staff keep about a customer, who does not see it before they ask for their data: tags, a note, and why they are
-- blocked. Whoever is blocked neither orders nor reviews.
create table public.customer_records (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null,
  tags text[] not null default '{}' check (cardinality(tags) <= 20 and private.are_tags(tags)),
  note text not null default '' check (length(note) <= 5000),
  blocked_reason text check (btrim(blocked_reason) <> '' and length(blocked_reason) <= 500),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, user_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade
);
create index customer_records_by_tag on public.customer_records using gin (tags);
alter table public.customer_records enable row level security;

create table public.addresses (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null,
  label text not null default '' check (length(label) <= 40),
  full_name text not null check (btrim(full_name) <> '' and length(full_name) <= 120),
  phone text not null check (private.is_egyptian_phone(phone)),
  governorate public.governorate not null,
  city text not null check (btrim(city) <> '' and length(city) <= 80),
  street text not null check (btrim(street) <> '' and length(street) <= 200),
  building text not null default '' check (length(building) <= 40),
  floor text not null default '' check (length(floor) <= 20),
  apartment text not null default '' check (length(apartment) <= 20),
  landmark text not null default '' check (length(landmark) <= 200),
  postal_code text not null default '' check (postal_code ~ '^([0-9]{5})?$'),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade
);
create index addresses_by_person on public.addresses (user_id, tenant_id, created_at);
create unique index addresses_one_default on public.addresses (user_id, tenant_id) where is_default;
alter table public.addresses enable row level security;

-- Policies

create policy "People read their own profiles" on public.profiles
  for select to authenticated using (id = (select auth.uid()));

create policy "Staff read their store's customers" on public.profiles
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "People make their own profiles" on public.profiles
  for insert to authenticated with check (id = (select auth.uid()));

create policy "People change their own profiles" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

call private.add_aal2_policies('public.profiles');

create policy "Staff read what they keep about customers" on public.customer_records
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Staff begin to keep something about a customer" on public.customer_records
  for insert to authenticated with check (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Staff change what they keep about customers" on public.customer_records
  for update to authenticated
  using (tenant_id = any ((select private.customer_tenants())::text[]))
  with check (tenant_id = any ((select private.customer_tenants())::text[]));

call private.add_aal2_policies('public.customer_records');

create policy "People read their own addresses" on public.addresses
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their customers' addresses" on public.addresses
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "People add their own addresses" on public.addresses
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People change their own addresses" on public.addresses
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "People remove their own addresses" on public.addresses
  for delete to authenticated using (user_id = (select auth.uid()));

call private.add_aal2_policies('public.addresses');

create policy "Super admins see who of their store rules every store" on public.user_roles
  for select to authenticated using (
    tenant_id is null
    and exists (
      select 1 from public.profiles
      where id = user_roles.user_id and tenant_id = any ((select private.super_admin_tenants())::text[])
    )
  );

-- Functions

-- The address a person typed: sign-in addresses carry the store in their local part (docs/product.md, Accounts).
create function private.original_email(p_email text, p_tenant_id text) returns text
language sql immutable as $$
  select case
    when position('+' || p_tenant_id || '@' in p_email) > 0
      then replace(p_email, '+' || p_tenant_id || '@', '@')
    else p_email
  end
$$;

create function private.profile_keep_facts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if new.id <> old.id or new.tenant_id <> old.tenant_id then
      perform private.refuse('profile_fixed');
    end if;
    new.created_at := old.created_at;
    new.updated_at := now();
  end if;
  -- What people claim as their address is not believed; what they signed in with is.
  if auth.uid() = new.id or new.email is null or new.email = '' then
    new.email := coalesce(
      (select private.original_email(email::text, new.tenant_id) from auth.users where id = new.id),
      ''
    );
  end if;
  return new;
end
$$;

-- Makes somebody a customer of a store: their profile and the role row `user`; a missing name is filled in.
create function private.add_customer(p_user_id uuid, p_tenant_id text, p_email text, p_name text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  v_profile public.profiles;
begin
  insert into public.profiles (id, tenant_id, email, name)
  values (p_user_id, p_tenant_id, coalesce(p_email, ''), nullif(btrim(p_name), ''))
  on conflict (id, tenant_id) do update set name = coalesce(nullif(profiles.name, ''), excluded.name)
  returning * into v_profile;
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, p_tenant_id, 'user')
  on conflict (user_id, tenant_id) do nothing;
  return v_profile;
end
$$;

-- Makes the caller's profile in a store, and the role row `user`; a missing name is filled in.
create function public.create_profile_with_tenant(p_user_id uuid, p_tenant_id text, p_email text, p_name text)
returns public.profiles
language plpgsql security definer set search_path = '' as $$
begin
  if p_user_id is null or (p_user_id is distinct from auth.uid() and not private.is_service()) then
    perform private.refuse('own_profile_only');
  end if;
  return private.add_customer(p_user_id, p_tenant_id, p_email, p_name);
end
$$;

-- The same without a name.
create function public.create_simple_profile(p_user_id uuid, p_tenant_id text, p_email text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
begin
  return public.create_profile_with_tenant(p_user_id, p_tenant_id, p_email, null);
end
$$;

-- A new account is a customer of the store that it names, so that staff find it before its first sign-in. The metadata is
-- what a stranger wrote: an unknown store makes no customer, a name is cut to what fits, and nothing fails the sign-up.
create function private.account_made() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id text := new.raw_user_meta_data ->> 'tenant_id';
begin
  if exists (select 1 from public.tenants where id = v_tenant_id) then
    perform private.add_customer(new.id, v_tenant_id, '', private.printable_name(new.raw_user_meta_data -> 'name'));
  end if;
  return null;
end
$$;

-- Gives somebody a role in a store, and returns it. Super admins only; a store always has one of them.
create function public.set_user_role(p_user_id uuid, p_tenant_id text, p_role public.user_role)
returns public.user_role
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.user_role;
begin
  if not private.is_service() and not coalesce(p_tenant_id = any (private.super_admin_tenants()), false) then
    perform private.refuse('super_admin_only');
  end if;
  perform private.require_aal();
  if p_role is null then
    perform private.refuse('unknown_role');
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id)
    and not exists (select 1 from public.user_roles where user_id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if exists (select 1 from public.user_roles where user_id = p_user_id and tenant_id is null) then
    perform private.refuse('rules_every_store');
  end if;
  -- Two super admins taking each other down at once would leave a store without one.
  perform pg_advisory_xact_lock(hashtextextended('roles:' || p_tenant_id, 0));
  select role into v_old from public.user_roles where user_id = p_user_id and tenant_id = p_tenant_id;
  if v_old = 'super_admin' and p_role <> 'super_admin' and not exists (
    select 1 from public.user_roles
    where tenant_id = p_tenant_id and role = 'super_admin' and user_id <> p_user_id
  ) then
    perform private.refuse('last_super_admin');
  end if;
  insert into public.user_roles (user_id, tenant_id, role) values (p_user_id, p_tenant_id, p_role)
  on conflict (user_id, tenant_id) do update set role = excluded.role;
  return p_role;
end
$$;

-- Refuses somebody whom a store has blocked; the reason is staff's own.
create function private.refuse_blocked(p_tenant_id text, p_user_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select 1 from public.customer_records
    where tenant_id = p_tenant_id and user_id = p_user_id and blocked_reason is not null
  ) then
    perform private.refuse('blocked');
  end if;
end
$$;

-- The first address is the default; a new default takes over from the old one.
create function private.address_default() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('addresses:' || new.tenant_id || new.user_id, 0));
    if (select count(*) >= 30 from public.addresses
        where user_id = new.user_id and tenant_id = new.tenant_id) then
      perform private.refuse('too_many_addresses');
    end if;
    new.is_default := new.is_default or not exists (
      select 1 from public.addresses where user_id = new.user_id and tenant_id = new.tenant_id and is_default
    );
  end if;
  if new.is_default then
    update public.addresses set is_default = false
    where user_id = new.user_id and tenant_id = new.tenant_id and is_default and id <> new.id;
  end if;
  return new;
end
$$;

create function private.address_default_removed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.addresses set is_default = true
  where id = (
    select id from public.addresses
    where user_id = old.user_id and tenant_id = old.tenant_id
    order by created_at desc, id limit 1
  );
  return null;
end
$$;

-- Takes the second factors off somebody who lost them; super admins only, and written down. People who are staff
-- elsewhere as well are helped there too, or not at all.
create function public.remove_user_factors(p_user_id uuid, p_tenant_id text, p_request_id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('remove_user_factors', p_user_id, p_tenant_id));
  v_ruled text[] := private.super_admin_tenants();
  v_removed integer;
begin
  if v_first is not null then
    return v_first::integer;
  end if;
  if not private.is_service() and not coalesce(p_tenant_id = any (v_ruled), false) then
    perform private.refuse('super_admin_only');
  end if;
  perform private.require_aal();
  if p_user_id = auth.uid()
    or not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id)
    or exists (
      select 1 from public.user_roles
      where user_id = p_user_id and role >= 'admin' and not private.is_service()
        and (tenant_id is null or not tenant_id = any (v_ruled))
    ) then
    perform private.refuse('unknown_person', jsonb_build_object('reason', 'second_step'));
  end if;
  delete from auth.mfa_factors where user_id = p_user_id;
  get diagnostics v_removed = row_count;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label)
  values (
    p_tenant_id, auth.uid(),
    coalesce((
      select name from public.profiles where id = auth.uid() order by tenant_id = p_tenant_id desc limit 1
    ), ''),
    'delete', 'mfa_factors', p_user_id::text,
    coalesce((select name from public.profiles where id = p_user_id and tenant_id = p_tenant_id), '')
  );
  perform private.keep_answer(p_request_id, to_jsonb(v_removed));
  return v_removed;
end
$$;

-- How many verified second factors each of some people of a store has, so that a super admin sees whom they can help.
-- Only people with an account in that store are counted; names, secrets and numbers stay where they are.
create function public.count_user_factors(p_tenant_id text, p_user_ids uuid[])
returns table (user_id uuid, factors integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_service() and not coalesce(p_tenant_id = any (private.super_admin_tenants()), false) then
    perform private.refuse('super_admin_only');
  end if;
  return query
    select mfa_factors.user_id, count(*)::integer
    from auth.mfa_factors
    join public.profiles profile on profile.id = mfa_factors.user_id and profile.tenant_id = p_tenant_id
    where mfa_factors.user_id = any (p_user_ids) and mfa_factors.status = 'verified'
    group by mfa_factors.user_id;
end
$$;

-- Which of some people of a store have not yet shown that their address or number is theirs. Staff only.
create function public.unconfirmed_people(p_tenant_id text, p_user_ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_customer_access(p_tenant_id);
  return query
    select profiles.id
    from public.profiles
    join auth.users on users.id = profiles.id
    where profiles.tenant_id = p_tenant_id and profiles.id = any (p_user_ids)
      and users.email_confirmed_at is null and users.phone_confirmed_at is null;
end
$$;

-- Triggers

create trigger account_made after insert on auth.users
  for each row execute function private.account_made();

call private.fix_columns('public.addresses', '{id,tenant_id,user_id}');
call private.fix_columns('public.customer_records', '{id,tenant_id,user_id}');

create trigger customer_records_touch before update on public.customer_records
  for each row execute function private.touch_version();

create trigger profiles_keep_facts before insert or update on public.profiles
  for each row execute function private.profile_keep_facts();

create trigger addresses_touch before update on public.addresses
  for each row execute function private.touch_updated_at();

create trigger addresses_default before insert or update of is_default on public.addresses
  for each row execute function private.address_default();

create trigger addresses_default_removed after delete on public.addresses
  for each row when (old.is_default) execute function private.address_default_removed();

-- Grants

grant select on public.profiles to authenticated;
grant insert (id, tenant_id, email, name, phone, avatar, language, office_language, created_at, updated_at)
on public.profiles to authenticated;
grant update (id, tenant_id, email, name, phone, avatar, language, office_language, created_at, updated_at)
on public.profiles to authenticated;
grant select on public.customer_records to authenticated;
grant insert (tenant_id, user_id, tags, note, blocked_reason) on public.customer_records to authenticated;
grant update (tags, note, blocked_reason) on public.customer_records to authenticated;
grant select, delete on public.addresses to authenticated;
grant insert (
  id, tenant_id, user_id, label, full_name, phone, governorate, city, street, building, floor, apartment,
  landmark, postal_code, is_default
) on public.addresses to authenticated;
grant update (
  id, tenant_id, user_id, label, full_name, phone, governorate, city, street, building, floor, apartment,
  landmark, postal_code, is_default
) on public.addresses to authenticated;
grant execute on function
  private.profile_metadata,
  private.are_tags,
  public.create_profile_with_tenant,
  public.create_simple_profile,
  public.set_user_role,
  public.remove_user_factors,
  public.count_user_factors,
  public.unconfirmed_people
to authenticated;
grant execute on function private.is_egyptian_phone, private.national_digits, private.address_key to anon, authenticated;

-- schemas/05_catalogue.sql

-- Categories and products.

-- Tables

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  name text not null check (name = btrim(name) and name <> '' and length(name) <= 120),
  description text check (length(description) <= 5000),
  -- One address, or a JSON list of them as older rows have (docs/product.md, Products).
  image text check (length(image) <= 5000),
  translations jsonb not null default '{}' check (private.are_translations(translations, 20000)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id)
);
create unique index categories_name on public.categories (tenant_id, lower(name));
alter table public.categories enable row level security;

-- Orders change nothing but `stock`, and no index holds it: such an update stays on its page and touches no index.
-- That is also why a trigger keeps the derived columns: generated ones would be computed again for each sale.
create table public.products (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  category_id uuid,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  description text check (length(description) <= 20000),
  -- What a shopper pays, null while nobody has said it; `original_price` is shown struck through, `discount` the percentage
  -- that is shown without one.
  price numeric(12, 2) check (price >= 0 and price <= 10000000),
  original_price numeric(12, 2) check (original_price >= 0 and original_price <= 10000000),
  discount numeric(5, 2) default 0 check (discount between 0 and 100),
  -- Lists of addresses; older rows may hold one address, or the list as JSON text.
  images jsonb not null default '[]' check (jsonb_typeof(images) in ('array', 'string') and length(images::text) <= 20000),
  videos jsonb not null default '[]' check (jsonb_typeof(videos) in ('array', 'string') and length(videos::text) <= 20000),
  unit text check (length(unit) <= 40),
  stock integer not null default 0 check (stock >= 0 and stock <= 10000000),
  featured boolean not null default false,
  is_new boolean not null default false,
  is_active boolean not null default true,
  -- Whether it comes back when it is sold out, in a store whose products do (settings.features).
  restocks boolean not null default true,
  -- What kind of product it is, such as Hoodie, where its type is no option.
  product_type text check (length(product_type) <= 200),
  material text check (length(material) <= 2000),
  brand text check (length(brand) <= 120),
  gender text check (length(gender) <= 200),
  -- Values of the store's attributes, by their ids.
  attributes jsonb not null default '{}'
    check (jsonb_typeof(attributes) = 'object' and length(attributes::text) <= 20000),
  review_count integer not null default 0 check (review_count >= 0),
  rating numeric(3, 2) check (rating between 1 and 5),
  -- Derived from the columns above and from the product's options and variants, as the stock is; nobody writes them.
  -- The first three list the values of the options as JSON (docs/product.md, Products). The lowest and the highest
  -- price are of what can be bought: private.prices_of.
  type text,
  size text,
  color text,
  min_price numeric(12, 2),
  max_price numeric(12, 2),
  types text[] not null default '{}',
  sizes text[] not null default '{}',
  colors text[] not null default '{}',
  materials text[] not null default '{}',
  genders text[] not null default '{}',
  on_sale boolean not null default false,
  search tsvector not null default '',
  -- What a picture shows, by its address.
  image_alts jsonb not null default '{}'
    check (jsonb_typeof(image_alts) = 'object' and length(image_alts::text) <= 40000),
  translations jsonb not null default '{}' check (private.are_translations(translations, 80000)),
  version integer not null default 1,
  -- A deleted product is kept for 30 days, hidden, so that its reviews and wishes come back with it.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, category_id) references public.categories (tenant_id, id),
  constraint products_deleted_hidden check (deleted_at is null or not is_active),
  constraint products_sold_priced check (price is not null or not is_active)
) with (fillfactor = 85);
create index products_newest on public.products (tenant_id, created_at desc, id) where is_active;
create index products_by_price on public.products (tenant_id, price, id) where is_active;
create index products_by_name on public.products (tenant_id, lower(name), id);
create index products_by_category on public.products (tenant_id, category_id, created_at desc, id);
create index products_featured on public.products (tenant_id, created_at desc, id) where featured and is_active;
create index products_on_sale on public.products (tenant_id, created_at desc, id) where on_sale and is_active;
create index products_search on public.products using gin (search) with (gin_pending_list_limit = 256);
alter table public.products enable row level security;

-- Policies

create policy "Everybody reads categories" on public.categories
  for select to anon, authenticated using (true);

call private.add_staff_policies('public.categories', 'categories');

create policy "Everybody reads products on sale in a store" on public.products
  for select to anon, authenticated using (is_active);

call private.add_staff_policies('public.products', 'products');

create policy "Staff read all products of their store" on public.products
  for select to authenticated
  using (deleted_at is null and tenant_id = any ((select private.staff_tenants())::text[]));

-- Functions

-- Options are text holding a JSON list or a comma list (docs/product.md, Products).
create function private.text_list(p_value text) returns text[]
language sql immutable as $$
  select case
    when p_value is null or btrim(p_value) = '' then '{}'::text[]
    when p_value is json array then array(
      select btrim(item) from jsonb_array_elements_text(p_value::jsonb) with ordinality as items (item, place)
      where btrim(item) <> '' order by place
    )
    else array(
      select btrim(item, E' \t\r\n"[]') from unnest(string_to_array(p_value, ',')) with ordinality as items (item, place)
      where btrim(item, E' \t\r\n"[]') <> '' order by place
    )
  end
$$;

-- The first picture, however the list came: a list, one address, or either of them written as JSON text.
create function private.first_picture(p_images jsonb) returns text
language sql immutable as $$
  select case jsonb_typeof(p_images)
    when 'array' then p_images ->> 0
    when 'string' then case
      when (p_images #>> '{}') is json array then ((p_images #>> '{}')::jsonb) ->> 0
      else p_images #>> '{}'
    end
  end
$$;

-- Letters as people type them when they search: no case, no accents, Arabic without vowel marks and letter variants, the
-- digits and letters of Persian keyboards as those of Arabic ones, and all digits as Western ones.
create function private.fold(p_text text) returns text
language sql immutable as $$
  select translate(
    regexp_replace(
      extensions.unaccent('extensions.unaccent'::regdictionary, lower(coalesce(p_text, ''))),
      U&'[\064B-\065F\0670\0640\06D6-\06ED]', '', 'g'
    ),
    U&'\0623\0625\0622\0671\0649\06CC\06A9\0629\0624\0626\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
      || U&'\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
    U&'\0627\0627\0627\0627\064A\064A\0643\0647\0648\064A' || '01234567890123456789'
  )
$$;

-- The words of a text, folded, with one space between them. Arabic writes the article and what stands before it, "and",
-- "with", "for" and "like", together with the word: without them it is the word that people look for.
create function private.words(p_text text) returns text
language sql immutable as $$
  select regexp_replace(
    regexp_replace(private.fold(p_text), '[^[:alnum:]]+', ' ', 'g'),
    U&'(^| )\0648?(?:[\0628\0643]?\0627\0644|\0644\0644)(?=[\0621-\064A]{2})', '\1', 'g'
  )
$$;

-- What a product's variants cost, from low to high: of those that are sold and in stock; when all are sold out, of all that
-- are sold. Null where nothing has a price.
create function private.prices_of(p_product_id uuid, p_price numeric) returns numeric[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_in_stock numeric[];
  v_sold numeric[];
begin
  select array_agg(distinct coalesce(price, p_price)) filter (where stock > 0),
    array_agg(distinct coalesce(price, p_price))
  into v_in_stock, v_sold
  from public.product_variants
  where product_id = p_product_id and is_active and coalesce(price, p_price) is not null;
  return coalesce(v_in_stock, v_sold, array[p_price]);
end
$$;

-- Derives the lowest and the highest price of products of which a variant was sold out or is available again. Like a sale,
-- that makes no newer version.
create function private.derive_prices(p_product_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.products product set min_price = derived.prices[1], max_price = derived.prices[cardinality(derived.prices)]
  from (
    select listed.id, private.prices_of(listed.id, listed.price) as prices
    from public.products listed where listed.id = any (p_product_ids)
  ) derived
  where product.id = derived.id
    and (product.min_price, product.max_price)
      is distinct from (derived.prices[1], derived.prices[cardinality(derived.prices)]);
end
$$;

-- The columns of a product that staff fill, and how two values of each are compared: as they are, as text without outer
-- spaces, as lists however they are written, or as numbers of which none is 0. Writing, importing, comparing, undoing and the
-- audit log go by this list.
create function private.product_columns() returns table (name text, compared_as text)
language sql immutable set search_path = '' as $$
  values ('category_id', 'value'), ('name', 'text'), ('description', 'text'), ('price', 'value'), ('original_price', 'value'),
    ('discount', 'number'), ('images', 'addresses'), ('image_alts', 'value'), ('videos', 'addresses'), ('unit', 'text'),
    ('featured', 'value'), ('is_new', 'value'), ('is_active', 'value'), ('restocks', 'value'), ('product_type', 'text'),
    ('material', 'list'), ('brand', 'text'), ('gender', 'list'), ('attributes', 'value'),
    ('translations', 'value')
$$;

-- A product as its staff filled it: the columns that are theirs, with those by which it is found.
create function private.filled_columns(p_product jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(field.key, field.value) from jsonb_each(p_product) field
  where field.key in ('id', 'tenant_id', 'deleted_at') or field.key in (select filled.name from private.product_columns() filled)
$$;

create function private.list_text(p_values text[]) returns text
language sql immutable as $$ select case when cardinality(p_values) > 0 then to_jsonb(p_values)::text end $$;

-- Fills in what follows from a product's options: the lists of sizes, colours and types.
create function private.derive_options(inout p_product public.products)
language plpgsql stable set search_path = '' as $$
begin
  select coalesce(max(option.values) filter (where option.kind = 'size'), '{}'),
    coalesce(max(option.values) filter (where option.kind = 'color'), '{}'),
    coalesce(max(option.values) filter (where option.kind = 'type'),
      array_remove(array[nullif(btrim(p_product.product_type), '')], null))
  into p_product.sizes, p_product.colors, p_product.types
  from public.product_options option where option.product_id = p_product.id;
  p_product.size := private.list_text(p_product.sizes);
  p_product.color := private.list_text(p_product.colors);
  p_product.type := private.list_text(p_product.types);
end
$$;

-- What a product is found by, the name before brand, category and type, these before options, and last the description.
create function private.search_vector(p_product public.products) returns tsvector
language plpgsql stable set search_path = '' as $$
begin
  return setweight(to_tsvector('pg_catalog.simple', private.words(concat_ws(' ',
      p_product.name, private.translated_texts(p_product.translations, 'name')))), 'A')
    || setweight(to_tsvector('pg_catalog.simple', private.words(concat_ws(' ', p_product.brand,
      private.translated_texts(p_product.translations, 'brand'), private.translated_texts(p_product.translations, 'type'), (
      select concat_ws(' ', name, private.translated_texts(translations, 'name')) from public.categories where tenant_id = p_product.tenant_id and id = p_product.category_id
    ), p_product.product_type, array_to_string(p_product.types, ' ')))), 'B')
    || setweight(to_tsvector('pg_catalog.simple', private.words(concat_ws(' ', (
      select string_agg(concat_ws(' ', array_to_string(option.values, ' '),
        private.translated_words(option.translations, 'values')), ' ')
      from public.product_options option where option.product_id = p_product.id and option.kind <> 'type'
    ), p_product.material, p_product.gender, private.translated_words(p_product.translations, 'material'),
      private.translated_words(p_product.translations, 'gender'), private.attribute_words(p_product.tenant_id, p_product.attributes)))), 'C')
    || setweight(to_tsvector('pg_catalog.simple', private.words(concat_ws(' ', left(p_product.description, 4000),
      left(private.translated_texts(p_product.translations, 'description'), 4000), (
      select string_agg(sku, ' ') from public.product_variants where product_id = p_product.id
    )))), 'D');
end
$$;

create function private.product_derive() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_prices constant numeric[] := private.prices_of(new.id, new.price);
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  if tg_op = 'UPDATE' and (new.size, new.color, new.type) is distinct from (old.size, old.color, old.type)
    or tg_op = 'INSERT' and concat(new.size, new.color, new.type) <> '' then
    perform private.refuse('options_decide', jsonb_build_object('column', case
      when new.size is distinct from case when tg_op = 'UPDATE' then old.size end then 'size'
      when new.color is distinct from case when tg_op = 'UPDATE' then old.color end then 'color' else 'type' end));
  end if;
  if new.is_active and new.price is null then
    perform private.refuse('price_missing', private.product_names(new) || '{"column": "price"}');
  end if;
  new := private.derive_options(new);
  new.min_price := v_prices[1];
  new.max_price := v_prices[cardinality(v_prices)];
  new.on_sale := coalesce(new.discount > 0, false) or coalesce((
    select bool_or(coalesce(original_price, new.original_price) > coalesce(price, new.price))
    from public.product_variants where product_id = new.id and is_active
  ), new.original_price > new.price, false);
  new.materials := private.text_list(new.material);
  new.genders := private.text_list(new.gender);
  new.search := private.search_vector(new);
  return new;
end
$$;

-- Gives products a new version, for which their trigger derives what follows from other rows.
create function private.renew_products(p_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.products where id = any (p_ids) order by id for no key update;
  update public.products set version = version + 1 where id = any (p_ids);
end
$$;

create function private.category_renamed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.renew_products(array(
    select id from public.products where tenant_id = new.tenant_id and category_id = new.id
  ));
  return null;
end
$$;

-- Whether a browser can follow an address: any path, or a web address with a host.
create function private.is_valid_address(p_address text) returns boolean
language sql immutable set search_path = '' as $$
  select p_address !~* '^(https?:)?//' or p_address ~*
    '^(https?:)?//([^/?#\\@]*@)?(\[[0-9a-f:.]+\]|[^][[:space:][:cntrl:]/?#\\:@<>^|%]+)(:[0-9]{0,5})?([/?#\\]|$)'
$$;

create function private.require_valid_addresses() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- The column's name comes with the trigger.
  v_column constant text := tg_argv[0];
  v_value constant jsonb := to_jsonb(new) -> v_column;
  v_bad constant text := (
    select address from unnest(private.address_list(v_value)) address where not private.is_valid_address(address) limit 1
  );
begin
  -- Undoing a change may bring an address back that was accepted before.
  if v_bad is not null and not exists (
    select 1 from private.product_change_entries
    where tg_table_name = 'products' and product_id = new.id and before -> v_column = v_value
  ) then
    perform private.refuse('address_unknown', jsonb_build_object('column', v_column, 'address', left(v_bad, 100)));
  end if;
  return new;
end
$$;

-- Triggers

call private.fix_columns('public.categories', '{id,tenant_id}');
call private.insert_in_turn('public.categories');
call private.fix_columns('public.products', '{id,tenant_id}');

create trigger categories_touch before update on public.categories
  for each row execute function private.touch_version();

create trigger categories_renamed after update of name, translations on public.categories
  for each row when ((old.name, old.translations) is distinct from (new.name, new.translations)) execute function private.category_renamed();

create trigger products_images_added before insert on public.products
  for each row when (new.images <> '[]') execute function private.require_valid_addresses('images');

create trigger products_images_changed before update of images on public.products
  for each row when (new.images is distinct from old.images) execute function private.require_valid_addresses('images');

create trigger products_videos_added before insert on public.products
  for each row when (new.videos <> '[]') execute function private.require_valid_addresses('videos');

create trigger products_videos_changed before update of videos on public.products
  for each row when (new.videos is distinct from old.videos) execute function private.require_valid_addresses('videos');

create trigger categories_image_added before insert on public.categories
  for each row when (new.image <> '') execute function private.require_valid_addresses('image');

create trigger categories_image_changed before update of image on public.categories
  for each row when (new.image is distinct from old.image) execute function private.require_valid_addresses('image');

-- Of what staff fill, and of what is derived from it. A sale or a review changes none of that, and makes no new version.
do $$
begin
  execute format('create trigger products_derive before insert or update of %s, type, size, color, types, sizes, colors,
    materials, genders, on_sale, search, version, deleted_at, created_at, updated_at on public.products
    for each row execute function private.product_derive()',
    (select string_agg(quote_ident(filled.name), ', ') from private.product_columns() filled));
end
$$;

-- Grants

grant select on public.categories to anon, authenticated;
grant delete on public.categories to authenticated;
grant insert (id, tenant_id, name, description, image, translations, created_at) on public.categories to authenticated;
grant update (id, tenant_id, name, description, image, translations) on public.categories to authenticated;
grant select on public.products to anon, authenticated;
grant delete on public.products to authenticated;
-- Size, color and type may be named, so that who writes them reads why they stay as they are.
grant insert (
  id, tenant_id, category_id, name, description, price, original_price, discount, images, videos, unit, stock,
  featured, is_new, is_active, restocks, product_type, type, size, color, material, brand, gender, attributes, created_at,
  image_alts, translations
) on public.products to authenticated;
grant update (
  id, tenant_id, category_id, name, description, price, original_price, discount, images, videos, unit, stock,
  featured, is_new, is_active, restocks, product_type, type, size, color, material, brand, gender, attributes, image_alts,
  translations
) on public.products to authenticated;
grant execute on function
  private.text_list,
  private.first_picture,
  private.fold,
  private.words
to anon, authenticated;

-- schemas/05_places.sql

-- Places of Egypt: governorates and their districts, in both scripts, found however people write them.

-- Helpers of the tables

-- A place as people mean it, however they write it: without articles, spaces, vowel marks and words such as "city".
create function private.place_key(p_name text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(regexp_replace(part.word, '^ال(?=.)', ''), '' order by part.place), '')
    from regexp_split_to_table(private.words(p_name), ' ') with ordinality part (word, place)
    where part.word not in ('', 'el', 'al', 'the', 'city', 'governorate', 'محافظه', 'مدينه', 'مركز', 'قسم', 'حي')
  );
end
$$;

-- What a place is looked up by: its names as private.place_key has them, and with all their words, since in "Nasr cty" the
-- word city is misspelt too.
create function private.place_keys(p_names text[]) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select distinct spelled.key
    from unnest(p_names) named (name),
      lateral (values (private.place_key(named.name)), (replace(private.words(named.name), ' ', ''))) spelled (key)
    where spelled.key <> '' order by spelled.key
  );
end
$$;

-- Tables

-- How governorates are written, by couriers too: both scripts, as private.place_key has it.
create table private.governorate_names (
  key text primary key,
  governorate public.governorate not null
);
alter table private.governorate_names enable row level security;

insert into private.governorate_names (key, governorate)
select distinct private.place_key(spelled.name), spelled.governorate::public.governorate from (values
  ('Alexandria', 'Alexandria'), ('Alex', 'Alexandria'), ('الإسكندرية', 'Alexandria'), ('اسكندرية', 'Alexandria'),
  ('Aswan', 'Aswan'), ('أسوان', 'Aswan'),
  ('Assiut', 'Assiut'), ('Assuit', 'Assiut'), ('Asyut', 'Assiut'), ('أسيوط', 'Assiut'),
  ('Beheira', 'Beheira'), ('Behira', 'Beheira'), ('Behera', 'Beheira'), ('البحيرة', 'Beheira'),
  ('Beni Suef', 'Beni Suef'), ('Bani Suif', 'Beni Suef'), ('Bani Suef', 'Beni Suef'), ('بني سويف', 'Beni Suef'),
  ('Cairo', 'Cairo'), ('القاهرة', 'Cairo'),
  ('Dakahlia', 'Dakahlia'), ('Dakahliya', 'Dakahlia'), ('الدقهلية', 'Dakahlia'),
  ('Damietta', 'Damietta'), ('Dumyat', 'Damietta'), ('دمياط', 'Damietta'),
  ('Fayoum', 'Fayoum'), ('Faiyum', 'Fayoum'), ('Fayyum', 'Fayoum'), ('الفيوم', 'Fayoum'),
  ('Gharbia', 'Gharbia'), ('Gharbiya', 'Gharbia'), ('الغربية', 'Gharbia'),
  ('Giza', 'Giza'), ('Gizeh', 'Giza'), ('الجيزة', 'Giza'),
  ('Ismailia', 'Ismailia'), ('Isamilia', 'Ismailia'), ('Ismaileya', 'Ismailia'), ('الإسماعيلية', 'Ismailia'),
  ('Kafr El Sheikh', 'Kafr El Sheikh'), ('Kafr Alsheikh', 'Kafr El Sheikh'), ('Kafr El Shaikh', 'Kafr El Sheikh'),
  ('كفر الشيخ', 'Kafr El Sheikh'),
  ('Luxor', 'Luxor'), ('الأقصر', 'Luxor'),
  ('Matrouh', 'Matrouh'), ('Matruh', 'Matrouh'), ('Marsa Matrouh', 'Matrouh'), ('مطروح', 'Matrouh'), ('مرسى مطروح', 'Matrouh'),
  ('North Coast', 'Matrouh'), ('الساحل الشمالي', 'Matrouh'),
  ('Minya', 'Minya'), ('Menya', 'Minya'), ('المنيا', 'Minya'),
  ('Monufia', 'Monufia'), ('Menoufia', 'Monufia'), ('Monofeya', 'Monufia'), ('Menofia', 'Monufia'), ('المنوفية', 'Monufia'),
  ('New Valley', 'New Valley'), ('Alwadi Algadid', 'New Valley'), ('الوادي الجديد', 'New Valley'),
  ('North Sinai', 'North Sinai'), ('شمال سيناء', 'North Sinai'),
  ('Port Said', 'Port Said'), ('بورسعيد', 'Port Said'), ('بور سعيد', 'Port Said'),
  ('Qalyubia', 'Qalyubia'), ('El Kalioubia', 'Qalyubia'), ('Qaliubiya', 'Qalyubia'), ('Qalioubia', 'Qalyubia'),
  ('القليوبية', 'Qalyubia'),
  ('Qena', 'Qena'), ('Kena', 'Qena'), ('قنا', 'Qena'),
  ('Red Sea', 'Red Sea'), ('البحر الأحمر', 'Red Sea'),
  ('Sharqia', 'Sharqia'), ('Sharkia', 'Sharqia'), ('Sharqeya', 'Sharqia'), ('الشرقية', 'Sharqia'),
  ('Sohag', 'Sohag'), ('Suhag', 'Sohag'), ('سوهاج', 'Sohag'),
  ('South Sinai', 'South Sinai'), ('جنوب سيناء', 'South Sinai'),
  ('Suez', 'Suez'), ('السويس', 'Suez')
) as spelled (name, governorate);

-- Districts of cities, cities and centres: what an address names beside its governorate. The same for all stores, and
-- changed here alone.
create table public.districts (
  id text primary key check (id ~ '^[a-z0-9-]{1,60}$'),
  governorate public.governorate not null,
  name text not null check (length(name) between 1 and 80),
  name_ar text not null check (length(name_ar) between 1 and 80),
  -- Other ways to write either, and other names.
  other_names text[] not null default '{}',
  keys text[] not null generated always as (private.place_keys(array[name, name_ar] || other_names)) stored,
  unique (governorate, name)
);
alter table public.districts enable row level security;

-- Policies

create policy "Everybody reads the districts" on public.districts
  for select to anon, authenticated using (true);

-- Functions

create function private.governorate_of(p_names text[]) returns public.governorate
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select named.governorate from unnest(p_names) with ordinality spelled (name, place)
    join private.governorate_names named on named.key = private.place_key(spelled.name)
    order by spelled.place limit 1
  );
end
$$;

-- The district that a city of an address is, forgiving how it is written; null where none is, or several could be. What is
-- a district of another governorate is not a misspelt one of this.
create function private.district_of(p_governorate text, p_city text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_keys constant text[] := private.place_keys(array[left(p_city, 80)]);
  v_found text[];
begin
  v_found := array(
    select district.id from public.districts district
    where district.keys && v_keys and district.governorate::text = p_governorate limit 2);
  if cardinality(v_found) = 0 and not exists (select 1 from public.districts district where district.keys && v_keys) then
    v_found := array(
      select district.id from public.districts district
      where district.governorate::text = p_governorate and exists (
        select 1 from unnest(district.keys) known (key), unnest(v_keys) typed (key)
        where length(known.key) >= 4 and length(typed.key) >= 5
          and extensions.levenshtein_less_equal(known.key, typed.key, 1) <= 1
      ) limit 2);
  end if;
  return case when cardinality(v_found) = 1 then v_found[1] end;
end
$$;

-- Districts that are called like a text in either script, of all governorates or of one, the likeliest first: exactly so,
-- beginning so, with a word that begins so; unless one is exactly so, also those with a letter or two more, less or other.
-- The name of a governorate, or no text and a governorate, finds all of its districts. At most 100.
create function public.find_districts(
  p_query text, p_governorate public.governorate default null, p_limit integer default 8
) returns table (id text, governorate public.governorate, name text, name_ar text, is_exact boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_keys constant text[] := private.place_keys(array[left(p_query, 80)]);
  v_all_of constant public.governorate := case
    when cardinality(v_keys) = 0 then p_governorate else private.governorate_of(array[left(p_query, 80)]) end;
  v_any_exact constant boolean := exists (
    select 1 from public.districts district
    where district.keys && v_keys and (p_governorate is null or district.governorate = p_governorate));
begin
  return query
  with typed as materialized (
    -- Arabic writes no short vowels, so three of its letters are a word already.
    select key, case when length(key) >= 8 then 2 when length(key) >= 4 or key ~ '^[^a-z]{3}$' then 1 else 0 end as slips
    from unnest(v_keys) key
  )
  select district.id, district.governorate, district.name, district.name_ar, coalesce(likeness.distance = 0, false)
  from public.districts district,
    lateral (
      select min(case
        when known.key = typed.key then 0
        when starts_with(known.key, typed.key) then 1
        when length(typed.key) >= 3 and strpos(known.key, typed.key) > 0 then 2
        -- What is typed may be the beginning of a name.
        when not v_any_exact and length(known.key) >= length(typed.key) - typed.slips then 2 + nullif(
          extensions.levenshtein_less_equal(left(known.key, length(typed.key) + 1), typed.key, typed.slips), typed.slips + 1)
        end) as distance
      from unnest(district.keys) known (key), typed
    ) likeness
  where (p_governorate is null or district.governorate = p_governorate)
    and (likeness.distance is not null or district.governorate = v_all_of)
  order by likeness.distance, district.name
  limit least(greatest(coalesce(p_limit, 8), 1), 100);
end
$$;

-- Grants

grant select on public.districts to anon, authenticated;
grant execute on function public.find_districts to anon, authenticated;

-- schemas/06_districts.sql

-- Egypt's districts, cities and centres that addresses name, in both scripts, with other ways to write them.

insert into public.districts (id, governorate, name, name_ar, other_names) values
  ('cairo-maadi', 'Cairo', 'Maadi', 'المعادي', '{Maady,Meadi}'),
  ('cairo-new-maadi', 'Cairo', 'New Maadi', 'المعادي الجديدة', '{Maadi El Gedida}'),
  ('cairo-degla', 'Cairo', 'Degla', 'دجلة', '{Degla Maadi,دجلة المعادي}'),
  ('cairo-zahraa-el-maadi', 'Cairo', 'Zahraa El Maadi', 'زهراء المعادي', '{Zahra El Maadi}'),
  ('cairo-hadayek-el-maadi', 'Cairo', 'Hadayek El Maadi', 'حدائق المعادي', '{Hadaek El Maadi,Maadi Gardens}'),
  ('cairo-basateen', 'Cairo', 'El Basateen', 'البساتين', '{Basatin}'),
  ('cairo-dar-el-salam', 'Cairo', 'Dar El Salam', 'دار السلام', '{Dar Al Salaam}'),
  ('cairo-tora', 'Cairo', 'Tora', 'طرة', '{Turah}'),
  ('cairo-helwan', 'Cairo', 'Helwan', 'حلوان', '{Hilwan}'),
  ('cairo-hadayek-helwan', 'Cairo', 'Hadayek Helwan', 'حدائق حلوان', '{Helwan Gardens}'),
  ('cairo-15th-of-may', 'Cairo', '15th of May City', 'مدينة 15 مايو', '{15 May,May City,15 Mayo,خمسة عشر مايو}'),
  ('cairo-tebbin', 'Cairo', 'El Tebbin', 'التبين', '{Tibbin}'),
  ('cairo-maasara', 'Cairo', 'El Maasara', 'المعصرة', '{Massara}'),
  ('cairo-nasr', 'Cairo', 'Nasr City', 'مدينة نصر', '{Madinet Nasr,Medinet Nasr}'),
  ('cairo-heliopolis', 'Cairo', 'Heliopolis', 'مصر الجديدة', '{Masr El Gedida,Misr El Gadida,هليوبوليس}'),
  ('cairo-new-heliopolis', 'Cairo', 'New Heliopolis', 'هليوبوليس الجديدة', '{}'),
  ('cairo-nozha', 'Cairo', 'El Nozha', 'النزهة', '{Nuzha}'),
  ('cairo-sheraton', 'Cairo', 'Sheraton', 'شيراتون', '{Sheraton Heliopolis,مساكن شيراتون}'),
  ('cairo-almaza', 'Cairo', 'Almaza', 'ألماظة', '{ألماظه}'),
  ('cairo-gesr-el-suez', 'Cairo', 'Gesr El Suez', 'جسر السويس', '{Gisr El Suez}'),
  ('cairo-ain-shams', 'Cairo', 'Ain Shams', 'عين شمس', '{Ein Shams}'),
  ('cairo-matareya', 'Cairo', 'El Matareya', 'المطرية', '{Matariya}'),
  ('cairo-zeitoun', 'Cairo', 'El Zeitoun', 'الزيتون', '{Zaytoun}'),
  ('cairo-hadayek-el-kobba', 'Cairo', 'Hadayek El Kobba', 'حدائق القبة', '{Hadayek El Qobba,Hadaek El Kobba}'),
  ('cairo-marg', 'Cairo', 'El Marg', 'المرج', '{}'),
  ('cairo-ezbet-el-nakhl', 'Cairo', 'Ezbet El Nakhl', 'عزبة النخل', '{}'),
  ('cairo-salam', 'Cairo', 'El Salam City', 'مدينة السلام', '{Salaam}'),
  ('cairo-nahda', 'Cairo', 'El Nahda', 'النهضة', '{}'),
  ('cairo-abbasia', 'Cairo', 'El Abbasia', 'العباسية', '{Abbassiya,Abbaseya}'),
  ('cairo-waily', 'Cairo', 'El Waily', 'الوايلي', '{Waili}'),
  ('cairo-daher', 'Cairo', 'El Daher', 'الظاهر', '{Zaher}'),
  ('cairo-sharabia', 'Cairo', 'El Sharabia', 'الشرابية', '{Sharabeya}'),
  ('cairo-shubra', 'Cairo', 'Shubra', 'شبرا', '{Shoubra,Shobra,Shubra Misr,شبرا مصر}'),
  ('cairo-rod-el-farag', 'Cairo', 'Rod El Farag', 'روض الفرج', '{Road El Farag}'),
  ('cairo-sahel', 'Cairo', 'El Sahel', 'الساحل', '{}'),
  ('cairo-zawya-el-hamra', 'Cairo', 'El Zawya El Hamra', 'الزاوية الحمراء', '{Zawia El Hamra}'),
  ('cairo-amireya', 'Cairo', 'El Amireya', 'الأميرية', '{Amiriya}'),
  ('cairo-boulaq', 'Cairo', 'Boulaq', 'بولاق', '{Bulaq,Boulak,Boulaq Abu El Ela,بولاق أبو العلا}'),
  ('cairo-zamalek', 'Cairo', 'Zamalek', 'الزمالك', '{}'),
  ('cairo-garden', 'Cairo', 'Garden City', 'جاردن سيتي', '{}'),
  ('cairo-downtown', 'Cairo', 'Downtown', 'وسط البلد', '{Downtown Cairo,West El Balad,Wust El Balad}'),
  ('cairo-abdeen', 'Cairo', 'Abdeen', 'عابدين', '{Abdin}'),
  ('cairo-kasr-el-nil', 'Cairo', 'Kasr El Nil', 'قصر النيل', '{Qasr El Nil}'),
  ('cairo-azbakeya', 'Cairo', 'El Azbakeya', 'الأزبكية', '{Ezbekeya}'),
  ('cairo-mosky', 'Cairo', 'El Mosky', 'الموسكي', '{Muski}'),
  ('cairo-bab-el-shaaria', 'Cairo', 'Bab El Shaaria', 'باب الشعرية', '{Bab El Sharia}'),
  ('cairo-gamaleya', 'Cairo', 'El Gamaleya', 'الجمالية', '{Gamalia}'),
  ('cairo-darb-el-ahmar', 'Cairo', 'El Darb El Ahmar', 'الدرب الأحمر', '{}'),
  ('cairo-sayeda-zeinab', 'Cairo', 'El Sayeda Zeinab', 'السيدة زينب', '{Sayyida Zaynab}'),
  ('cairo-khalifa', 'Cairo', 'El Khalifa', 'الخليفة', '{}'),
  ('cairo-mokattam', 'Cairo', 'El Mokattam', 'المقطم', '{Muqattam,Moqattam}'),
  ('cairo-manshiyet-nasser', 'Cairo', 'Manshiyet Nasser', 'منشأة ناصر', '{منشية ناصر}'),
  ('cairo-old-cairo', 'Cairo', 'Old Cairo', 'مصر القديمة', '{Masr El Adima,Masr El Qadima}'),
  ('cairo-manial', 'Cairo', 'El Manial', 'المنيل', '{Manyal}'),
  ('cairo-new-cairo', 'Cairo', 'New Cairo', 'القاهرة الجديدة', '{}'),
  ('cairo-fifth-settlement', 'Cairo', 'Fifth Settlement', 'التجمع الخامس', '{5th Settlement,Tagamoa El Khames,Tagamoa,Tagamo3,التجمع}'),
  ('cairo-first-settlement', 'Cairo', 'First Settlement', 'التجمع الأول', '{1st Settlement}'),
  ('cairo-third-settlement', 'Cairo', 'Third Settlement', 'التجمع الثالث', '{3rd Settlement}'),
  ('cairo-rehab', 'Cairo', 'El Rehab City', 'مدينة الرحاب', '{Rihab}'),
  ('cairo-madinaty', 'Cairo', 'Madinaty', 'مدينتي', '{Madinty}'),
  ('cairo-shorouk', 'Cairo', 'El Shorouk City', 'مدينة الشروق', '{Shrouk}'),
  ('cairo-badr', 'Cairo', 'Badr City', 'مدينة بدر', '{}'),
  ('cairo-mostakbal', 'Cairo', 'Mostakbal City', 'مدينة المستقبل', '{Mustaqbal City,مستقبل سيتي}'),
  ('cairo-new-capital', 'Cairo', 'New Administrative Capital', 'العاصمة الإدارية الجديدة', '{New Capital,Administrative Capital,العاصمة الإدارية}'),
  ('cairo-katameya', 'Cairo', 'Katameya', 'القطامية', '{Qattameya}'),
  ('giza-giza', 'Giza', 'Giza', 'الجيزة', '{Gizeh}'),
  ('giza-dokki', 'Giza', 'Dokki', 'الدقي', '{Doqqi}'),
  ('giza-mohandessin', 'Giza', 'Mohandessin', 'المهندسين', '{Mohandeseen,Mohandiseen}'),
  ('giza-agouza', 'Giza', 'Agouza', 'العجوزة', '{Agoza}'),
  ('giza-imbaba', 'Giza', 'Imbaba', 'إمبابة', '{Embaba}'),
  ('giza-warraq', 'Giza', 'El Warraq', 'الوراق', '{Warrak}'),
  ('giza-boulaq-el-dakrour', 'Giza', 'Boulaq El Dakrour', 'بولاق الدكرور', '{Bulaq El Dakrour}'),
  ('giza-omraneya', 'Giza', 'El Omraneya', 'العمرانية', '{Omrania}'),
  ('giza-haram', 'Giza', 'El Haram', 'الهرم', '{Haram Street,Pyramids,شارع الهرم}'),
  ('giza-faisal', 'Giza', 'Faisal', 'فيصل', '{Faysal,Faisal Street,شارع فيصل}'),
  ('giza-hadayek-el-ahram', 'Giza', 'Hadayek El Ahram', 'حدائق الأهرام', '{Hadaek El Ahram}'),
  ('giza-kerdasa', 'Giza', 'Kerdasa', 'كرداسة', '{Kirdasa}'),
  ('giza-6th-of-october', 'Giza', '6th of October City', 'مدينة 6 أكتوبر', '{6 October,Sixth of October,October,أكتوبر,السادس من أكتوبر}'),
  ('giza-sheikh-zayed', 'Giza', 'Sheikh Zayed', 'الشيخ زايد', '{Zayed,زايد}'),
  ('giza-october-gardens', 'Giza', 'October Gardens', 'حدائق أكتوبر', '{Hadayek October}'),
  ('giza-moneeb', 'Giza', 'El Moneeb', 'المنيب', '{Monib}'),
  ('giza-saft-el-laban', 'Giza', 'Saft El Laban', 'صفط اللبن', '{}'),
  ('giza-kit-kat', 'Giza', 'Kit Kat', 'الكيت كات', '{}'),
  ('giza-moatamadeya', 'Giza', 'El Moatamadeya', 'المعتمدية', '{}'),
  ('giza-nahia', 'Giza', 'Nahia', 'ناهيا', '{Nahya}'),
  ('giza-ausim', 'Giza', 'Ausim', 'أوسيم', '{Awsim,Oseem}'),
  ('giza-badrashin', 'Giza', 'El Badrashin', 'البدرشين', '{Badrasheen}'),
  ('giza-hawamdeya', 'Giza', 'El Hawamdeya', 'الحوامدية', '{Hawamdia}'),
  ('giza-ayat', 'Giza', 'El Ayat', 'العياط', '{Ayyat}'),
  ('giza-saff', 'Giza', 'El Saff', 'الصف', '{}'),
  ('giza-atfih', 'Giza', 'Atfih', 'أطفيح', '{Atfeeh}'),
  ('giza-wahat-el-bahariya', 'Giza', 'El Wahat El Bahariya', 'الواحات البحرية', '{Bahariya Oasis,Bahariya}'),
  ('giza-manshiyat-el-qanater', 'Giza', 'Manshiyat El Qanater', 'منشأة القناطر', '{Manshaat El Qanater}'),
  ('giza-abu-el-nomros', 'Giza', 'Abu El Nomros', 'أبو النمرس', '{Abou Nomros}'),
  ('alexandria-montaza', 'Alexandria', 'El Montaza', 'المنتزه', '{}'),
  ('alexandria-mandara', 'Alexandria', 'El Mandara', 'المندرة', '{}'),
  ('alexandria-asafra', 'Alexandria', 'El Asafra', 'العصافرة', '{}'),
  ('alexandria-miami', 'Alexandria', 'Miami', 'ميامي', '{}'),
  ('alexandria-sidi-bishr', 'Alexandria', 'Sidi Bishr', 'سيدي بشر', '{Sidi Beshr}'),
  ('alexandria-victoria', 'Alexandria', 'Victoria', 'فيكتوريا', '{}'),
  ('alexandria-san-stefano', 'Alexandria', 'San Stefano', 'سان ستيفانو', '{}'),
  ('alexandria-louran', 'Alexandria', 'Louran', 'لوران', '{Loran}'),
  ('alexandria-gleem', 'Alexandria', 'Gleem', 'جليم', '{Glim}'),
  ('alexandria-bakos', 'Alexandria', 'Bakos', 'باكوس', '{}'),
  ('alexandria-fleming', 'Alexandria', 'Fleming', 'فليمنج', '{}'),
  ('alexandria-bolkly', 'Alexandria', 'Bolkly', 'بولكلي', '{Bulkeley}'),
  ('alexandria-roushdy', 'Alexandria', 'Roushdy', 'رشدي', '{Rushdy}'),
  ('alexandria-stanley', 'Alexandria', 'Stanley', 'ستانلي', '{}'),
  ('alexandria-kafr-abdo', 'Alexandria', 'Kafr Abdo', 'كفر عبده', '{}'),
  ('alexandria-smouha', 'Alexandria', 'Smouha', 'سموحة', '{Semouha}'),
  ('alexandria-sidi-gaber', 'Alexandria', 'Sidi Gaber', 'سيدي جابر', '{}'),
  ('alexandria-cleopatra', 'Alexandria', 'Cleopatra', 'كليوباترا', '{}'),
  ('alexandria-sporting', 'Alexandria', 'Sporting', 'سبورتنج', '{}'),
  ('alexandria-ibrahimia', 'Alexandria', 'El Ibrahimia', 'الإبراهيمية', '{Ibrahimeya}'),
  ('alexandria-camp-caesar', 'Alexandria', 'Camp Caesar', 'كامب شيزار', '{Camp Shezar}'),
  ('alexandria-shatby', 'Alexandria', 'El Shatby', 'الشاطبي', '{}'),
  ('alexandria-azarita', 'Alexandria', 'El Azarita', 'الأزاريطة', '{Azareta}'),
  ('alexandria-mahatet-el-raml', 'Alexandria', 'Mahatet El Raml', 'محطة الرمل', '{Raml Station}'),
  ('alexandria-attarin', 'Alexandria', 'El Attarin', 'العطارين', '{Attareen}'),
  ('alexandria-manshia', 'Alexandria', 'El Manshia', 'المنشية', '{Mansheya}'),
  ('alexandria-gomrok', 'Alexandria', 'El Gomrok', 'الجمرك', '{Gumruk}'),
  ('alexandria-bahary', 'Alexandria', 'Bahary', 'بحري', '{}'),
  ('alexandria-moharam-bek', 'Alexandria', 'Moharam Bek', 'محرم بك', '{Muharram Bey}'),
  ('alexandria-karmouz', 'Alexandria', 'Karmouz', 'كرموز', '{}'),
  ('alexandria-labban', 'Alexandria', 'El Labban', 'اللبان', '{}'),
  ('alexandria-mina-el-basal', 'Alexandria', 'Mina El Basal', 'مينا البصل', '{}'),
  ('alexandria-wardian', 'Alexandria', 'El Wardian', 'الورديان', '{}'),
  ('alexandria-qabbary', 'Alexandria', 'El Qabbary', 'القباري', '{Kabbary}'),
  ('alexandria-dekhila', 'Alexandria', 'El Dekhila', 'الدخيلة', '{Dekheila}'),
  ('alexandria-max', 'Alexandria', 'El Max', 'المكس', '{Mex}'),
  ('alexandria-agamy', 'Alexandria', 'El Agamy', 'العجمي', '{}'),
  ('alexandria-amreya', 'Alexandria', 'El Amreya', 'العامرية', '{Ameriya}'),
  ('alexandria-king-mariout', 'Alexandria', 'King Mariout', 'كينج مريوط', '{}'),
  ('alexandria-borg-el-arab', 'Alexandria', 'Borg El Arab', 'برج العرب', '{Burg El Arab}'),
  ('alexandria-new-borg-el-arab', 'Alexandria', 'New Borg El Arab', 'برج العرب الجديدة', '{}'),
  ('alexandria-abu-qir', 'Alexandria', 'Abu Qir', 'أبو قير', '{Abou Kir}'),
  ('alexandria-maamoura', 'Alexandria', 'El Maamoura', 'المعمورة', '{Mamoura}'),
  ('alexandria-awayed', 'Alexandria', 'El Awayed', 'العوايد', '{}'),
  ('qalyubia-banha', 'Qalyubia', 'Banha', 'بنها', '{Benha}'),
  ('qalyubia-shubra-el-kheima', 'Qalyubia', 'Shubra El Kheima', 'شبرا الخيمة', '{Shoubra El Kheima,Shobra El Khema}'),
  ('qalyubia-qalyub', 'Qalyubia', 'Qalyub', 'قليوب', '{Kalyoub}'),
  ('qalyubia-qanater', 'Qalyubia', 'El Qanater El Khayreya', 'القناطر الخيرية', '{Qanater,القناطر}'),
  ('qalyubia-khanka', 'Qalyubia', 'El Khanka', 'الخانكة', '{}'),
  ('qalyubia-obour', 'Qalyubia', 'El Obour City', 'مدينة العبور', '{Obor}'),
  ('qalyubia-new-obour', 'Qalyubia', 'New Obour', 'العبور الجديدة', '{}'),
  ('qalyubia-khosous', 'Qalyubia', 'El Khosous', 'الخصوص', '{Khusus}'),
  ('qalyubia-shibin-el-qanater', 'Qalyubia', 'Shibin El Qanater', 'شبين القناطر', '{Shebin El Qanater}'),
  ('qalyubia-toukh', 'Qalyubia', 'Toukh', 'طوخ', '{Tukh}'),
  ('qalyubia-qaha', 'Qalyubia', 'Qaha', 'قها', '{Kaha}'),
  ('qalyubia-kafr-shukr', 'Qalyubia', 'Kafr Shukr', 'كفر شكر', '{Kafr Shokr}'),
  ('qalyubia-abu-zaabal', 'Qalyubia', 'Abu Zaabal', 'أبو زعبل', '{}'),
  ('qalyubia-bahtim', 'Qalyubia', 'Bahtim', 'بهتيم', '{Bahteem}'),
  ('qalyubia-mostorod', 'Qalyubia', 'Mostorod', 'مسطرد', '{}'),
  ('dakahlia-mansoura', 'Dakahlia', 'Mansoura', 'المنصورة', '{}'),
  ('dakahlia-new-mansoura', 'Dakahlia', 'New Mansoura', 'المنصورة الجديدة', '{}'),
  ('dakahlia-talkha', 'Dakahlia', 'Talkha', 'طلخا', '{}'),
  ('dakahlia-mit-ghamr', 'Dakahlia', 'Mit Ghamr', 'ميت غمر', '{}'),
  ('dakahlia-dekernes', 'Dakahlia', 'Dekernes', 'دكرنس', '{Dikirnis}'),
  ('dakahlia-aga', 'Dakahlia', 'Aga', 'أجا', '{}'),
  ('dakahlia-manzala', 'Dakahlia', 'El Manzala', 'المنزلة', '{}'),
  ('dakahlia-senbellawein', 'Dakahlia', 'El Senbellawein', 'السنبلاوين', '{Sinbillawin}'),
  ('dakahlia-belqas', 'Dakahlia', 'Belqas', 'بلقاس', '{Bilqas}'),
  ('dakahlia-sherbin', 'Dakahlia', 'Sherbin', 'شربين', '{Shirbin}'),
  ('dakahlia-minyet-el-nasr', 'Dakahlia', 'Minyet El Nasr', 'منية النصر', '{Meniet El Nasr}'),
  ('dakahlia-matareya', 'Dakahlia', 'El Matareya', 'المطرية', '{Matariya}'),
  ('dakahlia-gamaleya', 'Dakahlia', 'El Gamaleya', 'الجمالية', '{Gamalia}'),
  ('dakahlia-gamasa', 'Dakahlia', 'Gamasa', 'جمصة', '{}'),
  ('dakahlia-mit-salsil', 'Dakahlia', 'Mit Salsil', 'ميت سلسيل', '{}'),
  ('dakahlia-nabaroh', 'Dakahlia', 'Nabaroh', 'نبروه', '{}'),
  ('dakahlia-temay-el-amdeed', 'Dakahlia', 'Temay El Amdeed', 'تمي الأمديد', '{Tami El Amdid}'),
  ('dakahlia-beni-ebeid', 'Dakahlia', 'Beni Ebeid', 'بني عبيد', '{}'),
  ('dakahlia-kurdi', 'Dakahlia', 'El Kurdi', 'الكردي', '{}'),
  ('dakahlia-mahallet-damana', 'Dakahlia', 'Mahallet Damana', 'محلة دمنة', '{}'),
  ('sharqia-zagazig', 'Sharqia', 'Zagazig', 'الزقازيق', '{Zaqaziq}'),
  ('sharqia-10th-of-ramadan', 'Sharqia', '10th of Ramadan City', 'العاشر من رمضان', '{10 Ramadan,Tenth of Ramadan,مدينة العاشر,10 رمضان}'),
  ('sharqia-belbeis', 'Sharqia', 'Belbeis', 'بلبيس', '{Bilbeis}'),
  ('sharqia-minya-el-qamh', 'Sharqia', 'Minya El Qamh', 'منيا القمح', '{Mina El Qamh}'),
  ('sharqia-abu-hammad', 'Sharqia', 'Abu Hammad', 'أبو حماد', '{}'),
  ('sharqia-abu-kebir', 'Sharqia', 'Abu Kebir', 'أبو كبير', '{}'),
  ('sharqia-faqous', 'Sharqia', 'Faqous', 'فاقوس', '{Fakous}'),
  ('sharqia-hehia', 'Sharqia', 'Hehia', 'ههيا', '{Hihya}'),
  ('sharqia-diarb-negm', 'Sharqia', 'Diarb Negm', 'ديرب نجم', '{}'),
  ('sharqia-kafr-saqr', 'Sharqia', 'Kafr Saqr', 'كفر صقر', '{}'),
  ('sharqia-awlad-saqr', 'Sharqia', 'Awlad Saqr', 'أولاد صقر', '{}'),
  ('sharqia-husseiniya', 'Sharqia', 'El Husseiniya', 'الحسينية', '{}'),
  ('sharqia-ibrahimiya', 'Sharqia', 'El Ibrahimiya', 'الإبراهيمية', '{}'),
  ('sharqia-mashtoul-el-souq', 'Sharqia', 'Mashtoul El Souq', 'مشتول السوق', '{Mashtoul}'),
  ('sharqia-qenayat', 'Sharqia', 'El Qenayat', 'القنايات', '{}'),
  ('sharqia-qurein', 'Sharqia', 'El Qurein', 'القرين', '{}'),
  ('sharqia-san-el-hagar', 'Sharqia', 'San El Hagar', 'صان الحجر', '{}'),
  ('sharqia-new-salhiya', 'Sharqia', 'New Salhiya', 'الصالحية الجديدة', '{}'),
  ('gharbia-tanta', 'Gharbia', 'Tanta', 'طنطا', '{}'),
  ('gharbia-mahalla', 'Gharbia', 'El Mahalla El Kubra', 'المحلة الكبرى', '{Mahalla,المحلة}'),
  ('gharbia-kafr-el-zayat', 'Gharbia', 'Kafr El Zayat', 'كفر الزيات', '{}'),
  ('gharbia-zefta', 'Gharbia', 'Zefta', 'زفتى', '{Zifta}'),
  ('gharbia-samannoud', 'Gharbia', 'Samannoud', 'سمنود', '{}'),
  ('gharbia-santa', 'Gharbia', 'El Santa', 'السنطة', '{}'),
  ('gharbia-qutour', 'Gharbia', 'Qutour', 'قطور', '{Kotor}'),
  ('gharbia-basyoun', 'Gharbia', 'Basyoun', 'بسيون', '{Basion}'),
  ('monufia-shibin-el-kom', 'Monufia', 'Shibin El Kom', 'شبين الكوم', '{Shebin El Koum}'),
  ('monufia-menouf', 'Monufia', 'Menouf', 'منوف', '{}'),
  ('monufia-sadat', 'Monufia', 'Sadat City', 'مدينة السادات', '{}'),
  ('monufia-ashmoun', 'Monufia', 'Ashmoun', 'أشمون', '{}'),
  ('monufia-bagour', 'Monufia', 'El Bagour', 'الباجور', '{}'),
  ('monufia-quesna', 'Monufia', 'Quesna', 'قويسنا', '{Quweisna}'),
  ('monufia-birket-el-sab', 'Monufia', 'Birket El Sab', 'بركة السبع', '{Berket El Sabaa}'),
  ('monufia-tala', 'Monufia', 'Tala', 'تلا', '{}'),
  ('monufia-shohada', 'Monufia', 'El Shohada', 'الشهداء', '{Shuhada}'),
  ('monufia-sers-el-layan', 'Monufia', 'Sers El Layan', 'سرس الليان', '{}'),
  ('beheira-damanhour', 'Beheira', 'Damanhour', 'دمنهور', '{}'),
  ('beheira-kafr-el-dawwar', 'Beheira', 'Kafr El Dawwar', 'كفر الدوار', '{}'),
  ('beheira-rashid', 'Beheira', 'Rashid', 'رشيد', '{Rosetta}'),
  ('beheira-edku', 'Beheira', 'Edku', 'إدكو', '{Idku}'),
  ('beheira-abu-el-matamir', 'Beheira', 'Abu El Matamir', 'أبو المطامير', '{}'),
  ('beheira-abu-hummus', 'Beheira', 'Abu Hummus', 'أبو حمص', '{Abou Homos}'),
  ('beheira-delengat', 'Beheira', 'El Delengat', 'الدلنجات', '{}'),
  ('beheira-mahmoudiya', 'Beheira', 'El Mahmoudiya', 'المحمودية', '{}'),
  ('beheira-rahmaniya', 'Beheira', 'El Rahmaniya', 'الرحمانية', '{}'),
  ('beheira-itay-el-baroud', 'Beheira', 'Itay El Baroud', 'إيتاي البارود', '{}'),
  ('beheira-housh-issa', 'Beheira', 'Housh Issa', 'حوش عيسى', '{Hosh Eissa}'),
  ('beheira-shubrakhit', 'Beheira', 'Shubrakhit', 'شبراخيت', '{}'),
  ('beheira-kom-hamada', 'Beheira', 'Kom Hamada', 'كوم حمادة', '{}'),
  ('beheira-badr', 'Beheira', 'Badr', 'بدر', '{}'),
  ('beheira-wadi-el-natrun', 'Beheira', 'Wadi El Natrun', 'وادي النطرون', '{}'),
  ('beheira-new-nubariya', 'Beheira', 'New Nubariya', 'النوبارية الجديدة', '{Nubariya,النوبارية}'),
  ('kafr-el-sheikh-city', 'Kafr El Sheikh', 'Kafr El Sheikh', 'كفر الشيخ', '{Kafr El Shaikh}'),
  ('kafr-el-sheikh-desouk', 'Kafr El Sheikh', 'Desouk', 'دسوق', '{Disuq}'),
  ('kafr-el-sheikh-fouh', 'Kafr El Sheikh', 'Fouh', 'فوه', '{Fuwwah,Fowa}'),
  ('kafr-el-sheikh-baltim', 'Kafr El Sheikh', 'Baltim', 'بلطيم', '{}'),
  ('kafr-el-sheikh-burullus', 'Kafr El Sheikh', 'El Burullus', 'البرلس', '{Borollos}'),
  ('kafr-el-sheikh-hamoul', 'Kafr El Sheikh', 'El Hamoul', 'الحامول', '{}'),
  ('kafr-el-sheikh-metoubes', 'Kafr El Sheikh', 'Metoubes', 'مطوبس', '{}'),
  ('kafr-el-sheikh-qallin', 'Kafr El Sheikh', 'Qallin', 'قلين', '{}'),
  ('kafr-el-sheikh-sidi-salem', 'Kafr El Sheikh', 'Sidi Salem', 'سيدي سالم', '{}'),
  ('kafr-el-sheikh-sidi-ghazi', 'Kafr El Sheikh', 'Sidi Ghazi', 'سيدي غازي', '{}'),
  ('kafr-el-sheikh-riyad', 'Kafr El Sheikh', 'El Riyad', 'الرياض', '{}'),
  ('kafr-el-sheikh-biyala', 'Kafr El Sheikh', 'Biyala', 'بيلا', '{Bila}'),
  ('damietta-city', 'Damietta', 'Damietta', 'دمياط', '{Dumyat}'),
  ('damietta-new-damietta', 'Damietta', 'New Damietta', 'دمياط الجديدة', '{}'),
  ('damietta-ras-el-bar', 'Damietta', 'Ras El Bar', 'رأس البر', '{}'),
  ('damietta-faraskur', 'Damietta', 'Faraskur', 'فارسكور', '{}'),
  ('damietta-kafr-saad', 'Damietta', 'Kafr Saad', 'كفر سعد', '{}'),
  ('damietta-kafr-el-battikh', 'Damietta', 'Kafr El Battikh', 'كفر البطيخ', '{}'),
  ('damietta-zarqa', 'Damietta', 'El Zarqa', 'الزرقا', '{Zarka,الزرقاء}'),
  ('damietta-ezbet-el-borg', 'Damietta', 'Ezbet El Borg', 'عزبة البرج', '{}'),
  ('damietta-roda', 'Damietta', 'El Roda', 'الروضة', '{}'),
  ('damietta-serw', 'Damietta', 'El Serw', 'السرو', '{}'),
  ('damietta-mit-abu-ghalib', 'Damietta', 'Mit Abu Ghalib', 'ميت أبو غالب', '{}'),
  ('port-said-city', 'Port Said', 'Port Said', 'بورسعيد', '{بور سعيد}'),
  ('port-said-port-fouad', 'Port Said', 'Port Fouad', 'بورفؤاد', '{بور فؤاد}'),
  ('port-said-sharq', 'Port Said', 'El Sharq', 'حي الشرق', '{}'),
  ('port-said-gharb', 'Port Said', 'El Gharb', 'حي الغرب', '{}'),
  ('port-said-arab', 'Port Said', 'El Arab', 'حي العرب', '{}'),
  ('port-said-manakh', 'Port Said', 'El Manakh', 'حي المناخ', '{}'),
  ('port-said-dawahy', 'Port Said', 'El Dawahy', 'حي الضواحي', '{}'),
  ('port-said-zohour', 'Port Said', 'El Zohour', 'حي الزهور', '{}'),
  ('port-said-ganoub', 'Port Said', 'El Ganoub', 'حي الجنوب', '{}'),
  ('ismailia-city', 'Ismailia', 'Ismailia', 'الإسماعيلية', '{Ismaileya}'),
  ('ismailia-fayed', 'Ismailia', 'Fayed', 'فايد', '{}'),
  ('ismailia-qantara-sharq', 'Ismailia', 'El Qantara Sharq', 'القنطرة شرق', '{East Qantara}'),
  ('ismailia-qantara-gharb', 'Ismailia', 'El Qantara Gharb', 'القنطرة غرب', '{West Qantara}'),
  ('ismailia-tal-el-kebir', 'Ismailia', 'El Tal El Kebir', 'التل الكبير', '{}'),
  ('ismailia-abu-suwir', 'Ismailia', 'Abu Suwir', 'أبو صوير', '{Abu Sweir}'),
  ('ismailia-kasasin', 'Ismailia', 'El Kasasin', 'القصاصين', '{Qassasin}'),
  ('ismailia-nefisha', 'Ismailia', 'Nefisha', 'نفيشة', '{}'),
  ('suez-city', 'Suez', 'Suez', 'السويس', '{}'),
  ('suez-arbaeen', 'Suez', 'El Arbaeen', 'الأربعين', '{}'),
  ('suez-ataqah', 'Suez', 'Ataqah', 'عتاقة', '{}'),
  ('suez-faisal', 'Suez', 'Faisal', 'فيصل', '{}'),
  ('suez-ganayen', 'Suez', 'El Ganayen', 'الجناين', '{}'),
  ('suez-port-tawfik', 'Suez', 'Port Tawfik', 'بورتوفيق', '{بور توفيق}'),
  ('suez-ain-sokhna', 'Suez', 'Ain Sokhna', 'العين السخنة', '{Sokhna,السخنة}'),
  ('suez-galala', 'Suez', 'Galala City', 'مدينة الجلالة', '{}'),
  ('fayoum-city', 'Fayoum', 'Fayoum', 'الفيوم', '{Faiyum}'),
  ('fayoum-new-fayoum', 'Fayoum', 'New Fayoum', 'الفيوم الجديدة', '{}'),
  ('fayoum-ibsheway', 'Fayoum', 'Ibsheway', 'إبشواي', '{}'),
  ('fayoum-itsa', 'Fayoum', 'Itsa', 'إطسا', '{Etsa}'),
  ('fayoum-sinnuris', 'Fayoum', 'Sinnuris', 'سنورس', '{Senoures}'),
  ('fayoum-tamiya', 'Fayoum', 'Tamiya', 'طامية', '{}'),
  ('fayoum-youssef-el-seddik', 'Fayoum', 'Youssef El Seddik', 'يوسف الصديق', '{}'),
  ('beni-suef-city', 'Beni Suef', 'Beni Suef', 'بني سويف', '{Bani Suif}'),
  ('beni-suef-new-beni-suef', 'Beni Suef', 'New Beni Suef', 'بني سويف الجديدة', '{}'),
  ('beni-suef-wasta', 'Beni Suef', 'El Wasta', 'الواسطى', '{}'),
  ('beni-suef-nasser', 'Beni Suef', 'Nasser', 'ناصر', '{}'),
  ('beni-suef-ihnasia', 'Beni Suef', 'Ihnasia', 'إهناسيا', '{Ehnasia}'),
  ('beni-suef-beba', 'Beni Suef', 'Beba', 'ببا', '{Biba}'),
  ('beni-suef-fashn', 'Beni Suef', 'El Fashn', 'الفشن', '{}'),
  ('beni-suef-sumusta', 'Beni Suef', 'Sumusta', 'سمسطا', '{}'),
  ('minya-city', 'Minya', 'Minya', 'المنيا', '{Menya}'),
  ('minya-new-minya', 'Minya', 'New Minya', 'المنيا الجديدة', '{}'),
  ('minya-mallawi', 'Minya', 'Mallawi', 'ملوي', '{Malawy}'),
  ('minya-samalut', 'Minya', 'Samalut', 'سمالوط', '{Samallout}'),
  ('minya-maghagha', 'Minya', 'Maghagha', 'مغاغة', '{}'),
  ('minya-beni-mazar', 'Minya', 'Beni Mazar', 'بني مزار', '{}'),
  ('minya-matai', 'Minya', 'Matai', 'مطاي', '{}'),
  ('minya-abu-qurqas', 'Minya', 'Abu Qurqas', 'أبو قرقاص', '{}'),
  ('minya-deir-mawas', 'Minya', 'Deir Mawas', 'دير مواس', '{}'),
  ('minya-edwa', 'Minya', 'El Edwa', 'العدوة', '{}'),
  ('assiut-city', 'Assiut', 'Assiut', 'أسيوط', '{Asyut}'),
  ('assiut-new-assiut', 'Assiut', 'New Assiut', 'أسيوط الجديدة', '{}'),
  ('assiut-dairut', 'Assiut', 'Dairut', 'ديروط', '{Dayrout}'),
  ('assiut-manfalut', 'Assiut', 'Manfalut', 'منفلوط', '{}'),
  ('assiut-qusiya', 'Assiut', 'El Qusiya', 'القوصية', '{}'),
  ('assiut-abnoub', 'Assiut', 'Abnoub', 'أبنوب', '{}'),
  ('assiut-abu-tig', 'Assiut', 'Abu Tig', 'أبو تيج', '{}'),
  ('assiut-badari', 'Assiut', 'El Badari', 'البداري', '{}'),
  ('assiut-sahel-selim', 'Assiut', 'Sahel Selim', 'ساحل سليم', '{}'),
  ('assiut-ghanayem', 'Assiut', 'El Ghanayem', 'الغنايم', '{}'),
  ('assiut-sedfa', 'Assiut', 'Sedfa', 'صدفا', '{}'),
  ('assiut-fath', 'Assiut', 'El Fath', 'الفتح', '{}'),
  ('sohag-city', 'Sohag', 'Sohag', 'سوهاج', '{}'),
  ('sohag-new-sohag', 'Sohag', 'New Sohag', 'سوهاج الجديدة', '{}'),
  ('sohag-akhmim', 'Sohag', 'Akhmim', 'أخميم', '{}'),
  ('sohag-new-akhmim', 'Sohag', 'New Akhmim', 'أخميم الجديدة', '{}'),
  ('sohag-girga', 'Sohag', 'Girga', 'جرجا', '{}'),
  ('sohag-tahta', 'Sohag', 'Tahta', 'طهطا', '{}'),
  ('sohag-tima', 'Sohag', 'Tima', 'طما', '{}'),
  ('sohag-maragha', 'Sohag', 'El Maragha', 'المراغة', '{}'),
  ('sohag-balyana', 'Sohag', 'El Balyana', 'البلينا', '{}'),
  ('sohag-mansha', 'Sohag', 'El Mansha', 'المنشأة', '{}'),
  ('sohag-dar-el-salam', 'Sohag', 'Dar El Salam', 'دار السلام', '{}'),
  ('sohag-juhayna', 'Sohag', 'Juhayna', 'جهينة', '{Guhayna}'),
  ('sohag-saqulta', 'Sohag', 'Saqulta', 'ساقلتة', '{}'),
  ('sohag-usayrat', 'Sohag', 'El Usayrat', 'العسيرات', '{}'),
  ('qena-city', 'Qena', 'Qena', 'قنا', '{Kena}'),
  ('qena-new-qena', 'Qena', 'New Qena', 'قنا الجديدة', '{}'),
  ('qena-nag-hammadi', 'Qena', 'Nag Hammadi', 'نجع حمادي', '{}'),
  ('qena-qus', 'Qena', 'Qus', 'قوص', '{Qous}'),
  ('qena-deshna', 'Qena', 'Deshna', 'دشنا', '{}'),
  ('qena-farshut', 'Qena', 'Farshut', 'فرشوط', '{}'),
  ('qena-abu-tesht', 'Qena', 'Abu Tesht', 'أبو تشت', '{}'),
  ('qena-naqada', 'Qena', 'Naqada', 'نقادة', '{}'),
  ('qena-qift', 'Qena', 'Qift', 'قفط', '{Qeft}'),
  ('qena-waqf', 'Qena', 'El Waqf', 'الوقف', '{}'),
  ('luxor-city', 'Luxor', 'Luxor', 'الأقصر', '{}'),
  ('luxor-karnak', 'Luxor', 'Karnak', 'الكرنك', '{}'),
  ('luxor-esna', 'Luxor', 'Esna', 'إسنا', '{}'),
  ('luxor-armant', 'Luxor', 'Armant', 'أرمنت', '{}'),
  ('luxor-tod', 'Luxor', 'El Tod', 'الطود', '{}'),
  ('luxor-qurna', 'Luxor', 'El Qurna', 'القرنة', '{Gurna}'),
  ('luxor-bayadeya', 'Luxor', 'El Bayadeya', 'البياضية', '{}'),
  ('luxor-zeiniya', 'Luxor', 'El Zeiniya', 'الزينية', '{}'),
  ('luxor-new-thebes', 'Luxor', 'New Thebes', 'طيبة الجديدة', '{New Tiba}'),
  ('aswan-city', 'Aswan', 'Aswan', 'أسوان', '{}'),
  ('aswan-new-aswan', 'Aswan', 'New Aswan', 'أسوان الجديدة', '{}'),
  ('aswan-edfu', 'Aswan', 'Edfu', 'إدفو', '{Edfou}'),
  ('aswan-kom-ombo', 'Aswan', 'Kom Ombo', 'كوم أمبو', '{}'),
  ('aswan-daraw', 'Aswan', 'Daraw', 'دراو', '{}'),
  ('aswan-nasr-el-nuba', 'Aswan', 'Nasr El Nuba', 'نصر النوبة', '{}'),
  ('aswan-abu-simbel', 'Aswan', 'Abu Simbel', 'أبو سمبل', '{}'),
  ('aswan-kalabsha', 'Aswan', 'Kalabsha', 'كلابشة', '{}'),
  ('aswan-basaliya', 'Aswan', 'El Basaliya', 'البصيلية', '{}'),
  ('aswan-redisiya', 'Aswan', 'El Redisiya', 'الرديسية', '{}'),
  ('aswan-sebaiya', 'Aswan', 'El Sebaiya', 'السباعية', '{}'),
  ('red-sea-hurghada', 'Red Sea', 'Hurghada', 'الغردقة', '{Ghardaqa}'),
  ('red-sea-gouna', 'Red Sea', 'El Gouna', 'الجونة', '{}'),
  ('red-sea-sahl-hasheesh', 'Red Sea', 'Sahl Hasheesh', 'سهل حشيش', '{}'),
  ('red-sea-makadi-bay', 'Red Sea', 'Makadi Bay', 'خليج مكادي', '{Makadi,مكادي}'),
  ('red-sea-soma-bay', 'Red Sea', 'Soma Bay', 'سوما باي', '{}'),
  ('red-sea-safaga', 'Red Sea', 'Safaga', 'سفاجا', '{}'),
  ('red-sea-quseir', 'Red Sea', 'El Quseir', 'القصير', '{}'),
  ('red-sea-marsa-alam', 'Red Sea', 'Marsa Alam', 'مرسى علم', '{}'),
  ('red-sea-ras-ghareb', 'Red Sea', 'Ras Ghareb', 'رأس غارب', '{}'),
  ('red-sea-zaafarana', 'Red Sea', 'Zaafarana', 'الزعفرانة', '{}'),
  ('red-sea-shalateen', 'Red Sea', 'Shalateen', 'شلاتين', '{}'),
  ('red-sea-halayeb', 'Red Sea', 'Halayeb', 'حلايب', '{}'),
  ('south-sinai-sharm-el-sheikh', 'South Sinai', 'Sharm El Sheikh', 'شرم الشيخ', '{Sharm,شرم}'),
  ('south-sinai-dahab', 'South Sinai', 'Dahab', 'دهب', '{}'),
  ('south-sinai-nuweiba', 'South Sinai', 'Nuweiba', 'نويبع', '{}'),
  ('south-sinai-taba', 'South Sinai', 'Taba', 'طابا', '{}'),
  ('south-sinai-tor', 'South Sinai', 'El Tor', 'الطور', '{Tur Sinai}'),
  ('south-sinai-ras-sedr', 'South Sinai', 'Ras Sedr', 'رأس سدر', '{Ras Sudr}'),
  ('south-sinai-abu-rudeis', 'South Sinai', 'Abu Rudeis', 'أبو رديس', '{}'),
  ('south-sinai-abu-zenima', 'South Sinai', 'Abu Zenima', 'أبو زنيمة', '{}'),
  ('south-sinai-saint-catherine', 'South Sinai', 'Saint Catherine', 'سانت كاترين', '{}'),
  ('north-sinai-arish', 'North Sinai', 'Arish', 'العريش', '{}'),
  ('north-sinai-sheikh-zuweid', 'North Sinai', 'Sheikh Zuweid', 'الشيخ زويد', '{}'),
  ('north-sinai-rafah', 'North Sinai', 'Rafah', 'رفح', '{}'),
  ('north-sinai-bir-el-abd', 'North Sinai', 'Bir El Abd', 'بئر العبد', '{}'),
  ('north-sinai-hasana', 'North Sinai', 'Hasana', 'الحسنة', '{}'),
  ('north-sinai-nakhl', 'North Sinai', 'Nakhl', 'نخل', '{}'),
  ('matrouh-marsa-matrouh', 'Matrouh', 'Marsa Matrouh', 'مرسى مطروح', '{Matrouh,Matruh,مطروح}'),
  ('matrouh-north-coast', 'Matrouh', 'North Coast', 'الساحل الشمالي', '{Sahel,الساحل}'),
  ('matrouh-alamein', 'Matrouh', 'El Alamein', 'العلمين', '{}'),
  ('matrouh-new-alamein', 'Matrouh', 'New Alamein', 'العلمين الجديدة', '{}'),
  ('matrouh-sidi-abdel-rahman', 'Matrouh', 'Sidi Abdel Rahman', 'سيدي عبد الرحمن', '{}'),
  ('matrouh-marina', 'Matrouh', 'Marina', 'مارينا', '{}'),
  ('matrouh-ras-el-hekma', 'Matrouh', 'Ras El Hekma', 'رأس الحكمة', '{}'),
  ('matrouh-hammam', 'Matrouh', 'El Hammam', 'الحمام', '{}'),
  ('matrouh-dabaa', 'Matrouh', 'El Dabaa', 'الضبعة', '{}'),
  ('matrouh-negaila', 'Matrouh', 'El Negaila', 'النجيلة', '{}'),
  ('matrouh-sidi-barrani', 'Matrouh', 'Sidi Barrani', 'سيدي براني', '{}'),
  ('matrouh-sallum', 'Matrouh', 'Sallum', 'السلوم', '{}'),
  ('matrouh-siwa', 'Matrouh', 'Siwa', 'سيوة', '{}'),
  ('new-valley-kharga', 'New Valley', 'Kharga', 'الخارجة', '{}'),
  ('new-valley-dakhla', 'New Valley', 'Dakhla', 'الداخلة', '{Mut,موط}'),
  ('new-valley-farafra', 'New Valley', 'Farafra', 'الفرافرة', '{}'),
  ('new-valley-paris', 'New Valley', 'Paris', 'باريس', '{Baris}'),
  ('new-valley-balat', 'New Valley', 'Balat', 'بلاط', '{}');

-- schemas/06_variants.sql

-- What is sold of a product: its options, and a variant for each combination of their values that exists.

-- Helpers of the tables

create function private.are_option_values(p_values text[]) returns boolean
language sql immutable as $$
  select count(*) between 1 and 100 and count(*) = count(distinct lower(value)) and bool_and(value = btrim(value) and value <> '')
  from unnest(p_values) value
$$;

-- Tables

create table public.product_options (
  tenant_id text not null,
  product_id uuid not null,
  position smallint not null check (position between 1 and 3),
  name text not null check (name = btrim(name) and name <> '' and length(name) <= 40),
  -- Which of the product's columns size, color and type list the values.
  kind text not null check (kind in ('size', 'color', 'type', 'other')),
  values text[] not null check (private.are_option_values(values)),
  -- Colours by value: {"Black": "#1a1a1a"}.
  swatches jsonb not null default '{}' check (
    jsonb_typeof(swatches) = 'object' and length(swatches::text) <= 10000
    and not jsonb_path_exists(swatches, '$.* ? (@.type() != "string" || !(@ like_regex "^#[0-9a-fA-F]{6}$"))')
  ),
  -- Its name, and its values by what they are in `values`: {"ar": {"name": "…", "values": {"Black": "…"}}}.
  translations jsonb not null default '{}' check (private.are_translations(translations, 20000)),
  primary key (product_id, position),
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade
);
create unique index product_options_name on public.product_options (product_id, lower(name));
create unique index product_options_kind on public.product_options (product_id, kind) where kind <> 'other';
alter table public.product_options enable row level security;

-- A product without options has one variant, whose options are all empty. What changes variants locks their product first.
create table public.product_variants (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  product_id uuid not null,
  position integer not null default 1,
  -- The value of the product's option at each position; empty where it has none.
  option1 text not null default '' check (length(option1) <= 200),
  option2 text not null default '' check (length(option2) <= 200),
  option3 text not null default '' check (length(option3) <= 200),
  sku text check (sku = btrim(sku) and sku <> '' and length(sku) <= 64),
  barcode text check (barcode = btrim(barcode) and barcode <> '' and length(barcode) <= 64),
  -- Null stands for the product's.
  price numeric(12, 2) check (price >= 0 and price <= 10000000),
  original_price numeric(12, 2) check (original_price >= 0 and original_price <= 10000000),
  stock integer not null default 0 check (stock >= 0 and stock <= 10000000),
  weight_grams integer check (weight_grams between 0 and 10000000),
  image text check (length(image) <= 2000),
  -- Whether it is sold.
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, product_id, id),
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade
) with (fillfactor = 85);
create unique index product_variants_combination
  on public.product_variants (product_id, lower(option1), lower(option2), lower(option3));
create unique index product_variants_sku on public.product_variants (tenant_id, lower(sku)) where sku is not null;
alter table public.product_variants enable row level security;

-- A change of a variant's stock.
create type private.variant_change as (product_id uuid, variant_id uuid, name text, stock_was integer, stock integer);

-- Policies

create policy "Everybody reads the options of products on sale" on public.product_options
  for select to anon, authenticated
  using (exists (select 1 from public.products product where product.id = product_id and product.is_active));

create policy "Staff read all options of their store" on public.product_options
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Everybody reads what is sold of products on sale" on public.product_variants
  for select to anon, authenticated
  using (is_active and exists (select 1 from public.products product where product.id = product_id and product.is_active));

create policy "Staff read all variants of their store" on public.product_variants
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

-- Functions

-- What was chosen of a product's options; empty where it has none, null of no variant. Without concat_ws, which counts as
-- changeable, so that it becomes part of statements: orders ask it for each line.
create function private.variant_name(p_option1 text, p_option2 text, p_option3 text) returns text
language sql immutable as $$
  select p_option1 || coalesce(' / ' || nullif(p_option2, ''), '') || coalesce(' / ' || nullif(p_option3, ''), '')
$$;

-- What is sold, by the name of its product and what was chosen.
create function private.sold_name(p_name text, p_option1 text, p_option2 text, p_option3 text) returns text
language sql immutable as $$
  select p_name || coalesce(', ' || nullif(private.variant_name(p_option1, p_option2, p_option3), ''), '')
$$;

create function private.combinations(p_values1 text[], p_values2 text[], p_values3 text[])
returns table (place integer, option1 text, option2 text, option3 text)
language sql immutable set search_path = '' as $$
  select row_number() over (order by one.place, two.place, three.place)::integer, one.value, two.value, three.value
  from unnest(coalesce(p_values1, '{""}')) with ordinality one (value, place)
  cross join unnest(coalesce(p_values2, '{""}')) with ordinality two (value, place)
  cross join unnest(coalesce(p_values3, '{""}')) with ordinality three (value, place)
$$;

create function private.require_variant_count(p_count bigint) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_count > 100 then
    perform private.refuse('too_many_variants', jsonb_build_object('count', p_count));
  end if;
end
$$;

-- Every product has a variant: a new one has one without options, which holds its stock.
create function private.products_added() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with made as (
    insert into public.product_variants (tenant_id, product_id, stock)
    select added.tenant_id, added.id, added.stock from added
    returning tenant_id, product_id, id, stock
  )
  insert into public.stock_movements (tenant_id, product_id, variant_id, delta, stock_after, reason, actor_id)
  select made.tenant_id, made.product_id, made.id, made.stock, made.stock, 'initial', auth.uid() from made where made.stock > 0;
  perform private.index_products(array(select added.id from added));
  return null;
end
$$;

-- Keeps a product's stock: the sum of what is sold of it.
create function private.sum_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.products product set stock = summed.stock
  from (
    select variant.product_id, coalesce(sum(variant.stock) filter (where variant.is_active), 0) as stock
    from public.product_variants variant where variant.product_id = any (array(select distinct changed.product_id from changed))
    group by variant.product_id
  ) summed
  where product.id = summed.product_id and product.stock <> summed.stock;
  return null;
end
$$;

-- Updates the listing of products of which a variant was sold out or is available again, and announces what pages say of
-- stock: sold out, the last pieces, available. `affects_listings` says whether listings may show something else.
create function private.publish_stock_change(p_changes private.variant_change[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_product record;
begin
  for v_product in
    select product.id, product.tenant_id, product.stock,
      bool_or((change.stock = 0) <> (change.stock_was = 0)) as affects_listings,
      jsonb_object_agg(change.variant_id, change.stock) filter (
        where change.stock <> change.stock_was and least(change.stock, change.stock_was) <= private.few_left()
      ) as few
    from unnest(p_changes) change join public.products product on product.id = change.product_id
    group by product.id order by product.id
  loop
    if v_product.affects_listings then
      perform private.derive_prices(array[v_product.id]);
      perform private.index_products(array[v_product.id]);
    end if;
    if v_product.few is not null then
      perform realtime.send(
        jsonb_build_object('kind', 'stock', 'action', 'update', 'ids', jsonb_build_array(v_product.id),
          'stock', case when v_product.stock <= private.few_left() then v_product.stock end,
          'affects_listings', v_product.affects_listings, 'variants', v_product.few),
        'change', 'catalogue:' || v_product.tenant_id, true);
    end if;
  end loop;
end
$$;

-- A stock that somebody writes into a product is that of its variant (docs/product.md, Products). Of a product with
-- several, nobody knows whose pieces are meant. A stock that is the sum already follows from variants.
create function private.product_stock_written() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_sold uuid[];
  v_stock integer;
begin
  select coalesce(array_agg(id), '{}'), coalesce(sum(stock), 0) into v_sold, v_stock
  from public.product_variants where product_id = new.id and is_active;
  if v_stock = new.stock then
    return null;
  end if;
  if cardinality(v_sold) <> 1 then
    perform private.refuse('stock_of_variants', private.product_names(new) || jsonb_build_object(
      'reason', 'product', 'column', 'stock', 'count', cardinality(v_sold)));
  end if;
  perform private.adjust_stocks(v_sold, array[new.stock - v_stock], '');
  return null;
end
$$;

-- What a product and the chosen values of its options are called in other languages as they are sold; `{}` of no product.
create function private.sold_translations(p_product_id uuid, p_options jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(said.language, said.texts) filter (where said.texts <> '{}'), '{}')
  from public.products product
  cross join lateral (
    select jsonb_object_keys(product.translations) as language
    union
    select jsonb_object_keys(listed.translations) from public.product_options listed where listed.product_id = product.id
  ) known
  cross join lateral (
    select known.language, jsonb_strip_nulls(jsonb_build_object(
      'name', nullif(product.translations #>> array[known.language, 'name'], ''),
      'values', (
        select jsonb_object_agg(word.value, word.said) from (
          select sold.option ->> 'value' as value,
            listed.translations #>> array[known.language, 'values', sold.option ->> 'value'] as said
          from jsonb_array_elements(coalesce(p_options, '[]')) sold (option)
          join public.product_options listed on listed.product_id = product.id and listed.name = sold.option ->> 'name'
          union all
          select product.product_type, product.translations #>> array[known.language, 'type']
        ) word where word.value is not null and word.said <> ''
      ))) as texts
  ) said
  where product.id = p_product_id
$$;

-- What was chosen of a variant's options in a language, where it is translated; empty where there is nothing to choose.
create function private.variant_name_in(p_language text, p_variant public.product_variants) returns text
language sql stable set search_path = '' as $$
  select coalesce(string_agg(
    coalesce(nullif(listed.translations #>> array[p_language, 'values', chosen.value], ''), chosen.value), ' / '
    order by chosen.place), '')
  from unnest(array[p_variant.option1, p_variant.option2, p_variant.option3]) with ordinality chosen (value, place)
  left join public.product_options listed on listed.product_id = p_variant.product_id and listed.position = chosen.place
  where chosen.value <> ''
$$;

-- The names among the translations of a product or a category, and of one of its variants: {"ar": {"name", "variant"}}.
create function private.translated_names(p_translations jsonb, p_variant public.product_variants default null) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(known.language, jsonb_strip_nulls(jsonb_build_object(
    'name', p_translations #> array[known.language, 'name'],
    'variant', nullif(private.variant_name_in(known.language, p_variant), ''))))
  from (
    select jsonb_object_keys(p_translations) as language
    union
    select jsonb_object_keys(listed.translations) from public.product_options listed
    where listed.product_id = p_variant.product_id
  ) known
$$;

-- What a refusal calls a product, or one of its variants, in every language.
create function private.product_names(p_product public.products, p_variant public.product_variants default null) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'name', private.sold_name(p_product.name, p_variant.option1, p_variant.option2, p_variant.option3),
    'translations', coalesce(jsonb_object_agg(said.language, jsonb_build_object('name',
      said.texts ->> 'name' || coalesce(', ' || nullif(private.variant_name_in(said.language, p_variant), ''), '')))
      filter (where said.texts ->> 'name' <> ''), '{}'))
  from jsonb_each(p_product.translations) said (language, texts)
$$;

-- Triggers

call private.fix_columns('public.product_variants', '{id,tenant_id,product_id}');

create trigger products_variants_added after insert on public.products
  referencing new table as added for each statement execute function private.products_added();

-- Not of the sum that a trigger of variants writes.
create trigger products_stock_written after update on public.products
  for each row when (old.stock <> new.stock and pg_trigger_depth() = 0) execute function private.product_stock_written();

create trigger product_variants_touch before update of position, option1, option2, option3, sku, barcode, price,
    original_price, weight_grams, image, is_active
  on public.product_variants for each row execute function private.touch_version();

create trigger product_variants_summed_in after insert on public.product_variants
  referencing new table as changed for each statement execute function private.sum_stock();

create trigger product_variants_summed after update on public.product_variants
  referencing new table as changed for each statement execute function private.sum_stock();

create trigger product_variants_summed_out after delete on public.product_variants
  referencing old table as changed for each statement execute function private.sum_stock();

-- Grants

grant select on public.product_options to anon, authenticated;
grant select on public.product_variants to anon, authenticated;
-- What is derived from variants is kept by the functions that write them.
revoke insert, update, delete, truncate on public.product_options, public.product_variants from service_role;
grant execute on function private.are_option_values to authenticated;

-- schemas/07_variant_grid.sql

-- All options and variants of a product, written at once, and a new product with them.

-- Functions

create function private.write_options(p_product public.products, p_options jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Who writes the options without their translations leaves these as they are.
  v_translations constant jsonb := (
    select jsonb_object_agg(lower(name), translations) from public.product_options where product_id = p_product.id
  );
begin
  delete from public.product_options where product_id = p_product.id;
  insert into public.product_options (tenant_id, product_id, position, name, kind, values, swatches, translations)
  select p_product.tenant_id, p_product.id, given.place, given.option ->> 'name', given.option ->> 'kind',
    array(
      select value from jsonb_array_elements_text(given.option -> 'values') with ordinality listed (value, place) order by place
    ),
    coalesce(given.option -> 'swatches', '{}'),
    coalesce(given.option -> 'translations', v_translations -> lower(given.option ->> 'name'), '{}')
  from jsonb_array_elements(p_options) with ordinality given (option, place);
end
$$;

-- Writes the variants of a product: those of `p_variants` that have no id are new, those that are not named go.
create function private.write_variants(p_product public.products, p_variants jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.product_variants variant
  where variant.product_id = p_product.id and not exists (
    select 1 from jsonb_array_elements(p_variants) wanted where wanted ->> 'id' = variant.id::text
  );
  -- A product in the trash gives up a SKU that is used again.
  update public.product_variants variant set sku = null
  from public.products product
  where variant.tenant_id = p_product.tenant_id and variant.product_id <> p_product.id and product.id = variant.product_id
    and product.deleted_at is not null and lower(variant.sku) = any (array(
      select lower(wanted ->> 'sku') from jsonb_array_elements(p_variants) wanted where wanted ->> 'sku' is not null
    ));
  -- First to values that no other has: variants may exchange their options or SKUs.
  update public.product_variants variant set option1 = variant.id::text, option2 = '', option3 = '', sku = null
  from jsonb_populate_recordset(null::public.product_variants, p_variants) wanted
  where variant.product_id = p_product.id and variant.id = wanted.id
    and (variant.option1, variant.option2, variant.option3, variant.sku)
      is distinct from (wanted.option1, wanted.option2, wanted.option3, wanted.sku);
  update public.product_variants variant set
    position = wanted.position, option1 = wanted.option1, option2 = wanted.option2, option3 = wanted.option3, sku = wanted.sku,
    barcode = wanted.barcode, price = wanted.price, original_price = wanted.original_price, stock = wanted.stock,
    weight_grams = wanted.weight_grams, image = wanted.image, is_active = wanted.is_active
  from jsonb_populate_recordset(null::public.product_variants, p_variants) wanted
  where variant.product_id = p_product.id and variant.id = wanted.id
    and (variant.position, variant.option1, variant.option2, variant.option3, variant.sku, variant.barcode, variant.price,
        variant.original_price, variant.stock, variant.weight_grams, variant.image, variant.is_active)
      is distinct from (wanted.position, wanted.option1, wanted.option2, wanted.option3, wanted.sku, wanted.barcode,
        wanted.price, wanted.original_price, wanted.stock, wanted.weight_grams, wanted.image, wanted.is_active);
  insert into public.product_variants (
    tenant_id, product_id, position, option1, option2, option3, sku, barcode, price, original_price, stock, weight_grams,
    image, is_active
  )
  select p_product.tenant_id, p_product.id, wanted.position, wanted.option1, wanted.option2, wanted.option3, wanted.sku,
    wanted.barcode, wanted.price, wanted.original_price, wanted.stock, wanted.weight_grams, wanted.image, wanted.is_active
  from jsonb_populate_recordset(null::public.product_variants, p_variants) wanted where wanted.id is null order by wanted.position;
end
$$;

-- Writes movements for the variants of a product whose stock differs from what they had before.
create function private.record_stock(p_product public.products, p_before public.product_variants[], p_note text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.stock_movements (
    tenant_id, product_id, variant_id, variant, delta, stock_after, reason, actor_id, note
  )
  select p_product.tenant_id, p_product.id, coalesce(variant.id, was.id),
    private.variant_name(coalesce(variant.option1, was.option1), coalesce(variant.option2, was.option2),
      coalesce(variant.option3, was.option3)),
    coalesce(variant.stock, 0) - coalesce(was.stock, 0), coalesce(variant.stock, 0),
    -- A variant that is new, or of a product that this step adds.
    case when was.id is null or p_product.created_at = now() then 'initial'::public.stock_reason else 'adjusted' end,
    auth.uid(), p_note
  from unnest(p_before) was
  full join (select * from public.product_variants where product_id = p_product.id) variant on variant.id = was.id
  where coalesce(variant.stock, 0) <> coalesce(was.stock, 0)
  order by variant.id is not null, coalesce(variant.position, was.position);
end
$$;

-- A refusal that says which row of the grid, counted from 1, and which column are wrong.
create function private.refuse_variant(p_code text, p_parameters jsonb, p_rows integer[], p_column text default null) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse(p_code, p_parameters || jsonb_strip_nulls(jsonb_build_object('rows', p_rows, 'column', p_column)));
end
$$;

-- The options of a grid as they are stored, or a refusal.
create function private.checked_options(p_options jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_options jsonb := '[]';
  v_option jsonb;
  v_name text;
  v_kind text;
  v_values text[];
begin
  if jsonb_typeof(p_options) is distinct from 'array' then
    perform private.refuse('invalid_options', jsonb_build_object('reason', 'list'));
  end if;
  if jsonb_array_length(p_options) > 3 then
    perform private.refuse('too_many_options');
  end if;
  for v_option in select given from jsonb_array_elements(p_options) given loop
    v_name := btrim(coalesce(v_option ->> 'name', ''));
    v_kind := coalesce(v_option ->> 'kind', 'other');
    if v_name = '' or length(v_name) > 40 then
      perform private.refuse('invalid_options', jsonb_build_object('reason', 'name'));
    end if;
    if v_kind not in ('size', 'color', 'type', 'other') then
      perform private.refuse('invalid_options', jsonb_build_object('reason', 'kind', 'kind', v_kind));
    end if;
    if exists (select 1 from jsonb_array_elements(v_options) checked where lower(checked ->> 'name') = lower(v_name)) then
      perform private.refuse('duplicate_option', jsonb_build_object('reason', 'name', 'name', v_name));
    end if;
    if v_kind <> 'other' and exists (select 1 from jsonb_array_elements(v_options) checked where checked ->> 'kind' = v_kind) then
      perform private.refuse('duplicate_option', jsonb_build_object('reason', 'kind', 'kind', v_kind));
    end if;
    v_values := case when jsonb_typeof(v_option -> 'values') = 'array' then array(
      select btrim(value) from jsonb_array_elements_text(v_option -> 'values') with ordinality listed (value, place) order by place
    ) end;
    if not coalesce(private.are_option_values(v_values), false)
      or exists (select 1 from unnest(v_values) value where length(value) > 200) then
      perform private.refuse('invalid_options', jsonb_build_object('reason', 'values', 'name', v_name));
    end if;
    v_options := v_options || (jsonb_build_object('name', v_name, 'kind', v_kind, 'values', v_values, 'swatches', coalesce((
      select jsonb_object_agg(value, lower(v_option -> 'swatches' ->> value)) from unnest(v_values) value
      where v_option -> 'swatches' ->> value ~ '^#[0-9a-fA-F]{6}$'
    ), '{}')) || jsonb_strip_nulls(jsonb_build_object('translations', v_option -> 'translations')));
  end loop;
  return v_options;
end
$$;

-- The values that a row of a grid has of each option, as the options write them; refuses a row that lacks one.
create function private.chosen_values(p_options jsonb, p_row jsonb, p_line integer) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_chosen constant jsonb := case when jsonb_typeof(p_row -> 'options') = 'array' then p_row -> 'options' else '[]' end;
  v_unknown record;
begin
  if jsonb_array_length(v_chosen) <> jsonb_array_length(p_options) then
    perform private.refuse_variant(
      'unknown_value', jsonb_build_object('reason', 'missing', 'row', p_line), array[p_line], 'options');
  end if;
  select listed.option ->> 'name' as option, v_chosen ->> (listed.place - 1)::integer as value into v_unknown
  from jsonb_array_elements(p_options) with ordinality listed (option, place)
  where not exists (
    select 1 from jsonb_array_elements_text(listed.option -> 'values') value
    where lower(value) = lower(btrim(v_chosen ->> (listed.place - 1)::integer))
  )
  order by listed.place limit 1;
  if found then
    perform private.refuse_variant('unknown_value', jsonb_strip_nulls(jsonb_build_object(
      'reason', case when coalesce(v_unknown.value, '') = '' then 'missing' end, 'row', p_line, 'value', v_unknown.value,
      'option', lower(v_unknown.option))), array[p_line], 'options');
  end if;
  return (
    select coalesce(jsonb_agg(value order by listed.place), '[]')
    from jsonb_array_elements(p_options) with ordinality listed (option, place)
    cross join jsonb_array_elements_text(listed.option -> 'values') value
    where lower(value) = lower(btrim(v_chosen ->> (listed.place - 1)::integer))
  );
end
$$;

-- The stored variant that a row of a grid is about: by its id, else by its options where no other row names it.
create function private.variant_of_row(
  p_product_id uuid, p_variants jsonb, p_row jsonb, p_chosen jsonb, p_line integer
) returns public.product_variants
language plpgsql stable security definer set search_path = '' as $$
declare
  v_variant public.product_variants;
begin
  if p_row ->> 'id' is null then
    select variant.* into v_variant from public.product_variants variant
    where variant.product_id = p_product_id and lower(variant.option1) = lower(coalesce(p_chosen ->> 0, ''))
      and lower(variant.option2) = lower(coalesce(p_chosen ->> 1, ''))
      and lower(variant.option3) = lower(coalesce(p_chosen ->> 2, ''))
      and not exists (select 1 from jsonb_array_elements(p_variants) named where named ->> 'id' = variant.id::text);
    return v_variant;
  end if;
  select * into v_variant from public.product_variants where product_id = p_product_id and id::text = p_row ->> 'id';
  if not found then
    perform private.refuse_variant('unknown_variant', jsonb_build_object('reason', 'row', 'row', p_line), array[p_line]);
  end if;
  return v_variant;
end
$$;

-- Refuses a row of a grid for a value that cannot be. `p_image` is the picture that its variant has.
create function private.check_variant_values(
  p_product public.products, p_row jsonb, p_image text, p_name text, p_line integer
) returns void
language plpgsql stable set search_path = '' as $$
declare
  v_column text;
  v_type text;
  v_value text;
  v_problem text;
begin
  foreach v_column in array '{price,original_price,stock,weight_grams}'::text[] loop
    v_value := p_row ->> v_column;
    if v_value is null and v_column <> 'stock' then
      continue;
    end if;
    v_type := case when v_column in ('stock', 'weight_grams') then 'integer' else 'numeric' end;
    if not coalesce(pg_input_is_valid(v_value, v_type), false)
      or not v_value::numeric between 0 and 10000000 then
      perform private.refuse_variant(
        'invalid_value', jsonb_build_object('reason', v_column, 'name', p_name), array[p_line], v_column);
    end if;
  end loop;
  foreach v_column in array '{sku,barcode,image}'::text[] loop
    if length(btrim(p_row ->> v_column)) > (case v_column when 'image' then 2000 else 64 end) then
      perform private.refuse_variant(
        'invalid_value', jsonb_build_object('reason', v_column, 'name', p_name), array[p_line], v_column);
    end if;
  end loop;
  v_problem := case
    when (p_row ->> 'original_price')::numeric <= coalesce((p_row ->> 'price')::numeric, p_product.price) then 'original_price_lower'
    when not private.is_valid_address(coalesce(p_row ->> 'image', '')) and p_row ->> 'image' is distinct from p_image
      then 'image_address'
    when jsonb_typeof(p_row -> 'is_active') is distinct from 'boolean' then 'is_active'
  end;
  if v_problem is not null then
    perform private.refuse_variant('invalid_value', jsonb_build_object('reason', v_problem, 'name', p_name), array[p_line],
      case v_problem when 'original_price_lower' then 'original_price' when 'image_address' then 'image' else v_problem end);
  end if;
end
$$;

-- Refuses rows of a grid of which two are one combination, or have a SKU that another row or product has.
create function private.require_distinct_variants(p_product public.products, p_rows jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_skus constant text[] := array(
    select lower(wanted ->> 'sku') from jsonb_array_elements(p_rows) wanted where wanted ->> 'sku' is not null
  );
  v_found record;
begin
  select array_agg((wanted.variant ->> 'row')::integer order by wanted.place) as rows, coalesce(nullif(private.variant_name(
    wanted.variant ->> 'option1', wanted.variant ->> 'option2', wanted.variant ->> 'option3'), ''), p_product.name) as name
  into v_found
  from jsonb_array_elements(p_rows) with ordinality wanted (variant, place)
  group by 2, lower(wanted.variant ->> 'option1'), lower(wanted.variant ->> 'option2'), lower(wanted.variant ->> 'option3')
  having count(*) > 1 order by min(wanted.place) limit 1;
  if found then
    perform private.refuse_variant('duplicate_combination', jsonb_build_object(
      'first', v_found.rows[1], 'second', v_found.rows[2], 'name', v_found.name), v_found.rows, 'options');
  end if;
  select array_agg((wanted.variant ->> 'row')::integer order by wanted.place) as rows, min(wanted.variant ->> 'sku') as sku
  into v_found
  from jsonb_array_elements(p_rows) with ordinality wanted (variant, place)
  where wanted.variant ->> 'sku' is not null
  group by lower(wanted.variant ->> 'sku') having count(*) > 1 order by min(wanted.place) limit 1;
  if found then
    perform private.refuse_variant('duplicate_sku', jsonb_build_object(
      'reason', 'rows', 'first', v_found.rows[1], 'second', v_found.rows[2], 'sku', v_found.sku), v_found.rows, 'sku');
  end if;
  select array[(wanted.variant ->> 'row')::integer] as rows, stored.sku, product.name into v_found
  from public.product_variants stored
  join public.products product on product.id = stored.product_id and product.deleted_at is null
  join jsonb_array_elements(p_rows) with ordinality wanted (variant, place)
    on lower(wanted.variant ->> 'sku') = lower(stored.sku)
  -- Looked up one by one, however many SKUs the store has.
  where stored.tenant_id = p_product.tenant_id and stored.product_id <> p_product.id and lower(stored.sku) = any (v_skus)
  order by wanted.place limit 1;
  if found then
    perform private.refuse_variant('duplicate_sku', jsonb_build_object(
      'reason', 'product', 'row', v_found.rows[1], 'name', v_found.name, 'sku', v_found.sku), v_found.rows, 'sku');
  end if;
end
$$;

-- The rows of a grid as they are stored, or a refusal that names the first that cannot be: by its place, or by the "row"
-- of a file that it says it stood in.
create function private.checked_variants(p_product public.products, p_options jsonb, p_variants jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_rows jsonb := '[]';
  v_row jsonb;
  v_chosen jsonb;
  v_place integer := 0;
  v_line integer;
  v_stored public.product_variants;
begin
  if jsonb_typeof(p_variants) is distinct from 'array' or jsonb_array_length(p_variants) = 0 then
    perform private.refuse('no_variants');
  end if;
  perform private.require_variant_count(jsonb_array_length(p_variants));
  for v_row in select wanted from jsonb_array_elements(p_variants) wanted loop
    v_place := v_place + 1;
    if jsonb_typeof(v_row) <> 'object' then
      perform private.refuse_variant('invalid_value', jsonb_build_object('reason', 'row', 'row', v_place), array[v_place]);
    end if;
    v_line := case when pg_input_is_valid(v_row ->> 'row', 'integer') then (v_row ->> 'row')::integer else v_place end;
    if v_row ->> 'id' is not null then
      v_stored := private.variant_of_row(p_product.id, p_variants, v_row, null, v_line);
    end if;
    v_chosen := private.chosen_values(p_options, v_row, v_line);
    if v_row ->> 'id' is null then
      v_stored := private.variant_of_row(p_product.id, p_variants, v_row, v_chosen, v_line);
    end if;
    -- What a row does not name stays as it is.
    v_row := case when v_stored.id is null then '{"stock": 0, "is_active": true}' else to_jsonb(v_stored) end || v_row;
    perform private.check_variant_values(p_product, v_row, v_stored.image, coalesce(nullif(private.variant_name(
      v_chosen ->> 0, v_chosen ->> 1, v_chosen ->> 2), ''), p_product.name), v_line);
    -- Pieces sold since the grid was opened stay sold.
    if v_stored.id is not null and pg_input_is_valid(v_row ->> 'stock_was', 'integer') then
      v_row := v_row || jsonb_build_object('stock', least(10000000,
        greatest(v_stored.stock::bigint + (v_row ->> 'stock')::integer - (v_row ->> 'stock_was')::integer, 0)));
    end if;
    v_rows := v_rows || (v_row - '{options,stock_was}'::text[] || jsonb_build_object(
      'id', v_stored.id, 'row', v_line, 'position', v_place, 'option1', coalesce(v_chosen ->> 0, ''),
      'option2', coalesce(v_chosen ->> 1, ''), 'option3', coalesce(v_chosen ->> 2, ''), 'sku', nullif(btrim(v_row ->> 'sku'), ''),
      'barcode', nullif(btrim(v_row ->> 'barcode'), ''), 'image', nullif(btrim(v_row ->> 'image'), '')));
  end loop;
  perform private.require_distinct_variants(p_product, v_rows);
  if (select sum((wanted ->> 'stock')::bigint) from jsonb_array_elements(v_rows) wanted) > 10000000 then
    perform private.refuse('invalid_value', jsonb_build_object('reason', 'pieces', 'column', 'stock'));
  end if;
  return v_rows;
end
$$;

-- A product's options and variants as staff see them.
create function private.variants_json(p_product_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', product.id, 'version', product.version, 'stock', product.stock, 'size', product.size, 'color', product.color,
    'type', product.type,
    'options', (
      select coalesce(jsonb_agg(to_jsonb(option) - '{tenant_id,product_id}'::text[] order by option.position), '[]')
      from public.product_options option where option.product_id = product.id
    ),
    'variants', (
      select jsonb_agg(to_jsonb(variant) - '{tenant_id,product_id}'::text[] order by variant.position, variant.id)
      from public.product_variants variant where variant.product_id = product.id
    )
  )
  from public.products product where product.id = p_product_id
$$;

-- Writes a grid that was not checked yet into a product whose row is locked; `p_note` is for the ledger.
create function private.save_variants(p_product public.products, p_options jsonb, p_variants jsonb, p_note text default '')
returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_options constant jsonb := private.checked_options(p_options);
  v_variants constant jsonb := private.checked_variants(p_product, v_options, p_variants);
  v_before constant public.product_variants[] := array(
    select variant from public.product_variants variant where variant.product_id = p_product.id
  );
begin
  perform private.write_options(p_product, v_options);
  perform private.write_variants(p_product, v_variants);
  perform private.record_stock(p_product, v_before, p_note);
  perform private.renew_products(array[p_product.id]);
exception when unique_violation then
  -- Somebody gave the SKU to another product in the same moment.
  perform private.refuse('duplicate_sku', jsonb_build_object('reason', 'meanwhile', 'column', 'sku'));
end
$$;

-- Writes all options and variants of a product over the version that was opened; staff only. `p_options` is the list of
-- {"name", "kind": size | color | type | other, "values", "swatches"}, `p_variants` that of {"id" of one that exists,
-- "options": a value for each option, "sku", "barcode", "price", "original_price", "stock", "weight_grams", "image",
-- "is_active"}; without an id, the variant of these options is meant, if there is one. A variant that is not named is removed.
-- With "stock_was", the stock that the form was opened with, the difference is applied to the present stock.
-- Answers with {"id", "version", "stock", "size", "color", "type", "options", "variants"}.
create function public.save_product_variants(
  p_product_id uuid, p_version integer, p_options jsonb, p_variants jsonb, p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('save_product_variants', p_product_id, p_version, p_options, p_variants));
  v_product public.products;
  v_before jsonb;
  v_after jsonb;
begin
  if v_first is not null then
    return v_first;
  end if;
  select * into v_product from public.products where id = p_product_id and deleted_at is null for no key update;
  perform private.require_staff(v_product.tenant_id);
  perform private.require_aal();
  if v_product.version is distinct from p_version then
    perform private.refuse('version_conflict', jsonb_build_object('version', v_product.version));
  end if;
  v_before := private.variants_json(p_product_id);
  perform private.save_variants(v_product, p_options, p_variants);
  v_after := private.variants_json(p_product_id);
  perform private.audit_variants(v_product.tenant_id, v_product.name, v_product.id, private.variant_changes(v_before, v_after));
  return private.keep_answer(p_request_id, v_after);
end
$$;

-- Adds a product with the columns that are given, and the stock of its variant; the others have their defaults.
create function private.insert_product(p_tenant_id text, p_set jsonb, p_stock integer default 0) returns public.products
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products;
  v_columns constant text := (
    select string_agg(quote_ident(filled.name), ', ') from private.product_columns() filled
    where p_set ? filled.name or filled.name = 'name'
  );
begin
  execute format('insert into public.products (tenant_id, stock, %1$s)
    select $1, $3, %1$s from jsonb_populate_record(null::public.products, $2) returning *', v_columns)
  into v_product using p_tenant_id, p_set, p_stock;
  return v_product;
end
$$;

-- Adds a product with its options and variants, all or nothing; staff only. `p_product` holds the columns that staff fill;
-- `p_options` and `p_variants` are as save_product_variants takes them, without ids. Answers with the product's id.
create function public.add_product(
  p_tenant_id text, p_product jsonb, p_options jsonb, p_variants jsonb, p_request_id uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('add_product', p_tenant_id, p_product, p_options, p_variants));
  v_product public.products;
begin
  if v_first is not null then
    return (v_first #>> '{}')::uuid;
  end if;
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  v_product := private.insert_product(p_tenant_id, p_product);
  perform private.save_variants(v_product, p_options, p_variants);
  perform private.keep_answer(p_request_id, to_jsonb(v_product.id));
  return v_product.id;
end
$$;

-- Grants

grant execute on function public.save_product_variants, public.add_product to authenticated;

-- schemas/08_wishes_and_alerts.sql

-- What shoppers wish for, and mails when a variant that was sold out is back.

-- Tables

create table public.wishlists (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null default auth.uid(),
  product_id uuid not null,
  -- Null stands for the product as a whole; so does a variant that is no longer there.
  variant_id uuid,
  created_at timestamptz not null default now(),
  unique (user_id, tenant_id, product_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id, variant_id)
    references public.product_variants (tenant_id, product_id, id) on delete set null (variant_id)
);
create index wishlists_by_product on public.wishlists (tenant_id, product_id);
create index wishlists_by_variant on public.wishlists (tenant_id, product_id, variant_id) where variant_id is not null;
alter table public.wishlists enable row level security;

-- Who is to be told that a variant is back. A row goes once its mail is sent.
create table public.stock_alerts (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null default auth.uid(),
  product_id uuid not null,
  variant_id uuid not null,
  -- When the mail may be taken to be sent; null while the variant is sold out. How often it was taken.
  due_at timestamptz,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  unique (user_id, variant_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id, variant_id)
    references public.product_variants (tenant_id, product_id, id) on delete cascade
);
create index stock_alerts_by_variant on public.stock_alerts (tenant_id, product_id, variant_id);
create index stock_alerts_due on public.stock_alerts (due_at) where due_at is not null;
alter table public.stock_alerts enable row level security;

-- Policies

create policy "People read their own wishlist" on public.wishlists
  for select to authenticated using (user_id = (select auth.uid()));

create policy "People add to their own wishlist" on public.wishlists
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People remove from their own wishlist" on public.wishlists
  for delete to authenticated using (user_id = (select auth.uid()));

call private.add_aal2_policies('public.wishlists');

create policy "People read their own stock alerts" on public.stock_alerts
  for select to authenticated using (user_id = (select auth.uid()));

create policy "People ask for stock alerts of their own" on public.stock_alerts
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People remove their own stock alerts" on public.stock_alerts
  for delete to authenticated using (user_id = (select auth.uid()));

call private.add_aal2_policies('public.stock_alerts');

-- Functions

-- Refuses an alert of what does not come back, of somebody without an e-mail address, and one beyond 50 of a person.
create function private.stock_alert_added() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select 1 from public.products
    join public.settings on settings.tenant_id = products.tenant_id
    where products.id = new.product_id
      and not (products.restocks and coalesce((settings.features ->> 'restocks')::boolean, true))
  ) then
    perform private.refuse('not_restocked');
  end if;
  if not exists (
    select 1 from public.profiles where id = new.user_id and tenant_id = new.tenant_id and email <> ''
  ) then
    perform private.refuse('no_email');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('alerts:' || new.tenant_id || new.user_id, 0));
  if (select count(*) from public.stock_alerts where user_id = new.user_id and tenant_id = new.tenant_id) >= 50 then
    perform private.refuse('too_many_alerts');
  end if;
  return new;
end
$$;

-- Refuses an alert for what can be bought: it would be mailed at once, as often as it is asked for.
create function private.refuse_alert_in_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_names jsonb;
begin
  -- A change of the stock that is under way is waited for and seen here; a later one finds the alert.
  perform 1 from public.products where id = new.product_id for key share;
  perform 1 from public.product_variants where id = new.variant_id for share;
  select private.product_names(product) into v_names
  from public.product_variants variant join public.products product on product.id = variant.product_id
  where variant.id = new.variant_id and variant.is_active and variant.stock > 0;
  if found then
    perform private.refuse('in_stock', v_names);
  end if;
  return null;
end
$$;

create function private.variant_is_back() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.stock_alerts set due_at = now()
  where tenant_id = new.tenant_id and product_id = new.product_id and variant_id = new.id and due_at is null;
  return null;
end
$$;

-- Takes alerts that are due, of variants that can be bought now: for five minutes they are the caller's, and callers do not
-- wait for each other. One whose mail fails is due again after 1, 4, 9 … minutes, and given up after the twelfth time. For
-- the server.
create function public.take_stock_alerts(p_limit integer default 10) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_alerts jsonb;
begin
  perform private.require_service();
  delete from public.stock_alerts where due_at <= now() and attempts >= 12;
  with due as (
    select stock_alerts.id, profiles.email, profiles.name as person, profiles.language,
      coalesce(products.translations -> profiles.language ->> 'name', products.name) as product,
      product_variants.id as variant_id,
      private.variant_name_in(profiles.language, product_variants) as variant
    from public.stock_alerts
    join public.product_variants on product_variants.id = stock_alerts.variant_id
    join public.products on products.id = stock_alerts.product_id
    join public.profiles on profiles.id = stock_alerts.user_id and profiles.tenant_id = stock_alerts.tenant_id
    where stock_alerts.due_at <= now() and product_variants.is_active and product_variants.stock > 0 and products.is_active
    order by stock_alerts.due_at, stock_alerts.created_at
      limit least(greatest(p_limit, 1), 100) for update of stock_alerts skip locked
  ), taken as (
    update public.stock_alerts set attempts = stock_alerts.attempts + 1, due_at = now() + interval '5 minutes'
    from due where stock_alerts.id = due.id
    returning stock_alerts.*
  )
  select jsonb_agg(jsonb_build_object(
    'id', taken.id, 'tenant_id', taken.tenant_id, 'email', due.email, 'person', due.person, 'product_id', taken.product_id,
    'product', due.product, 'variant_id', taken.variant_id, 'variant', due.variant,
    'language', due.language,
    'contact_email', coalesce(settings.contact ->> 'contactEmail', '')
  ) order by taken.created_at, taken.id) into v_alerts
  from taken join due on due.id = taken.id left join public.settings on settings.tenant_id = taken.tenant_id;
  return coalesce(v_alerts, '[]');
end
$$;

-- Removes an alert whose mail was sent, or makes it due again later. For the server.
create function public.stock_alert_done(p_alert_id uuid, p_sent boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  if p_sent then
    delete from public.stock_alerts where id = p_alert_id;
  else
    update public.stock_alerts set due_at = now() + interval '1 minute' * (attempts * attempts)
    where id = p_alert_id;
  end if;
end
$$;

-- Triggers

create trigger stock_alert_added before insert on public.stock_alerts
  for each row execute function private.stock_alert_added();

create trigger stock_alert_of_sold_out after insert on public.stock_alerts
  for each row execute function private.refuse_alert_in_stock();

create trigger variant_is_back after update of stock, is_active on public.product_variants
  for each row when (new.stock > 0 and new.is_active and not (old.stock > 0 and old.is_active))
  execute function private.variant_is_back();

-- Grants

grant select, delete on public.wishlists to authenticated;
grant insert (id, tenant_id, user_id, product_id, variant_id, created_at) on public.wishlists to authenticated;
grant select, delete on public.stock_alerts to authenticated;
grant insert (tenant_id, user_id, product_id, variant_id) on public.stock_alerts to authenticated;

-- schemas/09_attributes.sql

-- Attributes: facts of products that staff define, such as players, minutes, fit or device. A product keeps its values in
-- products.attributes, by the attribute's id: {"…": 45, "…": {"from": 2, "to": 5}, "…": "Oversized", "…": true}.

-- Tables

create type public.attribute_kind as enum ('number', 'choice', 'text', 'boolean');

create table public.attributes (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  name text not null check (name = btrim(name) and name <> '' and length(name) <= 60),
  kind public.attribute_kind not null,
  -- Of a number, such as 'min' or 'mm'; `choices` of a choice. Other kinds do without them.
  unit text not null default '' check (unit = btrim(unit) and length(unit) <= 20),
  choices text[] not null default '{}',
  -- The categories whose products have it; null stands for all.
  category_ids uuid[] check (cardinality(category_ids) between 1 and 200),
  -- Of its name, unit and choices: {"ar": {"name": "…", "unit": "…", "choices": {"Loose": "…"}}}.
  translations jsonb not null default '{}' check (private.are_translations(translations, 20000)),
  position integer not null default 0,
  on_card boolean not null default false,
  on_page boolean not null default true,
  is_filter boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  constraint attributes_choices_check check (kind <> 'choice' or private.are_option_values(choices))
);
create unique index attributes_name on public.attributes (tenant_id, lower(name));
alter table public.attributes enable row level security;

-- The numbers that a store's products have, as they stand in product_search_index.filters: '<attribute>:2..5'. A range that a
-- shopper asks for is looked up here. Like search_words it has no unique key, so that imports do not wait for each other.
create table private.attribute_ranges (
  tenant_id text not null,
  attribute_id uuid not null references public.attributes (id) on delete cascade,
  lowest numeric not null,
  highest numeric not null,
  filter text not null
);
create index attribute_ranges_by_attribute on private.attribute_ranges (attribute_id, filter);
alter table private.attribute_ranges enable row level security;

-- Policies

create policy "Everybody reads attributes" on public.attributes
  for select to anon, authenticated using (true);

call private.add_staff_policies('public.attributes', 'attributes');

-- Functions

create function private.is_attribute_value(p_attribute public.attributes, p_value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case p_attribute.kind
    when 'number' then case jsonb_typeof(p_value)
      when 'number' then abs(p_value::numeric) <= 1e9
      when 'object' then p_value - '{from,to}'::text[] = '{}'
        and jsonb_typeof(p_value -> 'from') = 'number' and jsonb_typeof(p_value -> 'to') = 'number'
        and (p_value ->> 'from')::numeric < (p_value ->> 'to')::numeric
        and greatest(abs((p_value ->> 'from')::numeric), abs((p_value ->> 'to')::numeric)) <= 1e9
    end
    when 'choice' then jsonb_typeof(p_value) = 'string' and p_value #>> '{}' = any (p_attribute.choices)
    when 'text' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') between 1 and 300
      and p_value #>> '{}' = btrim(p_value #>> '{}')
    when 'boolean' then jsonb_typeof(p_value) = 'boolean'
  end, false)
$$;

-- Refuses values that a product's store does not define. Values that do not change are not checked: a choice that was
-- removed stays with its products until somebody chooses again.
create function private.check_attributes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_before constant jsonb := case when tg_op = 'UPDATE' then old.attributes else '{}' end;
  v_wrong record;
begin
  select given.key, attributes.id, attributes.name into v_wrong
  from jsonb_each(new.attributes) given
  left join public.attributes on attributes.tenant_id = new.tenant_id and attributes.id::text = given.key
  where given.value is distinct
    from v_before -> given.key and not coalesce(private.is_attribute_value(attributes, given.value), false)
  limit 1;
  if found then
    perform private.refuse(case when v_wrong.id is null then 'unknown_attribute' else 'invalid_attribute_value' end,
      jsonb_build_object('column', 'attributes', 'name', v_wrong.name));
  end if;
  return new;
end
$$;

-- How a value stands in product_search_index.filters, behind the attribute's id; null where nobody filters by it.
create function private.attribute_filter(p_attribute public.attributes, p_value jsonb) returns text
language sql immutable set search_path = '' as $$
  select p_attribute.id || ':' || case
    when not p_attribute.is_filter or p_attribute.kind = 'text' then null
    when p_attribute.kind = 'number' then
      trim_scale(coalesce(p_value ->> 'from', p_value #>> '{}')::numeric) || '..'
      || trim_scale(coalesce(p_value ->> 'to', p_value #>> '{}')::numeric)
    else p_value #>> '{}'
  end
$$;

create function private.attribute_filters(p_tenant_id text, p_values jsonb) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_values = '{}' then
    return '{}';
  end if;
  return array(
    select private.attribute_filter(attributes, given.value)
    from jsonb_each(p_values) given
    join public.attributes on attributes.tenant_id = p_tenant_id and attributes.id::text = given.key
    where private.attribute_filter(attributes, given.value) is not null
  );
end
$$;

-- The words of a product's values, for search: '45 min', '2 5 players', 'Oversized'; for a yes, the attribute's name.
create function private.attribute_words(p_tenant_id text, p_values jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_values = '{}' then
    return '';
  end if;
  return (
    select string_agg(case attributes.kind
      when 'number' then concat_ws(' ', coalesce(given.value ->> 'from', given.value #>> '{}'), given.value ->> 'to',
        attributes.unit, attributes.name, private.translated_texts(attributes.translations, 'unit'),
        private.translated_texts(attributes.translations, 'name'))
      when 'boolean' then case when given.value = 'true'
        then concat_ws(' ', attributes.name, private.translated_texts(attributes.translations, 'name')) end
      else concat_ws(' ', given.value #>> '{}',
        private.translated_words(attributes.translations, 'choices', given.value #>> '{}'))
    end, ' ')
    from jsonb_each(p_values) given
    join public.attributes on attributes.tenant_id = p_tenant_id and attributes.id::text = given.key
  );
end
$$;

-- Adds the numbers of a listed product to those that filters look up.
create function private.add_attribute_ranges(p_tenant_id text, p_values jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_values = '{}' then
    return;
  end if;
  insert into private.attribute_ranges (tenant_id, attribute_id, lowest, highest, filter)
  select p_tenant_id, attributes.id, coalesce(given.value ->> 'from', given.value #>> '{}')::numeric,
    coalesce(given.value ->> 'to', given.value #>> '{}')::numeric, private.attribute_filter(attributes, given.value)
  from jsonb_each(p_values) given
  join public.attributes on attributes.tenant_id = p_tenant_id and attributes.id::text = given.key
    and attributes.kind = 'number' and attributes.is_filter
  where not exists (
    select 1 from private.attribute_ranges
    where attribute_id = attributes.id and filter = private.attribute_filter(attributes, given.value)
  );
end
$$;

-- What shoppers ask for, '<attribute>:<choice>' or '<attribute>:<from>..<to>' with either end left out, as values of
-- product_search_index.filters: one array for each attribute, which a product has to overlap. Of up to four attributes.
create function private.chosen_attributes(p_tenant_id text, p_chosen text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if coalesce(cardinality(p_chosen), 0) = 0 then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(grouped.filters order by grouped.attribute_id), '[]')
    from (
      select chosen.attribute_id,
        jsonb_agg(distinct chosen.attribute_id || ':' || coalesce(matching.value, chosen.value)) as filters
      from (
        select attributes.id as attribute_id, attributes.kind, substr(asked, 38) as value
        from unnest(p_chosen[1:40]) asked
        join public.attributes on attributes.tenant_id = p_tenant_id and attributes.id::text = left(asked, 36)
        where substr(asked, 37, 1) = ':'
      ) chosen
      cross join lateral (
        select (regexp_match(chosen.value, '^(-?\d{1,9}(?:\.\d{1,4})?)?\.\.'))[1]::numeric as lowest,
          (regexp_match(chosen.value, '\.\.(-?\d{1,9}(?:\.\d{1,4})?)?$'))[1]::numeric as highest
      ) asked
      left join lateral (
        select distinct substr(filter, 38) as value
        from private.attribute_ranges
        where chosen.kind = 'number' and attribute_id = chosen.attribute_id
          and coalesce(asked.lowest, asked.highest) is not null
          and highest >= coalesce(asked.lowest, highest) and lowest <= coalesce(asked.highest, lowest)
      ) matching on true
      group by chosen.attribute_id
      order by chosen.attribute_id limit 4
    ) grouped
  );
end
$$;

-- What products say of an attribute follows its name, and listings whether it is a filter.
create function private.attribute_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.renew_products(array(
    select id from public.products where tenant_id = new.tenant_id and attributes ? new.id::text
  ));
  return null;
end
$$;

create function private.attribute_removed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.products where tenant_id = old.tenant_id and attributes ? old.id::text
  order by id for no key update;
  update public.products set attributes = attributes - old.id::text
  where tenant_id = old.tenant_id and attributes ? old.id::text;
  return null;
end
$$;

create function private.require_own_categories() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select 1 from unnest(new.category_ids) category_id
    where not exists (select 1 from public.categories where tenant_id = new.tenant_id and id = category_id)
  ) then
    perform private.refuse('unknown_category');
  end if;
  return new;
end
$$;

-- An attribute of a category that goes stays with the others, or becomes one that no product has.
create function private.category_left_attributes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.attributes where tenant_id = old.tenant_id and category_ids = array[old.id];
  update public.attributes set category_ids = array_remove(category_ids, old.id)
  where tenant_id = old.tenant_id and old.id = any (category_ids);
  return null;
end
$$;

-- Triggers

call private.fix_columns('public.attributes', '{id,tenant_id,kind}');
call private.insert_in_turn('public.attributes');

create trigger attributes_touch before update on public.attributes
  for each row execute function private.touch_version();

create trigger attributes_categories before insert or update of category_ids on public.attributes
  for each row when (new.category_ids is not null) execute function private.require_own_categories();

create trigger attributes_changed after update on public.attributes
  for each row when (
    (old.name, old.unit, old.is_filter, old.translations) is distinct from (new.name, new.unit, new.is_filter, new.translations)
  )
  execute function private.attribute_changed();

create trigger attributes_removed after delete on public.attributes
  for each row execute function private.attribute_removed();

create trigger categories_left_attributes after delete on public.categories
  for each row execute function private.category_left_attributes();

create trigger products_attributes_added before insert on public.products
  for each row when (new.attributes <> '{}') execute function private.check_attributes();

create trigger products_attributes_changed before update of attributes on public.products
  for each row when (new.attributes is distinct from old.attributes) execute function private.check_attributes();

-- Grants

grant select on public.attributes to anon, authenticated;
grant delete on public.attributes to authenticated;
grant insert (
  id, tenant_id, name, kind, unit, choices, category_ids, position, on_card, on_page, is_filter, created_at,
  translations
) on public.attributes to authenticated;
grant update (
  id, tenant_id, name, kind, unit, choices, category_ids, position, on_card, on_page, is_filter, translations
) on public.attributes to authenticated;

-- schemas/10_product_changes.sql

-- Changes to many products at once: all or nothing, and they can be undone for 30 days.

-- Tables

create table private.product_changes (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  made_by uuid default auth.uid(),
  -- Categories that an import added; they go again with its products.
  categories uuid[] not null default '{}',
  -- The entries of the audit log that it stands under.
  audit_ids bigint[] not null default '{}',
  undone_at timestamptz,
  created_at timestamptz not null default now()
);
create index product_changes_oldest on private.product_changes (tenant_id, created_at);
alter table private.product_changes enable row level security;

-- What a change made of a product: the columns it changed, and what is sold of it as product_grid has it. Without `before`
-- it added the product.
create table private.product_change_entries (
  change_id uuid not null references private.product_changes (id) on delete cascade,
  product_id uuid not null,
  before jsonb,
  after jsonb not null,
  primary key (change_id, product_id)
);
alter table private.product_change_entries enable row level security;

-- Functions

-- Opens a change, and deletes for good what is older than 30 days: changes, and products in the trash.
create function private.open_product_change(p_tenant_id text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  -- Rows that somebody else is deleting already are left to them.
  delete from private.product_changes change where change.id in (
    select expired.id from private.product_changes expired
    where expired.tenant_id = p_tenant_id and expired.created_at < now() - interval '30 days' for update skip locked
  );
  delete from public.products product where product.id in (
    select expired.id from public.products expired
    where expired.tenant_id = p_tenant_id and expired.deleted_at < now() - interval '30 days' for update skip locked
  );
  insert into private.product_changes (tenant_id) values (p_tenant_id) returning id into v_id;
  return v_id;
end
$$;

-- The prices that variants of a product have of their own: {id: {"price", "original_price"}}; null where none has.
create function private.variant_prices(p_product_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(variant.id, jsonb_build_object('price', variant.price, 'original_price', variant.original_price))
    from public.product_variants variant where variant.product_id = p_product_id and variant.price is not null
  );
end
$$;

-- The options and variants of a product as changes store them: "grid" as save_variants takes it, and "stocks" by variant.
create function private.product_grid(p_product_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with options as materialized (
    select option.* from public.product_options option where option.product_id = p_product_id
  )
  select jsonb_build_object(
    'grid', jsonb_build_object(
      'options', (
        select coalesce(jsonb_agg(jsonb_build_object('name', option.name, 'kind', option.kind, 'values', option.values,
          'swatches', option.swatches, 'translations', option.translations) order by option.position), '[]') from options option
      ),
      'variants', coalesce(jsonb_agg(jsonb_build_object(
        'id', variant.id,
        'options', (array[variant.option1, variant.option2, variant.option3])[:(select count(*)::integer from options)],
        'sku', variant.sku, 'barcode', variant.barcode, 'price', variant.price, 'original_price', variant.original_price,
        'weight_grams', variant.weight_grams, 'image', variant.image, 'is_active', variant.is_active
      ) order by variant.position, variant.id), '[]')
    ),
    'stocks', coalesce(jsonb_object_agg(variant.id, variant.stock) filter (where variant.id is not null), '{}')
  )
  from public.product_variants variant where variant.product_id = p_product_id
$$;

-- Writes the named columns of products, each {"id", "set": {column: value}}; "variants" are prices as variant_prices has them,
-- "stocks" the new stock by variant, with `p_note` for the ledger.
create function private.write_products(p_rows jsonb, p_note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
  v_deltas integer[];
begin
  -- First: the products' own update derives their lowest and highest prices.
  with priced as materialized (
    select (given.value ->> 'id')::uuid as product_id, priced_variant.key::uuid as id, written.price,
      written.original_price
    from jsonb_array_elements(p_rows) given (value)
    cross join lateral jsonb_each(given.value #> '{set,variants}') priced_variant
    cross join lateral jsonb_populate_record(null::public.product_variants, priced_variant.value) written
  )
  update public.product_variants variant set price = priced.price, original_price = priced.original_price
  from priced where variant.product_id = priced.product_id and variant.id = priced.id;
  execute format('
    update public.products p set version = p.version + 1, deleted_at = written.deleted_at, %s
    from jsonb_array_elements($1) w (value)
    join public.products stored on stored.id = (w.value ->> ''id'')::uuid
    cross join lateral jsonb_populate_record(stored, w.value -> ''set'') written
    where p.id = stored.id and (w.value -> ''set'') - ''stocks'' <> ''{}''',
    (select string_agg(format('%1$I = written.%1$I', filled.name), ', ') from private.product_columns() filled)
  ) using p_rows;
  select array_agg(variant.id), array_agg(stocked.value::integer - variant.stock) into v_ids, v_deltas
  from jsonb_array_elements(p_rows) given (value)
  cross join lateral jsonb_each_text(given.value #> '{set,stocks}') stocked
  join public.product_variants variant on variant.product_id = (given.value ->> 'id')::uuid and variant.id = stocked.key::uuid;
  if v_ids is not null then
    perform private.adjust_stocks(v_ids, v_deltas, p_note);
  end if;
end
$$;

-- Refuses to add or take pieces where not all of them can be.
create function private.check_stock_change(
  p_product public.products, p_variant public.product_variants, p_delta numeric
) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_variant.stock + p_delta < 0 then
    perform private.refuse('too_few_in_stock', private.product_names(p_product, p_variant)
      || jsonb_build_object('stock', p_variant.stock, 'taken', -p_delta));
  elsif p_variant.stock + p_delta > 10000000 then
    perform private.refuse('too_many_in_stock', private.product_names(p_product, p_variant));
  end if;
end
$$;

-- The price of a product, or of its own of a variant, after a change of prices, and the original price beside it: one stays only
-- as long as it is higher.
create function private.changed_prices(
  p_product public.products, p_change jsonb, p_variant public.product_variants default null
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_before constant numeric := coalesce(p_variant.price, p_product.price);
  v_struck constant numeric := case when p_variant.price is null then p_product.original_price else p_variant.original_price end;
  v_value numeric := (p_change ->> 'value')::numeric;
  v_price numeric;
  v_was numeric;
begin
  v_price := round(case p_change ->> 'by'
    when 'set' then v_value
    when 'amount' then v_before + v_value
    else v_before * (100 + v_value) / 100
  end, 2);
  if v_price < 0 or v_price > 10000000 then
    perform private.refuse('invalid_price', private.product_names(p_product, p_variant) || jsonb_build_object('price', v_price));
  end if;
  v_was := case when (p_change ->> 'strike')::boolean and v_price < v_before
    then greatest(v_struck, v_before) else v_struck end;
  return jsonb_build_object('price', v_price, 'original_price', case when v_was > v_price then v_was end);
end
$$;

-- The columns that a change gives a product, with their new values. Prices that variants have of their own change along by
-- percent or amount; a price that is set is the product's. Stock is that of each variant that is sold.
create function private.changed_product(p_product public.products, p_change jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_value numeric;
  v_variants jsonb;
begin
  case p_change ->> 'kind'
    when 'delete' then
      return jsonb_build_object('deleted_at', now(), 'is_active', false, 'category_id', null);
    when 'featured', 'is_new', 'is_active' then
      return jsonb_build_object(p_change ->> 'kind', (p_change ->> 'value')::boolean);
    when 'category' then
      return jsonb_build_object('category_id', p_change -> 'value');
    when 'stock' then
      v_value := (p_change ->> 'value')::numeric;
      if p_change ->> 'by' <> 'set' then
        perform private.check_stock_change(p_product, variant, v_value) from (
          select listed as variant from public.product_variants listed
          where listed.product_id = p_product.id and listed.is_active order by listed.position, listed.id
        ) in_order;
      end if;
      return jsonb_build_object('stocks', (
        select coalesce(jsonb_object_agg(id, case p_change ->> 'by' when 'set' then v_value else stock + v_value end), '{}')
        from public.product_variants where product_id = p_product.id and is_active
      ));
    else
      if p_change ->> 'by' <> 'set' then
        select jsonb_object_agg(variant.id, private.changed_prices(p_product, p_change, variant))
        into v_variants from public.product_variants variant where variant.product_id = p_product.id and variant.price is not null;
      end if;
      return private.changed_prices(p_product, p_change)
        || case when v_variants is null then '{}' else jsonb_build_object('variants', v_variants) end;
  end case;
end
$$;

-- Refuses a change that is not of the form change_products takes.
create function private.check_product_change(p_tenant_id text, p_change jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_kind text := p_change ->> 'kind';
  v_by text := coalesce(p_change ->> 'by', '');
  v_type text := coalesce(jsonb_typeof(p_change -> 'value'), '');
  v_value numeric := case when v_type = 'number' then (p_change ->> 'value')::numeric end;
  v_known text := case when v_type = 'string' then p_change ->> 'value' end;
  v_fine boolean;
begin
  v_fine := case
    when v_kind = 'delete' then true
    when v_kind in ('featured', 'is_new', 'is_active') then v_type = 'boolean'
    when v_kind = 'category' then v_type = 'null' or pg_input_is_valid(coalesce(v_known, ''), 'uuid')
      and exists (select 1 from public.categories where tenant_id = p_tenant_id and id::text = lower(v_known))
    when v_kind = 'stock' then v_by in ('set', 'add') and v_value = trunc(v_value)
      and v_value between (case v_by when 'set' then 0 else -10000000 end) and 10000000
    when v_kind = 'price' then jsonb_typeof(p_change -> 'strike') is not distinct from 'boolean' and case v_by
      when 'set' then v_value between 0 and 10000000
      when 'amount' then v_value between -10000000 and 10000000
      when 'percent' then v_value between -100 and 1000
    end
  end;
  if not coalesce(v_fine, false) then
    perform private.refuse('invalid_change');
  end if;
end
$$;

-- Changes products of a store in one step: all of them or none. `p_change` is one of
--   {"kind": "delete"}, {"kind": "featured" | "is_new" | "is_active", "value": true},
--   {"kind": "category", "value": id or null}, {"kind": "stock", "by": "set" | "add", "value": 5},
--   {"kind": "price", "by": "set" | "amount" | "percent", "value": -10, "strike": true}
-- (`strike` shows a higher price of before as struck). Answers with {"change_id", "changed"}.
create function public.change_products(
  p_tenant_id text, p_ids uuid[], p_change jsonb, p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('change_products', p_tenant_id, p_ids, p_change));
  v_ids uuid[] := array(select distinct id from unnest(p_ids) id where id is not null);
  v_change_id uuid;
  v_found integer;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  if cardinality(v_ids) not between 1 and 2000 then
    perform private.refuse('invalid_selection');
  end if;
  perform private.check_product_change(p_tenant_id, p_change);
  perform 1 from public.products
  where tenant_id = p_tenant_id and id = any (v_ids) and deleted_at is null
  order by id for update;
  get diagnostics v_found = row_count;
  if v_found <> cardinality(v_ids) then
    perform private.refuse('products_gone');
  end if;

  v_change_id := private.open_product_change(p_tenant_id);
  insert into private.product_change_entries (change_id, product_id, before, after)
  select v_change_id, product.id,
    (select jsonb_object_agg(key, present.now -> key) from jsonb_object_keys(changed.after) key), changed.after
  from public.products product
  cross join lateral (select private.changed_product(product, p_change) as after offset 0) changed
  cross join lateral (
    select to_jsonb(product) || jsonb_build_object('variants', private.variant_prices(product.id), 'stocks', (
      select coalesce(jsonb_object_agg(variant.id, variant.stock), '{}') from public.product_variants variant
      where variant.product_id = product.id and variant.is_active
    )) as now offset 0
  ) present
  where product.tenant_id = p_tenant_id and product.id = any (v_ids);
  perform private.write_products((
    select jsonb_agg(jsonb_build_object('id', entry.product_id, 'set', entry.after))
    from private.product_change_entries entry where entry.change_id = v_change_id
  ), 'Changed with others');
  perform private.keep_audit_entries(v_change_id);
  return private.keep_answer(p_request_id, jsonb_build_object('change_id', v_change_id, 'changed', v_found));
end
$$;

-- A text in which an address spells a name, without the encoding: "a%20b" is "a b".
create function private.url_decoded(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return convert_from((
    select string_agg(
      case when part[1] ~ '^%..$' then decode(substr(part[1], 2), 'hex') else convert_to(part[1], 'UTF8') end, '' order by place)
    from regexp_matches(p_text, '%[0-9a-fA-F]{2}|[^%]+|%', 'g') with ordinality as parts (part, place)
  ), 'UTF8');
exception when character_not_in_repertoire or untranslatable_character then
  return p_text;
end
$$;

-- The files in product-images that no product, no sold line and no change that can be taken back names any more: those
-- among the given ones, or, without any, those of an age.
create function private.unused_files(p_tenant_id text, p_names text[], p_age interval) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    with asked as materialized (
      select name, private.url_decoded(name) as decoded from storage.objects
      where bucket_id = 'product-images' and split_part(name, '/', 1) = p_tenant_id
        and case when p_names is null then created_at <= now() - p_age else name = any (p_names) end
    ),
    documents as (
      select jsonb_build_array(images, videos) as document from public.products where tenant_id = p_tenant_id
      union all
      select to_jsonb(image) from public.product_variants where tenant_id = p_tenant_id and image is not null
      union all
      select to_jsonb(line.image) from public.order_lines line where line.tenant_id = p_tenant_id and line.image is not null
      union all
      select jsonb_build_array(entry.before, entry.after)
      from private.product_changes change join private.product_change_entries entry on entry.change_id = change.id
      where change.tenant_id = p_tenant_id and (entry.after ?| '{images,grid}' or entry.before ? 'images')
    ),
    addresses as (
      select distinct substring(found.text #>> '{}' from '/product-images/([^?#]+)') as name
      from documents, jsonb_path_query(document, '$.** ? (@.type() == "string")') as found (text)
    ),
    used as (
      -- An address may spell a name in several ways.
      select name from addresses union select private.url_decoded(name) from addresses
    )
    select asked.name from asked
    where not exists (select 1 from used where used.name = asked.name)
      and not exists (select 1 from used where used.name = asked.decoded)
    order by asked.name
  );
end
$$;

-- The files that may go: among the given ones, or, without any, among those that lie there for a day. Staff only.
create function public.unused_product_files(p_tenant_id text, p_names text[] default null) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return (private.unused_files(p_tenant_id, p_names, interval '1 day'))[1:1000];
end
$$;

create function private.address_list(p_value jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select case jsonb_typeof(p_value)
    when 'array' then array(select btrim(address) from jsonb_array_elements_text(p_value) with ordinality listed (address, place)
      where btrim(address) <> '' order by place)
    when 'string' then case
      when (p_value #>> '{}') is json array then private.address_list((p_value #>> '{}')::jsonb)
      when btrim(p_value #>> '{}') <> '' then array[btrim(p_value #>> '{}')]
      else '{}'
    end
    else '{}'
  end
$$;

-- Grants

grant execute on function
  public.change_products,
  public.unused_product_files
to authenticated;

-- schemas/11_imported_grids.sql

-- What rows of an imported file make of the options and variants of products.

-- Functions

-- Refuses lines about variants that do not say which.
create function private.refuse_lines(p_options jsonb, p_lines jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.refuse_variant('unknown_value', jsonb_build_object('reason', 'variant', 'options',
    (select string_agg(lower(option ->> 'name'), ' and ') from jsonb_array_elements(p_options) option)),
    array(select (line ->> 'row')::integer from jsonb_array_elements(p_lines) line), 'options');
end
$$;

-- The translations of an option with the names and words that a file brings; words that it does not name stay.
create function private.merged_option_words(p_stored jsonb, p_given jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(p_stored, '{}') || coalesce(jsonb_object_agg(given.language, jsonb_strip_nulls(
    coalesce(p_stored -> given.language, '{}') || given.texts || case when given.texts ? 'values' then jsonb_build_object('values',
      coalesce(p_stored #> array[given.language, 'values'], '{}') || (given.texts -> 'values')) else '{}' end)), '{}')
  from jsonb_each(p_given) given (language, texts)
$$;

-- The options of a product with the values that a file brings behind its own; `p_places` says where the file has each option.
-- A value whose variants have all been given another one goes.
create function private.merged_options(p_stored jsonb, p_given jsonb, p_places integer[], p_variants jsonb, p_rows jsonb)
returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(stored.option || jsonb_build_object('values', (
    select jsonb_agg(kept.value order by kept.is_new, kept.place)
    from (
      select listed.value, listed.place, false as is_new
      from jsonb_array_elements_text(stored.option -> 'values') with ordinality listed (value, place)
      where not exists (
          select 1 from jsonb_array_elements(p_variants) variant
          where variant -> 'options' ->> stored.place::integer - 1 = listed.value
        ) or exists (
          select 1 from jsonb_array_elements(p_rows) variant
          where lower(variant -> 'options' ->> stored.place::integer - 1) = lower(listed.value)
        )
      union all
      select listed.value, listed.place, true
      from jsonb_array_elements_text(p_given -> p_places[stored.place::integer] - 1 -> 'values')
        with ordinality listed (value, place)
      where lower(listed.value) not in (select lower(known) from jsonb_array_elements_text(stored.option -> 'values') known)
    ) kept
  ), 'translations', private.merged_option_words(stored.option -> 'translations',
    coalesce(p_given -> p_places[stored.place::integer] - 1 -> 'translations', '{}'))) order by stored.place), '[]')
  from jsonb_array_elements(p_stored) with ordinality stored (option, place)
$$;

-- The grid that a product has after the lines of a file about its variants, or null where they change nothing. A line is about
-- the variant with its options, else with its SKU, and without options about the only one. Where the file has the product's own
-- options, variants that it does not name stay as they are.
create function private.imported_grid(p_product_id uuid, p_options jsonb, p_variants jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_now constant jsonb := private.product_grid(p_product_id);
  v_options jsonb := v_now #> '{grid,options}';
  -- Where the file has each of the product's options.
  v_places constant integer[] := array(
    select (select min(given.place)::integer from jsonb_array_elements(p_options) with ordinality given (option, place)
      where lower(given.option ->> 'name') = lower(stored.option ->> 'name'))
    from jsonb_array_elements(v_options) with ordinality stored (option, place) order by stored.place
  );
  v_same constant boolean := jsonb_array_length(p_options) = cardinality(v_places) and array_position(v_places, null) is null;
  v_rows jsonb;
  v_changed boolean;
begin
  if p_options = '[]' and v_options <> '[]' then
    if jsonb_array_length(v_now #> '{grid,variants}') = 1 and jsonb_array_length(p_variants) = 1 then
      return private.imported_grid(p_product_id, v_options, jsonb_build_array(
        p_variants -> 0 || jsonb_build_object('options', v_now #> '{grid,variants,0,options}')));
    end if;
    perform private.refuse_lines(v_options, p_variants);
  end if;
  with there as (
    select stored.variant || jsonb_build_object('stock', v_now #> array['stocks', stored.variant ->> 'id']) as variant, stored.place
    from jsonb_array_elements(v_now #> '{grid,variants}') with ordinality stored (variant, place)
  ),
  named as (
    select given.variant || jsonb_build_object('options', case when v_same
        then array(
          select given.variant -> 'options' ->> asked.place - 1
          from unnest(v_places) with ordinality asked (place, stored_place) order by asked.stored_place
        )
        else array(select jsonb_array_elements_text(given.variant -> 'options')) end) as variant, given.line
    from jsonb_array_elements(p_variants) with ordinality given (variant, line)
  ),
  by_options as (
    select named.line, there.place from named
    join there on v_same and lower(named.variant ->> 'options') = lower(there.variant ->> 'options')
  ),
  matched as (
    select * from by_options
    union all
    select named.line, there.place from named join there on lower(named.variant ->> 'sku') = lower(there.variant ->> 'sku')
    where named.line not in (select by_options.line from by_options)
      and there.place not in (select by_options.place from by_options)
  )
  select
    jsonb_agg(
      case when stored.place is null then named.variant when named.line is null then stored.variant - 'stock'
        else named.variant || jsonb_build_object('id', stored.variant -> 'id') end
      order by stored.place, named.line
    ) filter (where v_same or named.line is not null),
    not v_same or bool_or(named.line is not null and not coalesce(
      stored.variant || (named.variant - '{row,options}'::text[]) = stored.variant
      and lower(named.variant ->> 'options') = lower(stored.variant ->> 'options'), false))
  into v_rows, v_changed
  from named
  full join (
    select there.*, matched.line from there left join matched on matched.place = there.place
  ) stored on stored.line = named.line;
  v_options := case
    when v_same then private.merged_options(v_options, p_options, v_places, v_now #> '{grid,variants}', v_rows)
    else p_options end;
  if not v_changed and v_options = v_now #> '{grid,options}' then
    return null;
  end if;
  return jsonb_build_object('variants', v_rows, 'options', v_options);
end
$$;

-- The options of a product after sizes, colours or types were listed anew: those that stay keep their place, which "was" says.
create function private.listed_options(p_options jsonb, p_lists jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(listed.option order by listed.was nulls last, listed.place), '[]')
  from (
    select stored.option || jsonb_build_object('was', stored.place, 'values',
        coalesce(p_lists -> (stored.option ->> 'kind'), stored.option -> 'values')) as option, stored.place as was, 0 as place
    from jsonb_array_elements(p_options) with ordinality stored (option, place)
    union all
    select jsonb_build_object('name', kinds.name, 'kind', kinds.kind, 'values', p_lists -> kinds.kind), null, kinds.place
    from (values (1, 'Size', 'size'), (2, 'Color', 'color'), (3, 'Type', 'type')) kinds (place, name, kind)
    where p_lists ? kinds.kind
      and not exists (select 1 from jsonb_array_elements(p_options) known where known ->> 'kind' = kinds.kind)
  ) listed
  where listed.option -> 'values' <> '[]'
$$;

-- The grid of a product after its sizes, colours or types were listed anew, {"size": ["S", "M"], …}; null where that changes
-- nothing. Values that are no longer listed take their variants away, new ones bring the combinations that they make, without
-- stock. An option that is new gives its first value to the variants that are there.
create function private.listed_grid(p_product_id uuid, p_lists jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_now constant jsonb := private.product_grid(p_product_id) -> 'grid';
  v_options constant jsonb := private.listed_options(v_now -> 'options', p_lists);
  v_variants jsonb;
begin
  if jsonb_path_query_array(v_options, '$[*].values') = jsonb_path_query_array(v_now, '$.options[*].values')
    and jsonb_path_query_array(v_options, '$[*].kind') = jsonb_path_query_array(v_now, '$.options[*].kind') then
    return null;
  end if;
  if jsonb_array_length(v_options) > 3 then
    perform private.refuse('too_many_options');
  end if;
  perform private.require_variant_count((
    select exp(sum(ln(jsonb_array_length(option -> 'values'))))::bigint from jsonb_array_elements(v_options) option
  ));

  with options as materialized (
    select listed.place::integer, (listed.option ->> 'was')::integer as was,
      array(select jsonb_array_elements_text(listed.option -> 'values')) as values
    from jsonb_array_elements(v_options) with ordinality listed (option, place)
  ),
  wanted as materialized (
    select combined.place, (array[combined.option1, combined.option2, combined.option3])[:jsonb_array_length(v_options)] as chosen
    from private.combinations(
      (select option.values from options option where option.place = 1),
      (select option.values from options option where option.place = 2),
      (select option.values from options option where option.place = 3)
    ) combined
  ),
  -- The variants that are there, with the values that they have among the new options.
  moved as (
    select stored.place, stored.variant -> 'id' as id, array(
      select case when option.was is null then option.values[1] else (
        select value from unnest(option.values) value where lower(value) = lower(stored.variant -> 'options' ->> option.was - 1)
      ) end
      from options option order by option.place
    ) as chosen
    from jsonb_array_elements(v_now -> 'variants') with ordinality stored (variant, place)
  ),
  kept as (
    select distinct on (wanted.place) wanted.place, moved.id from wanted join moved on moved.chosen = wanted.chosen
    order by wanted.place, moved.place
  )
  select jsonb_agg(jsonb_build_object('id', kept.id, 'options', wanted.chosen) order by wanted.place) into v_variants
  from wanted left join kept on kept.place = wanted.place
  where kept.id is not null
    -- A combination that staff have taken out stays out: one is new by a value that is.
    or exists (
      select 1 from options option
      where case when option.was is null then wanted.chosen[option.place] <> option.values[1]
        else lower(wanted.chosen[option.place]) <> all (
        select lower(value) from jsonb_array_elements_text(v_now -> 'options' -> option.was - 1 -> 'values') value
      ) end
    )
    or not exists (select 1 from kept);
  return jsonb_build_object('options', v_options, 'variants', v_variants);
end
$$;

-- The sizes, colours and types that a row lists. A single type says what the product is: there is nothing to choose.
create function private.imported_lists(p_set jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(
    asked.kind, case when asked.kind = 'type' and jsonb_array_length(given.list) = 1 then '[]' else given.list end), '{}')
  from unnest('{size,color,type}'::text[]) asked (kind)
  cross join lateral (
    select coalesce(jsonb_agg(single.value order by single.place), '[]') as list
    from (
      select distinct on (lower(listed.value)) listed.value, listed.place
      from unnest(private.text_list(p_set ->> asked.kind)) with ordinality listed (value, place)
      order by lower(listed.value), listed.place
    ) single
  ) given
  where p_set ? asked.kind
$$;

-- The grid that a row makes: of its lines about variants, or of the sizes, colours and types that it lists; null where it
-- changes none. A line without options is about the only variant.
create function private.grid_of_row(p_product_id uuid, p_row jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_options constant jsonb := coalesce(p_row -> 'options', '[]');
  v_lines constant jsonb := p_row -> 'variants';
  v_lists constant jsonb := private.imported_lists(p_row -> 'set');
  v_listed constant jsonb := case when v_options = '[]' and v_lists <> '{}' then private.listed_grid(p_product_id, v_lists) end;
begin
  if v_lines is null then
    return v_listed;
  elsif v_listed is null then
    return private.imported_grid(p_product_id, v_options, v_lines);
  elsif jsonb_array_length(v_lines) = 1 and jsonb_array_length(v_listed -> 'variants') = 1 then
    return v_listed || jsonb_build_object('variants', jsonb_build_array((v_lines -> 0) || (v_listed #> '{variants,0}')));
  end if;
  perform private.refuse_lines(v_listed -> 'options', v_lines);
  return null;
end
$$;

-- What a row makes of a product's options and variants: {"grid"} as save_variants takes it, {"stocks"} where no more than the
-- stock of the only variant changes, and nothing where all stays. One stock for several variants is refused: spread, it would
-- say that sizes are sold out which are not.
create function private.imported_variants(p_product public.products, p_row jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_stock constant integer := case when coalesce(p_row -> 'options', '[]') = '[]' then (p_row #>> '{set,stock}')::integer end;
  v_grid constant jsonb := private.grid_of_row(p_product.id, p_row);
  v_sold jsonb;
begin
  if v_stock is null or v_stock = p_product.stock then
    return case when v_grid is null then '{}' else jsonb_build_object('grid', v_grid) end;
  end if;
  select coalesce(jsonb_agg(sold), '[]') into v_sold
  from jsonb_array_elements(coalesce(v_grid, private.product_grid(p_product.id) -> 'grid') -> 'variants') sold
  where sold -> 'is_active' is distinct from 'false';
  if jsonb_array_length(v_sold) <> 1 then
    perform private.refuse('stock_of_variants', jsonb_build_object('column', 'stock', 'count', jsonb_array_length(v_sold)));
  end if;
  if v_grid is null then
    return jsonb_build_object('stocks', jsonb_build_object(v_sold -> 0 ->> 'id', v_stock));
  end if;
  return jsonb_build_object('grid', v_grid || jsonb_build_object('variants', (
    select jsonb_agg(
      case when sold.variant = v_sold -> 0 then jsonb_build_object('stock', v_stock) || sold.variant else sold.variant end
      order by sold.place)
    from jsonb_array_elements(v_grid -> 'variants') with ordinality sold (variant, place)
  )));
end
$$;

-- schemas/11_product_import.sql

-- Imports of products from files: all or nothing, and undone like other changes of products.

-- Functions

-- Adds the category that rows of an import name and the store does not have yet.
create function private.add_imported_category(
  p_tenant_id text, p_change_id uuid, p_id uuid, p_name text, p_translations jsonb
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.categories (id, tenant_id, name, translations) values (p_id, p_tenant_id, p_name, p_translations);
  update private.product_changes set categories = categories || p_id where id = p_change_id;
end
$$;

-- Removes the categories that a change added, but those that products are in by now.
create function private.remove_imported_categories(p_change private.product_changes) returns void
language sql security definer set search_path = '' as $$
  delete from public.categories category
  where category.tenant_id = p_change.tenant_id and category.id = any (p_change.categories)
    and not exists (
      select 1 from public.products product
      where product.tenant_id = category.tenant_id and product.category_id = category.id
    )
$$;

-- Whether a column's value of a file says the same as the product's: outer spaces, and how a list is written, do not count.
create function private.same_value(p_compared_as text, p_one jsonb, p_other jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case p_compared_as
    when 'list' then private.text_list(p_one #>> '{}') = private.text_list(p_other #>> '{}')
    when 'addresses' then private.address_list(p_one) = private.address_list(p_other)
    when 'text' then btrim(coalesce(p_one #>> '{}', ''), E' \t\r\n') = btrim(coalesce(p_other #>> '{}', ''), E' \t\r\n')
    when 'number' then coalesce((p_one #>> '{}')::numeric, 0) = coalesce((p_other #>> '{}')::numeric, 0)
    else coalesce(p_one, 'null') = coalesce(p_other, 'null')
  end
$$;

-- What an import answers of a row that it refuses.
create function private.refused_row(p_column text, p_refusal jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'outcome', 'refused', 'column', p_column, 'message', p_refusal -> 'message', 'refusal', p_refusal)
$$;

-- The product that a row is about, by its id, else by its name; null where the store does not have it.
create function private.imported_product(p_tenant_id text, p_change_id uuid, p_row jsonb) returns public.products
language plpgsql stable security definer set search_path = '' as $$
declare
  v_product public.products;
  v_name constant text := btrim(coalesce(p_row #>> '{set,name}', ''), E' \t\r\n');
  v_matches integer := 0;
begin
  if coalesce(p_row ->> 'id', '') <> '' then
    if pg_input_is_valid(p_row ->> 'id', 'uuid') then
      select * into v_product from public.products
      where tenant_id = p_tenant_id and deleted_at is null and id = (p_row ->> 'id')::uuid;
    end if;
    if v_product.id is null then
      perform private.refuse('unknown_product', jsonb_build_object('reason', 'id', 'column', 'id'));
    end if;
  elsif v_name = '' then
    perform private.refuse('row_unnamed', jsonb_build_object('column', 'name'));
  else
    -- Planned anew each time: a plan for the empty store would read all of it for each row by the end of its first import.
    for v_product in execute 'select p.* from public.products p
      where p.tenant_id = $1 and lower(p.name) = lower($2) and p.deleted_at is null limit 2' using p_tenant_id, v_name
    loop
      v_matches := v_matches + 1;
    end loop;
    if v_matches > 1 then
      perform private.refuse('ambiguous_name', jsonb_build_object('column', 'name'));
    end if;
  end if;
  if exists (
    select 1 from private.product_change_entries where change_id = p_change_id and product_id = v_product.id
  ) then
    perform private.refuse('duplicate_row', jsonb_build_object('column', 'id'));
  end if;
  return v_product;
end
$$;

-- The category that a row names: {"category_id"}, with "new_category" where it is added now, and nothing where it names none.
-- One that is there keeps what it is called in other languages.
create function private.imported_category(p_tenant_id text, p_change_id uuid, p_row jsonb, p_create boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_name constant text := btrim(p_row ->> 'category');
  v_id uuid;
begin
  if coalesce(v_name, '') = '' then
    return case when p_row ? 'category' then '{"category_id": null}' else '{}' end;
  end if;
  select id into v_id from public.categories where tenant_id = p_tenant_id and lower(name) = lower(v_name);
  if found then
    return jsonb_build_object('category_id', v_id);
  end if;
  if not p_create then
    perform private.refuse('unknown_category', jsonb_build_object('reason', 'name', 'name', v_name, 'column', 'category'));
  end if;
  v_id := gen_random_uuid();
  perform private.add_imported_category(p_tenant_id, p_change_id, v_id, v_name,
    coalesce(nullif(p_row -> 'category_translations', 'null'), '{}'));
  return jsonb_build_object('category_id', v_id, 'new_category', v_name);
end
$$;

-- The columns of a row as they are stored.
create function private.imported_set(p_product public.products, p_row jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_set jsonb := coalesce(p_row -> 'set', '{}') - '{stock,size,color,type}'::text[];
  v_types constant text[] := private.text_list(p_row #>> '{set,type}');
begin
  if p_row #> '{set}' ? 'type' then
    v_set := v_set || jsonb_build_object('product_type', case when cardinality(v_types) = 1 then v_types[1] end);
  end if;
  if p_product.id is not null and coalesce(p_row ->> 'id', '') = '' then
    v_set := v_set - 'name';
  elsif v_set ? 'name' then
    v_set := v_set || jsonb_build_object('name', btrim(v_set ->> 'name', E' \t\r\n'));
  end if;
  if v_set ? 'attributes' then
    -- A file names the values that it changes; an empty one goes.
    v_set := v_set || jsonb_build_object('attributes',
      jsonb_strip_nulls(coalesce(p_product.attributes, '{}') || coalesce(v_set -> 'attributes', '{}')));
  end if;
  if v_set ? 'translations' then
    v_set := v_set || jsonb_build_object('translations',
      private.merged_translations(coalesce(p_product.translations, '{}'), v_set -> 'translations'));
  end if;
  return v_set;
end
$$;

create function private.require_lower_price(p_price numeric, p_original_price numeric) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_original_price <= p_price then
    perform private.refuse('original_price_lower', jsonb_build_object('column', 'original_price'));
  end if;
end
$$;

-- Adds the product of a row; one without a price is added hidden.
create function private.add_imported(p_tenant_id text, p_change_id uuid, p_row jsonb, p_set jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_unpriced constant boolean := p_set ->> 'price' is null;
  v_product public.products;
  v_is_plain constant boolean := not p_row ? 'variants' and private.imported_lists(p_row -> 'set') = '{}';
  v_variants jsonb := '{}';
begin
  perform private.require_lower_price((p_set ->> 'price')::numeric, (p_set ->> 'original_price')::numeric);
  v_product := private.insert_product(p_tenant_id,
    p_set || case when v_unpriced then '{"is_active": false}'::jsonb else '{}' end,
    case when v_is_plain then coalesce((p_row #>> '{set,stock}')::integer, 0) else 0 end);
  if not v_is_plain then
    v_variants := private.imported_variants(v_product, p_row);
  end if;
  if v_variants ? 'grid' then
    perform private.save_variants(v_product, v_variants #> '{grid,options}', v_variants #> '{grid,variants}', 'Imported');
  elsif v_variants ? 'stocks' then
    perform private.move_stock(array[stocked.key::uuid], array[stocked.value::integer], 'initial', 'Imported')
    from jsonb_each_text(v_variants -> 'stocks') stocked;
  end if;
  insert into private.product_change_entries (change_id, product_id, after)
  select p_change_id, v_product.id, jsonb_object_agg(key, to_jsonb(v_product) -> key)
    || case when v_variants ? 'grid' then private.product_grid(v_product.id) else '{}' end
  from jsonb_object_keys(p_set) key;
  return jsonb_build_object('outcome', 'added', 'id', v_product.id, 'name', v_product.name)
    || case when v_unpriced then '{"unpriced": true}'::jsonb else '{}' end;
end
$$;

-- Changes the product of a row where it says something else.
create function private.change_imported(p_change_id uuid, p_row jsonb, p_product public.products, p_set jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_stored constant jsonb := to_jsonb(p_product);
  v_set constant jsonb := (
    select coalesce(jsonb_object_agg(filled.name, p_set -> filled.name), '{}') from private.product_columns() filled
    where p_set ? filled.name and not private.same_value(filled.compared_as, p_set -> filled.name, v_stored -> filled.name)
  );
  v_new constant public.products := jsonb_populate_record(p_product, v_set);
  v_variants jsonb := private.imported_variants(p_product, p_row);
  v_were constant jsonb := case when v_variants ? 'grid' then private.variants_json(p_product.id) end;
  v_before jsonb := (select coalesce(jsonb_object_agg(key, v_stored -> key), '{}') from jsonb_object_keys(v_set) key);
  v_kept jsonb := '{}';
  v_changes jsonb := '{}';
begin
  if v_set = '{}' and v_variants = '{}' then
    return jsonb_build_object('outcome', 'unchanged', 'id', p_product.id, 'name', p_product.name);
  end if;
  if v_set ?| '{price,original_price}' then
    perform private.require_lower_price(v_new.price, v_new.original_price);
  end if;
  if v_variants ? 'grid' then
    v_kept := private.product_grid(p_product.id);
  elsif v_variants ? 'stocks' then
    v_kept := jsonb_build_object('stocks', (
      select jsonb_object_agg(variant.id, variant.stock) from public.product_variants variant
      where variant.product_id = p_product.id and v_variants -> 'stocks' ? variant.id::text
    ));
    v_changes := jsonb_build_object('before', jsonb_build_object('stock', p_product.stock),
      'after', jsonb_build_object('stock', p_row #> '{set,stock}'));
  end if;
  perform private.write_products(
    jsonb_build_array(jsonb_build_object('id', p_product.id, 'set', v_set || (v_variants - 'grid'))), 'Imported');
  if v_variants ? 'grid' then
    perform private.save_variants(v_new, v_variants #> '{grid,options}', v_variants #> '{grid,variants}', 'Imported');
    v_changes := private.variant_changes(v_were, private.variants_json(p_product.id));
    perform private.audit_variants(p_product.tenant_id, v_new.name, p_product.id, v_changes);
    v_variants := private.product_grid(p_product.id);
  end if;
  insert into private.product_change_entries (change_id, product_id, before, after)
  select p_change_id, product.id, v_before || v_kept,
    (select coalesce(jsonb_object_agg(key, to_jsonb(product) -> key), '{}') from jsonb_object_keys(v_set) key) || v_variants
  from public.products product where product.id = p_product.id;
  return jsonb_build_object('outcome', 'changed', 'id', p_product.id, 'name', v_new.name,
    'before', v_before || coalesce(v_changes -> 'before', '{}'), 'after', v_set || coalesce(v_changes -> 'after', '{}'));
end
$$;

-- Adds or changes the product that one row is about, and answers with what became of it. A category that is not there
-- is added with `p_create_categories`, and without it the row is refused with its name as "missing_category".
create function private.import_product(p_tenant_id text, p_change_id uuid, p_row jsonb, p_create_categories boolean)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products;
  v_category jsonb;
  v_set jsonb;
  v_constraint text;
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  if jsonb_typeof(coalesce(p_row -> 'set', '{}')) <> 'object' or exists (
    select 1 from jsonb_object_keys(p_row -> 'set') key
    where key = 'category_id' or key not in (select filled.name from private.product_columns() filled)
      and key not in ('stock', 'size', 'color', 'type')
  ) then
    perform private.refuse('unknown_column');
  end if;
  v_product := private.imported_product(p_tenant_id, p_change_id, p_row);
  v_category := private.imported_category(p_tenant_id, p_change_id, p_row, p_create_categories);
  v_set := private.imported_set(v_product, p_row) || (v_category - 'new_category');
  return v_category - 'category_id' || case when v_product.id is null
    then private.add_imported(p_tenant_id, p_change_id, p_row, v_set)
    else private.change_imported(p_change_id, p_row, v_product, v_set) end;
exception
  when raise_exception or check_violation then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint,
      v_constraint = constraint_name;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is not null then
      return private.refused_row(coalesce(v_refusal ->> 'column', ''), v_refusal) || case v_refusal ->> 'code'
        when 'unknown_category' then jsonb_build_object('missing_category', v_refusal -> 'name') else '{}' end;
    end if;
    return private.refused_row(coalesce(substring(v_constraint from '^product(?:s|_variants)_(.*)_check\d*$'),
      case when v_constraint like 'categories\_%' then 'category' end, ''), private.refusal('invalid_value'));
  when unique_violation then
    return private.refused_row('category', private.refusal('category_added'));
  when invalid_text_representation or numeric_value_out_of_range or datatype_mismatch or not_null_violation
    or invalid_parameter_value or untranslatable_character then
    return private.refused_row('', private.refusal('invalid_value', jsonb_build_object('reason', 'unreadable')));
end
$$;

-- Locks the products that the rows are about, by id.
create function private.lock_imported_products(p_tenant_id text, p_rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
  v_names text[];
begin
  select
    array_agg(case when pg_input_is_valid(given ->> 'id', 'uuid') then (given ->> 'id')::uuid end),
    array_agg(lower(btrim(given #>> '{set,name}', E' \t\r\n'))) filter (where coalesce(given ->> 'id', '') = '')
  into v_ids, v_names
  from jsonb_array_elements(p_rows) given;
  perform 1 from public.products
  where tenant_id = p_tenant_id and deleted_at is null
    and (id = any (v_ids) or lower(name) = any (v_names))
  order by id for no key update;
end
$$;

-- Makes a rehearsal of a further part of a file start from what the earlier parts would have left.
create function private.replay_earlier_rows(p_tenant_id text, p_change_id uuid, p_seen jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_seen is null then
    return;
  end if;
  update public.products product set name = seen.name
  from jsonb_to_recordset(p_seen) seen (id uuid, name text)
  where product.tenant_id = p_tenant_id and product.id = seen.id and product.name is distinct from seen.name;
  insert into public.products (id, tenant_id, name, is_active)
  select seen.id, p_tenant_id, seen.name, false from jsonb_to_recordset(p_seen) seen (id uuid, name text)
  on conflict (id) do nothing;
  insert into private.product_change_entries (change_id, product_id, after)
  select distinct p_change_id, seen.id, '{}'::jsonb from jsonb_to_recordset(p_seen) seen (id uuid);
end
$$;

-- Imports up to 500 rows, each {"row": number in the file, "id", "category": its name, "set": {columns}}, and for a product
-- with variants "options": [{"name", "kind", "values"}] and "variants": [{"row", "options": a value for each, "sku", …}] as
-- save_product_variants takes them. A row with an id
-- changes that product, one without the product of its name, or adds it. Rows that are refused leave the others alone.
-- With `p_dry` nothing stays; with `p_create_categories` the categories that rows name are added where the store has none
-- of that name. Further parts of a file name the change that the first part opened, so that one undo takes
-- all of it back; further parts of a rehearsal name in `p_seen` the products, {"id", "name"}, that earlier rows would have
-- added or changed. Answers with {"change_id", "rows": [{"row", "outcome": added | changed | unchanged | refused, …}]}.
create function public.import_products(
  p_tenant_id text, p_rows jsonb, p_dry boolean, p_change_id uuid default null,
  p_seen jsonb default null, p_create_categories boolean default false, p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id,
    jsonb_build_array('import_products', p_tenant_id, p_rows, p_dry, p_change_id, p_seen, p_create_categories));
  v_change_id uuid := p_change_id;
  v_report jsonb := '[]';
  v_row jsonb;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  if p_dry is null or coalesce(jsonb_typeof(p_rows), '') <> 'array' or jsonb_array_length(p_rows) not between 1 and 500 then
    perform private.refuse('invalid_rows');
  end if;
  if p_change_id is not null then
    perform 1 from private.product_changes
    where id = p_change_id and tenant_id = p_tenant_id and undone_at is null
      and created_at > now() - interval '1 day'
    for update;
    if not found then
      perform private.refuse('change_closed');
    end if;
  end if;
  if p_seen is not null and (
    not p_dry or jsonb_typeof(p_seen) <> 'array' or jsonb_array_length(p_seen) > 2000
  ) then
    perform private.refuse('invalid_rows', jsonb_build_object('reason', 'seen'));
  end if;
  perform private.lock_imported_products(p_tenant_id, p_rows);
  begin
    v_change_id := coalesce(v_change_id, private.open_product_change(p_tenant_id));
    perform private.replay_earlier_rows(p_tenant_id, v_change_id, p_seen);
    for v_row in select given from jsonb_array_elements(p_rows) given loop
      v_report := v_report || jsonb_build_array(
        jsonb_build_object('row', v_row -> 'row')
          || private.import_product(p_tenant_id, v_change_id, v_row, p_create_categories));
    end loop;
    perform private.keep_audit_entries(v_change_id);
    if p_dry then
      raise exception using errcode = 'SK001';
    end if;
  exception when sqlstate 'SK001' then
    v_change_id := null;
  end;
  return private.keep_answer(p_request_id, jsonb_build_object('change_id', v_change_id, 'rows', v_report));
end
$$;

-- Grants

grant execute on function public.import_products to authenticated;

-- schemas/11_product_undo.sql

-- Taking changes of many products back.

-- Functions

-- Gives a product back what was sold of it before a change, and the columns that go with it; pieces sold since stay sold.
-- False where that is no longer possible.
create function private.restore_grid(p_product_id uuid, p_before jsonb, p_after jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products;
begin
  perform private.write_products(jsonb_build_array(
    jsonb_build_object('id', p_product_id, 'set', p_before - '{grid,stocks}'::text[])), 'Undone');
  select * into v_product from public.products where id = p_product_id;
  perform private.save_variants(v_product, p_before #> '{grid,options}', (
    select jsonb_agg(
      given.variant || jsonb_build_object('stock', p_before #> array['stocks', given.variant ->> 'id']) || case
        when not exists (
          select 1 from public.product_variants stored
          where stored.product_id = p_product_id and stored.id::text = given.variant ->> 'id'
        ) then '{"id": null}'
        when p_after -> 'stocks' ? (given.variant ->> 'id')
          then jsonb_build_object('stock_was', p_after #> array['stocks', given.variant ->> 'id'])
        else '{}'
      end
      order by given.place)
    from jsonb_array_elements(p_before #> '{grid,variants}') with ordinality given (variant, place)
  ), 'Undone');
  return true;
exception when raise_exception or check_violation or unique_violation then
  return false;
end
$$;

-- Says in the audit log that a change of products was undone for these.
create function private.mark_products_undone(p_change private.product_changes, p_rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.audit_log entry set undone_at = now()
  where entry.tenant_id = p_change.tenant_id and entry.entity = 'products' and entry.undone_at is null
    and (entry.id = any (p_change.audit_ids) or entry.part_of = any (p_change.audit_ids))
    and entry.entity_id in (select restored ->> 'id' from jsonb_array_elements(p_rows) restored);
end
$$;

-- What takes a change of a product back: its columns as they were, and the stock of each variant by the pieces that the change
-- added or took.
create function private.undone_set(p_tenant_id text, p_entry private.product_change_entries) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_set jsonb := p_entry.before;
begin
  if v_set is null then
    return jsonb_build_object('deleted_at', now(), 'is_active', false, 'category_id', null);
  end if;
  if v_set ? 'stocks' and not v_set ? 'grid' then
    v_set := v_set || jsonb_build_object('stocks', (
      select coalesce(jsonb_object_agg(variant.id,
        greatest(variant.stock - (stocked.value::integer - (p_entry.before -> 'stocks' ->> stocked.key)::integer), 0)), '{}')
      from jsonb_each_text(p_entry.after -> 'stocks') stocked
      join public.product_variants variant on variant.product_id = p_entry.product_id and variant.id::text = stocked.key
    ));
  end if;
  if v_set ? 'category_id' and not exists (
    select 1 from public.categories where tenant_id = p_tenant_id and id::text = v_set ->> 'category_id'
  ) then
    v_set := v_set || '{"category_id": null}';
  end if;
  return v_set;
end
$$;

-- Whether a product, null for one that is gone, is still as a change left it. Stock is not compared: it is taken back by pieces.
create function private.is_as_left(p_product public.products, p_after jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_now constant jsonb := to_jsonb(p_product) || jsonb_build_object('variants', private.variant_prices(p_product.id))
    || case when p_after ? 'grid' then private.product_grid(p_product.id) else '{}' end;
begin
  return p_product.id is not null and (p_after ? 'deleted_at') = (p_product.deleted_at is not null) and not exists (
    select 1 from jsonb_each(p_after) field
    where field.key not in ('stocks', 'deleted_at') and field.value is distinct from v_now -> field.key
  );
end
$$;

-- Takes a change of products back. Products that somebody has changed in the same place since are left as they are;
-- pieces sold since stay sold. A long import comes back in several calls, while the answer {"restored", "left", "more"}
-- says that there is more.
create function public.undo_product_change(p_change_id uuid, p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('undo_product_change', p_change_id));
  v_product public.products;
  v_change private.product_changes;
  v_entry private.product_change_entries;
  v_set jsonb;
  v_rows jsonb[] := '{}';
  v_seen uuid[] := '{}';
  v_more boolean;
  v_left integer := 0;
begin
  if v_first is not null then
    return v_first;
  end if;
  select * into v_change from private.product_changes where id = p_change_id for update;
  perform private.require_staff(v_change.tenant_id);
  perform private.require_aal();
  if v_change.undone_at is not null then
    perform private.refuse('undone_already');
  end if;
  for v_entry in
    select entry.* from private.product_change_entries entry where entry.change_id = p_change_id order by entry.product_id
    limit (select case when bool_or(before ? 'grid') then 100 else 250 end
      from private.product_change_entries where change_id = p_change_id)
  loop
    v_seen := v_seen || v_entry.product_id;
    select * into v_product from public.products
    where tenant_id = v_change.tenant_id and id = v_entry.product_id for update;
    v_set := private.undone_set(v_change.tenant_id, v_entry);
    if private.is_as_left(v_product, v_entry.after)
      and (not v_set ? 'grid' or private.restore_grid(v_product.id, v_set, v_entry.after)) then
      v_rows := v_rows || jsonb_build_object('id', v_product.id, 'set', v_set);
    else
      v_left := v_left + 1;
    end if;
  end loop;
  perform private.write_products(
    (select jsonb_agg(restored) from unnest(v_rows) restored where not restored -> 'set' ? 'grid'), 'Undone');
  perform private.mark_products_undone(v_change, to_jsonb(v_rows));
  delete from private.product_change_entries where change_id = p_change_id and product_id = any (v_seen);
  v_more := exists (select 1 from private.product_change_entries where change_id = p_change_id);
  if not v_more then
    update private.product_changes set undone_at = now() where id = p_change_id;
    perform private.remove_imported_categories(v_change);
  end if;
  return private.keep_answer(
    p_request_id, jsonb_build_object('restored', cardinality(v_rows), 'left', v_left, 'more', v_more));
end
$$;

-- The latest changes of a store's products that can be taken back, with who made them and what they did.
create function public.undoable_product_changes(p_tenant_id text)
returns table (id uuid, made_at timestamptz, made_by text, added integer, changed integer, deleted integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select latest.id, latest.created_at,
    coalesce((
      select profile.name from public.profiles profile
      where profile.id = latest.made_by order by profile.tenant_id = p_tenant_id desc limit 1
    ), ''),
    counted.added, counted.all_of_them - counted.added - counted.deleted, counted.deleted
  from (
    select change.* from private.product_changes change
    where change.tenant_id = p_tenant_id and change.undone_at is null
      and exists (select 1 from private.product_change_entries entry where entry.change_id = change.id)
    order by change.created_at desc limit 10
  ) latest
  cross join lateral (
    select count(*)::integer as all_of_them,
      (count(*) filter (where entry.before is null))::integer as added,
      (count(*) filter (where entry.after ? 'deleted_at'))::integer as deleted
    from private.product_change_entries entry where entry.change_id = latest.id
  ) counted
  order by latest.created_at desc;
end
$$;

-- Grants

grant execute on function
  public.undo_product_change,
  public.undoable_product_changes
to authenticated;

-- schemas/12_listing.sql

-- What listings filter, sort and search by.

-- Tables

-- What listings filter, sort and search by: one row for each active product. The counts of all filters read every row of
-- a store, so rows stay narrow.
create table private.product_search_index (
  product_id uuid primary key references public.products (id) on delete cascade,
  tenant_id text not null,
  -- 'category:<id>', 'brand:Northwind', 'size:M', 'on_sale:', '<attribute>:2..5', …
  filters text[] not null,
  -- The lowest and the highest of private.prices_of, and those between: a range of prices may lie between two variants.
  price numeric(12, 2) not null,
  highest_price numeric(12, 2) not null,
  other_prices numeric[],
  discount_percent numeric not null,
  -- The name as lists are in order by it, and the Arabic one: folded, Arabic letters are in the order of their code points.
  name_key text not null,
  arabic_name_key text not null,
  featured boolean not null,
  in_stock boolean not null,
  created_at timestamptz not null,
  -- Weight A is the name, B brand, category and type, C the other options. Descriptions are found in products.search.
  words tsvector not null
) with (fillfactor = 85);
create index product_search_index_newest on private.product_search_index (tenant_id, created_at desc, product_id);
create index product_search_index_featured on private.product_search_index (tenant_id, featured desc, created_at desc, product_id);
create index product_search_index_price on private.product_search_index (tenant_id, price, product_id);
create index product_search_index_name on private.product_search_index (tenant_id, name_key, product_id);
create index product_search_index_discount on private.product_search_index (tenant_id, discount_percent desc, product_id);
-- A short pending list: every search reads it through.
create index product_search_index_filters on private.product_search_index using gin (filters) with (gin_pending_list_limit = 256);
create index product_search_index_words on private.product_search_index using gin (words) with (gin_pending_list_limit = 256);
create index product_search_index_names on private.product_search_index using gin (ts_filter(words, '{a}'))
  with (gin_pending_list_limit = 256);
alter table private.product_search_index enable row level security;

-- The words of a store's products, from which misspelt ones are corrected. There is no unique key: two transactions that
-- bring the same new word would wait for each other. A word that is there twice does no harm.
create table private.search_words (
  tenant_id text not null,
  word text not null
);
create index search_words_by_prefix on private.search_words (tenant_id, word text_pattern_ops);
create index search_words_by_trigram on private.search_words using gin (tenant_id, word extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 256) where word ~ '[^0-9]';
alter table private.search_words enable row level security;

-- The chosen values of each filter, as they stand in product_search_index.filters; null where nothing is chosen.
create type private.chosen_filters as (
  category text[], brand text[], size text[], color text[], material text[], gender text[], type text[], on_sale text[],
  is_new text[], attribute1 text[], attribute2 text[], attribute3 text[], attribute4 text[]
);

-- Functions

-- In PL/pgSQL, which keeps its plans: a function in SQL that is not inlined is planned at each call. Sizes and colours are
-- those that can be bought now.
create function private.filters_of(p_product public.products) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_sizes text[];
  v_colors text[];
begin
  select array_agg(taken.value) filter (where product_options.kind = 'size'),
    array_agg(taken.value) filter (where product_options.kind = 'color')
  into v_sizes, v_colors
  from public.product_options
  join public.product_variants on product_variants.product_id = product_options.product_id and product_variants.is_active
    and product_variants.stock > 0
  cross join lateral (select
    (array[product_variants.option1, product_variants.option2, product_variants.option3])[product_options.position] as value)
    taken
  where product_options.product_id = p_product.id;
  return array(
    select distinct kinds.kind || ':' || item
    from (values
      ('category', array[p_product.category_id::text]),
      ('brand', array[nullif(btrim(p_product.brand), '')]),
      ('size', v_sizes),
      ('color', v_colors),
      ('material', p_product.materials),
      ('gender', p_product.genders),
      ('type', p_product.types),
      ('on_sale', case when p_product.on_sale then array[''] end),
      ('is_new', case when p_product.is_new then array[''] end)
    ) kinds (kind, has)
    cross join unnest(kinds.has) item
    where item is not null
    order by 1
  ) || private.attribute_filters(p_product.tenant_id, p_product.attributes);
end
$$;

-- The percentage that a product's price is lower than its original one.
create function private.discount_percent(p_product public.products) returns numeric
language sql immutable as $$
  select case
    when p_product.original_price > p_product.price
      then round((p_product.original_price - p_product.price) / p_product.original_price * 100)
    else coalesce(p_product.discount, 0)
  end
$$;

create function private.has_price_between(p_prices numeric[], p_least numeric, p_most numeric) returns boolean
language sql immutable as $$
  select exists (select 1 from unnest(p_prices) as listed (price) where listed.price between p_least and p_most)
$$;

-- Without a subquery, so that it becomes part of the statement: a call for each product of a store takes seconds.
create function private.is_in_price_range(p_listed private.product_search_index, p_least numeric, p_most numeric) returns boolean
language sql immutable as $$
  select p_listed.price between coalesce(p_least, 0) and coalesce(p_most, 1e9)
    or p_listed.highest_price between coalesce(p_least, 0) and coalesce(p_most, 1e9)
    or p_listed.other_prices is not null
      and private.has_price_between(p_listed.other_prices, coalesce(p_least, 0), coalesce(p_most, 1e9))
$$;

create function private.index_product(p_product public.products) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_prices constant numeric[] := private.prices_of(p_product.id, p_product.price);
begin
  if not p_product.is_active then
    delete from private.product_search_index where product_id = p_product.id;
    return;
  end if;
  insert into private.product_search_index (
    product_id, tenant_id, filters, price, highest_price, other_prices, discount_percent, name_key, arabic_name_key,
    featured, in_stock, created_at, words
  ) values (
    p_product.id, p_product.tenant_id, private.filters_of(p_product), v_prices[1], v_prices[cardinality(v_prices)],
    nullif(v_prices[2:cardinality(v_prices) - 1], '{}'), private.discount_percent(p_product), left(private.fold(p_product.name), 60),
    left(private.fold(coalesce(nullif(p_product.translations #>> '{ar,name}', ''), p_product.name)), 60),
    p_product.featured, p_product.stock > 0, p_product.created_at, ts_filter(p_product.search, '{a,b,c}')
  )
  on conflict (product_id) do update set
    filters = excluded.filters, price = excluded.price, highest_price = excluded.highest_price,
    other_prices = excluded.other_prices, discount_percent = excluded.discount_percent, name_key = excluded.name_key,
    arabic_name_key = excluded.arabic_name_key,
    featured = excluded.featured, in_stock = excluded.in_stock, created_at = excluded.created_at, words = excluded.words;
  perform private.add_attribute_ranges(p_product.tenant_id, p_product.attributes);
end
$$;

create function private.index_products(p_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products;
begin
  for v_product in select * from public.products where id = any (p_ids) order by id loop
    perform private.index_product(v_product);
  end loop;
end
$$;

create function private.reindex_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_product(new);
  return null;
end
$$;

-- Word by word and without sequential scans: an import plans this while the table is small and keeps the plan while it grows.
create function private.add_search_words() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  v_word text;
begin
  for v_word in select distinct left(found.lexeme, 60) from unnest(ts_filter(new.search, '{a,b,c}')) found loop
    if not exists (select 1 from private.search_words where tenant_id = new.tenant_id and word = v_word) then
      insert into private.search_words (tenant_id, word) values (new.tenant_id, v_word);
    end if;
  end loop;
  return null;
end
$$;

-- What values of options and lists are called in another language, by the value: {"black": "…"}. Filters, carts and orders name
-- values as products have them; where products call a value differently, one of the names is taken.
create function public.shown_words(p_tenant_id text, p_language text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with products_say as (
    select distinct products.product_type, products.translations #>> array[p_language, 'type'] as type_name,
      products.brand, products.translations #>> array[p_language, 'brand'] as brand_name,
      products.translations -> p_language -> 'material' as materials, products.translations -> p_language -> 'gender' as genders
    from public.products where products.tenant_id = p_tenant_id and products.is_active
      and products.translations -> p_language ?| '{type,brand,material,gender}'
  ),
  options_say as (
    select distinct product_options.kind, product_options.name, product_options.translations -> p_language as said
    from public.product_options join public.products on products.id = product_options.product_id
    where products.tenant_id = p_tenant_id and products.is_active
  ),
  words as (
    select word.key, word.value from options_say, jsonb_each_text(options_say.said -> 'values') word
    union all
    select options_say.name, options_say.said ->> 'name' from options_say where options_say.kind = 'other'
    union all
    select word.key, word.value from products_say, unnest(array[products_say.materials, products_say.genders]) list (said),
      jsonb_each_text(case when jsonb_typeof(list.said) = 'object' then list.said end) word
    union all
    select products_say.product_type, products_say.type_name from products_say
    union all
    select products_say.brand, products_say.brand_name from products_say
    union all
    select categories.name, categories.translations -> p_language ->> 'name'
    from public.categories where categories.tenant_id = p_tenant_id
  )
  select coalesce(jsonb_object_agg(words.key, words.value), '{}') from words where words.key <> '' and words.value <> ''
$$;

-- Triggers

-- A new product is listed once its variants are there, and anew when one of them is sold out or available again. Every other
-- change of what a listing shows has a new version.
create trigger products_relisted after update on public.products
  for each row when (old.version <> new.version) execute function private.reindex_product();

create trigger products_words_added after insert on public.products
  for each row execute function private.add_search_words();

create trigger products_words_changed after update on public.products
  for each row when (old.search is distinct from new.search) execute function private.add_search_words();

-- Grants

grant execute on function public.shown_words to anon, authenticated;

-- schemas/13_search_phrases.sql

-- What a search phrase looks for: its words, synonyms, and words instead of misspelt ones.

-- Helpers of the tables

-- Words as they are looked up: folded and written together, so that "T-shirt", "t shirt" and "tshirt" are the same.
create function private.synonym_keys(p_words text[]) returns text[]
language sql immutable as $$
  select array(
    select replace(btrim(private.words(word)), ' ', '')
    from unnest(p_words) with ordinality as given (word, place) order by place
  )
$$;

-- Tables

-- Words that mean the same to shoppers: a make and what it makes, a word in two scripts. A search for one of them finds
-- products that have any of them. With `one_way` only a search for the first does: gift finds mugs, mug finds no gifts.
create table public.search_synonyms (
  id uuid primary key default gen_random_uuid(),
  -- Null stands for all stores.
  tenant_id text references public.tenants (id) on delete cascade,
  words text[] not null,
  one_way boolean not null default false,
  keys text[] not null generated always as (private.synonym_keys(case when one_way then words[:1] else words end)) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint search_synonyms_words_check check (
    cardinality(words) between 2 and 30 and length(array_to_string(words, '')) <= 1000
    and array_position(words, null) is null and '' <> all (private.synonym_keys(words))
  )
);
create index search_synonyms_by_key on public.search_synonyms using gin (keys);
create index search_synonyms_by_tenant on public.search_synonyms (tenant_id);
alter table public.search_synonyms enable row level security;

insert into public.search_synonyms (words) values
  ('{hoodie,hooded sweatshirt,هودي,هوديز}'),
  ('{t-shirt,tee,تيشيرت,تي شيرت,تيشرت}'),
  ('{polo,bolo,بولو}'),
  ('{jacket,جاكيت,جاكت}'),
  ('{trousers,pants,بنطلون,بنطال}'),
  ('{cargo,kargo,كارجو}'),
  ('{sweatshirt,سويتشيرت,سويت شيرت}'),
  ('{jeans,denim,جينز}'),
  ('{cap,hat,كاب,قبعة}'),
  ('{bag,tote,شنطة}'),
  ('{case,cover,جراب,كفر}'),
  ('{samsung,galaxy,سامسونج}'),
  ('{apple,iphone,ايفون}'),
  ('{google,pixel,جوجل,بيكسل}'),
  ('{magsafe,magnet,magnetic,ماج سيف,مغناطيس}'),
  ('{shorts,شورت,شورتات}'),
  ('{bomber,بومبر}'),
  ('{trucker,تراكر}'),
  ('{oversized,oversize,اوفرسايز,اوفر سايز}'),
  ('{boxy,بوكسي}'),
  ('{chinos,تشينو}'),
  ('{board game,لعبة لوحية,بورد جيم}'),
  ('{puzzle,بازل,احجية}'),
  ('{dice,نرد,زهر}'),
  ('{clear,transparent,شفاف}'),
  ('{leather,جلد}'),
  ('{wallet,محفظة}'),
  ('{co-operative,coop,co-op}'),
  ('{kids,kid,children,child,family,اطفال}'),
  ('{gift,present,هدية}');

create type private.search_terms as (
  -- What to look for in product_search_index.words.
  query tsquery,
  -- What of it is whole words: products that have those come before others that have their beginnings.
  whole tsquery,
  -- Instead of a query: products that have the words in their descriptions alone.
  product_ids uuid[],
  -- The words that were looked for instead of misspelt ones.
  corrected text,
  -- No product has all of the words: those are looked for that have any.
  any_word boolean,
  -- Something was asked for, and nothing can be found by it.
  finds_nothing boolean
);

-- What a word of a phrase, or two that are written together, may stand for, as parts of a tsquery.
create type private.search_word as (
  -- Null where no product has the word, nor anything that it may stand for.
  found text,
  whole text,
  -- The word that was looked for instead.
  corrected text,
  -- Only descriptions have it.
  is_described boolean
);

-- Policies

create policy "Staff read their store's synonyms" on public.search_synonyms
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

call private.add_staff_policies('public.search_synonyms', 'synonyms');

-- Functions

-- A word as part of a tsquery: with its beginning alone, where it is long enough to say something.
create function private.word_part(p_word text) returns text
language sql immutable as $$ select quote_literal(p_word) || case when length(p_word) > 1 then ':*' else '' end $$;

-- A word in the singular and the plural, whole.
create function private.whole_part(p_word text) returns text
language sql immutable as $$
  select case
    when length(p_word) < 3 then quote_literal(p_word)
    when p_word ~ '[^s]s$' then format('(%L | %L)', p_word, left(p_word, -1))
    when p_word ~ '(s|x|z|ch|sh)$' then format('(%L | %L)', p_word, p_word || 'es')
    else format('(%L | %L)', p_word, p_word || 's')
  end
$$;

-- The CTE is materialized so that it is planned for all its rows, by the index of words; it is read only up to the first.
create function private.is_listed(p_tenant_id text, p_query tsquery) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return exists (
    with found as materialized (
      select 1 from private.product_search_index where tenant_id = p_tenant_id and words @@ p_query
    )
    select 1 from found
  );
end
$$;

-- Whether a store's products have a word that begins so, or is it.
create function private.is_search_word(p_tenant_id text, p_word text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from private.search_words
    where tenant_id = p_tenant_id and word ~>=~ p_word
      and word ~<~ case when length(p_word) > 1 then p_word || chr(1114111) else p_word || ' ' end
  );
end
$$;

create function private.is_described(p_tenant_id text, p_query tsquery) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return exists (
    with described as materialized (
      select 1 from public.products
      where tenant_id = p_tenant_id and is_active and search @@ p_query
    )
    select 1 from described
  );
end
$$;

-- The words of a store that look most like a misspelt one. Of up to three letters every change makes another word.
create function private.similar_words(p_tenant_id text, p_word text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_edits constant integer := case when length(p_word) < 4 then 0 when length(p_word) < 6 then 1 else 2 end;
begin
  if v_edits = 0 then
    return '{}';
  end if;
  return array(
    select word
    from private.search_words
    where tenant_id = p_tenant_id and word operator(extensions.%) p_word and word ~ '[^0-9]'
      and extensions.levenshtein_less_equal(word, p_word, v_edits) <= v_edits
    group by word
    order by extensions.levenshtein_less_equal(word, p_word, v_edits), extensions.similarity(word, p_word) desc,
      abs(length(word) - length(p_word)), word
    limit 2
  );
end
$$;

-- A word that is written together, in two that a store's products have: 'tshirt' in 't' and 'shirt', 'boardgame'.
create function private.split_word(p_tenant_id text, p_word text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select format('(%L & %s)', left(p_word, place), private.word_part(substr(p_word, place + 1)))
    from generate_series(1, length(p_word) - 2) place
    where exists (
        select 1 from private.search_words
        where tenant_id = p_tenant_id and word = left(p_word, place)
      ) and private.is_search_word(p_tenant_id, substr(p_word, place + 1))
    order by place desc limit 1
  );
end
$$;

-- What a word, or two that are written together, also find: what means the same, and what that finds one way. Parts of a
-- tsquery.
create function private.synonym_parts(p_tenant_id text, p_key text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_same constant text[] := array(
    select unnest(synonym.keys) from public.search_synonyms synonym
    where (synonym.tenant_id = p_tenant_id or synonym.tenant_id is null) and not synonym.one_way
      and synonym.keys @> array[p_key]
  );
begin
  return array(
    select distinct case when cardinality(same.words) = 1 then private.word_part(same.words[1])
      else '(' || (select string_agg(quote_literal(word), ' & ') from unnest(same.words) word) || ')' end
    from public.search_synonyms synonym
    cross join lateral unnest(synonym.words) as given (word)
    cross join lateral (select string_to_array(btrim(private.words(given.word)), ' ') as words) same
    where (synonym.tenant_id = p_tenant_id or synonym.tenant_id is null)
      and (synonym.keys @> array[p_key] or synonym.one_way and synonym.keys && v_same)
  );
end
$$;

-- What a word may stand for. One that no product has is corrected, but not one that descriptions have.
create function private.search_word(p_tenant_id text, p_word text) returns private.search_word
language plpgsql stable security definer set search_path = '' as $$
declare
  v_term private.search_word;
  v_is_known constant boolean := private.is_search_word(p_tenant_id, p_word);
  v_parts text[] := private.synonym_parts(p_tenant_id, p_word);
  v_similar text[];
begin
  if v_is_known then
    v_parts := v_parts || private.word_part(p_word);
  end if;
  if p_word ~ '[^s]s$' and length(p_word) > 3 then
    v_parts := v_parts || quote_literal(left(p_word, -1));
  end if;
  -- 'iphone15' is 'iphone 15', also where the number stands in a SKU alone.
  if p_word ~ '\D\d|\d\D' then
    v_parts := v_parts || ('(' || (
      select string_agg(quote_literal(piece[1]), ' & ') from regexp_matches(p_word, '\d+|\D+', 'g') piece
    ) || ')') || private.word_part(p_word);
  elsif not v_is_known then
    v_parts := v_parts || private.split_word(p_tenant_id, p_word);
  end if;
  v_parts := array_remove(v_parts, null);
  v_term.whole := private.whole_part(p_word);
  v_term.corrected := p_word;
  if v_is_known
    or cardinality(v_parts) > 0 and private.is_listed(p_tenant_id, array_to_string(v_parts, ' | ')::tsquery) then
    v_term.found := '(' || array_to_string(v_parts, ' | ') || ')';
  elsif private.is_described(p_tenant_id, array_to_string(v_parts || private.word_part(p_word), ' | ')::tsquery) then
    v_term.found := '(' || array_to_string(v_parts || private.word_part(p_word), ' | ') || ')';
    v_term.is_described := true;
  else
    v_similar := private.similar_words(p_tenant_id, p_word);
    v_term.found := '(' || (select string_agg(quote_literal(word), ' | ') from unnest(v_similar) word) || ')';
    v_term.whole := v_term.found;
    v_term.corrected := v_similar[1];
  end if;
  return v_term;
end
$$;

-- The words of a phrase with what they may stand for; two that may be one, such as 'i phone', are one.
create function private.search_phrase(p_tenant_id text, p_words text[]) returns private.search_word[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_terms private.search_word[] := '{}';
  v_term private.search_word;
  v_next private.search_word;
  v_glued text;
  v_parts text[];
  v_is_one boolean;
  v_place integer := 1;
begin
  while v_place <= cardinality(p_words) loop
    v_term := private.search_word(p_tenant_id, p_words[v_place]);
    v_glued := p_words[v_place] || p_words[v_place + 1];
    v_parts := private.synonym_parts(p_tenant_id, v_glued);
    v_is_one := cardinality(v_parts) > 0 or private.is_search_word(p_tenant_id, v_glued);
    if v_is_one or v_glued ~ '\D\d|\d\D' then
      v_next := private.search_word(p_tenant_id, p_words[v_place + 1]);
      if v_is_one or v_term.found || v_next.found is not null then
        v_parts := v_parts || private.word_part(v_glued) || (v_term.found || ' & ' || v_next.found);
        v_term.found := '(' || array_to_string(v_parts, ' | ') || ')';
        v_term.whole := format('(%s & %s | %s)', private.whole_part(p_words[v_place]),
          private.whole_part(p_words[v_place + 1]), private.whole_part(v_glued));
        v_term.corrected := case
          when v_is_one then p_words[v_place] || ' ' || p_words[v_place + 1]
          else v_term.corrected || ' ' || v_next.corrected
        end;
        v_term.is_described := v_term.is_described or v_next.is_described;
        v_place := v_place + 1;
      end if;
    end if;
    v_terms := v_terms || v_term;
    v_place := v_place + 1;
  end loop;
  return v_terms;
end
$$;

-- Parses a search phrase. Each word is one that a product's words or its description must have or begin with, or one
-- that means the same. A word that nothing of the store has is replaced by the most similar ones that there are.
create function private.correct_search_terms(p_tenant_id text, p_phrase text) returns private.search_terms
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_terms private.search_terms;
  v_words constant text[] := array_remove((string_to_array(btrim(private.words(left(p_phrase, 200))), ' '))[1:8], '');
  v_found private.search_word[];
  v_all text;
  v_any text;
  v_corrected text;
begin
  if coalesce(btrim(p_phrase), '') = '' then
    return v_terms;
  end if;
  v_found := private.search_phrase(p_tenant_id, v_words);
  select string_agg(word.found, ' & '), string_agg(word.found, ' | '), string_agg(word.whole, ' & '),
    string_agg(word.corrected, ' ')
  into v_all, v_any, v_terms.whole, v_corrected
  from unnest(v_found) word where word.found is not null;
  if v_all is null then
    v_terms.finds_nothing := true;
    return v_terms;
  end if;
  v_terms.corrected := nullif(v_corrected, array_to_string(v_words, ' '));
  v_terms.query := v_all::tsquery;
  if cardinality(v_words) = 1 and v_found[1].is_described is not true or private.is_listed(p_tenant_id, v_terms.query) then
    return v_terms;
  end if;

  v_terms.product_ids := private.described_products(p_tenant_id, v_terms.query);
  if cardinality(v_terms.product_ids) = 0 and v_any <> v_all then
    v_terms.any_word := true;
    v_terms.whole := null;
    v_terms.query := v_any::tsquery;
    if private.is_listed(p_tenant_id, v_terms.query) then
      v_terms.product_ids := null;
      return v_terms;
    end if;
    v_terms.product_ids := private.described_products(p_tenant_id, v_terms.query);
  end if;
  v_terms.query := null;
  return v_terms;
end
$$;

-- Up to 500 products that have the words, in their descriptions too.
create function private.described_products(p_tenant_id text, p_query tsquery) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return array(
    select id from public.products
    where tenant_id = p_tenant_id and is_active and search @@ p_query
    order by id limit 500
  );
end
$$;

-- Triggers

call private.fix_columns('public.search_synonyms', '{id,tenant_id}');

create trigger search_synonyms_touch before update on public.search_synonyms
  for each row execute function private.touch_version();

-- Grants

grant select, delete on public.search_synonyms to authenticated;
grant insert (id, tenant_id, words, one_way) on public.search_synonyms to authenticated;
grant update (id, tenant_id, words, one_way) on public.search_synonyms to authenticated;
grant execute on function private.synonym_keys to authenticated;

-- schemas/13_search_results.sql

-- A page of a listing, the counts of its filters, and suggestions while somebody types.

-- Functions

create function private.text_array(p_values jsonb) returns text[]
language sql immutable as $$
  select case when p_values is not null then array(select jsonb_array_elements_text(p_values)) end
$$;

create function private.filter_values(p_kind text, p_values text[]) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return case when cardinality(p_values) > 0 then array(select p_kind || ':' || value from unnest(p_values[1:100]) value) end;
end
$$;

create function private.chosen_filters(
  p_tenant_id text, p_category_ids uuid[], p_brands text[], p_sizes text[], p_colors text[], p_materials text[],
  p_genders text[],
  p_types text[], p_on_sale boolean, p_new boolean,
  p_attributes text[]
) returns private.chosen_filters
language plpgsql stable set search_path = '' as $$
declare
  v_filters private.chosen_filters;
  v_attributes jsonb := private.chosen_attributes(p_tenant_id, p_attributes);
begin
  v_filters.category := private.filter_values('category', p_category_ids::text[]);
  v_filters.brand := private.filter_values('brand', p_brands);
  v_filters.size := private.filter_values('size', p_sizes);
  v_filters.color := private.filter_values('color', p_colors);
  v_filters.material := private.filter_values('material', p_materials);
  v_filters.gender := private.filter_values('gender', p_genders);
  v_filters.type := private.filter_values('type', p_types);
  v_filters.on_sale := case when p_on_sale then array['on_sale:'] end;
  v_filters.is_new := case when p_new then array['is_new:'] end;
  v_filters.attribute1 := private.text_array(v_attributes -> 0);
  v_filters.attribute2 := private.text_array(v_attributes -> 1);
  v_filters.attribute3 := private.text_array(v_attributes -> 2);
  v_filters.attribute4 := private.text_array(v_attributes -> 3);
  return v_filters;
end
$$;

-- The products of one page of a listing, in order. The statement is planned for each call (force_custom_plan), when filters
-- that are not chosen and orders that are not asked for drop out of it: what is left can use an index.
create function private.listed_ids(
  p_tenant_id text, p_terms private.search_terms, p_filters private.chosen_filters, p_min_price numeric, p_max_price numeric,
  p_in_stock boolean, p_featured boolean, p_sort text, p_limit integer, p_offset integer
) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  -- Variables of their own: a field of a record that is null is not known to the plan, which would expect a single product.
  v_query constant tsquery := p_terms.query;
  v_whole constant tsquery := p_terms.whole;
  v_product_ids constant uuid[] := p_terms.product_ids;
begin
  return array(
    select product_id
    from private.product_search_index
    where tenant_id = p_tenant_id
      and (v_query is null or words @@ v_query)
      and (v_product_ids is null or product_id = any (v_product_ids))
      and (p_filters.category is null or filters && p_filters.category)
      and (p_filters.brand is null or filters && p_filters.brand)
      and (p_filters.size is null or filters && p_filters.size)
      and (p_filters.color is null or filters && p_filters.color)
      and (p_filters.material is null or filters && p_filters.material)
      and (p_filters.gender is null or filters && p_filters.gender)
      and (p_filters.type is null or filters && p_filters.type)
      and (p_filters.on_sale is null or filters && p_filters.on_sale)
      and (p_filters.is_new is null or filters && p_filters.is_new)
      and (p_filters.attribute1 is null or filters && p_filters.attribute1)
      and (p_filters.attribute2 is null or filters && p_filters.attribute2)
      and (p_filters.attribute3 is null or filters && p_filters.attribute3)
      and (p_filters.attribute4 is null or filters && p_filters.attribute4)
      and (p_min_price is null or highest_price >= p_min_price)
      and (p_max_price is null or price <= p_max_price)
      and (p_min_price is null and p_max_price is null
        or private.is_in_price_range(product_search_index, p_min_price, p_max_price))
      and (p_in_stock is not true or in_stock)
      and (p_featured is not true or featured)
    order by
      case when p_sort = 'relevance' then words @@ v_whole end desc nulls last,
      case when p_sort = 'relevance' then ts_rank(words, v_query) end desc,
      case when p_sort = 'relevance' then in_stock end desc,
      case when p_sort = 'price_asc' then price end,
      case when p_sort = 'price_desc' then price end desc,
      case when p_sort = 'price_desc' then product_id end desc,
      case when p_sort = 'name' then name_key end,
      case when p_sort = 'arabic_name' then arabic_name_key end,
      case when p_sort = 'discount' then discount_percent end desc,
      case when p_sort = 'featured' then featured end desc,
      case when p_sort in ('featured', 'newest', 'relevance') then created_at end desc,
      product_id
    limit least(greatest(coalesce(p_limit, 24), 1), 100) offset greatest(coalesce(p_offset, 0), 0)
  );
end
$$;

-- One page of a listing; `p_language` is whose names it is sorted by.
create function public.search_products(
  p_tenant_id text, p_search text default null, p_category_ids uuid[] default null, p_brands text[] default null,
  p_sizes text[] default null, p_colors text[] default null, p_materials text[] default null, p_genders text[] default null,
  p_types text[] default null, p_min_price numeric default null, p_max_price numeric default null,
  p_in_stock boolean default false, p_on_sale boolean default false, p_new boolean default false,
  p_featured boolean default false, p_attributes text[] default null, p_sort text default 'relevance',
  p_limit integer default 24, p_offset integer default 0, p_language text default 'en'
) returns table (
  id uuid, tenant_id text, name text, description text, price numeric, original_price numeric, discount numeric,
  min_price numeric, max_price numeric, images jsonb, videos jsonb, unit text, stock integer, featured boolean,
  is_new boolean, category_id uuid, category_name text, type text, size text, color text, material text, brand text,
  gender text, attributes jsonb, rating numeric, review_count integer, created_at timestamptz, updated_at timestamptz,
  version integer, translations jsonb
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_filters private.chosen_filters := private.chosen_filters(p_tenant_id,
    p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_on_sale, p_new, p_attributes);
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
  v_sort text := case
    when p_sort = 'name' and p_language = 'ar' then 'arabic_name'
    when p_sort in ('price_asc', 'price_desc', 'name', 'discount', 'newest') then p_sort
    when v_terms.query is not null and p_sort is distinct from 'featured' then 'relevance'
    else 'featured'
  end;
begin
  if v_terms.finds_nothing then
    return;
  end if;
  return query
  select products.id, products.tenant_id, products.name, products.description, products.price, products.original_price,
    products.discount, products.min_price, products.max_price, products.images, products.videos, products.unit, products.stock,
    products.featured, products.is_new, products.category_id, categories.name, products.type, products.size, products.color,
    products.material, products.brand, products.gender, products.attributes, products.rating, products.review_count,
    products.created_at, products.updated_at, products.version, products.translations
  from unnest(private.listed_ids(p_tenant_id, v_terms, v_filters, p_min_price, p_max_price, p_in_stock, p_featured, v_sort,
    p_limit, p_offset)) with ordinality as page (id, place)
  join public.products on products.id = page.id
  left join public.categories on categories.tenant_id = products.tenant_id and categories.id = products.category_id
  order by page.place;
end
$$;

-- The names of the filters that something with these values does not pass.
create function private.unmet_filters(p_has text[], p_filters private.chosen_filters) returns text[]
language sql immutable as $$
  select array_remove(array[
    case when not p_has && p_filters.category then 'category' end,
    case when not p_has && p_filters.brand then 'brand' end,
    case when not p_has && p_filters.size then 'size' end,
    case when not p_has && p_filters.color then 'color' end,
    case when not p_has && p_filters.material then 'material' end,
    case when not p_has && p_filters.gender then 'gender' end,
    case when not p_has && p_filters.type then 'type' end,
    case when not p_has && p_filters.on_sale then 'on_sale' end,
    case when not p_has && p_filters.is_new then 'is_new' end,
    case when not p_has && p_filters.attribute1 then split_part(p_filters.attribute1[1], ':', 1) end,
    case when not p_has && p_filters.attribute2 then split_part(p_filters.attribute2[1], ':', 1) end,
    case when not p_has && p_filters.attribute3 then split_part(p_filters.attribute3[1], ':', 1) end,
    case when not p_has && p_filters.attribute4 then split_part(p_filters.attribute4[1], ':', 1) end
  ], null)
$$;

-- How many products each value of each filter would leave, the filter's own choice not counted. Attributes are told by their
-- ids. 'total' and 'in_stock' count the listing itself; 'price' has its lowest and highest price, whatever price range is
-- chosen; 'corrected' is the phrase that was looked for instead of a misspelt one, and 'any_word' says that no product has all
-- of its words.
create function public.product_facets(
  p_tenant_id text, p_search text default null, p_category_ids uuid[] default null, p_brands text[] default null,
  p_sizes text[] default null, p_colors text[] default null, p_materials text[] default null, p_genders text[] default null,
  p_types text[] default null, p_min_price numeric default null, p_max_price numeric default null,
  p_in_stock boolean default false, p_on_sale boolean default false, p_new boolean default false,
  p_featured boolean default false, p_attributes text[] default null
) returns table (facet text, value text, label text, products bigint, lowest numeric, highest numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_filters private.chosen_filters := private.chosen_filters(p_tenant_id,
    p_category_ids, p_brands, p_sizes, p_colors, p_materials, p_genders, p_types, p_on_sale, p_new, p_attributes);
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
  -- As in listed_ids.
  v_query constant tsquery := v_terms.query;
  v_product_ids constant uuid[] := v_terms.product_ids;
begin
  if v_terms.corrected is not null then
    return query select 'corrected', v_terms.corrected, v_terms.corrected, null::bigint, null::numeric, null::numeric;
  end if;
  if v_terms.any_word then
    return query select 'any_word', null, null, null::bigint, null::numeric, null::numeric;
  end if;

  return query
  -- Products with the same filter values are counted together: there are far fewer kinds of products than products.
  with kinds as materialized (
    select product_search_index.filters,
      count(*) filter (where priced.in_range and (product_search_index.in_stock or p_in_stock is not true)) as products,
      count(*) filter (where priced.in_range and product_search_index.in_stock) as in_stock,
      min(product_search_index.price) filter (where product_search_index.in_stock or p_in_stock is not true) as lowest,
      max(product_search_index.highest_price) filter (where product_search_index.in_stock or p_in_stock is not true) as highest
    from private.product_search_index
    cross join lateral (select private.is_in_price_range(product_search_index, p_min_price, p_max_price) as in_range) priced
    where product_search_index.tenant_id = p_tenant_id
      and v_terms.finds_nothing is not true
      and (v_query is null or product_search_index.words @@ v_query)
      and (v_product_ids is null or product_search_index.product_id = any (v_product_ids))
      and (p_featured is not true or product_search_index.featured)
    group by product_search_index.filters
  ),
  -- The filters that each of them does not pass.
  judged as materialized (
    select kinds.*, private.unmet_filters(kinds.filters, v_filters) as unmet
    from kinds
  ),
  counted as (
    select split_part(term, ':', 1) as kind, substr(term, position(':' in term) + 1) as item,
      sum(judged.products)::bigint as how_many
    from judged, unnest(judged.filters) term
    where judged.unmet = '{}' or judged.unmet = array[split_part(term, ':', 1)]
    group by term having sum(judged.products) > 0
  ),
  listed as (
    select coalesce(sum(judged.products), 0)::bigint as products, coalesce(sum(judged.in_stock), 0)::bigint as in_stock,
      min(judged.lowest) as lowest, max(judged.highest) as highest
    from judged where judged.unmet = '{}'
  )
  select 'total', null, null, listed.products, null::numeric, null::numeric from listed
  union all
  select 'in_stock', null, null, listed.in_stock, null, null from listed
  union all
  select 'price', null, null, null, listed.lowest, listed.highest from listed
  union all
  select counted.kind, nullif(counted.item, ''), coalesce(categories.name, nullif(counted.item, '')), counted.how_many, null, null
  from counted
  left join public.categories on counted.kind = 'category' and categories.tenant_id = p_tenant_id
    and categories.id::text = counted.item;
end
$$;

-- Up to three categories and then products for a phrase that somebody is typing: those that have the words in their names,
-- then those that have them elsewhere. Only the newest 300 of each are ranked, since a first letter finds most of a store.
create function public.search_suggestions(p_tenant_id text, p_search text, p_limit integer default 8)
returns table (
  kind text, id uuid, label text, image text, price numeric, max_price numeric, original_price numeric, corrected text,
  translations jsonb
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_terms private.search_terms := private.correct_search_terms(p_tenant_id, p_search);
  v_limit integer := least(greatest(coalesce(p_limit, 8), 1), 20);
begin
  if v_terms.query is null and v_terms.product_ids is null then
    return;
  end if;
  return query
  select 'category', categories.id, categories.name, categories.image, null::numeric, null::numeric, null::numeric,
    v_terms.corrected, categories.translations
  from public.categories
  where categories.tenant_id = p_tenant_id and to_tsvector('pg_catalog.simple', private.words(concat_ws(' ',
    categories.name, private.translated_texts(categories.translations, 'name')))) @@ v_terms.query
  order by categories.name limit 3;

  return query
  with all_named as materialized (
    select product_search_index.product_id, product_search_index.words, product_search_index.in_stock,
      product_search_index.created_at
      from private.product_search_index
    where product_search_index.tenant_id = p_tenant_id and ts_filter(product_search_index.words, '{a}') @@ v_terms.query
  ),
  named as materialized (
    select * from all_named order by all_named.created_at desc, all_named.product_id limit 300
  ),
  all_others as materialized (
    select product_search_index.product_id, product_search_index.words, product_search_index.in_stock,
      product_search_index.created_at
      from private.product_search_index
    where product_search_index.tenant_id = p_tenant_id
      and (v_terms.query is null or product_search_index.words @@ v_terms.query)
      and (v_terms.product_ids is null or product_search_index.product_id = any (v_terms.product_ids))
      and (select count(*) from named) < v_limit
      and not exists (select 1 from named where named.product_id = product_search_index.product_id)
  ),
  others as (
    select * from all_others order by all_others.created_at desc, all_others.product_id limit 300
  ),
  best as (
    select found.product_id, found.words @@ v_terms.whole as is_whole, ts_rank(found.words, v_terms.query) as rank,
      found.in_stock, found.created_at
    from (select * from named union all select * from others) found
    order by is_whole desc nulls last, rank desc nulls last, found.in_stock desc, found.created_at desc, found.product_id
    limit v_limit
  )
  select 'product', products.id, products.name, private.first_picture(products.images), products.min_price, products.max_price,
    case when products.min_price = products.price then products.original_price end, v_terms.corrected,
    products.translations
  from best join public.products on products.id = best.product_id
  order by best.is_whole desc nulls last, best.rank desc nulls last, best.in_stock desc, best.created_at desc, products.id;
end
$$;

-- Grants

grant execute on function public.search_products, public.product_facets, public.search_suggestions to anon, authenticated;

-- schemas/13_shipping_zones.sql

-- Zones: what delivery costs where, and how long it takes. Places that are in no zone go by settings.shipping.

-- Tables

-- How an order can be delivered: `fee` is what it costs as a rule, `price` what this order pays, in piastres; working days.
create type private.shipping_rate as (
  method text, fee bigint, free_from bigint, price bigint, days_from integer, days_to integer, cash_allowed boolean
);

-- The ways to an address, the one that was chosen, and why it cannot be.
create type private.delivery as (zone_id uuid, rates private.shipping_rate[], rate private.shipping_rate, problem jsonb);

-- Steps of a zone's fees, [{"method": standard | express, "fee", "free_from", "from_grams", "from_subtotal", "days_from",
-- "days_to", "cash_allowed"}] in pounds, grams and working days, each combination of method and steps once.
create function private.are_shipping_rates(p_rates jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(p_rates) <> 'array' or jsonb_array_length(p_rates) > 60
      or jsonb_path_exists(p_rates, 'strict $[*] ? (@.type() <> "object")') then false
    else (
      select coalesce(bool_and(
        step.value - '{method,fee,free_from,from_grams,from_subtotal,days_from,days_to,cash_allowed}'::text[] = '{}'
        and coalesce(step.value ->> 'method', '') in ('standard', 'express')
        and private.is_amount(step.value -> 'fee')
        and private.is_amount(coalesce(nullif(step.value -> 'free_from', 'null'), '0'))
        and private.is_amount(coalesce(nullif(step.value -> 'from_subtotal', 'null'), '0'))
        and coalesce(step.value ->> 'from_grams', '0') ~ '^\d{1,7}$'
        and private.are_day_counts(array[nullif(step.value -> 'days_from', 'null'), nullif(step.value -> 'days_to', 'null')])
        and private.is_flag(coalesce(step.value -> 'cash_allowed', 'true'))
      ), true) and count(*) = count(distinct (
        step.value ->> 'method', coalesce((step.value -> 'from_grams')::text, '0'), coalesce((step.value -> 'from_subtotal')::text, '0')
      ))
      from jsonb_array_elements(p_rates) step
    )
  end
$$;

create table public.shipping_zones (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 80),
  translations jsonb not null default '{}' check (private.are_translations(translations, 5000)),
  position integer not null default 0 check (position between 0 and 100000),
  -- Governorates by their name and districts by their id, which go before their governorate.
  places text[] not null default '{}' check (cardinality(places) <= 600),
  -- A zone without rates for a method does not have it; one without any is not delivered to.
  rates jsonb not null default '[]' check (private.are_shipping_rates(rates)),
  -- The heaviest order that is delivered there.
  max_grams integer check (max_grams between 1 and 10000000),
  -- The courier that is proposed for its parcels; '' is any.
  carrier text not null default '' check (carrier ~ '^([a-z][a-z0-9_-]{0,30})?$'),
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id)
);
create index shipping_zones_in_order on public.shipping_zones (tenant_id, position, name, id);
alter table public.shipping_zones enable row level security;

-- The places of active zones, written from them by a trigger: of a store, each is in one zone at most.
create table private.shipping_zone_places (
  tenant_id text not null,
  governorate text not null,
  -- '' is the whole governorate.
  district_id text not null default '',
  zone_id uuid not null,
  primary key (tenant_id, governorate, district_id),
  foreign key (tenant_id, zone_id) references public.shipping_zones (tenant_id, id) on delete cascade
);
create index shipping_zone_places_by_zone on private.shipping_zone_places (tenant_id, zone_id);
alter table private.shipping_zone_places enable row level security;

-- Policies

create policy "Staff read their store's shipping zones" on public.shipping_zones
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

call private.add_staff_policies('public.shipping_zones', 'shipping zones');

-- Functions

-- The zone of an address, null where it is in none.
create function private.shipping_zone_of(p_tenant_id text, p_governorate text, p_city text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_district text;
begin
  -- Most stores have zones of whole governorates, for which nobody has to understand what was typed as the city.
  if exists (
    select 1 from private.shipping_zone_places place
    where place.tenant_id = p_tenant_id and place.governorate = p_governorate and place.district_id <> ''
  ) then
    v_district := private.district_of(p_governorate, p_city);
  end if;
  return (
    select place.zone_id from private.shipping_zone_places place
    where place.tenant_id = p_tenant_id and place.governorate = p_governorate
      and (place.district_id = '' or place.district_id = v_district)
    order by place.district_id desc limit 1
  );
end
$$;

-- What a store without zones there offers: the flat fees of its settings, of which the standard one is free from an amount on.
create function private.flat_rates(p_shipping jsonb, p_goods bigint) returns private.shipping_rate[]
language sql immutable set search_path = '' as $$
  select array[
    row('standard', private.piastres((p_shipping ->> 'defaultShippingFee')::numeric), threshold.amount,
      case when p_goods >= threshold.amount then 0 else private.piastres((p_shipping ->> 'defaultShippingFee')::numeric) end,
      case when p_shipping ? 'standardDaysFrom' then (p_shipping ->> 'standardDaysFrom')::integer else 2 end,
      case when p_shipping ? 'standardDaysTo' then (p_shipping ->> 'standardDaysTo')::integer else 4 end, true
    )::private.shipping_rate,
    row('express', fee.amount, null, fee.amount,
      case when p_shipping ? 'expressDaysFrom' then (p_shipping ->> 'expressDaysFrom')::integer else 1 end,
      case when p_shipping ? 'expressDaysTo' then (p_shipping ->> 'expressDaysTo')::integer else 1 end, true
    )::private.shipping_rate
  ]
  from (select private.piastres((p_shipping ->> 'freeShippingThreshold')::numeric) as amount) threshold,
    (select private.piastres((p_shipping ->> 'expressShippingFee')::numeric) as amount) fee
$$;

-- Of a zone's rates the one of each method that counts for goods of some piastres and grams: that of the highest step of weight
-- that they reach, and of those that of the highest amount.
create function private.zone_rates(p_rates jsonb, p_goods bigint, p_grams bigint) returns private.shipping_rate[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(row(
    reached.method, reached.fee, reached.free_from, case when p_goods >= reached.free_from then 0 else reached.fee end,
    reached.days_from, reached.days_to, reached.cash_allowed
  )::private.shipping_rate order by reached.method desc), '{}')
  from (
    select distinct on (step.method) step.method, private.piastres(step.fee) as fee,
      private.piastres(step.free_from) as free_from, step.days_from, step.days_to,
      coalesce(step.cash_allowed, true) as cash_allowed
    from jsonb_to_recordset(p_rates) step (
      method text, fee numeric, free_from numeric, from_grams integer, from_subtotal numeric, days_from integer,
      days_to integer, cash_allowed boolean
    )
    where p_grams >= coalesce(step.from_grams, 0) and p_goods >= private.piastres(coalesce(step.from_subtotal, 0))
    order by step.method, coalesce(step.from_grams, 0) desc, coalesce(step.from_subtotal, 0) desc
  ) reached
$$;

-- How goods of some piastres and grams get to an address, and what the chosen method costs; an address that is not known goes by
-- the settings' flat fees. `p_free`: a discount pays for standard delivery. Every price of delivery comes from here.
create function private.delivery_of(
  p_tenant_id text, p_shipping jsonb, p_address jsonb, p_method text, p_goods bigint, p_grams bigint,
  p_free boolean default false
) returns private.delivery
language plpgsql stable security definer set search_path = '' as $$
declare
  v_city constant text := btrim(left(p_address ->> 'city', 80));
  v_zone public.shipping_zones;
  v_delivery private.delivery;
  v_rate private.shipping_rate;
begin
  v_delivery.zone_id := private.shipping_zone_of(p_tenant_id, p_address ->> 'governorate', v_city);
  if v_delivery.zone_id is null then
    v_delivery.rates := private.flat_rates(p_shipping, p_goods);
  else
    select zone.* into v_zone from public.shipping_zones zone where zone.id = v_delivery.zone_id;
    v_delivery.rates := private.zone_rates(v_zone.rates, p_goods, p_grams);
  end if;
  for v_place in 1 .. cardinality(v_delivery.rates) loop
    v_rate := v_delivery.rates[v_place];
    if p_free and v_rate.method = 'standard' then
      v_rate.price := 0;
      v_delivery.rates[v_place] := v_rate;
    end if;
    if v_rate.method = coalesce(p_method, 'standard') then
      v_delivery.rate := v_rate;
    end if;
  end loop;
  v_delivery.problem := case
    when v_delivery.rates = '{}' then private.refusal('not_delivered_there', case
      when v_city <> '' then jsonb_build_object('city', v_city)
      else jsonb_build_object('reason', 'governorate', 'governorate', p_address ->> 'governorate') end)
    when p_grams > v_zone.max_grams then private.refusal('order_too_heavy', jsonb_build_object(
      'weight', trim_scale(round(p_grams / 1000.0, 2)), 'most', trim_scale(v_zone.max_grams / 1000.0)))
    when (v_delivery.rate).method is null
      then private.refusal('shipping_method_not_there', jsonb_build_object('reason', coalesce(p_method, 'standard')))
  end;
  return v_delivery;
end
$$;

-- The ways to an address as they are shown: [{"method", "fee": pounds that this order pays, "free_from", "days_from", "days_to",
-- "cash_allowed"}].
create function private.shown_rates(p_rates private.shipping_rate[]) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'method', rate.method, 'fee', private.pounds(rate.price), 'free_from', private.pounds(rate.free_from),
    'days_from', rate.days_from, 'days_to', rate.days_to, 'cash_allowed', rate.cash_allowed)), '[]')
  from unnest(p_rates) rate
$$;

-- How a store delivers to a place, as private.shown_rates has it, for goods of some pounds and grams; empty where it does not.
create function public.shipping_options(
  p_tenant_id text, p_governorate text, p_city text, p_subtotal numeric default 0, p_grams integer default 0
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_shipping jsonb;
  v_delivery private.delivery;
begin
  select settings.shipping into v_shipping from public.settings where settings.tenant_id = p_tenant_id;
  if not found then
    perform private.refuse('unknown_store');
  end if;
  v_delivery := private.delivery_of(p_tenant_id, v_shipping,
    jsonb_build_object('governorate', p_governorate, 'city', p_city), null,
    private.piastres(least(greatest(coalesce(p_subtotal, 0), 0), 10000000)), greatest(coalesce(p_grams, 0), 0));
  return case when v_delivery.problem ->> 'code' = 'order_too_heavy' then '[]' else private.shown_rates(v_delivery.rates) end;
end
$$;

-- Keeps the places of active zones. Refuses a place that is none, and one that another zone has.
create function private.shipping_zone_saved() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_taken record;
begin
  delete from private.shipping_zone_places place where place.tenant_id = new.tenant_id and place.zone_id = new.id;
  if not new.is_active then
    return null;
  end if;
  -- In a fixed order, so that zones which are saved at once do not wait for each other in a circle.
  insert into private.shipping_zone_places (tenant_id, governorate, district_id, zone_id)
  select new.tenant_id, named.governorate, named.district_id, new.id from private.named_places(new.places) named
  order by named.governorate, named.district_id
  on conflict do nothing;
  select zone.name, named.name as place into v_taken
  from private.named_places(new.places) named
  join private.shipping_zone_places place
    on place.tenant_id = new.tenant_id and place.governorate = named.governorate and place.district_id = named.district_id
  join public.shipping_zones zone on zone.id = place.zone_id
  where place.zone_id <> new.id
  order by named.name limit 1;
  if found then
    perform private.refuse('place_in_other_zone', jsonb_build_object('place', v_taken.place, 'zone', v_taken.name));
  end if;
  return null;
end
$$;

-- Places of a zone by what they are; refuses one that is neither a governorate nor a district.
create function private.named_places(p_places text[])
returns table (name text, governorate text, district_id text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_unknown constant text[] := array(
    select coalesce(given.name, '') from unnest(p_places) given (name)
    where not pg_input_is_valid(coalesce(given.name, ''), 'public.governorate')
      and not exists (select 1 from public.districts district where district.id = given.name)
    order by 1 limit 1
  );
begin
  if v_unknown <> '{}' then
    perform private.refuse('unknown_place', jsonb_build_object('place', v_unknown[1]));
  end if;
  return query
  select distinct coalesce(district.name, given.name), coalesce(district.governorate::text, given.name), coalesce(district.id, '')
  from unnest(p_places) given (name) left join public.districts district on district.id = given.name;
end
$$;

create function private.refuse_used_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.delivery_slots slot where slot.tenant_id = old.tenant_id and slot.zone_id = old.id) then
    perform private.refuse('zone_used');
  end if;
  return old;
end
$$;

-- Which courier the zones of some orders propose; orders without a proposal are left out. Staff only.
create function public.proposed_carriers(p_tenant_id text, p_order_ids uuid[]) returns table (order_id uuid, carrier text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_customer_access(p_tenant_id);
  return query
  select orders.id, zone.carrier
  from public.orders
  join public.shipping_zones zone
    on zone.id = private.shipping_zone_of(p_tenant_id, orders.address ->> 'governorate', orders.address ->> 'city')
  where orders.tenant_id = p_tenant_id and orders.id = any (p_order_ids[:500]) and zone.carrier <> '';
end
$$;

-- Triggers

call private.fix_columns('public.shipping_zones', '{id,tenant_id}');
call private.insert_in_turn('public.shipping_zones');

create trigger shipping_zones_touch before update on public.shipping_zones
  for each row execute function private.touch_version();

create trigger shipping_zones_saved after insert or update of places, is_active on public.shipping_zones
  for each row execute function private.shipping_zone_saved();

create trigger shipping_zones_in_use before delete on public.shipping_zones
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_used_zone();

-- Grants

grant select, delete on public.shipping_zones to authenticated;
grant insert (
  id, tenant_id, name, translations, position, places, rates, max_grams, carrier, is_active, created_at
) on public.shipping_zones to authenticated;
grant update (
  id, tenant_id, name, translations, position, places, rates, max_grams, carrier, is_active
) on public.shipping_zones to authenticated;
grant execute on function private.are_shipping_rates to authenticated;
grant execute on function public.proposed_carriers to authenticated;
grant execute on function public.shipping_options to anon, authenticated;

-- schemas/14_discounts_and_slots.sql

-- Discounts and delivery slots.

-- Tables

create type public.discount_kind as enum ('percent', 'fixed', 'free_shipping');

create table public.discounts (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  code text not null check (code ~ '^[A-Za-z0-9_-]{2,40}$'),
  description text not null default '' check (length(description) <= 500),
  translations jsonb not null default '{}' check (private.are_translations(translations, 5000)),
  kind public.discount_kind not null default 'percent',
  -- Percent for `percent`, pounds for `fixed`, nothing for `free_shipping`.
  value numeric(12, 2) not null default 0,
  minimum_subtotal numeric(12, 2) not null default 0 check (minimum_subtotal between 0 and 10000000),
  starts_at timestamptz,
  ends_at timestamptz,
  total_limit integer check (total_limit between 1 and 1000000),
  per_person_limit integer check (per_person_limit between 1 and 1000000),
  is_active boolean not null default true,
  -- Shown on the deals page; other codes are not listed.
  is_public boolean not null default false,
  -- Set on vouchers that belong to one customer, such as those points were exchanged for.
  user_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  constraint discounts_window check (ends_at > starts_at),
  constraint discounts_value check (
    case kind
      when 'percent' then value > 0 and value <= 100
      when 'fixed' then value > 0 and value <= 10000000
      else value = 0
    end
  )
);
create unique index discounts_code on public.discounts (tenant_id, upper(code));
create index discounts_of_person on public.discounts (user_id, tenant_id) where user_id is not null;
alter table public.discounts enable row level security;

-- Discount codes that were tried and did not exist, by who tried them.
create table private.code_guesses (
  guesser text not null,
  since timestamptz not null,
  missed integer not null,
  primary key (guesser, since)
);
create index code_guesses_oldest on private.code_guesses (since);
alter table private.code_guesses enable row level security;

create table public.delivery_slots (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  -- 0 is Sunday.
  day_of_week smallint not null check (day_of_week between 0 and 6),
  from_time time not null,
  to_time time not null,
  -- Orders a day; without one there is no limit.
  capacity integer check (capacity between 0 and 100000),
  -- Hours before `from_time` at which the day closes for orders.
  cut_off_hours integer not null default 12 check (cut_off_hours between 0 and 336),
  -- The zone where it is offered; null is everywhere.
  zone_id uuid,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, zone_id) references public.shipping_zones (tenant_id, id),
  constraint delivery_slots_times check (to_time > from_time)
);
create index delivery_slots_by_day on public.delivery_slots (tenant_id, day_of_week, from_time, id);
create index delivery_slots_by_zone on public.delivery_slots (tenant_id, zone_id) where zone_id is not null;
alter table public.delivery_slots enable row level security;

-- Orders taken for a slot on a day, counted where the slot has a capacity. Written by the order functions alone.
create table public.delivery_bookings (
  tenant_id text not null,
  slot_id uuid not null,
  day date not null,
  booked integer not null default 0 check (booked >= 0),
  primary key (slot_id, day),
  foreign key (tenant_id, slot_id) references public.delivery_slots (tenant_id, id) on delete cascade
) with (fillfactor = 70);
create index delivery_bookings_by_day on public.delivery_bookings (tenant_id, day);
alter table public.delivery_bookings enable row level security;

-- Policies

create policy "Everybody reads the deals that run now" on public.discounts
  for select to anon, authenticated
  using (
    is_public and is_active and user_id is null
    and coalesce(starts_at <= now(), true) and coalesce(ends_at > now(), true)
  );

create policy "People read their own vouchers" on public.discounts
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read all discounts of their store" on public.discounts
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

call private.add_staff_policies('public.discounts', 'discounts');

create policy "Everybody reads open delivery slots" on public.delivery_slots
  for select to anon, authenticated using (is_active);

create policy "Staff read all delivery slots of their store" on public.delivery_slots
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

call private.add_staff_policies('public.delivery_slots', 'delivery slots');

create policy "Staff read how full their store's slots are" on public.delivery_bookings
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

-- Functions

create function private.refuse_used_discount() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.user_id is not null and not private.is_service() then
    perform private.refuse('discount_owned');
  end if;
  if exists (select 1 from public.discount_uses where tenant_id = old.tenant_id and discount_id = old.id) then
    perform private.refuse('discount_used');
  end if;
  return old;
end
$$;

-- Who tries codes, as far as it can be told: the person, and the address that the gateway names.
create function private.code_guessers(p_tenant_id text) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    p_tenant_id || ':person:' || auth.uid(),
    p_tenant_id || ':address:'
    || split_part(coalesce(request.headers ->> 'cf-connecting-ip', request.headers ->> 'x-forwarded-for'), ',', 1)
  ], null)
  from (select nullif(current_setting('request.headers', true), '')::jsonb as headers) request
$$;

-- A person may miss 20 times an hour; an address 100 times, as there may be many people behind it.
create function private.guesses_too_many_codes(p_tenant_id text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_or(tried.missed >= case when tried.guesser like '%:person:%' then 20 else 100 end), false) from (
    select guesser, sum(missed) as missed from private.code_guesses
    where guesser = any (private.code_guessers(p_tenant_id)) and since > now() - interval '1 hour'
    group by guesser
  ) tried
$$;

-- Notes each try, also of a code that exists: a request in a read-only transaction would tell one from the other by its error.
create function private.note_code_guess(p_tenant_id text, p_missed boolean) returns void
language sql security definer set search_path = '' as $$
  delete from private.code_guesses where since < now() - interval '2 hours';
  insert into private.code_guesses (guesser, since, missed)
  select who, date_trunc('minute', now()), p_missed::integer from unnest(private.code_guessers(p_tenant_id)) who order by who
  on conflict (guesser, since) do update set missed = code_guesses.missed + excluded.missed;
$$;

-- Takes one place in a delivery slot on a day for an address in a zone, or says why there is none.
create function private.book_slot(p_tenant_id text, p_slot_id text, p_day text, p_zone_id uuid) returns public.delivery_slots
language plpgsql security definer set search_path = '' as $$
declare
  v_slot public.delivery_slots;
  v_day date;
begin
  if pg_input_is_valid(p_slot_id, 'uuid') then
    select * into v_slot from public.delivery_slots
    where tenant_id = p_tenant_id and id = p_slot_id::uuid and is_active
    -- The order's reference to the slot takes the same lock a moment later.
    for key share;
  end if;
  if v_slot.id is null then
    perform private.refuse('unknown_slot');
  end if;
  if v_slot.zone_id is not null and v_slot.zone_id is distinct from p_zone_id then
    perform private.refuse('slot_not_there');
  end if;
  if not coalesce(pg_input_is_valid(p_day, 'date'), false) then
    perform private.refuse('invalid_slot_date');
  end if;
  v_day := p_day::date;
  if extract(dow from v_day) <> v_slot.day_of_week or not isfinite(v_day) or v_day > private.shop_time()::date + 60 then
    perform private.refuse('invalid_slot_date');
  end if;
  if v_day + v_slot.from_time - make_interval(hours => v_slot.cut_off_hours) <= private.shop_time() then
    perform private.refuse('slot_closed');
  end if;
  if v_slot.capacity is not null then
    insert into public.delivery_bookings (tenant_id, slot_id, day, booked)
    select p_tenant_id, v_slot.id, v_day, 1 where v_slot.capacity > 0
    on conflict (slot_id, day) do update set booked = delivery_bookings.booked + 1
      where delivery_bookings.booked < v_slot.capacity;
    if not found then
      perform private.refuse('slot_full');
    end if;
  end if;
  return v_slot;
end
$$;

create function private.lock_slot_capacity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.delivery_slots where id = old.id for update;
  return new;
end
$$;

-- A slot that gets its first capacity starts to count; what is already ordered counts too.
create function private.slot_capacity_set() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.delivery_bookings (tenant_id, slot_id, day, booked)
  select new.tenant_id, new.id, orders.slot_date, count(*) from public.orders
  where orders.tenant_id = new.tenant_id and orders.slot_id = new.id and orders.slot_date is not null
    and orders.status <> 'cancelled'
  group by orders.slot_date
  on conflict (slot_id, day) do update set booked = excluded.booked;
  return null;
end
$$;

-- The delivery times that can be chosen for a place in the coming days, with those left where they are counted.
create function public.available_slots(
  p_tenant_id text, p_days integer default 14, p_governorate text default null, p_city text default null
)
returns table (
  slot_id uuid, day date, from_time time, to_time time, places_left integer, closes_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select delivery_slots.id, days.day::date, delivery_slots.from_time, delivery_slots.to_time,
    delivery_slots.capacity - coalesce(delivery_bookings.booked, 0),
    (days.day::date + delivery_slots.from_time - make_interval(hours => delivery_slots.cut_off_hours)) at time zone
    'Africa/Cairo'
  from generate_series(
    private.shop_time()::date::timestamp, private.shop_time()::date + least(greatest(p_days, 1), 60), interval '1 day'
  ) as days (day)
  join public.delivery_slots on delivery_slots.day_of_week = extract(dow from days.day)
    and delivery_slots.tenant_id = p_tenant_id and delivery_slots.is_active
    and (delivery_slots.zone_id is null
      or delivery_slots.zone_id = (select private.shipping_zone_of(p_tenant_id, p_governorate, p_city)))
  left join public.delivery_bookings on delivery_bookings.slot_id = delivery_slots.id
    and delivery_bookings.day = days.day::date and delivery_slots.capacity is not null
  where days.day::date + delivery_slots.from_time - make_interval(hours => delivery_slots.cut_off_hours) > private.shop_time()
    and (delivery_slots.capacity is null or delivery_slots.capacity > coalesce(delivery_bookings.booked, 0))
  order by days.day, delivery_slots.from_time, delivery_slots.id
$$;

-- How many orders each delivery time has on each day; at most 62 days. Staff only.
create function public.slot_bookings(p_tenant_id text, p_from date, p_to date) returns table (
  slot_id uuid, day date, booked bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select orders.slot_id, orders.slot_date, count(*)
  from public.orders
  where orders.tenant_id = p_tenant_id and orders.slot_id is not null and orders.status <> 'cancelled'
    and orders.slot_date between p_from and least(p_to, p_from + 61)
  group by orders.slot_id, orders.slot_date;
end
$$;

create function private.refuse_used_slot() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.orders where orders.tenant_id = old.tenant_id and orders.slot_id = old.id) then
    perform private.refuse('slot_used');
  end if;
  return old;
end
$$;

-- How often each of some codes was used. Staff only.
create function public.discount_use_counts(p_tenant_id text, p_ids uuid[]) returns table (discount_id uuid, uses bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select discount_uses.discount_id, count(*) from public.discount_uses
  where discount_uses.tenant_id = p_tenant_id and discount_uses.discount_id = any (p_ids)
  group by discount_uses.discount_id;
end
$$;

-- Triggers

call private.fix_columns('public.discounts', '{id,tenant_id}');
call private.insert_in_turn('public.discounts');
call private.fix_columns('public.delivery_slots', '{id,tenant_id}');
call private.insert_in_turn('public.delivery_slots');

create trigger discounts_touch before update on public.discounts
  for each row execute function private.touch_version();

create trigger delivery_slots_touch before update on public.delivery_slots
  for each row execute function private.touch_version();

create trigger delivery_slots_capacity_set after update of capacity on public.delivery_slots
  for each row when (old.capacity is null and new.capacity is not null) execute function private.slot_capacity_set();

create trigger discounts_in_use before delete on public.discounts
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_used_discount();

create trigger delivery_slots_in_use before delete on public.delivery_slots
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_used_slot();

create trigger delivery_slots_capacity_locked before update of capacity on public.delivery_slots
  for each row when (old.capacity is null and new.capacity is not null)
  execute function private.lock_slot_capacity();

-- Grants

grant select on public.discounts to anon, authenticated;
grant delete on public.discounts to authenticated;
grant insert (
  id, tenant_id, code, description, kind, value, minimum_subtotal, starts_at, ends_at, total_limit,
  per_person_limit, is_active, is_public, translations, created_at
) on public.discounts to authenticated;
grant update (
  id, tenant_id, code, description, kind, value, minimum_subtotal, starts_at, ends_at, total_limit,
  per_person_limit, is_active, is_public, translations
) on public.discounts to authenticated;
grant select on public.delivery_slots to anon, authenticated;
grant delete on public.delivery_slots to authenticated;
grant insert (
  id, tenant_id, day_of_week, from_time, to_time, capacity, cut_off_hours, zone_id, is_active, created_at
) on public.delivery_slots to authenticated;
grant update (
  id, tenant_id, day_of_week, from_time, to_time, capacity, cut_off_hours, zone_id, is_active
) on public.delivery_slots to authenticated;
grant select on public.delivery_bookings to authenticated;
grant execute on function public.available_slots to anon, authenticated;
grant execute on function public.slot_bookings, public.discount_use_counts to authenticated;

-- schemas/15_designs.sql

-- Customers' own designs.

-- Helpers of the tables

-- What the designer makes and the print can make: the rules of app/designer/design.ts, to which a test holds these.

create function private.is_number_within(p_value jsonb, p_least numeric, p_most numeric) returns boolean
language sql immutable as $$
  select case when jsonb_typeof(p_value) = 'number' then p_value::numeric between p_least and p_most else false end
$$;

create function private.is_text_like(p_value jsonb, p_pattern text) returns boolean
language sql immutable as $$
  select case when jsonb_typeof(p_value) = 'string' then p_value #>> '{}' ~ p_pattern else false end
$$;

-- A text in a font of the print, of letters that its fonts have.
create function private.is_printable_text(p_text jsonb) returns boolean
language sql immutable as $$
  select p_text - '{kind,id,side,x,y,rotation,text,font,size,color,align,letterSpacing,arc,outline}'::text[] = '{}'
    and private.is_text_like(p_text -> 'text', '^[\n\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u2122\u060c\u061b\u061f\u0621-\u063a\u0640-\u0655\u0660-\u0669\u0670\u0679\u067e\u0686\u0688\u0691\u0698\u06a4\u06a9\u06af\u06ba\u06be\u06c1\u06cc\u06d2]{1,120}$')
    and private.is_text_like(p_text -> 'text', '[^\n\u0020\u00a0]')
    and length(p_text ->> 'text') - length(replace(p_text ->> 'text', E'\n', '')) < 6
    and p_text ->> 'font' = any ('{anton,archivo-black,alfa-slab,abril,dm-serif,righteous,orbitron,space-mono,press-start,rye,luckiest,pacifico,marker,monoton,lalezar,aref-ruqaa,rakkas,reem-kufi,changa,amiri}'::text[])
    and private.is_number_within(p_text -> 'size', 0.5, 25)
    and private.is_text_like(p_text -> 'color', '^#[0-9a-f]{6}$')
    and p_text ->> 'align' in ('start', 'center', 'end')
    and private.is_number_within(p_text -> 'letterSpacing', -0.1, 1)
    and private.is_number_within(p_text -> 'arc', -180, 180)
    and case jsonb_typeof(p_text -> 'outline')
      when 'null' then true
      when 'object' then (p_text -> 'outline') - '{color,width}'::text[] = '{}'
        and private.is_text_like(p_text #> '{outline,color}', '^#[0-9a-f]{6}$')
        and private.is_number_within(p_text #> '{outline,width}', 0.01, 0.2)
      else false
    end
$$;

create function private.is_printable_image(p_image jsonb) returns boolean
language sql immutable as $$
  select p_image - '{kind,id,side,x,y,rotation,source,name,width,height,pixelWidth,pixelHeight}'::text[] = '{}'
    and private.is_text_like(p_image -> 'source',
      '^(local:[0-9a-f-]{36}|designs:[a-z0-9-]{1,60}/[0-9a-f-]{36}/[0-9a-f-]{36}\.(webp|png|jpg))$')
    and private.is_text_like(p_image -> 'name', '^.{0,80}$')
    and private.is_number_within(p_image -> 'width', 1, 70)
    and private.is_number_within(p_image -> 'height', 1, 70)
    and private.is_number_within(p_image -> 'pixelWidth', 1, 12000)
    and private.is_number_within(p_image -> 'pixelHeight', 1, 12000)
    and p_image -> 'pixelWidth' = to_jsonb(trunc((p_image ->> 'pixelWidth')::numeric))
    and p_image -> 'pixelHeight' = to_jsonb(trunc((p_image ->> 'pixelHeight')::numeric))
$$;

create function private.is_design_element(p_element jsonb) returns boolean
language sql immutable as $$
  select coalesce(
    case when jsonb_typeof(p_element) = 'object' then
      private.is_text_like(p_element -> 'id', '^[A-Za-z0-9_-]{1,40}$')
      and p_element ->> 'side' in ('front', 'back')
      and private.is_number_within(p_element -> 'x', -60, 60)
      and private.is_number_within(p_element -> 'y', -60, 60)
      and private.is_number_within(p_element -> 'rotation', -360, 360)
      and case p_element ->> 'kind'
        when 'text' then private.is_printable_text(p_element)
        when 'image' then private.is_printable_image(p_element)
      end
    end, false)
$$;

create function private.is_design(p_design jsonb) returns boolean
language sql immutable as $$
  select coalesce(case
    when jsonb_typeof(p_design) = 'object' and jsonb_typeof(p_design -> 'elements') = 'array' then
      p_design - '{version,garment,color,elements}'::text[] = '{}'
      and p_design -> 'version' = '1'
      and p_design ->> 'garment' = any (array[
        'Sweet Pants', 'Jeans', 'Regular T-shirt', 'Boxy T-shirt', 'Oversized T-shirt', 'Slim-Fit T-shirt', 'Polo Shirt',
        'Polo Baskota', 'Sweatshirt', 'Hoodie', 'Shorts', 'Jacket', 'Cargo Pants', 'Denim Jacket', 'Track Pants', 'Chinos',
        'Other'
      ])
      and private.is_text_like(p_design -> 'color', '^.{1,60}$')
      and jsonb_array_length(p_design -> 'elements') <= 40
      and (
        select coalesce(bool_and(private.is_design_element(element)), true) and count(*) = count(distinct element ->> 'id')
        from jsonb_array_elements(p_design -> 'elements') element
      )
  end, false)
$$;

create function private.design_elements(p_design jsonb, p_kind text) returns integer
language sql immutable as $$
  select case
    when jsonb_typeof(p_design -> 'elements') = 'array' then (
      select count(*)::integer from jsonb_array_elements(p_design -> 'elements') element where element ->> 'kind' = p_kind
    )
    else 0
  end
$$;

-- Tables

create table public.customizations (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null default auth.uid(),
  -- The product the design was started from; without one it is a garment of the designer's own.
  product_id uuid,
  name text not null default '' check (length(name) <= 80),
  design jsonb not null check (private.is_design(design)),
  garment text not null generated always as (design ->> 'garment') stored,
  text_count integer not null generated always as (private.design_elements(design, 'text')) stored,
  image_count integer not null generated always as (private.design_elements(design, 'image')) stored,
  preview text check (length(preview) <= 2000),
  print_files jsonb not null default '[]' check (jsonb_typeof(print_files) = 'array'),
  -- Pounds by the store's prices when it was last saved; null when the store does not price this garment.
  price numeric(12, 2) check (price >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete set null (product_id)
);
create index customizations_by_person on public.customizations (user_id, tenant_id, updated_at desc);
create index customizations_by_product on public.customizations (tenant_id, product_id) where product_id is not null;
alter table public.customizations enable row level security;

-- Policies

create policy "People read their own designs" on public.customizations
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their store's designs" on public.customizations
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "People save their own designs" on public.customizations
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People change their own designs" on public.customizations
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "People remove their own designs" on public.customizations
  for delete to authenticated using (user_id = (select auth.uid()));

call private.add_aal2_policies('public.customizations');

-- Functions

create function private.customization_price(p_settings jsonb, p_design jsonb) returns numeric
language sql immutable as $$
  select (p_settings -> 'baseProductPrices' ->> (p_design ->> 'garment'))::numeric
    + (p_settings ->> 'textPrice')::numeric * private.design_elements(p_design, 'text')
    + (p_settings ->> 'imagePrice')::numeric * private.design_elements(p_design, 'image')
$$;

create function private.customization_saved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    new.updated_at := now();
  else
    new.updated_at := least(new.updated_at, now());
    new.created_at := least(new.created_at, new.updated_at);
    if not private.is_service() then
      perform pg_advisory_xact_lock(hashtextextended('designs:' || new.tenant_id || new.user_id, 0));
      if (select count(*) >= 500 from public.customizations
          where user_id = new.user_id and tenant_id = new.tenant_id) then
        perform private.refuse('too_many_designs');
      end if;
    end if;
  end if;
  new.price := (
    select private.customization_price(customization, new.design)
    from public.settings where tenant_id = new.tenant_id
  );
  return new;
end
$$;

-- Triggers

call private.fix_columns('public.customizations', '{id,tenant_id,user_id}');

create trigger customizations_saved before insert or update on public.customizations
  for each row execute function private.customization_saved();

-- Grants

grant select, delete on public.customizations to authenticated;
grant insert (
  id, tenant_id, user_id, product_id, name, design, preview, updated_at
) on public.customizations to authenticated;
grant update (id, tenant_id, user_id, product_id, name, design, preview) on public.customizations to authenticated;
grant execute on function
  private.is_number_within,
  private.is_text_like,
  private.is_printable_text,
  private.is_printable_image,
  private.is_design_element,
  private.is_design,
  private.design_elements
to anon, authenticated;

-- schemas/15_pricing.sql

-- What an order costs, and what stands in its way.

-- Tables

create type private.product_facts as (
  id uuid, name text, price numeric, image text, types text[]
);

create type private.priced_line as (
  line integer, product_id uuid, variant_id uuid, sku text, variant text, customization_id uuid, quantity integer, name text,
  image text, unit bigint, price_was bigint, stock integer, color text, size text, type text, options jsonb, design jsonb,
  preview text, problem text, grams bigint,
  -- What a line that is sent again was called; of others it is read when they are stored.
  translations jsonb,
  -- The garment of the designer that is printed, where that is no product.
  garment text
);

create type private.priced_order as (
  lines private.priced_line[], subtotal bigint, discount bigint, discount_id uuid, discount_code text,
  discount_kind public.discount_kind, shipping bigint, delivery private.delivery, points_used integer, points_value bigint,
  points_balance integer, points_earned integer, total bigint, payment jsonb, problems jsonb, manual_discount bigint,
  credit_balance bigint, credit_used bigint
);

-- Functions

-- What lines weigh, as far as their variants say it.
create function private.grams_of(p_lines private.priced_line[]) returns bigint
language sql immutable set search_path = '' as $$
  select coalesce(sum(line.grams), 0)::bigint from unnest(p_lines) line
$$;

-- The product of each line, by its own id or that of a variant; null where there is none.
create function private.products_of_lines(p_tenant_id text, p_lines jsonb) returns uuid[]
language plpgsql stable as $$
begin
  return array(
    select case
      when line ->> 'product_id' is not null
        then case when pg_input_is_valid(line ->> 'product_id', 'uuid') then (line ->> 'product_id')::uuid end
      when pg_input_is_valid(line ->> 'variant_id', 'uuid') then (
        select product_id from public.product_variants
          where tenant_id = p_tenant_id and id = (line ->> 'variant_id')::uuid
      )
    end
    from jsonb_array_elements(p_lines) with ordinality lines (line, place) order by place
  );
end
$$;

-- What the lines of a document ask for, as far as it can be read; `p_ids` are their products. `offset 0` keeps the planner from
-- merging the steps, here and in price_lines, which would evaluate the first ones once for each use of a column.
create function private.asked_lines(p_lines jsonb, p_ids uuid[])
returns table (
  line integer, doc_type text, product text, variant_id text, design jsonb, preview text, product_id uuid,
  customization_id uuid, designed boolean, quantity integer, price_was bigint, asked_color text, asked_size text, asked_type text
)
language sql stable rows 10 as $$
  select
    raw.line, raw.doc_type, raw.product, raw.variant_id, raw.design, raw.preview, p_ids[raw.line + 1] as product_id,
    case when pg_input_is_valid(raw.customization, 'uuid') then raw.customization::uuid end as customization_id,
    raw.customization is not null or coalesce(jsonb_typeof(raw.design) = 'object', false) as designed,
    case when jsonb_typeof(raw.quantity) = 'number' then
      case when raw.quantity::numeric between 1 and 999 and raw.quantity::numeric = trunc(raw.quantity::numeric)
      then raw.quantity::integer end
    end as quantity,
    case when private.is_amount(raw.price) then private.piastres(raw.price::numeric) end as price_was,
    left(nullif(btrim(raw.color), ''), 200) as asked_color,
    left(nullif(btrim(raw.size), ''), 200) as asked_size,
    left(nullif(btrim(raw.type), ''), 200) as asked_type
  from (
    select
      given.place::integer - 1 as line, jsonb_typeof(doc) as doc_type, doc ->> 'product_id' as product,
      doc ->> 'variant_id' as variant_id, doc ->> 'customization_id' as customization, doc -> 'quantity' as quantity,
      doc -> 'price' as price, doc ->> 'color' as color, doc ->> 'size' as size, doc ->> 'type' as type,
      doc -> 'design' as design, doc ->> 'preview' as preview
    from jsonb_array_elements(p_lines) with ordinality as given (doc, place) offset 0
  ) raw
  offset 0
$$;

-- The variant that a shopper names, by its id or by what they chose of each option, and its options as they are sold. What is
-- not chosen is taken from the variant `p_like`, or is an option's only value. `problem` says why there is none.
create function private.choose_variant(
  p_product_id uuid, p_variant_id text, p_size text, p_color text, p_type text, p_like uuid default null,
  out variant public.product_variants, out size text, out color text, out type text, out options jsonb, out problem text
)
language plpgsql stable set search_path = '' as $$
declare
  v_options constant public.product_options[] := array(
    select listed from public.product_options listed where listed.product_id = p_product_id order by listed.position
  );
  v_option public.product_options;
  v_like text[];
  v_asked text[] := array['', '', ''];
  v_value text;
begin
  if p_variant_id is not null then
    if pg_input_is_valid(p_variant_id, 'uuid') then
      select stored.* into variant from public.product_variants stored
      where stored.product_id = p_product_id and stored.id = p_variant_id::uuid and stored.is_active;
    end if;
  else
    if p_like is not null then
      select array[stored.option1, stored.option2, stored.option3] into v_like from public.product_variants stored
      where stored.product_id = p_product_id and stored.id = p_like;
    end if;
    foreach v_option in array v_options loop
      v_value := coalesce(
        nullif(btrim(case v_option.kind when 'size' then p_size when 'color' then p_color when 'type' then p_type end), ''),
        v_like[v_option.position], case when cardinality(v_option.values) = 1 then v_option.values[1] end);
      if v_value is null then
        problem := 'option_required';
        return;
      end if;
      v_asked[v_option.position] := lower(v_value);
    end loop;
    select stored.* into variant from public.product_variants stored
    where stored.product_id = p_product_id and lower(stored.option1) = v_asked[1] and lower(stored.option2) = v_asked[2]
      and lower(stored.option3) = v_asked[3] and stored.is_active;
  end if;
  if variant.id is null then
    problem := 'unknown_option';
    return;
  end if;
  options := '[]';
  foreach v_option in array v_options loop
    v_value := (array[variant.option1, variant.option2, variant.option3])[v_option.position];
    options := options || jsonb_build_object('name', v_option.name, 'value', v_value);
    case v_option.kind
      when 'size' then size := v_value;
      when 'color' then color := v_value;
      when 'type' then type := v_value;
      else null;
    end case;
  end loop;
end
$$;

-- A line names a variant, or a product and what is chosen of its options, or a design alone.
create function private.price_lines(
  p_tenant_id text, p_lines jsonb, p_customization jsonb, p_user_id uuid, p_lock boolean
) returns private.priced_line[]
language plpgsql as $$
declare
  v_ids constant uuid[] := private.products_of_lines(p_tenant_id, p_lines);
  v_products private.product_facts[];
begin
  if p_lock then
    -- In a fixed order, so that orders of the same products never wait for each other in a circle.
    perform 1 from public.products
    where tenant_id = p_tenant_id and is_active and id = any (v_ids) order by id for no key update;
  end if;
  v_products := array(
    select row(id, name, price, private.first_picture(images), types)::private.product_facts
    from public.products
    where tenant_id = p_tenant_id and is_active and id = any (v_ids)
  );

  return array(
    select row(
      offered.line, offered.id, (offered.variant).id, (offered.variant).sku,
      private.variant_name((offered.variant).option1, (offered.variant).option2, (offered.variant).option3),
      offered.known_design, offered.quantity, coalesce(offered.name, 'Custom ' || (offered.design ->> 'garment'), ''),
      coalesce(offered.preview, (offered.variant).image, offered.image), offered.unit, offered.price_was, (offered.variant).stock,
      coalesce(offered.color, case when offered.designed then offered.asked_color end),
      coalesce(offered.size, case when offered.id is null then offered.asked_size end),
      coalesce(offered.type,
        case when offered.id is null then offered.asked_type when cardinality(offered.types) = 1 then offered.types[1] end),
      coalesce(offered.options, '[]'), offered.design, offered.preview,
      case
        when offered.doc_type <> 'object' then 'invalid_line'
        when offered.quantity is null then 'invalid_quantity'
        when coalesce(offered.product, offered.variant_id) is not null and offered.id is null then 'unknown_product'
        when offered.id is null and not offered.designed then 'invalid_line'
        when offered.designed and offered.prints_open is not true then 'customization_closed'
        when offered.designed and offered.design is null then 'unknown_customization'
        when offered.designed and not private.is_design(offered.design) then 'invalid_design'
        when offered.problem is not null then offered.problem
        when offered.designed and offered.unit is null then 'garment_not_priced'
        when offered.id is not null
          and sum(offered.quantity) over (partition by (offered.variant).id) > (offered.variant).stock then 'out_of_stock'
      end,
      (offered.variant).weight_grams::bigint * offered.quantity, null, case when offered.id is null then offered.design ->> 'garment' end
    )::private.priced_line
    from (
      select drafted.*,
        case
          when drafted.design is null then drafted.price
          else coalesce(drafted.price,
              private.piastres((p_customization -> 'baseProductPrices' ->> (drafted.design ->> 'garment'))::numeric))
            + private.piastres((p_customization ->> 'textPrice')::numeric) * private.design_elements(drafted.design, 'text')
            + private.piastres((p_customization ->> 'imagePrice')::numeric) * private.design_elements(drafted.design, 'image')
        end as unit,
        case when drafted.designed then (p_customization ->> 'enabled')::boolean end as prints_open
      from (
        select
          asked.line, asked.doc_type, asked.product, asked.variant_id, asked.designed, asked.quantity, asked.price_was,
          asked.asked_color, asked.asked_size, asked.asked_type, bought.id, bought.name, bought.image, bought.types,
          chosen.variant, chosen.size, chosen.color, chosen.type, chosen.options, chosen.problem,
          private.piastres(coalesce((chosen.variant).price, bought.price)) as price, customizations.id as known_design,
          case when asked.designed then coalesce(customizations.design, nullif(asked.design, 'null')) end as design,
          case when asked.designed then left(coalesce(customizations.preview, asked.preview), 2000) end as preview
        from private.asked_lines(p_lines, v_ids) asked
        left join unnest(v_products) bought on bought.id = asked.product_id
        left join public.customizations
          on customizations.id = asked.customization_id and customizations.tenant_id = p_tenant_id
            and customizations.user_id = p_user_id
        left join lateral private.choose_variant(
          bought.id, asked.variant_id, asked.asked_size,
          coalesce(asked.asked_color, customizations.design ->> 'color', asked.design ->> 'color'), asked.asked_type
        ) chosen on bought.id is not null
        offset 0
      ) drafted
      offset 0
    ) offered
    order by offered.line
  );
end
$$;

-- The discount behind a code, or the reason why it does not count for this person and subtotal.
create function private.check_discount(
  p_tenant_id text, p_code text, p_user_id uuid, p_subtotal bigint, p_lock boolean,
  out discount public.discounts, out problem jsonb
)
language plpgsql security definer set search_path = '' as $$
begin
  select discounts.* into discount from public.discounts
  where discounts.tenant_id = p_tenant_id and upper(discounts.code) = upper(p_code);
  if discount.id is null
    or discount.user_id is not null and discount.user_id is distinct from p_user_id then
    problem := private.refusal('unknown_discount');
    return;
  end if;
  if discount.starts_at > now() then
    problem := private.refusal('discount_not_started');
    return;
  end if;
  -- A code that staff switched off is over for whoever kept it.
  if not discount.is_active or discount.ends_at <= now() then
    problem := private.refusal('discount_expired');
    return;
  end if;
  if p_subtotal < private.piastres(discount.minimum_subtotal) then
    problem := private.refusal('discount_minimum', jsonb_build_object('minimum', discount.minimum_subtotal));
    return;
  end if;
  if discount.total_limit is not null then
    if p_lock then
      select locked.* into discount from public.discounts locked where locked.id = discount.id for no key update;
      if not coalesce(discount.is_active, false) then
        problem := private.refusal('discount_expired');
        return;
      end if;
    end if;
    if (select count(*) from public.discount_uses
        where tenant_id = p_tenant_id and discount_id = discount.id) >= discount.total_limit then
      problem := private.refusal('discount_used_up');
      return;
    end if;
  end if;
  if discount.per_person_limit is not null and p_user_id is not null and (
    select count(*) from public.discount_uses
    where tenant_id = p_tenant_id and discount_id = discount.id and user_id = p_user_id
  ) >= discount.per_person_limit then
    problem := private.refusal('discount_used_by_you');
  end if;
end
$$;

-- The order with the points that are used for it and that it earns. `p_goods` are the piastres that points can pay.
create function private.with_points(
  p_priced private.priced_order, p_settings jsonb, p_wanted jsonb, p_goods bigint, p_user_id uuid, p_tenant_id text
) returns private.priced_order
language plpgsql as $$
declare
  v_point bigint;
begin
  p_priced.points_used := 0;
  p_priced.points_value := 0;
  p_priced.points_earned := 0;
  if (p_settings ->> 'enabled')::boolean then
    v_point := private.piastres((p_settings ->> 'pointValue')::numeric);
    p_priced.points_balance := coalesce((
      select points from public.profiles where id = p_user_id and tenant_id = p_tenant_id
    ), 0);
  end if;
  if coalesce(jsonb_typeof(p_wanted), 'null') <> 'null' and p_wanted <> '0' then
    if not pg_input_is_valid(p_wanted #>> '{}', 'integer') or (p_wanted #>> '{}')::integer < 0 then
      p_priced.problems := p_priced.problems || private.refusal('invalid_points');
    elsif v_point is null then
      p_priced.problems := p_priced.problems || private.refusal('points_closed');
    elsif (p_wanted #>> '{}')::integer > p_priced.points_balance then
      p_priced.problems := p_priced.problems
        || private.refusal('insufficient_points', jsonb_build_object('points', p_priced.points_balance));
    else
      p_priced.points_used := least((p_wanted #>> '{}')::integer, p_goods / v_point);
      p_priced.points_value := p_priced.points_used * v_point;
    end if;
  end if;
  if v_point is not null then
    p_priced.points_earned := (p_goods - p_priced.points_value) * ((p_settings ->> 'earnRate')::numeric * 100)::bigint / 10000;
  end if;
  return p_priced;
end
$$;

-- The order with the store credit that is used for it: an amount in pounds, or true for as much as there is and is needed.
create function private.with_credit(
  p_priced private.priced_order, p_wanted jsonb, p_user_id uuid, p_tenant_id text
) returns private.priced_order
language plpgsql as $$
begin
  p_priced.credit_used := 0;
  p_priced.credit_balance := coalesce((
    select private.piastres(store_credit) from public.profiles where id = p_user_id and tenant_id = p_tenant_id
  ), 0);
  if coalesce(p_wanted, 'null') in ('null', 'false', '0') then
    return p_priced;
  end if;
  if p_wanted <> 'true' and not private.is_amount(p_wanted) then
    p_priced.problems := p_priced.problems || private.refusal('invalid_credit');
  elsif p_wanted <> 'true' and private.piastres(p_wanted::numeric) > p_priced.credit_balance then
    p_priced.problems := p_priced.problems || private.refusal('insufficient_credit', jsonb_build_object(
      'reason', 'balance', 'amount', private.pounds(p_priced.credit_balance)));
  else
    p_priced.credit_used := least(p_priced.total, p_priced.credit_balance,
      case when p_wanted <> 'true' then private.piastres(p_wanted::numeric) end);
  end if;
  return p_priced;
end
$$;

-- Prices place_order's document for a person and the address it goes to, as far as that is known, and lists what stands in the
-- way. `p_manual_discount` is what staff take off, in piastres.
create function private.price_order(
  p_order jsonb, p_user_id uuid, p_lock boolean, p_address jsonb, p_manual_discount bigint default 0
) returns private.priced_order
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id text := p_order ->> 'tenant_id';
  v_lines jsonb := p_order -> 'lines';
  v_code text := nullif(btrim(p_order ->> 'discount_code'), '');
  v_settings record;
  v_check record;
  v_discount public.discounts;
  v_goods bigint;
  v_problem boolean;
  v_priced private.priced_order;
begin
  select customization, payment, shipping, points into v_settings
  from public.settings where tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('unknown_store');
  end if;
  if jsonb_typeof(v_lines) is distinct from 'array' or jsonb_array_length(v_lines) = 0 then
    perform private.refuse('empty_cart');
  end if;
  if jsonb_array_length(v_lines) > 100 then
    perform private.refuse('too_many_lines');
  end if;
  if coalesce(p_order ->> 'shipping_method', 'standard') not in ('standard', 'express') then
    perform private.refuse('unknown_shipping_method');
  end if;

  v_priced.lines := private.price_lines(v_tenant_id, v_lines, v_settings.customization, p_user_id, p_lock);
  v_priced.payment := v_settings.payment;
  select coalesce(sum(line.unit * line.quantity), 0), count(line.problem) > 0 into v_priced.subtotal, v_problem
  from unnest(v_priced.lines) line;
  v_priced.problems := '[]';
  if v_problem then
    select jsonb_agg(private.line_problem(priced) order by priced.line) into v_priced.problems
    from unnest(v_priced.lines) priced where priced.problem is not null;
  end if;
  if v_priced.subtotal > 1000000000 then
    perform private.refuse('order_too_large');
  end if;

  v_priced.discount := 0;
  if v_code is not null then
    v_check := private.check_discount(v_tenant_id, v_code, p_user_id, v_priced.subtotal, p_lock);
    if v_check.problem is not null then
      v_priced.problems := v_priced.problems || v_check.problem;
    else
      v_discount := v_check.discount;
      v_priced.discount_id := v_discount.id;
      v_priced.discount_code := v_discount.code;
      v_priced.discount_kind := v_discount.kind;
      v_priced.discount := case v_discount.kind
        when 'percent' then (v_priced.subtotal * (v_discount.value * 100)::bigint + 5000) / 10000
        when 'fixed' then least(private.piastres(v_discount.value), v_priced.subtotal)
        else 0
      end;
    end if;
  end if;
  v_priced.manual_discount := p_manual_discount;
  v_goods := v_priced.subtotal - v_priced.discount - p_manual_discount;
  if v_goods < 0 then
    perform private.refuse('manual_discount_too_high', jsonb_build_object('amount', private.pounds(v_goods + p_manual_discount)));
  end if;

  v_priced.delivery := private.delivery_of(v_tenant_id, v_settings.shipping, p_address, p_order ->> 'shipping_method',
    -- What staff take off takes no free delivery away.
    v_goods + p_manual_discount, private.grams_of(v_priced.lines), v_priced.discount_kind is not distinct from 'free_shipping');
  v_priced.problems := v_priced.problems || coalesce((v_priced.delivery).problem, '[]');
  v_priced.shipping := coalesce(((v_priced.delivery).rate).price, 0);

  v_priced := private.with_points(v_priced, v_settings.points, p_order -> 'points', v_goods, p_user_id, v_tenant_id);
  v_priced.total := v_goods - v_priced.points_value + v_priced.shipping;
  return private.with_credit(v_priced, p_order -> 'store_credit', p_user_id, v_tenant_id);
end
$$;

-- Where an order goes that is not placed yet: a saved address of the caller's, or as much of one as they have typed.
create function private.quoted_address(p_order jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when pg_input_is_valid(coalesce(p_order ->> 'address_id', ''), 'uuid') then (
    select jsonb_build_object('governorate', address.governorate, 'city', address.city) from public.addresses address
    where address.id = (p_order ->> 'address_id')::uuid and address.user_id = auth.uid()
      and address.tenant_id = p_order ->> 'tenant_id'
  ) else p_order -> 'address' end
$$;

-- What an order would cost now, and everything that stands in its way. The document is place_order's. Of discount codes it notes
-- who tries many that do not exist, and answers them no more for an hour.
create function public.quote_order(p_order jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_tries_code constant boolean := coalesce(btrim(p_order ->> 'discount_code'), '') <> '';
  v_guesses constant boolean := v_tries_code and private.guesses_too_many_codes(v_tenant_id);
  v_address constant jsonb := private.quoted_address(p_order);
  v_priced private.priced_order := private.price_order(
    case when v_guesses then p_order - 'discount_code' else p_order end, auth.uid(), false, v_address);
begin
  if v_guesses then
    v_priced.problems := v_priced.problems || private.refusal('too_many_codes');
  elsif v_tries_code then
    perform private.note_code_guess(v_tenant_id, v_priced.problems @> '[{"code": "unknown_discount"}]');
  end if;
  return jsonb_build_object(
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'line', priced.line, 'product_id', priced.product_id, 'variant_id', priced.variant_id, 'sku', priced.sku,
        'customization_id', priced.customization_id, 'quantity', priced.quantity, 'name', priced.name, 'image', priced.image,
        'color', priced.color,
        'size', priced.size, 'type', priced.type, 'options', priced.options, 'stock', priced.stock,
        'unit_price', private.pounds(priced.unit), 'total', private.pounds(priced.unit * priced.quantity),
        'price_was', case when priced.price_was <> priced.unit then private.pounds(priced.price_was) end,
        'problem', priced.problem, 'message', private.line_problem(priced) -> 'message'
      ) order by priced.line)
      from unnest(v_priced.lines) priced
    ),
    'subtotal', private.pounds(v_priced.subtotal),
    'discount_code', v_priced.discount_code,
    'discount_kind', v_priced.discount_kind,
    'discount_total', private.pounds(v_priced.discount),
    'shipping_total', private.pounds(v_priced.shipping),
    'shipping', private.shown_rates((v_priced.delivery).rates),
    'points_balance', v_priced.points_balance,
    'points_used', v_priced.points_used,
    'points_value', private.pounds(v_priced.points_value),
    'points_earned', v_priced.points_earned,
    'total', private.pounds(v_priced.total),
    'store_credit_balance', private.pounds(v_priced.credit_balance),
    'store_credit', private.pounds(v_priced.credit_used),
    -- What paying in cash asks for, as far as the person's own orders and the place say it.
    'cash', case when ((v_priced.delivery).rate).cash_allowed is false then private.no_cash_there() else private.cash_rule(
      v_tenant_id, auth.uid(), null, v_address ->> 'governorate', private.pounds(v_priced.total - v_priced.credit_used)) end,
    'problems', v_priced.problems
  );
end
$$;

-- Grants

grant execute on function public.quote_order to anon, authenticated;

-- schemas/15_refused_lines.sql

-- Why a line of an order is refused.

-- Functions

-- What a refused line is called, by the name of its product and what its options' values are called: where too few are left, with
-- its variant.
create function private.refused_name(p_line private.priced_line, p_name text, p_words jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_line.problem = 'out_of_stock' and p_line.variant <> '' then p_name || ', ' || (
      select string_agg(coalesce(p_words ->> (chosen.option ->> 'value'), chosen.option ->> 'value'), ' / ' order by chosen.place)
      from jsonb_array_elements(p_line.options) with ordinality chosen (option, place)
    )
    else p_name
  end
$$;

-- What is wrong with a line, for the shopper; null of one that can be bought. A design has a size, a type and a color: a
-- product with further options to choose takes no print.
create function private.line_problem(p_line private.priced_line) returns jsonb
language sql stable as $$
  select private.refusal(p_line.problem, jsonb_strip_nulls(jsonb_build_object(
    'reason', case
      when p_line.problem = 'invalid_quantity' then 'order'
      when p_line.problem = 'out_of_stock' and p_line.stock <= 0 then 'sold_out'
      when p_line.problem = 'option_required' and p_line.design is not null and exists (
        select 1 from public.product_options
        where product_id = p_line.product_id and kind = 'other' and cardinality(values) > 1
      ) then 'print'
    end)) || jsonb_build_object(
    'line', p_line.line, 'product_id', p_line.product_id, 'variant_id', p_line.variant_id, 'available', p_line.stock,
    'name', private.refused_name(p_line, p_line.name, '{}'), 'translations', (
      select jsonb_object_agg(said.language, jsonb_build_object('name',
        private.refused_name(p_line, coalesce(said.texts ->> 'name', p_line.name), coalesce(said.texts -> 'values', '{}'))))
      from jsonb_each(private.sold_translations(p_line.product_id, p_line.options)) said (language, texts)
    )))
  where p_line.problem is not null
$$;

-- schemas/15_shares.sql

-- What each line bears of the discounts, the points and the tax of its order.

-- Tables

-- A line's parts of what is taken off an order, in piastres.
create type private.line_share as (line integer, discount bigint, points bigint);

-- Functions

-- Splits an amount by weights into whole parts that sum up to it, by the largest remainder; of equal ones the first gets more.
-- No part is larger than its weight as long as the amount is not larger than all of them.
create function private.split_amount(p_amount bigint, p_weights bigint[]) returns bigint[]
language sql immutable set search_path = '' as $$
  select array_agg(
    ranked.part + case when ranked.turn <= p_amount - ranked.given then 1 else 0 end order by ranked.place)
  from (
    select divided.place, divided.part, sum(divided.part) over () as given,
      row_number() over (order by divided.remainder desc, divided.place) as turn
    from (
      select weighed.place, p_amount * weighed.weight / weighed.total as part,
        p_amount * weighed.weight % weighed.total as remainder
      from (
        select place, weight, greatest(sum(weight) over (), 1)::bigint as total
        from unnest(p_weights) with ordinality as weights (weight, place)
      ) weighed
    ) divided
  ) ranked
$$;

-- The parts of each line in an order's discounts and points, by what the lines cost.
create function private.line_shares(p_lines private.priced_line[], p_discounts bigint, p_points bigint)
returns private.line_share[]
language plpgsql immutable set search_path = '' as $$
declare
  v_worth bigint[];
  v_discounts bigint[];
  v_points bigint[];
begin
  if p_discounts = 0 and p_points = 0 then
    return '{}';
  end if;
  v_worth := array(select priced.unit * priced.quantity from unnest(p_lines) priced order by priced.line);
  v_discounts := private.split_amount(p_discounts, v_worth);
  v_points := private.split_amount(p_points, array(
    select left_over.worth - left_over.discount from unnest(v_worth, v_discounts) as left_over (worth, discount)));
  return array(
    select row(priced.line, parts.discount, parts.points)::private.line_share
    from unnest(v_discounts, v_points) with ordinality as parts (discount, points, place)
    join (select line, row_number() over (order by line) as place from unnest(p_lines)) priced using (place));
end
$$;

-- The VAT that a store's prices contain, as a part of 1; 0 of a store that is not registered for it.
create function private.vat_rate(p_payment jsonb) returns numeric
language sql immutable set search_path = '' as $$ select coalesce((p_payment ->> 'vatRate')::numeric / 100, 0) $$;

-- The tax in a price that contains it.
create function private.contained_tax(p_price numeric, p_rate numeric) returns numeric
language sql immutable set search_path = '' as $$ select round(p_price * p_rate / (1 + p_rate), 2) $$;

-- Grants

-- Part of a generated column of orders, which staff update.
grant execute on function private.contained_tax to authenticated;

-- schemas/16_orders.sql

-- Orders: their tables, who reads them, and what the functions of orders have in common.

-- Tables

create type public.order_status as enum (
  'awaiting_payment', 'pending', 'confirmed', 'in_production', 'partly_sent', 'shipped', 'partly_delivered', 'delivered',
  'refused', 'return_requested', 'partly_returned', 'returned', 'cancelled'
);

-- What waits for staff. An order is in as many queues as there is to do.
create type public.order_queue as enum (
  'to_confirm', 'to_print', 'to_pack', 'to_hand_over', 'on_the_way', 'attempt_failed', 'came_back', 'returns', 'to_give_back',
  'cash_outstanding'
);

-- Where an order was made.
create type public.order_channel as enum ('web', 'phone', 'chat', 'counter');

-- What paying in cash at the door asks for beforehand, the mildest first.
create type public.cash_requirement as enum ('none', 'confirm', 'deposit', 'pay_before');

create type public.payment_method as enum ('cash_on_delivery', 'bank_transfer', 'online');

-- `with_courier`: the shopper has paid in cash, and the courier has not handed it over yet.
create type public.payment_status as enum (
  'unpaid', 'partly_paid', 'with_courier', 'paid', 'failed', 'refund_due', 'partly_refunded', 'refunded'
);

create type public.shipping_method as enum ('standard', 'express');

create type public.order_message_kind as enum (
  'placed', 'paid', 'shipped', 'attempt_failed', 'delivered', 'came_back', 'pieces_cancelled', 'cancelled', 'return_answered',
  'return_received', 'refunded', 'change_proposed', 'changed', 'note', 'confirm'
);

-- How a message reaches somebody.
create type public.message_channel as enum ('email', 'sms', 'whatsapp');

-- The one table of allowed moves, for staff and shoppers alike; screens read it to know which buttons to show.
create table public.order_status_transitions (
  from_status public.order_status not null,
  to_status public.order_status not null,
  by_shopper boolean not null default false,
  by_staff boolean not null default true,
  -- An order that is paid beforehand waits for its payment here.
  needs_payment boolean not null default false,
  -- Staff take their own last move back, for as long as the customer has not been told.
  takes_back boolean not null default false,
  primary key (from_status, to_status)
);
alter table public.order_status_transitions enable row level security;

insert into public.order_status_transitions (from_status, to_status, by_shopper, by_staff, needs_payment) values
  ('awaiting_payment', 'confirmed', false, true, true),
  ('awaiting_payment', 'cancelled', true, true, false),
  ('pending', 'confirmed', false, true, true),
  ('pending', 'cancelled', true, true, false),
  ('confirmed', 'in_production', false, true, true),
  ('confirmed', 'cancelled', true, true, false),
  ('in_production', 'shipped', false, true, true),
  ('in_production', 'cancelled', false, true, false),
  ('shipped', 'delivered', false, true, false),
  ('delivered', 'return_requested', true, true, false),
  ('return_requested', 'returned', false, true, false),
  ('return_requested', 'delivered', false, true, false),
  ('partly_sent', 'shipped', false, true, true),
  ('partly_delivered', 'delivered', false, true, false),
  ('partly_delivered', 'return_requested', true, true, false),
  ('partly_returned', 'return_requested', true, true, false);
insert into public.order_status_transitions (from_status, to_status, by_staff, takes_back) values
  ('confirmed', 'pending', false, true),
  ('in_production', 'confirmed', false, true),
  ('shipped', 'in_production', false, true);

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  number text not null,
  -- Null once the account is gone; the order stays.
  user_id uuid,
  -- Derived from `stage`, the pieces of the lines and the returns, by private.refresh_order.
  status public.order_status not null default 'pending',
  -- How far people have brought it before anything was sent.
  stage public.order_status not null default 'pending'
    check (stage in ('awaiting_payment', 'pending', 'confirmed', 'in_production')),
  -- Derived, as the status is.
  queues public.order_queue[] not null default '{}',
  channel public.order_channel not null default 'web',
  -- Of the staff who made it for the customer.
  placed_by uuid,
  payment_method public.payment_method not null,
  -- How its shopper pays online, or last tried to: card, wallet, instalments.
  online_method text check (online_method ~ '^[a-z][a-z0-9]{1,30}$'),
  payment_status public.payment_status not null default 'unpaid',
  payment_reference text check (length(payment_reference) <= 200),
  shipping_method public.shipping_method not null default 'standard',
  -- Working days that were promised for its delivery; null for no promise.
  days_from smallint check (days_from between 0 and 60),
  days_to smallint check (days_to between 0 and 60),
  subtotal numeric(12, 2) not null check (subtotal >= 0),
  discount_total numeric(12, 2) not null default 0 check (discount_total >= 0),
  -- What staff took off an order that they made, and why.
  manual_discount numeric(12, 2) not null default 0 check (manual_discount >= 0),
  manual_discount_reason text not null default '' check (length(manual_discount_reason) <= 500),
  shipping_total numeric(12, 2) not null default 0 check (shipping_total >= 0),
  points_used integer not null default 0 check (points_used >= 0),
  points_value numeric(12, 2) not null default 0 check (points_value >= 0),
  -- As sold. What it costs now is `charged`.
  total numeric(12, 2) not null check (total >= 0),
  -- Sums of public.payment_entries, kept by private.book_money: what the order costs now, what came for it (store credit and
  -- cash that couriers collected too), what went back, and what couriers still hold.
  charged numeric(12, 2) not null default 0 check (charged >= 0),
  received numeric(12, 2) not null default 0 check (received >= 0),
  given_back numeric(12, 2) not null default 0 check (given_back >= 0),
  at_courier numeric(12, 2) not null default 0 check (at_courier >= 0),
  -- What its delivery costs more, or less, since an edit of its address or method.
  shipping_difference numeric(12, 2) not null default 0,
  -- Taken off what the order costs: of its delivery, and for nothing that was sold.
  shipping_credited numeric(12, 2) not null default 0,
  goodwill numeric(12, 2) not null default 0 check (goodwill >= 0),
  -- VAT that prices contain, as it was when the order was placed, and what of it is in the delivery fee.
  tax_rate numeric(5, 4) not null default 0 check (tax_rate between 0 and 1),
  shipping_tax numeric(12, 2) not null generated always as (private.contained_tax(shipping_total, tax_rate)) stored,
  -- What delivery will earn.
  points_earned integer not null default 0 check (points_earned >= 0),
  discount_id uuid,
  discount_code text,
  -- As it was when the order was placed.
  customer_name text not null default '',
  customer_email text not null default '',
  address jsonb not null check (jsonb_typeof(address) = 'object'),
  slot_id uuid,
  slot_date date,
  slot_from time,
  slot_to time,
  note text not null default '' check (length(note) <= 1000),
  -- An unpaid online order gives its stock back after this moment.
  reserved_until timestamptz,
  delivered_at timestamptz,
  replaces_order_id uuid,
  -- What paying in cash asked for when it was placed and why (private.cash_rule), until when it has to be confirmed or paid in part,
  -- when and by what it was confirmed, why staff overruled it, and what has to come before it goes on, with its store credit.
  cash_requirement public.cash_requirement not null default 'none',
  cash_reasons jsonb not null default '[]' check (jsonb_typeof(cash_reasons) = 'array'),
  confirm_until timestamptz,
  confirmed_at timestamptz,
  confirmed_by text check (confirmed_by in ('link', 'code', 'staff')),
  cash_overruled text not null default '' check (length(cash_overruled) <= 500),
  deposit numeric(12, 2) not null default 0 check (deposit >= 0),
  idempotency_key text not null check (length(idempotency_key) between 8 and 100),
  -- A hash of the request, so that a key which comes back with another request is refused.
  document_hash bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, number),
  -- The key first: whoever looks for a customer's orders without it has orders_by_customer alone.
  unique (idempotency_key, user_id, tenant_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete set null (user_id),
  foreign key (tenant_id, discount_id) references public.discounts (tenant_id, id) on delete set null (discount_id),
  foreign key (tenant_id, slot_id) references public.delivery_slots (tenant_id, id) on delete set null (slot_id),
  foreign key (tenant_id, replaces_order_id) references public.orders (tenant_id, id),
  constraint orders_shipping check (shipping_credited between 0 and shipping_total + shipping_difference),
  constraint orders_adds_up check (total = subtotal - discount_total - manual_discount - points_value + shipping_total),
  constraint orders_give_back_what_came check (given_back <= received)
) with (fillfactor = 90);
create unique index orders_by_staff_key on public.orders (placed_by, idempotency_key, tenant_id) where placed_by is not null;
create index orders_newest on public.orders (tenant_id, created_at desc, id);
-- What counting a store's orders has to read of them: row-level security asks whose they are.
create index orders_of_store on public.orders (tenant_id, user_id);
create index orders_by_status on public.orders (tenant_id, status, created_at desc);
create index orders_waiting on public.orders (tenant_id) include (queues) where queues <> '{}';
create index orders_reserved on public.orders (reserved_until) where reserved_until is not null;
create index orders_to_confirm on public.orders (confirm_until) where confirm_until is not null and status = 'pending';
create index orders_refund_due on public.orders (tenant_id) where payment_status = 'refund_due';
create index orders_with_courier on public.orders (tenant_id) include (at_courier) where at_courier > 0;
create index orders_by_slot on public.orders (tenant_id, slot_id, slot_date) where slot_id is not null;
create index orders_by_discount on public.orders (tenant_id, discount_id) where discount_id is not null;
create index orders_replacing on public.orders (tenant_id, replaces_order_id) where replaces_order_id is not null;
create index orders_by_customer on public.orders (tenant_id, user_id, created_at desc)
  include (total, charged, status, replaces_order_id);

-- By the number first: what is looked for by the store alone has indexes of its own.
create index orders_by_phone on public.orders (private.national_digits(address ->> 'phone') text_pattern_ops, tenant_id);
create index orders_by_last_digits
  on public.orders (reverse(private.national_digits(address ->> 'phone')) text_pattern_ops, tenant_id);

alter table public.orders enable row level security;

-- One for each queue, which holds what waits in it alone: under row-level security PostgreSQL looks nothing up by what an array
-- contains, but knows that an index is of such rows.
create index orders_queue_to_confirm on public.orders (tenant_id, created_at, id) where queues @> '{to_confirm}';
create index orders_queue_to_print on public.orders (tenant_id, created_at, id) where queues @> '{to_print}';
create index orders_queue_to_pack on public.orders (tenant_id, created_at, id) where queues @> '{to_pack}';
create index orders_queue_to_hand_over on public.orders (tenant_id, created_at, id) where queues @> '{to_hand_over}';
create index orders_queue_on_the_way on public.orders (tenant_id, created_at, id) where queues @> '{on_the_way}';
create index orders_queue_attempt_failed on public.orders (tenant_id, created_at, id) where queues @> '{attempt_failed}';
create index orders_queue_came_back on public.orders (tenant_id, created_at, id) where queues @> '{came_back}';
create index orders_queue_returns on public.orders (tenant_id, created_at, id) where queues @> '{returns}';
create index orders_queue_to_give_back on public.orders (tenant_id, created_at, id) where queues @> '{to_give_back}';
create index orders_queue_cash_outstanding on public.orders (tenant_id, created_at, id) where queues @> '{cash_outstanding}';

-- How many messages an address had lately.
create index orders_by_email on public.orders (customer_email, created_at) where customer_email <> '';

-- Whether an order keeps goods that nobody has taken and paid whole, be it that store credit paid a part of them.
create function private.keeps_unpaid_goods(p_payment public.payment_status, p_status public.order_status) returns boolean
language sql immutable as $$
  select p_payment in ('unpaid', 'partly_paid')
    and p_status in ('awaiting_payment', 'pending', 'confirmed', 'in_production', 'partly_sent', 'shipped')
$$;

create index orders_unpaid_by_address on public.orders (tenant_id, private.address_key(address))
  where private.keeps_unpaid_goods(payment_status, status);

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  position smallint not null,
  -- Null when the product is gone, or when the line is a garment of the designer's own.
  product_id uuid,
  variant_id uuid,
  customization_id uuid,
  -- Of a line that an edit added after the order was placed.
  edit_id uuid,
  -- As sold.
  sku text,
  name text not null,
  image text,
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  quantity integer not null check (quantity > 0),
  total numeric(12, 2) not null generated always as (unit_price * quantity) stored,
  -- The line's part of the order's discounts and points, allocated when it was sold, so that the parts sum up to the piastre.
  discount_share numeric(12, 2) not null default 0 check (discount_share >= 0),
  points_share numeric(12, 2) not null default 0 check (points_share >= 0),
  -- What the line costs, VAT contained.
  net numeric(12, 2) not null generated always as (unit_price * quantity - discount_share - points_share) stored,
  tax_rate numeric(5, 4) not null default 0 check (tax_rate between 0 and 1),
  tax_share numeric(12, 2) not null default 0 check (tax_share >= 0),
  -- Pieces: called off, in a parcel that is here, handed over (and not come back), arrived, come back without being taken, and
  -- given back by the shopper. Booked by the functions of shipments and returns alone.
  cancelled integer not null default 0 check (cancelled >= 0),
  packed integer not null default 0 check (packed >= 0),
  sent integer not null default 0 check (sent >= 0),
  delivered integer not null default 0 check (delivered between 0 and sent),
  refused integer not null default 0 check (refused >= 0),
  returned integer not null default 0 check (returned between 0 and delivered),
  -- Prints that were made of a design's pieces.
  printed integer not null default 0 check (printed >= 0),
  -- What was taken off the line's price since.
  credited numeric(12, 2) not null default 0 check (credited >= 0),
  color text,
  size text,
  type text,
  -- All options of the variant, in order: [{"name", "value"}].
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  -- Its name, and what its options' values were called: {"ar": {"name": "…", "values": {"Black": "…"}}}.
  translations jsonb not null default '{}' check (private.are_translations(translations, 20000)),
  -- The garment of the designer, of a line that is no product; the app has its words.
  garment text,
  -- {"garment", "design", "preview"} as ordered; later edits of the design do not reach it.
  customization jsonb,
  unique (order_id, position),
  unique (tenant_id, id),
  constraint order_lines_pieces check (cancelled + packed + sent + refused <= quantity),
  constraint order_lines_net check (unit_price * quantity >= discount_share + points_share + credited),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete set null (product_id),
  foreign key (tenant_id, variant_id) references public.product_variants (tenant_id, id) on delete set null (variant_id),
  foreign key (tenant_id, customization_id) references public.customizations (tenant_id, id)
    on delete set null (customization_id)
);
create index order_lines_by_variant on public.order_lines (tenant_id, variant_id) where variant_id is not null;
create index order_lines_by_product on public.order_lines (tenant_id, product_id) where product_id is not null;
create index order_lines_by_design on public.order_lines (tenant_id, customization_id)
  where customization_id is not null;
alter table public.order_lines enable row level security;

create table public.order_events (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  actor_id uuid,
  actor text not null check (actor in ('shopper', 'staff', 'system')),
  from_status public.order_status,
  to_status public.order_status,
  -- What a person wrote.
  note text not null default '' check (length(note) <= 2000),
  -- What the store itself says: {"code", and the values of its sentence}. The app has the words.
  remark jsonb check (jsonb_typeof(remark -> 'code') = 'string'),
  -- Pieces that were cancelled while the rest of the order stays: [{"order_line_id", "name", "quantity"}].
  pieces jsonb check (jsonb_typeof(pieces) = 'array'),
  -- Staff's own notes; the shopper does not see them.
  is_internal boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant_id, id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index order_events_by_order on public.order_events (order_id, created_at);
alter table public.order_events enable row level security;

create table public.discount_uses (
  order_id uuid primary key,
  tenant_id text not null,
  discount_id uuid not null,
  user_id uuid,
  amount numeric(12, 2) not null check (amount >= 0),
  created_at timestamptz not null default now(),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, discount_id) references public.discounts (tenant_id, id) on delete cascade
);
create index discount_uses_by_discount on public.discount_uses (tenant_id, discount_id, user_id);
alter table public.discount_uses enable row level security;

-- Policies

create policy "Everybody reads which moves an order can make" on public.order_status_transitions
  for select to anon, authenticated using (true);

create policy "Shoppers read their own orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their store's orders" on public.orders
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Staff move their store's orders" on public.orders
  for update to authenticated
  using (tenant_id = any ((select private.staff_tenants())::text[]))
  with check (tenant_id = any ((select private.staff_tenants())::text[]));

call private.add_aal2_policies('public.orders');

create policy "Shoppers read the lines of their own orders" on public.order_lines
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's order lines" on public.order_lines
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Shoppers read what happened to their own orders" on public.order_events
  for select to authenticated using (
    not is_internal
    and exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read what happened to their store's orders" on public.order_events
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Shoppers read their own discount uses" on public.discount_uses
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their store's discount uses" on public.discount_uses
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Functions

create function private.can_read_order(p_order_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.orders
    where id = p_order_id and (user_id = auth.uid() or tenant_id = any (private.customer_tenants()))
  );
end
$$;

-- What a line is called, in every language: {"name", "translations", "garment"}.
create function private.line_names(p_line public.order_lines) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', p_line.name, 'translations', nullif(p_line.translations, '{}'), 'garment', p_line.garment))
$$;

create function private.order_json(p_order public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(p_order) - '{idempotency_key,document_hash}'::text[] || jsonb_build_object('lines', (
    select jsonb_agg(to_jsonb(order_lines) - '{tenant_id,order_id}'::text[] order by position)
    from public.order_lines where order_id = p_order.id
  ))
$$;

-- What an order's delivery costs now.
create function private.delivery_fee(p_order public.orders) returns numeric
language sql immutable set search_path = '' as $$
  select p_order.shipping_total + p_order.shipping_difference - p_order.shipping_credited
$$;

-- Whether an order waits for staff to confirm it.
create function private.waits_for_staff(p_status public.order_status, p_method public.payment_method) returns boolean
language sql immutable set search_path = '' as $$
  select p_status = 'pending' or p_status = 'awaiting_payment' and p_method = 'bank_transfer'
$$;

-- What the caller is to an order: staff, shopper or system; null for everybody else.
create function private.order_actor(p_order public.orders) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when auth.uid() is null or private.is_service() then 'system'
    when private.is_staff(p_order.tenant_id) then 'staff'
    when p_order.user_id = auth.uid() then 'shopper'
  end;
end
$$;

-- Locks orders by id, with those that they replace, which cancelling them changes too. Several of one store are changed one call
-- after the other, as those that the data API updates: see private.serialize_order_updates.
create function private.lock_orders(p_order_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_ids constant uuid[] := array(
    select distinct named.id from public.orders, unnest(array[orders.id, orders.replaces_order_id]) named (id)
    where orders.id = any (p_order_ids) and named.id is not null
  );
begin
  if cardinality(v_ids) > 1 then
    perform pg_advisory_xact_lock(hashtextextended('orders:' || store.tenant_id, 0)) from (
      select distinct orders.tenant_id from public.orders where orders.id = any (v_ids) order by orders.tenant_id
    ) store;
  end if;
  perform 1 from public.orders where orders.id = any (v_ids) order by orders.id for update;
end
$$;

-- The order, locked, if the caller may act on it; any other does not exist for them.
create function private.lock_order_for_caller(p_order_id uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  perform private.lock_orders(array[p_order_id]);
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_order');
  end if;
  perform private.require_aal();
  return v_order;
end
$$;

create function private.note_on_order(p_order public.orders, p_note text, p_internal boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_events (tenant_id, order_id, actor_id, actor, note, is_internal)
  values (p_order.tenant_id, p_order.id, auth.uid(), private.order_actor(p_order), left(p_note, 2000), p_internal);
end
$$;

-- Writes what the store itself says into an order's history: a code, and the values of its sentence.
create function private.remark_on_order(
  p_order public.orders, p_code text, p_values jsonb default '{}', p_internal boolean default false
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  values (p_order.tenant_id, p_order.id, 'system', jsonb_build_object('code', p_code) || p_values, p_internal);
end
$$;

-- Grants

grant select on public.order_status_transitions to anon, authenticated;
grant select on public.orders to authenticated;
grant update (status, payment_reference) on public.orders to authenticated;
grant select on public.order_lines to authenticated;
grant select on public.order_events to authenticated;
grant select on public.discount_uses to authenticated;
grant execute on function private.can_read_order to anon, authenticated;
-- Whoever updates an order asks it of the index.
grant execute on function private.keeps_unpaid_goods to authenticated;

-- schemas/17_points_and_stock.sql

-- Loyalty points and stock, each with the ledger that its balance is derived from.

-- Tables

create type public.point_kind as enum ('earned', 'redeemed', 'refunded', 'reversed', 'adjusted', 'exchanged');

create type public.stock_reason as enum ('initial', 'sale', 'cancelled', 'returned', 'replaced', 'adjusted');

-- The ledger. The balance in a profile is its sum, kept by a trigger.
create table public.point_entries (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null,
  kind public.point_kind not null,
  delta integer not null check (delta <> 0),
  order_id uuid,
  reason text not null default '' check (length(reason) <= 500),
  actor_id uuid,
  created_at timestamptz not null default now(),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  constraint point_entries_sign check (
    case kind
      when 'earned' then delta > 0
      when 'refunded' then delta > 0
      when 'redeemed' then delta < 0
      when 'exchanged' then delta < 0
      when 'reversed' then delta < 0
      else true
    end
  )
);
create index point_entries_by_person on public.point_entries (user_id, tenant_id, created_at desc);
create index point_entries_by_order on public.point_entries (tenant_id, order_id) where order_id is not null;
alter table public.point_entries enable row level security;

-- Every change of a variant's stock; their sum is the stock.
create table public.stock_movements (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  product_id uuid not null,
  -- No foreign key: the ledger outlives a variant that goes.
  variant_id uuid not null,
  -- What the variant was called.
  variant text not null default '',
  delta integer not null,
  stock_after integer not null check (stock_after >= 0),
  reason public.stock_reason not null,
  order_id uuid,
  actor_id uuid,
  note text not null default '' check (length(note) <= 500),
  created_at timestamptz not null default now(),
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade,
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index stock_movements_by_product on public.stock_movements (tenant_id, product_id, id desc);
create index stock_movements_by_order on public.stock_movements (order_id) where order_id is not null;
alter table public.stock_movements enable row level security;

-- Policies

create policy "People read their own points" on public.point_entries
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their customers' points" on public.point_entries
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Staff read their store's stock movements" on public.stock_movements
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

-- Functions

create function private.point_entry_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set
    points = points + new.delta,
    redeemed_points = redeemed_points + case
      when new.kind in ('redeemed', 'exchanged', 'refunded') then -new.delta
      else 0
    end
  where id = new.user_id and tenant_id = new.tenant_id and points + new.delta >= 0;
  if not found then
    raise log 'Insufficient points for redemption';
    perform private.refuse('insufficient_points');
  end if;
  return null;
end
$$;

-- Exchanges points for a voucher of their value, for the caller's next order in the store.
create function public.redeem_points(p_tenant_id text, p_points integer, p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('redeem_points', p_tenant_id, p_points));
  v_user_id uuid := auth.uid();
  v_settings jsonb;
  v_balance integer;
  v_code text;
  v_value numeric;
begin
  if v_first is not null then
    return v_first;
  end if;
  if v_user_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_aal();
  select settings.points into v_settings from public.settings where settings.tenant_id = p_tenant_id;
  if not coalesce((v_settings ->> 'enabled')::boolean, false) then
    perform private.refuse('points_closed');
  end if;
  if p_points is null or p_points <= 0 then
    perform private.refuse('invalid_points');
  end if;
  select points into v_balance from public.profiles
  where id = v_user_id and tenant_id = p_tenant_id for no key update;
  if coalesce(v_balance, 0) < p_points then
    raise log 'Insufficient points for redemption';
    perform private.refuse('insufficient_points', jsonb_build_object('points', coalesce(v_balance, 0)));
  end if;
  v_value := p_points * (v_settings ->> 'pointValue')::numeric;
  v_code := 'PTS-' || right(private.order_number(p_tenant_id), 11);
  insert into public.point_entries (tenant_id, user_id, kind, delta, reason, actor_id)
  values (p_tenant_id, v_user_id, 'exchanged', -p_points, v_code, v_user_id);
  insert into public.discounts (tenant_id, code, description, kind, value, total_limit, user_id)
  values (p_tenant_id, v_code, 'Voucher for points', 'fixed', v_value, 1, v_user_id);
  return private.keep_answer(p_request_id,
    jsonb_build_object('code', v_code, 'value', v_value, 'points', v_balance - p_points));
end
$$;

-- Switches unused vouchers off that points were exchanged for, newest first, until `p_points` are reached, and gives their
-- points back. Returns how many points. The caller has locked the person's vouchers.
create function private.take_vouchers_back(p_tenant_id text, p_user_id uuid, p_points integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_voucher record;
  v_returned integer := 0;
begin
  for v_voucher in
    select discount.id, discount.code, -entry.delta as points
    from public.discounts discount
    join public.point_entries entry
      on entry.tenant_id = discount.tenant_id and entry.user_id = discount.user_id and entry.kind = 'exchanged'
        and entry.reason = discount.code
    where discount.tenant_id = p_tenant_id and discount.user_id = p_user_id and discount.is_active
      and not exists (select 1 from public.discount_uses discount_use where discount_use.discount_id = discount.id)
    order by discount.created_at desc, discount.id
  loop
    exit when v_returned >= p_points;
    update public.discounts set is_active = false where id = v_voucher.id;
    insert into public.point_entries (tenant_id, user_id, kind, delta, reason)
    values (p_tenant_id, p_user_id, 'refunded', v_voucher.points, v_voucher.code);
    v_returned := v_returned + v_voucher.points;
  end loop;
  return v_returned;
end
$$;

-- Gives or takes points with a reason; staff only.
create function public.adjust_points(
  p_tenant_id text, p_user_id uuid, p_delta integer, p_reason text, p_request_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('adjust_points', p_tenant_id, p_user_id, p_delta, p_reason));
  v_points integer;
begin
  if v_first is not null then
    return v_first::integer;
  end if;
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  if p_delta is null or p_delta = 0 or abs(p_delta) > 1000000 then
    perform private.refuse('invalid_points');
  end if;
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  insert into public.point_entries (tenant_id, user_id, kind, delta, reason, actor_id)
  values (p_tenant_id, p_user_id, 'adjusted', p_delta, btrim(p_reason), auth.uid());
  select points into v_points from public.profiles where id = p_user_id and tenant_id = p_tenant_id;
  perform private.keep_answer(p_request_id, to_jsonb(v_points));
  return v_points;
end
$$;

-- Adds to the stock of variants, or takes from it, with a movement each; their products are locked. Answers with the changes.
create function private.move_stock(
  p_variant_ids uuid[], p_deltas integer[], p_reason public.stock_reason, p_note text default '', p_order_id uuid default null
) returns private.variant_change[]
language plpgsql security definer set search_path = '' as $$
declare
  v_changes private.variant_change[];
begin
  with moved as (
    update public.product_variants variant set stock = variant.stock + moved.delta
    from unnest(p_variant_ids, p_deltas) moved (variant_id, delta)
    where variant.id = moved.variant_id and moved.delta <> 0
    returning variant.tenant_id, variant.product_id, variant.id,
      private.variant_name(variant.option1, variant.option2, variant.option3) as name, variant.stock, moved.delta
  ),
  written as (
    insert into public.stock_movements (
      tenant_id, product_id, variant_id, variant, delta, stock_after, reason, order_id, actor_id, note
    )
    select moved.tenant_id, moved.product_id, moved.id, moved.name, moved.delta, moved.stock, p_reason, p_order_id, auth.uid(), p_note
    from moved
  )
  select array_agg(row(moved.product_id, moved.id, moved.name, moved.stock - moved.delta, moved.stock)::private.variant_change)
  into v_changes from moved;
  if exists (select 1 from unnest(v_changes) change where least(change.stock, change.stock_was) <= private.few_left()) then
    perform private.publish_stock_change(v_changes);
  end if;
  return coalesce(v_changes, '{}');
end
$$;

-- The same for what staff count or correct, which the audit log has as well.
create function private.adjust_stocks(p_variant_ids uuid[], p_deltas integer[], p_note text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit_stock(private.move_stock(p_variant_ids, p_deltas, 'adjusted', p_note));
end
$$;

-- Adds to or takes from a variant's stock and returns what there is now; it never goes below 0 (docs/product.md, Points
-- and stock). A product with a single variant needs no name of it.
create function public.adjust_stock(
  p_product_id uuid, p_delta integer, p_note text default '', p_variant_id uuid default null, p_request_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('adjust_stock', p_product_id, p_delta, p_note, p_variant_id));
  v_product public.products;
  v_variants public.product_variants[];
begin
  if v_first is not null then
    return v_first::integer;
  end if;
  select * into v_product from public.products where id = p_product_id for no key update;
  perform private.require_staff(v_product.tenant_id);
  perform private.require_aal();
  if p_delta is null or abs(p_delta) > 1000000 then
    perform private.refuse('invalid_quantity');
  end if;
  v_variants := array(
    select variant from public.product_variants variant
    where variant.product_id = p_product_id
      and case when p_variant_id is null then variant.is_active else variant.id = p_variant_id end
  );
  if cardinality(v_variants) = 0 and p_variant_id is not null then
    perform private.refuse('unknown_variant');
  elsif cardinality(v_variants) <> 1 then
    perform private.refuse('stock_of_variants', private.product_names(v_product) || jsonb_build_object(
      'reason', 'product', 'count', cardinality(v_variants)));
  end if;
  perform private.check_stock_change(v_product, v_variants[1], p_delta);
  perform private.adjust_stocks(array[v_variants[1].id], array[p_delta], left(coalesce(p_note, ''), 500));
  perform private.keep_answer(p_request_id, to_jsonb(v_variants[1].stock + p_delta));
  return v_variants[1].stock + p_delta;
end
$$;

-- Triggers

create trigger point_entries_counted after insert on public.point_entries
  for each row execute function private.point_entry_counted();

-- Grants

grant select on public.point_entries to authenticated;
grant select on public.stock_movements to authenticated;
grant execute on function public.redeem_points, public.adjust_points, public.adjust_stock to authenticated;

-- schemas/18_cash_rules.sql

-- What a store asks for before it sends an order that is paid in cash, and how such an order is confirmed.

-- Tables

-- Links and codes that were sent to confirm an order; of each only a hash is kept.
create table private.order_confirmations (
  token_hash bytea primary key,
  code_hash bytea not null,
  -- How often something else was typed as the code of the order since: after five times it is no use any more.
  wrong_codes integer not null default 0,
  tenant_id text not null,
  order_id uuid not null,
  created_at timestamptz not null default now(),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index order_confirmations_by_order on private.order_confirmations (tenant_id, order_id);
alter table private.order_confirmations enable row level security;

-- Functions

-- How many parcels of a person, or to a phone number, arrived and came back without being taken.
create function private.deliveries_of(
  p_tenant_id text, p_user_id uuid, p_phone text, out delivered bigint, out refused bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  select count(*) filter (where parcel.state = 'delivered'), count(*) filter (where parcel.state = 'came_back')
  into delivered, refused
  from public.orders join public.shipments parcel on parcel.order_id = orders.id
  where orders.tenant_id = p_tenant_id
    and (orders.user_id = p_user_id or p_phone <> '' and private.national_digits(orders.address ->> 'phone') = p_phone);
end
$$;

-- What of an amount in pounds is paid before, by the rules of a store that asks for a deposit.
create function private.deposit_of(p_rules jsonb, p_amount numeric) returns numeric
language sql immutable set search_path = '' as $$
  select least(p_amount, coalesce(
    (p_rules ->> 'depositAmount')::numeric, greatest(round(p_amount * (p_rules ->> 'depositPercent')::numeric / 100, 2), 0.01)))
$$;

-- Whether a store has a way open by which a deposit can be paid.
create function private.takes_deposits(p_tenant_id text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.settings
    where settings.tenant_id = p_tenant_id
      and ((settings.payment ->> 'onlinePayment')::boolean or (settings.payment ->> 'bankTransfer')::boolean)
  )
$$;

-- What a store asks for before it sends an order of some pounds for cash, and why: {"requirement", "reasons": [{"rule", and what
-- it goes by}], "hours" to confirm it or to pay the "deposit": pounds}. Of the rules that apply the strictest counts; where no
-- deposit can be paid, a confirmation. `contact` is what others with the phone number did, of which nobody is told.
create function private.cash_rule(
  p_tenant_id text, p_user_id uuid, p_phone text, p_governorate text, p_amount numeric
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_rules constant jsonb := coalesce(
    (select staff_settings.cash_rules from public.staff_settings where staff_settings.tenant_id = p_tenant_id), '{}');
  v_refusals constant integer := coalesce((v_rules ->> 'refusalsFrom')::integer, 1);
  v_own record;
  v_all record;
  v_requirement public.cash_requirement;
  v_reasons jsonb;
  v_deposit numeric;
begin
  if v_rules = '{}' then
    return '{"requirement": "none", "reasons": [], "hours": 24, "deposit": 0}';
  end if;
  v_own := private.deliveries_of(p_tenant_id, p_user_id, null);
  v_all := private.deliveries_of(p_tenant_id, p_user_id, private.national_digits(p_phone));
  with applying as (
    select known.place, known.requirement::public.cash_requirement as requirement, known.reason
    from (values
      (1, v_rules ->> 'firstOrder', v_all.delivered = 0, jsonb_build_object('rule', 'first_order')),
      (2, v_rules ->> 'amount', p_amount >= (v_rules ->> 'amountFrom')::numeric,
        jsonb_build_object('rule', 'amount', 'amount', v_rules -> 'amountFrom')),
      (3, v_rules ->> 'refusals', v_own.refused >= v_refusals, jsonb_build_object('rule', 'refusals', 'refused', v_own.refused)),
      (4, v_rules ->> 'refusals', v_own.refused < v_refusals and v_all.refused >= v_refusals, jsonb_build_object('rule', 'contact')),
      (5, v_rules ->> 'governorate', v_rules -> 'governorates' ? p_governorate,
        jsonb_build_object('rule', 'governorate', 'governorate', p_governorate))
    ) as known (place, requirement, applies, reason)
    where known.applies and coalesce(known.requirement, 'none') <> 'none'
  )
  select max(applying.requirement), jsonb_agg(applying.reason order by applying.place) filter (
    where applying.requirement = (select max(strictest.requirement) from applying strictest))
  into v_requirement, v_reasons from applying;
  if v_requirement = 'deposit' then
    if private.takes_deposits(p_tenant_id) then
      v_deposit := private.deposit_of(v_rules, p_amount);
    else
      v_requirement := 'confirm';
    end if;
  end if;
  return jsonb_build_object('requirement', coalesce(v_requirement, 'none'), 'reasons', coalesce(v_reasons, '[]'),
    'hours', coalesce(v_rules -> 'hours', '24'), 'deposit', coalesce(v_deposit, 0));
end
$$;

-- What cash_rule says where a zone takes no cash.
create function private.no_cash_there() returns jsonb
language sql immutable set search_path = '' as $$
  select '{"requirement": "pay_before", "reasons": [{"rule": "zone"}], "hours": 24, "deposit": 0}'::jsonb
$$;

-- The rule for an order that is being placed, of which so many piastres are open; refuses cash where it is to be paid before.
-- Staff who take an order speak with the customer, so that nothing is left to confirm, and may overrule the rule with a reason,
-- "cash_overruled" of the document; a deposit they ask for like everybody.
create function private.placed_cash_rule(
  p_order jsonb, p_user_id uuid, p_address jsonb, p_open bigint, p_by_staff boolean, p_cash_there boolean
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_overruled constant text := left(btrim(coalesce(case when p_by_staff then p_order ->> 'cash_overruled' end, '')), 500);
  v_rule jsonb;
begin
  if p_order ->> 'payment_method' <> 'cash_on_delivery' or p_open = 0 then
    return '{"requirement": "none", "reasons": [], "overruled": "", "deposit": 0}';
  end if;
  v_rule := case when p_cash_there is false then private.no_cash_there() else private.cash_rule(
    p_order ->> 'tenant_id', p_user_id, p_address ->> 'phone', p_address ->> 'governorate', private.pounds(p_open)) end;
  if v_rule ->> 'requirement' = 'pay_before' and v_overruled = '' then
    perform private.refuse('cash_not_open',
      (v_rule #> '{reasons,0}') - 'rule' || jsonb_build_object('reason', v_rule #>> '{reasons,0,rule}'));
  end if;
  return v_rule || jsonb_build_object('overruled', v_overruled) || case
    when v_overruled <> '' or p_by_staff and v_rule ->> 'requirement' <> 'deposit' then '{"requirement": "none", "deposit": 0}'::jsonb
    else '{}' end;
end
$$;

create function private.code_hash(p_order_id uuid, p_code text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(p_order_id::text || p_code, 'UTF8'))
$$;

-- Makes a link and a code of six digits to confirm an order, which are kept nowhere: {"token", "code"}.
create function private.new_confirmation(p_order public.orders) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- Twice 122 random bits, and 32 of another.
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  v_code constant text := lpad((('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint % 1000000)::text, 6, '0');
begin
  insert into private.order_confirmations (token_hash, code_hash, tenant_id, order_id)
  values (sha256(convert_to(v_token, 'UTF8')), private.code_hash(p_order.id, v_code), p_order.tenant_id, p_order.id);
  return jsonb_build_object('token', v_token, 'code', v_code);
end
$$;

-- Confirms an order that waits for it, which the caller has locked.
create function private.confirm_waiting_order(p_order public.orders, p_by text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if p_order.status = 'cancelled' then
    return 'cancelled';
  elsif p_order.status <> 'pending' then
    return 'confirmed';
  elsif p_order.confirm_until < now() then
    return 'expired';
  end if;
  update public.orders set status = 'confirmed', confirmed_by = p_by where orders.id = p_order.id;
  return 'confirmed';
end
$$;

-- Confirms an order by the secret of a link; answers what came of it: confirmed (also before), expired, cancelled or unknown. For
-- the server.
create function public.confirm_order(p_token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  perform private.require_service();
  select orders.* into v_order from private.order_confirmations asked
  join public.orders on orders.id = asked.order_id
  where asked.token_hash = sha256(convert_to(p_token, 'UTF8')) for update of orders;
  if not found then
    return 'unknown';
  end if;
  return private.confirm_waiting_order(v_order, 'link');
end
$$;

-- Confirms an order by its number and the code of a message; answers as confirm_order does, or wrong_code, also of an order that
-- does not exist and after five wrong ones. For the server.
create function public.confirm_order_by_code(p_tenant_id text, p_number text, p_code text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  perform private.require_service();
  select orders.* into v_order from public.orders
  where orders.tenant_id = p_tenant_id and orders.number = upper(btrim(p_number)) for update;
  if not exists (
    select 1 from private.order_confirmations asked
    where asked.order_id = v_order.id and asked.tenant_id = p_tenant_id and asked.wrong_codes < 5
      and asked.code_hash = private.code_hash(v_order.id, p_code)
  ) then
    update private.order_confirmations asked set wrong_codes = asked.wrong_codes + 1
    where asked.order_id = v_order.id and asked.tenant_id = p_tenant_id and asked.wrong_codes < 5;
    return 'wrong_code';
  end if;
  return private.confirm_waiting_order(v_order, 'code');
end
$$;

-- Cancels orders that nobody confirmed in time, with their goods back in stock and a message; returns how many. For the server.
create function public.cancel_unconfirmed_orders(p_limit integer default 100) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
begin
  perform private.require_service();
  v_ids := array(
    select orders.id from public.orders
    where orders.status = 'pending' and orders.confirm_until < now() and orders.cash_requirement = 'confirm'
    order by orders.id limit least(greatest(p_limit, 1), 1000) for update skip locked
  );
  perform private.lock_goods(v_ids);
  update public.orders set status = 'cancelled' where orders.id = any (v_ids);
  perform private.remark_on_move(v_ids, 'not_confirmed');
  return cardinality(v_ids);
end
$$;

-- Lets an order go on without what paying in cash asks for, a confirmation or a deposit, for a reason that staff give. Staff only.
create function public.overrule_cash_rule(p_order_id uuid, p_reason text, p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('overrule_cash_rule', p_order_id, p_reason));
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 500);
  v_order public.orders := private.lock_order_for_caller(p_order_id);
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  if v_reason = '' then
    perform private.refuse('reason_required');
  elsif v_order.confirm_until is null or v_order.status not in ('pending', 'awaiting_payment') then
    perform private.refuse('cash_not_ruled');
  end if;
  update public.orders set cash_requirement = 'none', cash_overruled = v_reason, confirm_until = null, deposit = 0, stage = 'pending',
    updated_at = now()
  where orders.id = p_order_id;
  v_order := private.refresh_order(p_order_id);
  delete from public.order_messages where order_id = p_order_id and kind = 'confirm' and attempts = 0;
  return private.keep_answer(p_request_id, private.order_json(v_order));
end
$$;

-- What became of the parcels of a customer, and of those to a phone number: {"customer", "phone": {"delivered", "refused"}, null of
-- what is not known}.
create function private.delivery_history(p_tenant_id text, p_user_id uuid, p_phone text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_digits constant text := coalesce(private.national_digits(p_phone), '');
begin
  return jsonb_build_object(
    'customer', case when p_user_id is not null then to_jsonb(private.deliveries_of(p_tenant_id, p_user_id, null)) end,
    'phone', case when v_digits <> '' then to_jsonb(private.deliveries_of(p_tenant_id, null, v_digits)) end
  );
end
$$;

-- What became of the parcels of a customer, and of those to a phone number, as delivery_history says it. Staff only.
create function public.delivery_record(p_tenant_id text, p_user_id uuid default null, p_phone text default '') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_customer_access(p_tenant_id);
  return private.delivery_history(p_tenant_id, p_user_id, p_phone);
end
$$;

-- Grants

grant execute on function public.overrule_cash_rule, public.delivery_record to authenticated;

-- schemas/18_orders_by_staff.sql

-- Orders that staff make for a customer: on the telephone, in a chat or at the counter.

-- Functions

-- Places an order for a customer and returns it with its lines. `p_order` is place_order's document with "customer":
-- {"user_id"} or {"name", "phone", "email"}, "channel": phone | chat | counter, and "manual_discount": {"amount": pounds,
-- "reason"}. Who has an account under the phone number or address is found by it; an order of nobody else has no account, and
-- takes neither points nor cards. The same key of the same member of staff gets the first order again. Staff only.
create function public.place_order_for(p_order jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_staff_id constant uuid := auth.uid();
  v_tenant_id constant text := p_order ->> 'tenant_id';
  v_key constant text := p_order ->> 'idempotency_key';
  v_placed_id uuid;
  v_customer record;
  v_address jsonb;
  v_priced private.priced_order;
  v_slot public.delivery_slots;
  v_order public.orders;
begin
  if v_staff_id is null then
    perform private.refuse('not_signed_in');
  end if;
  perform private.require_customer_access(v_tenant_id);
  perform private.require_aal();
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('orders for:' || v_tenant_id || v_staff_id, 0));
  select orders.id into v_placed_id from public.orders
  where orders.placed_by = v_staff_id and orders.tenant_id = v_tenant_id and orders.idempotency_key = v_key;
  if found then
    return private.placed_before(v_placed_id, jsonb_hash_extended(p_order, 0));
  end if;
  if coalesce(p_order ->> 'channel', '') not in ('phone', 'chat', 'counter') then
    perform private.refuse('channel_required');
  elsif length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  v_customer := private.customer_of_order(v_tenant_id, p_order -> 'customer');
  if v_customer.user_id is not null then
    -- The customer's own orders wait for it, as they do for each other.
    perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_customer.user_id::text, 0));
  end if;
  v_address := private.order_address(v_tenant_id, v_customer.user_id, p_order);
  v_priced := private.price_order(
    p_order, v_customer.user_id, true, v_address, private.manual_discount(p_order -> 'manual_discount'));
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  perform private.require_pictures(v_tenant_id, coalesce(v_customer.user_id, v_staff_id), v_priced.lines);
  perform private.require_open_payment(
    v_priced.payment, p_order ->> 'payment_method', private.pounds(v_priced.total - v_priced.credit_used));
  if v_customer.user_id is null and p_order ->> 'payment_method' = 'online' then
    perform private.refuse('payment_closed');
  end if;
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id);
  end if;
  v_order := private.insert_order(
    p_order, v_priced, v_customer.user_id, v_customer.name, v_customer.email, v_address, v_slot, v_staff_id);
  perform private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return private.order_json(v_order);
end
$$;

-- Whose order it is: the account that is named, or the one with the phone number or address that are given.
create function private.customer_of_order(p_tenant_id text, p_customer jsonb, out user_id uuid, out name text, out email text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_phone constant text := private.national_digits(p_customer ->> 'phone');
  v_name constant text := btrim(coalesce(p_customer ->> 'name', ''));
  v_email constant text := lower(btrim(coalesce(p_customer ->> 'email', '')));
  v_found uuid[];
begin
  name := v_name;
  email := v_email;
  if p_customer ->> 'user_id' is not null then
    v_found := array(
      select profile.id from public.profiles profile
      where profile.tenant_id = p_tenant_id and profile.id::text = lower(p_customer ->> 'user_id'));
    if cardinality(v_found) = 0 then
      perform private.refuse('unknown_person');
    end if;
  elsif v_name = '' or length(v_name) > 120 or v_email = '' and not private.is_egyptian_phone(coalesce(p_customer ->> 'phone', '')) then
    perform private.refuse('invalid_customer');
  elsif v_email <> '' and (length(v_email) > 320 or v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$') then
    perform private.refuse('invalid_customer', '{"reason": "email"}');
  else
    v_found := array(
      select profile.id from public.profiles profile
      where profile.tenant_id = p_tenant_id
        and (v_email <> '' and profile.email = v_email or v_phone <> '' and private.national_digits(profile.phone) = v_phone)
      limit 2);
  end if;
  -- Of two who share a number it is neither.
  if cardinality(v_found) = 1 then
    select profile.id, coalesce(nullif(v_name, ''), profile.name, ''), coalesce(nullif(v_email, ''), profile.email)
    into user_id, name, email
    from public.profiles profile where profile.tenant_id = p_tenant_id and profile.id = v_found[1];
  end if;
end
$$;

-- What staff take off an order, in piastres; refuses one without a reason.
create function private.manual_discount(p_discount jsonb) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(p_discount), 'null') = 'null' then
    return 0;
  end if;
  if jsonb_typeof(p_discount) <> 'object' or not private.is_amount(p_discount -> 'amount') then
    perform private.refuse('invalid_manual_discount');
  end if;
  if coalesce(btrim(p_discount ->> 'reason'), '') = '' then
    perform private.refuse('reason_required');
  end if;
  return private.piastres((p_discount ->> 'amount')::numeric);
end
$$;

-- Grants

grant execute on function public.place_order_for to authenticated;

-- schemas/18_placing_orders.sql

-- The way of an order from place_order to the goods that are booked, from top to bottom.

-- Functions

-- Places an order of the caller and returns it with its lines; refuses with the first thing that stands in its way. `p_order` is
-- {"tenant_id", "idempotency_key": 8 to 100 characters, "lines", "address" or "address_id", "payment_method",
-- "shipping_method": standard | express, "slot_id", "slot_date", "discount_code", "points", "store_credit": pounds or true for as
-- much as there is, "note", "expected_total": pounds}.
-- A line is {"variant_id" or "product_id" with "size", "color" and "type", "quantity", "price": the pounds that the shopper saw,
-- "design" or "customization_id", "preview"}. The same key with the same document gets the first order again.
create function public.place_order(p_order jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id uuid := auth.uid();
  v_tenant_id text := p_order ->> 'tenant_id';
  v_key text := p_order ->> 'idempotency_key';
  v_method text := p_order ->> 'payment_method';
  v_priced private.priced_order;
  v_profile record;
  v_address jsonb;
  v_slot public.delivery_slots;
  v_order public.orders;
  v_stored jsonb;
  v_document bigint := jsonb_hash_extended(p_order, 0);
begin
  if v_user_id is null then
    perform private.refuse('not_signed_in');
  end if;
  if v_key is null or length(v_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;

  -- One order of a person at a time: the second of two equal ones finds the first, and limits per person hold.
  perform pg_advisory_xact_lock(hashtextextended(v_tenant_id || v_user_id::text, 0));
  select name, email, (
    select id from public.orders
    where user_id = v_user_id and tenant_id = v_tenant_id and idempotency_key = v_key
  ) as order_id
  into v_profile from public.profiles where id = v_user_id and tenant_id = v_tenant_id;
  if not found then
    perform private.refuse('no_profile');
  end if;
  if v_profile.order_id is not null then
    return private.placed_before(v_profile.order_id, v_document);
  end if;
  perform private.refuse_blocked(v_tenant_id, v_user_id);
  if length(p_order ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  v_address := private.order_address(v_tenant_id, v_user_id, p_order);

  if coalesce(btrim(p_order ->> 'discount_code'), '') <> '' and private.guesses_too_many_codes(v_tenant_id) then
    perform private.refuse('too_many_codes');
  end if;
  v_priced := private.price_order(p_order, v_user_id, true, v_address);
  if v_priced.problems <> '[]' then
    perform private.refuse_problem(v_priced.problems -> 0);
  end if;
  perform private.require_pictures(v_tenant_id, v_user_id, v_priced.lines);
  perform private.require_open_payment(v_priced.payment, v_method, private.pounds(v_priced.total - v_priced.credit_used));
  if v_priced.total > v_priced.credit_used then
    perform private.refuse_hoarding(v_tenant_id, v_user_id, v_address, v_priced.lines);
  end if;
  perform private.require_expected_total(p_order -> 'expected_total', v_priced);
  if p_order ->> 'slot_id' is not null then
    v_slot := private.book_slot(
      v_tenant_id, p_order ->> 'slot_id', p_order ->> 'slot_date', (v_priced.delivery).zone_id);
  end if;

  v_order := private.insert_order(p_order, v_priced, v_user_id, v_profile.name, v_profile.email, v_address, v_slot);
  v_stored := private.insert_order_lines(v_order, v_priced.lines);
  perform private.book_order(v_order);
  return to_jsonb(v_order) - '{idempotency_key,document_hash}'::text[] || jsonb_build_object('lines', v_stored);
end
$$;

-- The answer to an order that was placed before under the same key; another document under that key is refused.
create function private.placed_before(p_order_id uuid, p_document bigint) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_order_id;
  if v_order.document_hash is distinct from p_document then
    perform private.refuse('already_placed', jsonb_build_object('order_id', v_order.id, 'number', v_order.number));
  end if;
  return private.order_json(v_order);
end
$$;

-- The address an order goes to: a saved one of the person's, or one given with the order, checked alike.
create function private.order_address(p_tenant_id text, p_user_id uuid, p_order jsonb) returns jsonb
language plpgsql as $$
declare
  v_given jsonb := p_order -> 'address';
  v_field text;
  v_address jsonb;
begin
  if p_order ->> 'address_id' is not null then
    if pg_input_is_valid(p_order ->> 'address_id', 'uuid') then
      select to_jsonb(addresses) - '{id,tenant_id,user_id,label,is_default,created_at,updated_at}'::text[] into v_address
      from public.addresses
      where id = (p_order ->> 'address_id')::uuid and user_id = p_user_id and tenant_id = p_tenant_id;
    end if;
    if v_address is null then
      perform private.refuse('unknown_address');
    end if;
    return v_address;
  end if;

  v_field := case
    when jsonb_typeof(v_given) is distinct from 'object' then 'address'
    when coalesce(btrim(v_given ->> 'full_name'), '') = '' or length(v_given ->> 'full_name') > 120 then 'full_name'
    when not private.is_egyptian_phone(v_given ->> 'phone') then 'phone'
    when not coalesce(pg_input_is_valid(v_given ->> 'governorate', 'public.governorate'), false) then 'governorate'
    when coalesce(btrim(v_given ->> 'city'), '') = '' or length(v_given ->> 'city') > 80 then 'city'
    when coalesce(btrim(v_given ->> 'street'), '') = '' or length(v_given ->> 'street') > 200 then 'street'
    when length(v_given ->> 'building') > 40 then 'building'
    when length(v_given ->> 'floor') > 20 then 'floor'
    when length(v_given ->> 'apartment') > 20 then 'apartment'
    when length(v_given ->> 'landmark') > 200 then 'landmark'
    when coalesce(v_given ->> 'postal_code', '') !~ '^([0-9]{5})?$' then 'postal_code'
  end;
  if v_field is not null then
    perform private.refuse('invalid_address', jsonb_strip_nulls(jsonb_build_object(
      'field', v_field, 'reason', case v_field when 'phone' then 'phone' end)));
  end if;
  return jsonb_build_object(
    'full_name', btrim(v_given ->> 'full_name'), 'phone', v_given ->> 'phone', 'governorate', v_given ->> 'governorate',
    'city', btrim(v_given ->> 'city'), 'street', btrim(v_given ->> 'street'),
    'building', coalesce(v_given ->> 'building', ''), 'floor', coalesce(v_given ->> 'floor', ''),
    'apartment', coalesce(v_given ->> 'apartment', ''), 'landmark', coalesce(v_given ->> 'landmark', ''),
    'postal_code', coalesce(v_given ->> 'postal_code', '')
  );
end
$$;

-- Refuses with the first thing that stands in an order's way.
create function private.refuse_problem(p_problem jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if p_problem ->> 'code' = 'insufficient_points' then
    raise log 'Insufficient points for redemption';
  end if;
  perform private.refuse(p_problem ->> 'code', p_problem - '{code,message}'::text[]);
end
$$;

-- Refuses designs with a picture that is not there: the print would miss it.
create function private.require_pictures(p_tenant_id text, p_user_id uuid, p_lines private.priced_line[]) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_line integer;
begin
  select min(designed.line) into v_line
  from unnest(p_lines) designed, jsonb_array_elements(designed.design -> 'elements') element
  where element ->> 'kind' = 'image' and not exists (
    select 1 from storage.objects
    where bucket_id = 'designs' and name = substr(element ->> 'source', length('designs:') + 1)
      and starts_with(name, p_tenant_id || '/' || p_user_id || '/')
  );
  if v_line is not null then
    perform private.refuse('invalid_design', jsonb_build_object('reason', 'picture', 'line', v_line));
  end if;
end
$$;

-- Refuses a way to pay that a store's settings do not have open, or not for an amount in pounds.
create function private.require_open_payment(p_settings jsonb, p_method text, p_amount numeric default null) returns void
language plpgsql set search_path = '' as $$
begin
  if not coalesce((p_settings ->> case p_method
      when 'cash_on_delivery' then 'cashOnDelivery'
      when 'bank_transfer' then 'bankTransfer'
      when 'online' then 'onlinePayment'
    end)::boolean, false) then
    perform private.refuse('payment_closed');
  end if;
  perform private.require_payment_option(p_settings, p_method, p_amount);
end
$$;

-- Refuses an order that would keep more goods unpaid than the store lets one person, phone number or address keep. Orders of
-- others count where the number or address is not known to be the person's, and are not told of.
create function private.refuse_hoarding(
  p_tenant_id text, p_user_id uuid, p_address jsonb, p_lines private.priced_line[]
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_phone text := private.national_digits(p_address ->> 'phone');
  v_address text := private.address_key(p_address);
  v_orders_limit integer := 10;
  v_pieces_limit integer := 20;
  v_own uuid[];
  v_there uuid[] := '{}';
  v_product record;
begin
  select unpaid_orders_limit, unpaid_pieces_limit into v_orders_limit, v_pieces_limit
  from public.staff_settings where tenant_id = p_tenant_id;
  if not found then
    v_orders_limit := 10;
    v_pieces_limit := 20;
  end if;
  if coalesce(v_orders_limit, v_pieces_limit) is null then
    return;
  end if;

  -- Orders to one phone number or address wait for each other, always in the same order; place_order holds the person's lock.
  perform pg_advisory_xact_lock(locks.key) from (
    select hashtextextended(p_tenant_id || kind || value, 0) as key
    from (values (':phone:', v_phone), (':address:', v_address)) as contact (kind, value)
    order by 1
  ) locks;
  v_own := array(
    select id from public.orders
    where tenant_id = p_tenant_id and user_id = p_user_id and private.keeps_unpaid_goods(payment_status, status)
  );
  if not private.is_known_contact(p_tenant_id, p_user_id, v_phone, v_address) then
    v_there := array(
      select id from public.orders
      where tenant_id = p_tenant_id and private.keeps_unpaid_goods(payment_status, status)
        and user_id is distinct from p_user_id
        and (private.national_digits(address ->> 'phone') = v_phone or private.address_key(address) = v_address)
    );
  end if;
  if cardinality(v_own) >= v_orders_limit then
    perform private.refuse('too_many_unpaid', jsonb_build_object('unpaid', cardinality(v_own), 'most', v_orders_limit));
  elsif cardinality(v_own || v_there) >= v_orders_limit then
    perform private.refuse('too_many_unpaid', jsonb_build_object('reason', 'contact'));
  end if;

  select wanted.product_id, wanted.line, wanted.name, wanted.pieces + held.own > v_pieces_limit as is_own, held.own as held
  into v_product
  from (
    select asked.product_id, min(asked.line) as line, min(asked.name) as name, sum(asked.quantity) as pieces
    from unnest(p_lines) asked where asked.product_id is not null group by asked.product_id
  ) wanted
  cross join lateral (
    select coalesce(sum(quantity - cancelled - refused), 0) as pieces,
      coalesce(sum(quantity - cancelled - refused) filter (where order_id = any (v_own)), 0) as own
    from public.order_lines where order_id = any (v_own || v_there) and product_id = wanted.product_id
  ) held
  where wanted.pieces + held.pieces > v_pieces_limit
  order by wanted.line limit 1;
  if found then
    perform private.refuse('too_many_pieces', jsonb_build_object(
        'name', v_product.name, 'translations', private.sold_translations(v_product.product_id, null),
        'most', v_pieces_limit, 'line', v_product.line, 'product_id', v_product.product_id)
      || case
        when not v_product.is_own then '{"reason": "contact"}'
        when v_product.held > 0 then jsonb_build_object('reason', 'held', 'held', v_product.held,
          'available', greatest(v_pieces_limit - v_product.held, 0))
        else jsonb_build_object('held', 0, 'available', v_pieces_limit)
      end);
  end if;
end
$$;

-- Whether a phone number or address is known to be a person's: they have paid an order there, or confirmed the number.
create function private.is_known_contact(p_tenant_id text, p_user_id uuid, p_phone text, p_address text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.orders
    where user_id = p_user_id and tenant_id = p_tenant_id and (payment_status in ('with_courier', 'paid') or status = 'delivered')
      and (private.national_digits(address ->> 'phone') = p_phone or private.address_key(address) = p_address)
  ) or exists (
    select 1 from auth.users
    where id = p_user_id and phone_confirmed_at is not null and private.national_digits(phone) = p_phone
  );
end
$$;

-- Refuses a total that the shopper has not seen, and names the lines that cost something else by now.
create function private.require_expected_total(p_expected jsonb, p_priced private.priced_order) returns void
language plpgsql set search_path = '' as $$
begin
  if coalesce(p_expected, 'null') = 'null'
    or private.is_amount(p_expected) and private.piastres(p_expected::numeric) = p_priced.total then
    return;
  end if;
  perform private.refuse('price_changed',
    jsonb_build_object('expected', p_expected, 'total', private.pounds(p_priced.total), 'lines', (
      select jsonb_agg(jsonb_build_object('line', priced.line, 'name', priced.name, 'was', private.pounds(priced.price_was),
        'now', private.pounds(priced.unit)) order by priced.line)
      from unnest(p_priced.lines) priced where priced.price_was <> priced.unit
    )));
end
$$;

create function private.order_number(p_tenant_id text) returns text
language plpgsql volatile as $$
declare
  -- The first six and the last seven bytes of a uuid are random throughout. 64 signs of base64 map to 32 letters, two to one.
  v_bytes bytea := uuid_send(gen_random_uuid());
  v_letters text := translate(
    encode(substr(v_bytes, 1, 6) || substr(v_bytes, 14, 3), 'base64'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
    '0123456789ABCDEFGHJKMNPQRSTVWXYZ0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  );
begin
  return upper(left(p_tenant_id, 2)) || '-' || left(v_letters, 5) || '-' || substr(v_letters, 6, 5);
end
$$;

create function private.insert_order(
  p_order jsonb, p_priced private.priced_order, p_user_id uuid, p_name text, p_email text, p_address jsonb,
  p_slot public.delivery_slots, p_placed_by uuid default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_method text := p_order ->> 'payment_method';
  v_open constant bigint := p_priced.total - p_priced.credit_used;
  v_rate constant private.shipping_rate := (p_priced.delivery).rate;
  v_cash constant jsonb := private.placed_cash_rule(
    p_order, p_user_id, p_address, v_open, p_placed_by is not null, v_rate.cash_allowed);
  v_until constant timestamptz := case
    when v_cash ->> 'requirement' in ('confirm', 'deposit') then now() + interval '1 hour' * (v_cash ->> 'hours')::integer end;
  v_status public.order_status;
  v_order public.orders;
begin
  v_status := case
    when v_open = 0 or v_method = 'cash_on_delivery' and v_cash ->> 'requirement' <> 'deposit' then 'pending'
    else 'awaiting_payment'
  end;
  insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal,
    discount_total, shipping_total, points_used, points_value, total, charged, received, points_earned, discount_id, discount_code,
    customer_name, customer_email, address, slot_id, slot_date, slot_from, slot_to, note, reserved_until, idempotency_key,
    document_hash, placed_by, channel, manual_discount, manual_discount_reason, tax_rate, cash_requirement, cash_reasons,
    cash_overruled, confirm_until, deposit, days_from, days_to
  ) values (
    p_order ->> 'tenant_id', private.order_number(p_order ->> 'tenant_id'), p_user_id, v_status, v_status,
    case when private.waits_for_staff(v_status, v_method::public.payment_method) then '{to_confirm}'::public.order_queue[]
      else '{}' end,
    v_method::public.payment_method,
    case when v_open = 0 then 'paid' when p_priced.credit_used > 0 then 'partly_paid' else 'unpaid' end::public.payment_status,
    coalesce(p_order ->> 'shipping_method', 'standard')::public.shipping_method,
    private.pounds(p_priced.subtotal), private.pounds(p_priced.discount), private.pounds(p_priced.shipping),
    p_priced.points_used, private.pounds(p_priced.points_value), private.pounds(p_priced.total),
    private.pounds(p_priced.total), private.pounds(p_priced.credit_used), p_priced.points_earned,
    p_priced.discount_id, p_priced.discount_code,
    coalesce(nullif(p_name, ''), p_address ->> 'full_name'), p_email, p_address,
    p_slot.id, case when p_slot.id is not null then (p_order ->> 'slot_date')::date end, p_slot.from_time, p_slot.to_time,
    coalesce(p_order ->> 'note', ''),
    case
      when v_status = 'awaiting_payment' and v_method = 'online' then now() + interval '30 minutes'
      when v_status = 'awaiting_payment' and v_method = 'cash_on_delivery' then v_until
    end,
    p_order ->> 'idempotency_key', jsonb_hash_extended(p_order, 0), p_placed_by,
    case when p_placed_by is null then 'web' else p_order ->> 'channel' end::public.order_channel,
    private.pounds(p_priced.manual_discount), coalesce(left(p_order #>> '{manual_discount,reason}', 500), ''),
    private.vat_rate(p_priced.payment),
    (v_cash ->> 'requirement')::public.cash_requirement, v_cash -> 'reasons', v_cash ->> 'overruled',
    v_until, case when v_cash ->> 'requirement' = 'deposit' then private.pounds(p_priced.credit_used) + (v_cash ->> 'deposit')::numeric
      else 0 end,
    v_rate.days_from, v_rate.days_to
  ) returning * into v_order;
  return v_order;
end
$$;

-- Stores the lines of an order, each with its parts of what was taken off the order; those that an edit adds have parts only
-- where they are given.
create function private.insert_order_lines(
  p_order public.orders, p_lines private.priced_line[], p_edit_id uuid default null, p_shares private.line_share[] default null
) returns jsonb
language plpgsql as $$
declare
  v_line private.priced_line;
  v_index integer;
  v_shares private.line_share[] := p_shares;
  v_first integer := 0;
  v_stored jsonb;
begin
  if p_edit_id is null then
    v_shares := private.line_shares(p_lines, private.piastres(p_order.discount_total + p_order.manual_discount),
      private.piastres(p_order.points_value));
  else
    select max(earlier.position) + 1 into v_first from public.order_lines earlier where earlier.order_id = p_order.id;
  end if;
  for v_index in 1 .. cardinality(p_lines) loop
    if (p_lines[v_index]).design is not null and (p_lines[v_index]).customization_id is null and p_order.user_id is not null then
      v_line := p_lines[v_index];
      insert into public.customizations (tenant_id, user_id, product_id, design, preview)
      values (p_order.tenant_id, p_order.user_id, v_line.product_id, v_line.design, v_line.preview)
      returning id into v_line.customization_id;
      p_lines[v_index] := v_line;
    end if;
  end loop;

  with stored as (
    insert into public.order_lines (
      tenant_id, order_id, position, product_id, variant_id, customization_id, sku, name, image, unit_price, quantity,
      discount_share, points_share, tax_rate, tax_share, edit_id, color, size, type, options, translations,
      garment, customization
    )
    select
      p_order.tenant_id, p_order.id, v_first + priced.line, priced.product_id, priced.variant_id, priced.customization_id,
      priced.sku, priced.name, priced.image, private.pounds(priced.unit), priced.quantity,
      private.pounds(coalesce(share.discount, 0)), private.pounds(coalesce(share.points, 0)), p_order.tax_rate,
      private.contained_tax(private.pounds(
        priced.unit * priced.quantity - coalesce(share.discount, 0) - coalesce(share.points, 0)), p_order.tax_rate),
      p_edit_id, priced.color, priced.size, priced.type, priced.options,
      coalesce(priced.translations, private.sold_translations(priced.product_id, priced.options)), priced.garment,
      case when priced.design is not null then
        jsonb_build_object('garment', priced.design ->> 'garment', 'design', priced.design, 'preview', priced.preview)
      end
    from unnest(p_lines) priced left join unnest(v_shares) share on share.line = priced.line
    returning order_lines.*
  )
  select jsonb_agg(to_jsonb(stored) - '{tenant_id,order_id}'::text[] order by stored.position) into v_stored from stored;
  return v_stored;
end
$$;

-- Books what a placed order takes: its goods, what it costs, the use of its discount, and the points that pay for it.
create function private.book_order(p_order public.orders) returns void
language plpgsql as $$
begin
  perform private.book_goods(
    p_order, case when p_order.replaces_order_id is null then 'sale'::public.stock_reason else 'replaced' end);
  -- The order was stored with these sums.
  insert into public.payment_entries (tenant_id, order_id, kind, amount, actor_id)
  select p_order.tenant_id, p_order.id, booked.kind, booked.amount, auth.uid()
  from (values
    ('charged'::public.payment_entry_kind, p_order.total), ('credit_used', p_order.received)
  ) as booked (kind, amount) where booked.amount > 0;
  if p_order.received > 0 then
    insert into public.store_credits (tenant_id, user_id, kind, delta, order_id, actor_id)
    values (p_order.tenant_id, p_order.user_id, 'used', -p_order.received, p_order.id, auth.uid());
  end if;
  if p_order.discount_id is not null then
    insert into public.discount_uses (order_id, tenant_id, discount_id, user_id, amount)
    values (p_order.id, p_order.tenant_id, p_order.discount_id, p_order.user_id, p_order.discount_total);
  end if;
  if p_order.points_used > 0 then
    insert into public.point_entries (tenant_id, user_id, kind, delta, order_id, actor_id)
    values (p_order.tenant_id, p_order.user_id, 'redeemed', -p_order.points_used, p_order.id, p_order.user_id);
  end if;
end
$$;

-- Takes an order's goods out of stock, with their movements. Its products are locked.
create function private.book_goods(p_order public.orders, p_reason public.stock_reason) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_variant_ids uuid[];
  v_deltas integer[];
begin
  select array_agg(goods.variant_id), array_agg(goods.delta) into v_variant_ids, v_deltas
  from (
    select variant_id, -sum(quantity)::integer as delta from public.order_lines
    where order_id = p_order.id and variant_id is not null group by variant_id
  ) goods;
  perform private.move_stock(v_variant_ids, v_deltas, p_reason, p_order_id => p_order.id);
end
$$;

-- A new order's first event, the shopper's message (of an order that waits for a card: once it is paid) and the broadcast to
-- staff, in one trigger: each trigger costs an order time.
create function private.order_placed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_events (tenant_id, order_id, actor_id, actor, to_status)
  values (new.tenant_id, new.id, auth.uid(), case
    when auth.uid() is null then 'system' when new.placed_by is not null then 'staff' else 'shopper' end, new.status);
  if new.cash_requirement = 'confirm' and new.confirm_until is not null then
    perform private.ask_to_confirm(new);
  elsif new.status <> 'awaiting_payment' or new.payment_method <> 'online' then
    perform private.queue_order_message(new, 'placed', p_due_at => now());
  end if;
  perform realtime.send(
    jsonb_build_object('id', new.id, 'number', new.number, 'status', new.status, 'payment_status', new.payment_status,
      'total', new.total, 'created_at', new.created_at),
    'insert', 'orders:' || new.tenant_id, true);
  return null;
end
$$;

-- Triggers

create trigger orders_placed after insert on public.orders
  for each row execute function private.order_placed();

-- Grants

grant execute on function public.place_order to authenticated;

-- schemas/19_cancelling.sql

-- Cancelling: pieces of an order that are neither packed nor sent, for its shopper or staff; and pieces as calls name them.

-- Tables

create type private.piece_count as (order_line_id uuid, quantity integer);

-- Helpers

-- The pieces of a line that nothing has happened to: they can be packed or cancelled.
create function private.open_pieces(p_line public.order_lines) returns integer
language sql immutable set search_path = '' as $$
  select p_line.quantity - p_line.cancelled - p_line.packed - p_line.sent - p_line.refused
$$;

create function private.open_pieces_of(p_order_id uuid) returns private.piece_count[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(row(line.id, private.open_pieces(line))::private.piece_count order by line.position), '{}')
  from public.order_lines line
  where line.order_id = p_order_id and private.open_pieces(line) > 0
$$;

-- The ids that a list of objects names in a field; what is none is left out.
create function private.ids_in(p_list jsonb, p_field text) returns uuid[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(distinct named.id::uuid) filter (where pg_input_is_valid(named.id, 'uuid')), '{}')
  from (
    select value ->> p_field as id
    from jsonb_array_elements(case jsonb_typeof(p_list) when 'array' then p_list else '[]' end)
  ) named
$$;

create function private.is_piece_count(p_value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_value) = 'number' and p_value #>> '{}' ~ '^[0-9]{1,6}$', false)
$$;

-- The pieces of orders that a call names, [{"order_line_id", "quantity"}], each line once; refuses what is no line of them.
create function private.asked_pieces_of(p_order_ids uuid[], p_lines jsonb) returns private.piece_count[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) > 500 or exists (
    select 1 from jsonb_array_elements(p_lines) asked
    left join public.order_lines line
      on line.id = any (private.ids_in(p_lines, 'order_line_id')) and line.id::text = lower(asked.value ->> 'order_line_id')
    where line.id is null or not line.order_id = any (p_order_ids)
  ) then
    perform private.refuse('unknown_order_line');
  end if;
  if exists (
    select 1 from jsonb_array_elements(p_lines) asked
    where not private.is_piece_count(asked.value -> 'quantity') or asked.value -> 'quantity' = '0'
  ) then
    perform private.refuse('invalid_quantity', '{"reason": "pieces"}');
  end if;
  return array(
    select row(line.id, sum((asked.value ->> 'quantity')::integer))::private.piece_count
    from jsonb_array_elements(p_lines) asked
    join public.order_lines line on line.id = (asked.value ->> 'order_line_id')::uuid
    group by line.id order by line.order_id, line.position
  );
end
$$;

-- The same of one order.
create function private.asked_pieces(p_order_id uuid, p_lines jsonb) returns private.piece_count[]
language sql stable security definer set search_path = '' as $$
  select private.asked_pieces_of(array[p_order_id], p_lines)
$$;

-- The same pieces with the names of their lines, for an order's history.
create function private.named_pieces(p_pieces private.piece_count[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('order_line_id', line.id, 'name', line.name, 'quantity', piece.quantity)
    order by line.position)
  from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
$$;

-- Functions

-- Cancels pieces of an order, [{"order_line_id", "quantity"}]: for its shopper before production, for staff until they are
-- packed. They go back on the shelf, and what they cost goes off the price. Returns {"order"}.
create function public.cancel_pieces(p_order_id uuid, p_lines jsonb, p_reason text default '', p_request_id uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('cancel_pieces', p_order_id, p_lines, p_reason));
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 2000);
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_pieces private.piece_count[];
begin
  if v_first is not null then
    return v_first;
  end if;
  if private.order_actor(v_order) = 'shopper' then
    if v_order.stage = 'in_production' then
      perform private.refuse('too_late_to_cancel');
    end if;
    perform private.refuse_cancelling(v_order);
  end if;
  v_pieces := private.asked_pieces(p_order_id, p_lines);
  if cardinality(v_pieces) = 0 then
    perform private.refuse('nothing_to_cancel');
  end if;
  perform private.cancel_lines(v_order, v_pieces);
  v_order := private.owe_back(p_order_id, p_reason => v_reason);
  if v_order.status = 'cancelled' then
    perform private.explain_move(array[p_order_id], v_reason);
  else
    insert into public.order_events (tenant_id, order_id, actor_id, actor, note, pieces)
    values (v_order.tenant_id, p_order_id, auth.uid(), private.order_actor(v_order), v_reason, private.named_pieces(v_pieces));
  end if;
  return private.keep_answer(p_request_id, jsonb_build_object('order', private.order_json(v_order)));
end
$$;

-- Cancels an order for its shopper or staff, and returns it. The mail about it says the reason.
create function public.cancel_order(p_order_id uuid, p_reason text default '', p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return public.change_order_status(p_order_id, 'cancelled', p_reason, p_request_id => p_request_id);
end
$$;

-- Cancels all pieces of an order; refuses when some are packed.
create function private.cancel_whole_order(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.order_lines line where line.order_id = p_order.id and line.packed > 0) then
    perform private.refuse('pieces_packed');
  end if;
  perform private.cancel_lines(p_order, private.open_pieces_of(p_order.id));
end
$$;

-- Books pieces as cancelled: counters, price, stock, and of an order with nothing left its slot, code and delivery fee.
create function private.cancel_lines(p_order public.orders, p_pieces private.piece_count[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_line public.order_lines;
begin
  perform private.require_open_pieces(p_pieces, 'too_few_to_cancel');
  perform private.lock_goods(array[p_order.id]);
  for v_line in
    select line.* from public.order_lines line join unnest(p_pieces) piece on piece.order_line_id = line.id
    order by line.position
  loop
    update public.order_lines line set cancelled = line.cancelled + piece.quantity
    from unnest(p_pieces) piece where line.id = v_line.id and piece.order_line_id = line.id;
    perform private.credit_gone_pieces(v_line);
  end loop;
  perform private.restock(p_order.id, p_pieces, 'cancelled');
  if not exists (
    select 1 from public.order_lines line where line.order_id = p_order.id and line.cancelled < line.quantity
  ) then
    perform private.give_place_back(p_order);
  end if;
  if private.is_gone(p_order.id) then
    perform private.credit_delivery_fee(p_order.id);
  end if;
  perform private.settle_points(p_order);
end
$$;

-- Refuses with `p_code` where more pieces of a line are asked for than are open.
create function private.require_open_pieces(p_pieces private.piece_count[], p_code text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_short public.order_lines;
begin
  select line.* into v_short
  from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
  where piece.quantity > private.open_pieces(line)
  order by line.position limit 1;
  if found then
    perform private.refuse(p_code, jsonb_strip_nulls(private.line_names(v_short) || jsonb_build_object(
      'open', private.open_pieces(v_short), 'packed', v_short.packed, 'order_line_id', v_short.id,
      'reason', case when v_short.packed > 0 then 'packed' end)));
  end if;
end
$$;

-- Gives back what an order holds besides its goods: the use of its discount, and its place in a delivery slot.
create function private.give_place_back(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.discount_uses where order_id = p_order.id;
  perform private.leave_slot(p_order);
end
$$;

create function private.leave_slot(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_order.slot_id is not null then
    -- A first capacity that is being set counts the orders of the slot: one of the two waits for the other.
    perform 1 from public.delivery_slots where id = p_order.slot_id for key share;
  end if;
  update public.delivery_bookings set booked = booked - 1
  where slot_id = p_order.slot_id and day = p_order.slot_date and booked > 0;
end
$$;

-- Puts pieces of an order back on the shelf. Its products are locked.
create function private.restock(p_order_id uuid, p_pieces private.piece_count[], p_reason public.stock_reason) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_variant_ids uuid[];
  v_deltas integer[];
begin
  select array_agg(goods.variant_id), array_agg(goods.delta) into v_variant_ids, v_deltas
  from (
    select line.variant_id, sum(piece.quantity)::integer as delta
    from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
    where line.variant_id is not null group by line.variant_id
  ) goods;
  perform private.move_stock(v_variant_ids, v_deltas, p_reason, p_order_id => p_order_id);
end
$$;

-- Refuses a shopper's sixth cancellation within an hour: each takes goods from the shelf and puts them back.
create function private.refuse_cancelling(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Those of one person are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('cancel:' || p_order.tenant_id || p_order.user_id, 0));
  if (
    select count(*) from public.orders join public.order_events event on event.order_id = orders.id
    where orders.user_id = p_order.user_id and orders.tenant_id = p_order.tenant_id
      and (event.to_status = 'cancelled' or event.pieces is not null)
      and event.actor = 'shopper' and event.created_at > now() - interval '1 hour'
  ) >= 5 then
    perform private.refuse('too_many_cancellations');
  end if;
end
$$;

-- Grants

grant execute on function public.cancel_pieces, public.cancel_order to authenticated;

-- schemas/19_carrier_areas.sql

-- Where couriers deliver: their own districts, matched with the governorates and the cities that people write.

-- Tables

-- A courier's districts; each courier has ids and spellings of its own.
create table public.carrier_areas (
  carrier text not null check (carrier ~ '^[a-z][a-z0-9_-]{0,30}$'),
  district_id text not null check (length(district_id) between 1 and 80),
  city_id text not null check (length(city_id) between 1 and 80),
  city text not null check (length(city) <= 120),
  city_ar text not null default '' check (length(city_ar) <= 120),
  district text not null check (length(district) <= 120),
  district_ar text not null default '' check (length(district_ar) <= 120),
  -- Null where the courier's city is none of the governorates.
  governorate public.governorate,
  delivers boolean not null default true,
  keys text[] not null generated always as (array[private.place_key(district), private.place_key(district_ar)]) stored,
  refreshed_at timestamptz not null default now(),
  primary key (carrier, district_id)
);
create index carrier_areas_by_governorate on public.carrier_areas (carrier, governorate, district);
alter table public.carrier_areas enable row level security;

-- Policies

create policy "Everybody reads where couriers deliver" on public.carrier_areas
  for select to anon, authenticated using (true);

-- Functions

-- The district of a courier that a city of an address is, forgiving how it is written; null where none is, or several could be.
create function private.carrier_area_of(p_carrier text, p_governorate text, p_city text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_key constant text := private.place_key(p_city);
  v_found text[];
begin
  if v_key = '' then
    return null;
  end if;
  v_found := array(
    select area.district_id from public.carrier_areas area
    where area.carrier = p_carrier and area.governorate::text = p_governorate and area.delivers and v_key = any (area.keys)
    limit 2);
  -- One letter more, less or other in a longer name.
  if cardinality(v_found) = 0 and length(v_key) >= 5 then
    v_found := array(
      select area.district_id from public.carrier_areas area
      where area.carrier = p_carrier and area.governorate::text = p_governorate and area.delivers and exists (
        select 1 from unnest(area.keys) known (key)
        where length(known.key) between 4 and 100 and extensions.levenshtein_less_equal(known.key, left(v_key, 100), 1) <= 1
      ) limit 2);
  end if;
  return case when cardinality(v_found) = 1 then v_found[1] end;
end
$$;

-- Keeps a courier's districts as it names them now, [{"district_id", "city_id", "city", "city_ar", "district", "district_ar",
-- "delivers"}], and forgets those that are gone; an empty list changes nothing. Returns how many there are. For the server.
create function public.store_carrier_areas(p_carrier text, p_areas jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
begin
  perform private.require_service();
  perform pg_advisory_xact_lock(hashtextextended('carrier_areas:' || p_carrier, 0));
  insert into public.carrier_areas (carrier, district_id, city_id, city, city_ar, district, district_ar, governorate, delivers)
  select distinct on (named.district_id) p_carrier, named.district_id, named.city_id, named.city, coalesce(named.city_ar, ''),
    named.district, coalesce(named.district_ar, ''), private.governorate_of(array[named.city_ar, named.city]),
    coalesce(named.delivers, true)
  from jsonb_to_recordset(p_areas) named (
    district_id text, city_id text, city text, city_ar text, district text, district_ar text, delivers boolean
  )
  order by named.district_id
  on conflict (carrier, district_id) do update set
    city_id = excluded.city_id, city = excluded.city, city_ar = excluded.city_ar, district = excluded.district,
    district_ar = excluded.district_ar, governorate = excluded.governorate, delivers = excluded.delivers,
    refreshed_at = excluded.refreshed_at;
  get diagnostics v_count = row_count;
  if v_count > 0 then
    delete from public.carrier_areas area where area.carrier = p_carrier and area.refreshed_at < now();
  end if;
  return v_count;
end
$$;

-- Grants

grant select on public.carrier_areas to anon, authenticated;

-- schemas/19_moving_orders.sql

-- An order's way from one status to the next, from top to bottom: what asks for a move, what allows it, and what it books.

-- Functions

-- How long mails about what staff did wait, so that they can take it back.
create function private.mail_hold() returns interval
language sql immutable set search_path = '' as $$ select interval '30 seconds' $$;

-- Moves a whole order along the table of moves and returns it: a shortcut for what is done with its pieces and parcels.
-- `shipped` packs what is open into one parcel and hands over what is packed, `delivered` books that all parcels under way
-- arrived with their cash, or declines what was reported. `p_restock` puts returned goods back on the shelf.
create function public.change_order_status(
  p_order_id uuid, p_status public.order_status, p_note text default '', p_restock boolean default false,
  p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('change_order_status', p_order_id, p_status, p_note, p_restock));
  v_note constant text := left(coalesce(p_note, ''), 2000);
  v_order public.orders := private.lock_order_for_caller(p_order_id);
begin
  if v_first is not null then
    return v_first;
  end if;
  if v_order.status = p_status then
    return private.keep_answer(p_request_id, private.order_json(v_order));
  end if;
  if p_status in ('pending', 'confirmed', 'cancelled') or p_status = 'in_production' and v_order.status = 'confirmed' then
    update public.orders set status = p_status where orders.id = p_order_id;
  else
    perform private.require_move(v_order, p_status);
    case p_status
      when 'in_production' then perform private.take_parcels_back(v_order);
      when 'shipped' then perform private.ship_order(v_order);
      when 'return_requested' then perform private.report_order(v_order, v_note);
      when 'returned' then perform private.take_order_back(v_order, p_restock);
      when 'delivered' then
        if v_order.status = 'return_requested' then
          perform private.decline_returns(v_order, v_note);
        else
          perform private.deliver_order(v_order);
        end if;
    end case;
    perform private.owe_back(p_order_id, p_reason => v_note);
  end if;
  perform private.explain_move(array[p_order_id], v_note);
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  return private.keep_answer(p_request_id, private.order_json(v_order));
end
$$;

-- Reports all pieces of an order that arrived and were not given back.
create function private.report_order(p_order public.orders, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_pieces constant private.piece_count[] := private.all_to_return(p_order, 'return');
begin
  perform private.require_returnable(p_order, v_pieces, 'return');
  perform private.insert_return(p_order, v_pieces, 'return', coalesce(nullif(btrim(p_reason), ''), 'No reason given'));
end
$$;

create function private.decline_returns(p_order public.orders, p_answer text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.returns set state = 'declined', answer = p_answer, decided_at = now(), updated_at = now()
  where order_id = p_order.id and state in ('requested', 'approved', 'on_the_way') and replacement_order_id is null;
end
$$;

-- Books that all that was reported of an order came back.
create function private.take_order_back(p_order public.orders, p_restock boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_return_id uuid;
begin
  for v_return_id in
    select reported.id from public.returns reported
    where reported.order_id = p_order.id and reported.state in ('requested', 'approved', 'on_the_way')
      and reported.replacement_order_id is null
    order by reported.number
  loop
    perform private.receive_whole_return(
      p_order, v_return_id, case when p_restock then 'restock'::public.return_fate else 'discard' end);
  end loop;
end
$$;

-- Says why orders were moved, which just happened: in their history, and in a mail where staff say it. The mail of a
-- cancellation has its reason, that of a return its answer; what staff note of a problem is not said to its customer.
create function private.explain_move(p_order_ids uuid[], p_note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_event public.order_events;
begin
  if p_note = '' then
    return;
  end if;
  for v_event in
    update public.order_events set note = p_note
    where id in (
      select distinct on (moves.order_id) moves.id from public.order_events moves
      where moves.order_id = any (p_order_ids) and moves.to_status is not null
      order by moves.order_id, moves.created_at desc
    )
    returning *
  loop
    if v_event.actor = 'staff' and v_event.to_status not in ('cancelled', 'return_requested')
      and v_event.from_status <> 'return_requested' then
      perform private.mail_note(orders, v_event.id) from public.orders where orders.id = v_event.order_id;
    end if;
  end loop;
end
$$;

-- Says in the history of orders why the store moved them, which just happened: the code of its sentence.
create function private.remark_on_move(p_order_ids uuid[], p_code text) returns void
language sql security definer set search_path = '' as $$
  update public.order_events set remark = jsonb_build_object('code', p_code)
  where id in (
    select distinct on (moves.order_id) moves.id from public.order_events moves
    where moves.order_id = any (p_order_ids) and moves.to_status is not null
    order by moves.order_id, moves.created_at desc
  )
$$;

-- Lets a status pass that follows from the order's pieces, and moves that people make before anything is sent; the others
-- follow from parcels and returns.
create function private.order_transition_checked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := now();
  new.reserved_until := null;
  if new.status = private.derived_order_status(new) then
    return new;
  end if;
  perform private.require_move(old, new.status);
  if old.status = old.stage and new.status in ('pending', 'confirmed', 'in_production') then
    new.stage := new.status;
    if new.status = 'pending' then
      new.confirmed_at := null;
      new.confirmed_by := null;
    elsif old.status = 'pending' and new.confirm_until is not null then
      new.confirmed_at := now();
      new.confirmed_by := coalesce(new.confirmed_by, 'staff');
    end if;
    new.queues := private.derived_order_queues(new);
  elsif new.status = 'cancelled' then
    new.queues := '{}';
  else
    perform private.refuse('move_by_parcel', jsonb_build_object('to', new.status));
  end if;
  return new;
end
$$;

-- Refuses a move that the table does not have for the caller, that waits for a payment, or that comes too late.
create function private.require_move(p_order public.orders, p_status public.order_status) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_actor constant text := private.order_actor(p_order);
  v_move public.order_status_transitions;
begin
  select * into v_move from public.order_status_transitions
  where from_status = p_order.status and to_status = p_status
    and (v_actor = 'system' or v_actor = 'staff' and by_staff or v_actor = 'shopper' and by_shopper);
  if not found and not (v_actor = 'staff' and private.takes_back(p_order, p_status)) then
    perform private.refuse('move_not_allowed', jsonb_build_object('from', p_order.status, 'to', p_status));
  end if;
  if v_move.needs_payment then
    perform private.require_payment(p_order);
  end if;
  if p_status = 'cancelled' and v_actor = 'shopper' then
    perform private.refuse_cancelling(p_order);
  end if;
end
$$;

-- Whether the caller takes their own last move of an order back, of which the customer has not been told.
create function private.takes_back(p_order public.orders, p_status public.order_status) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_last public.order_events;
begin
  if not exists (
    select 1 from public.order_status_transitions where from_status = p_order.status and to_status = p_status and takes_back
  ) then
    return false;
  end if;
  select * into v_last from public.order_events
  where order_id = p_order.id and to_status is not null order by created_at desc limit 1;
  return v_last.actor_id is not distinct from auth.uid() and v_last.from_status is not distinct from p_status
    and v_last.created_at >= clock_timestamp() - private.mail_hold()
    and private.take_mail_back(p_order.id, p_order.status::text);
end
$$;

-- Takes a mail of an order back that nobody has taken to send; false where the customer was told.
create function private.take_mail_back(p_order_id uuid, p_kind text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- The lock keeps the mail from being taken meanwhile.
  perform 1 from public.order_messages where order_id = p_order_id and kind::text = p_kind for update;
  delete from public.order_messages where order_id = p_order_id and kind::text = p_kind and attempts = 0;
  return not exists (select 1 from public.order_messages where order_id = p_order_id and kind::text = p_kind);
end
$$;

-- Refuses an order that is to be paid beforehand, or whose deposit is, and is not; what it costs more since is paid at the door.
create function private.require_payment(p_order public.orders) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_order.payment_method = 'cash_on_delivery' and (p_order.stage <> 'awaiting_payment' or private.awaited_payment(p_order) = 0)
    or p_order.total = 0
    or p_order.charged > 0 and p_order.received - p_order.given_back >= p_order.charged
    or p_order.charged > 0 and p_order.received > p_order.given_back and p_order.stage <> 'awaiting_payment' then
    return;
  end if;
  if p_order.received > 0 and p_order.charged = 0 then
    perform private.refuse('payment_given_back');
  end if;
  perform private.refuse('payment_missing', jsonb_strip_nulls(jsonb_build_object(
    'reason', case p_order.payment_method when 'online' then 'online' end)));
end
$$;

-- An update through the data API locks orders in any order, so that two of them could deadlock: those of one store run one
-- after the other, and with them functions that lock several. Who may change orders of every store holds up only those
-- that they change: see private.hold_store_of_order.
create function private.serialize_order_updates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_tenant_id text;
begin
  if private.changes_every_store() then
    return null;
  end if;
  for v_tenant_id in
    select id from public.tenants where id = any (private.staff_tenants()) order by id
  loop
    perform pg_advisory_xact_lock(hashtextextended('orders:' || v_tenant_id, 0));
  end loop;
  return null;
end
$$;

-- The staff of the only store are of that store: what one of them changes waits for the others.
create function private.changes_every_store() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_service() or (
    select count(*) > 1 and bool_and(tenant.id = any (private.staff_tenants())) from public.tenants tenant
  )
$$;

-- Shares the lock of serialize_order_updates for the store of a row that is changed: such changes exclude those of a store's
-- staff, not each other. It never waits for it: its order is locked already, for which the holder may be waiting.
create function private.hold_store_of_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.changes_every_store()
    and not pg_try_advisory_xact_lock_shared(hashtextextended('orders:' || old.tenant_id, 0)) then
    perform private.refuse('orders_busy');
  end if;
  return new;
end
$$;

-- Writes the history of orders that moved, and books what an update that cancels them means.
create function private.orders_moved() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_before public.orders[];
  v_after public.orders[];
  v_cancelled uuid[];
  v_id uuid;
begin
  select array_agg(row(before.*)::public.orders order by after.id), array_agg(row(after.*)::public.orders order by after.id)
  into v_before, v_after
  from after join before using (id) where after.status <> before.status;
  insert into public.order_events (tenant_id, order_id, actor_id, actor, from_status, to_status)
  select moved.tenant_id, moved.id, auth.uid(), private.order_actor(moved), moved.status, later.status
  from unnest(v_before) moved join unnest(v_after) later on later.id = moved.id order by moved.id;
  v_cancelled := array(
    select moved.id from unnest(v_after) moved
    where moved.status = 'cancelled' and private.derived_order_status(moved) <> 'cancelled' order by moved.id
  );
  -- One order's bookings lock in this order by themselves.
  if cardinality(v_cancelled) > 1 then
    perform private.lock_for_cancelling(v_cancelled);
  end if;
  foreach v_id in array v_cancelled loop
    perform private.cancel_whole_order(orders) from public.orders where orders.id = v_id;
    perform private.owe_back(v_id);
  end loop;
  return null;
end
$$;

-- Locks everything that cancelling these orders changes, in a fixed order.
create function private.lock_for_cancelling(p_order_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_goods(p_order_ids);
  perform 1 from public.delivery_slots
  where id in (select slot_id from public.orders where orders.id = any (p_order_ids))
  order by id for key share;
  perform 1 from public.delivery_bookings
  where (slot_id, day) in (select slot_id, slot_date from public.orders where orders.id = any (p_order_ids))
  order by slot_id, day for no key update;
  perform private.lock_points_of(p_order_ids);
end
$$;

-- Locks the products of orders, by id as place_order does.
create function private.lock_goods(p_order_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.products
  where id in (select product_id from public.order_lines where order_id = any (p_order_ids))
  order by id for no key update;
end
$$;

-- Triggers

create trigger orders_move_checked before update of status on public.orders
  for each row when (old.status <> new.status) execute function private.order_transition_checked();

create trigger orders_moved after update on public.orders
  referencing old table as before new table as after
  for each statement execute function private.orders_moved();

create trigger orders_serialized before update on public.orders
  for each statement when (current_user in ('authenticated', 'service_role'))
  execute function private.serialize_order_updates();

create trigger orders_held before update on public.orders
  for each row when (current_user in ('authenticated', 'service_role'))
  execute function private.hold_store_of_order();

-- Grants

grant execute on function public.change_order_status to authenticated;

-- schemas/19_order_aftercare.sql

-- After an order: notes.

-- Functions

-- Writes a note into an order's history; staff only. Internal notes are not shown to the shopper.
create function public.add_order_note(
  p_order_id uuid, p_note text, p_internal boolean default true, p_request_id uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('add_order_note', p_order_id, p_note, p_internal));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_event_id uuid;
begin
  if v_first is not null then
    return;
  end if;
  perform private.require_staff(v_order.tenant_id);
  if coalesce(btrim(p_note), '') = '' or length(p_note) > 2000 then
    perform private.refuse('invalid_note');
  end if;
  insert into public.order_events (tenant_id, order_id, actor_id, actor, note, is_internal)
  values (v_order.tenant_id, v_order.id, auth.uid(), private.order_actor(v_order), btrim(p_note), p_internal)
  returning id into v_event_id;
  if not p_internal then
    perform private.mail_note(v_order, v_event_id);
  end if;
end
$$;

-- Grants

grant execute on function public.add_order_note to authenticated;

-- schemas/19_order_edits.sql

-- Edits: what is changed of an order after it was placed.

-- Tables

create type public.order_edit_state as enum ('proposed', 'accepted', 'declined', 'applied', 'withdrawn');

create table public.order_edits (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  number smallint not null check (number > 0),
  state public.order_edit_state not null default 'proposed',
  -- {"add": lines of place_order's document, "remove": [{"order_line_id", "quantity"}], "address", "shipping_method", "slot_id",
  -- "slot_date", "note"}.
  changes jsonb not null check (jsonb_typeof(changes) = 'object'),
  -- The lines that it adds, as the shopper reads them: [{"name", "image", "options", "color", "size", "type", "translations",
  -- "garment", "quantity", "unit_price", "total"}] in pounds.
  added jsonb not null default '[]' check (jsonb_typeof(added) = 'array'),
  -- What the order costs more (or less) by it, as it was proposed.
  difference numeric(12, 2) not null default 0,
  -- What of it is for the delivery to another zone, or by another method.
  fee_difference numeric(12, 2) not null default 0,
  reason text not null default '' check (length(reason) <= 1000),
  proposed_by uuid,
  decided_by uuid,
  decided_at timestamptz,
  applied_at timestamptz,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (order_id, number),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
-- One proposal of an order waits at a time.
create unique index order_edits_proposed on public.order_edits (order_id) where state = 'proposed';
alter table public.order_edits enable row level security;

alter table public.order_lines add constraint order_lines_edit
  foreign key (tenant_id, edit_id) references public.order_edits (tenant_id, id) on delete cascade;
create index order_lines_by_edit on public.order_lines (tenant_id, edit_id) where edit_id is not null;

-- Policies

create policy "Shoppers read the edits of their own orders" on public.order_edits
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's edits of orders" on public.order_edits
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Grants

grant select on public.order_edits to authenticated;

-- schemas/19_printing.sql

-- Printing: the prints that were made of designs, and those that were made again.

-- Tables

create table public.print_runs (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_line_id uuid not null,
  quantity integer not null check (quantity > 0),
  -- How many of them were printed again, for a reason.
  wasted integer not null default 0 check (wasted between 0 and quantity),
  reason text not null default '' check (length(reason) <= 500),
  actor_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, order_line_id) references public.order_lines (tenant_id, id) on delete cascade,
  constraint print_runs_explain_waste check (wasted = 0 or reason <> '')
);
create index print_runs_by_line on public.print_runs (tenant_id, order_line_id);
create index print_runs_newest on public.print_runs (tenant_id, created_at desc);
alter table public.print_runs enable row level security;

-- Policies

create policy "Staff read what their store printed" on public.print_runs
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

-- Functions

-- Marks designs of any orders as printed, [{"order_line_id", "quantity"}]; staff only. More than is needed are printed again:
-- that takes a reason, and counts as waste. Returns [{"order_line_id", "printed", "wasted"}] by line.
create function public.mark_printed(p_lines jsonb, p_reason text default '', p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('mark_printed', p_lines, p_reason));
  v_orders uuid[];
  v_piece private.piece_count;
  v_answer jsonb := '[]';
begin
  if v_first is not null then
    return v_first;
  end if;
  v_orders := private.lock_orders_for_staff(array(
    select line.order_id from public.order_lines line
    where line.id = any (private.ids_in(p_lines, 'order_line_id'))
  ));
  foreach v_piece in array private.asked_pieces_of(v_orders, p_lines) loop
    v_answer := v_answer || private.mark_line_printed(v_piece, left(btrim(coalesce(p_reason, '')), 500));
  end loop;
  perform private.refresh_order(printed.id) from unnest(v_orders) printed (id);
  return private.keep_answer(p_request_id, v_answer);
end
$$;

create function private.mark_line_printed(p_piece private.piece_count, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_line public.order_lines;
  v_wasted integer;
begin
  update public.order_lines line set printed = line.printed + p_piece.quantity
  where line.id = p_piece.order_line_id returning line.* into v_line;
  if v_line.customization is null then
    perform private.refuse('nothing_to_print', private.line_names(v_line));
  end if;
  v_wasted := least(greatest(v_line.printed - (v_line.quantity - v_line.cancelled), 0), p_piece.quantity);
  if v_wasted > 0 and p_reason = '' then
    perform private.refuse('reprint_reason', private.line_names(v_line));
  end if;
  insert into public.print_runs (tenant_id, order_line_id, quantity, wasted, reason, actor_id)
  values (v_line.tenant_id, v_line.id, p_piece.quantity, v_wasted, p_reason, auth.uid());
  return jsonb_build_object('order_line_id', v_line.id, 'printed', v_line.printed, 'wasted', v_wasted);
end
$$;

-- Grants

grant select on public.print_runs to authenticated;
grant execute on function public.mark_printed to authenticated;

-- schemas/19_returns.sql

-- Returns: what shoppers give back or report, what staff decide, and what becomes of the pieces.

-- Tables

-- Money back, another size, or a new piece for a faulty one.
create type public.return_kind as enum ('return', 'size_exchange', 'replacement');

create type public.return_state as enum ('requested', 'approved', 'declined', 'on_the_way', 'received', 'closed');

create type public.return_condition as enum ('as_new', 'opened', 'damaged');

create type public.return_fate as enum ('restock', 'seconds', 'discard');

create table public.returns (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  number smallint not null check (number > 0),
  kind public.return_kind not null default 'return',
  state public.return_state not null default 'requested',
  reason text not null check (length(reason) <= 2000),
  -- Paths in the bucket `order-photos`.
  photos text[] not null default '{}' check (cardinality(photos) <= 5),
  requested_by text not null check (requested_by in ('shopper', 'staff')),
  -- What staff answered; the shopper reads it.
  answer text not null default '' check (length(answer) <= 2000),
  replacement_order_id uuid,
  decided_at timestamptz,
  received_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (order_id, number),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, replacement_order_id) references public.orders (tenant_id, id)
    on delete set null (replacement_order_id)
);
create index returns_open on public.returns (tenant_id, created_at) where state in ('requested', 'approved', 'on_the_way');
create index returns_replaced on public.returns (tenant_id, replacement_order_id) where replacement_order_id is not null;
create index returns_by_photo on public.returns using gin (photos) where photos <> '{}';
alter table public.returns enable row level security;

create table public.return_lines (
  tenant_id text not null,
  return_id uuid not null,
  order_line_id uuid not null,
  quantity integer not null check (quantity > 0),
  -- What came of them.
  received integer not null default 0 check (received between 0 and quantity),
  condition public.return_condition,
  fate public.return_fate,
  primary key (return_id, order_line_id),
  foreign key (tenant_id, return_id) references public.returns (tenant_id, id) on delete cascade,
  foreign key (tenant_id, order_line_id) references public.order_lines (tenant_id, id) on delete cascade
);
create index return_lines_by_line on public.return_lines (tenant_id, order_line_id);
alter table public.return_lines enable row level security;

-- Helpers

-- The pieces of a line that can still be given back: they arrived, and nobody has announced them or got others for them.
create function private.returnable_pieces(p_line public.order_lines) returns integer
language sql stable security definer set search_path = '' as $$
  select p_line.delivered - p_line.returned - coalesce(sum(piece.quantity), 0)::integer
  from public.return_lines piece join public.returns announced on announced.id = piece.return_id
  where piece.order_line_id = p_line.id
    and (announced.state in ('requested', 'approved', 'on_the_way') or announced.replacement_order_id is not null)
$$;

create function private.return_json(p_return_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(found) - 'tenant_id' || jsonb_build_object('lines', (
    select jsonb_agg(to_jsonb(piece) - '{tenant_id,return_id}'::text[] order by line.position)
    from public.return_lines piece join public.order_lines line on line.id = piece.order_line_id
    where piece.return_id = found.id
  ))
  from public.returns found where found.id = p_return_id
$$;

-- Refuses with a code what comes later after a delivery than the store's setting `p_name` lets it.
create function private.refuse_too_late(p_code text, p_tenant_id text, p_name text, p_delivered_at timestamptz) returns void
language plpgsql stable set search_path = '' as $$
declare
  v_days constant integer := private.days_after_delivery(p_tenant_id, p_name);
begin
  if now() > p_delivered_at + interval '24 hours' * v_days then
    perform private.refuse(p_code, jsonb_strip_nulls(jsonb_build_object(
      'days', v_days, 'reason', case when v_days > 1 then 'days' end)));
  end if;
end
$$;

-- Refuses photos that the caller has not just uploaded to the bucket `order-photos`: older ones that were never sent may be
-- on their way out, by remove_unsent_photos.
create function private.require_photos(p_tenant_id text, p_photos text[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if cardinality(p_photos) > 5 then
    perform private.refuse('invalid_photos', jsonb_build_object('reason', 'many'));
  end if;
  if exists (
    select 1 from unnest(p_photos) sent (name)
    where not exists (
      select 1 from storage.objects stored
      where stored.bucket_id = 'order-photos' and stored.name = sent.name
        and starts_with(stored.name, p_tenant_id || '/' || auth.uid() || '/')
        and stored.created_at > now() - interval '1 day'
    )
  ) then
    perform private.refuse('invalid_photos');
  end if;
end
$$;

-- Policies

create policy "Shoppers read the returns of their own orders" on public.returns
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's returns" on public.returns
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Shoppers read the lines of their own returns" on public.return_lines
  for select to authenticated using (exists (select 1 from public.returns where returns.id = return_id));

create policy "Staff read the lines of their store's returns" on public.return_lines
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Grants

grant select on public.returns, public.return_lines to authenticated;

-- schemas/19_shipments.sql

-- Parcels: what was packed of which lines, where it is, and what couriers say of it.

-- Tables

create type public.shipment_state as enum (
  'packed', 'handed_over', 'in_transit', 'out_for_delivery', 'attempt_failed', 'delivered', 'returning', 'came_back', 'lost',
  'cancelled'
);

-- The one table of allowed moves of a parcel; screens read it to know which buttons to show.
create table public.shipment_state_transitions (
  from_state public.shipment_state not null,
  to_state public.shipment_state not null,
  -- Staff take their own handing over back, for as long as the customer has not been told.
  takes_back boolean not null default false,
  primary key (from_state, to_state)
);
alter table public.shipment_state_transitions enable row level security;

insert into public.shipment_state_transitions (from_state, to_state) values
  ('packed', 'handed_over'), ('packed', 'cancelled'),
  ('handed_over', 'in_transit'), ('handed_over', 'out_for_delivery'), ('handed_over', 'attempt_failed'),
  ('handed_over', 'delivered'), ('handed_over', 'returning'), ('handed_over', 'came_back'), ('handed_over', 'lost'),
  ('in_transit', 'out_for_delivery'), ('in_transit', 'attempt_failed'), ('in_transit', 'delivered'),
  ('in_transit', 'returning'), ('in_transit', 'came_back'), ('in_transit', 'lost'),
  ('out_for_delivery', 'in_transit'), ('out_for_delivery', 'attempt_failed'), ('out_for_delivery', 'delivered'),
  ('out_for_delivery', 'returning'), ('out_for_delivery', 'came_back'), ('out_for_delivery', 'lost'),
  ('attempt_failed', 'in_transit'), ('attempt_failed', 'out_for_delivery'), ('attempt_failed', 'attempt_failed'),
  ('attempt_failed', 'delivered'), ('attempt_failed', 'returning'), ('attempt_failed', 'came_back'), ('attempt_failed', 'lost'),
  ('returning', 'came_back'), ('returning', 'lost');
insert into public.shipment_state_transitions (from_state, to_state, takes_back) values ('handed_over', 'packed', true);

create table public.shipments (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  -- Of the order's parcels, from 1.
  number smallint not null check (number > 0),
  state public.shipment_state not null default 'packed',
  -- Which adapter of couriers made it: `manual` is any courier, with numbers and states by hand.
  carrier text not null default 'manual' check (carrier ~ '^[a-z][a-z0-9_-]{0,30}$'),
  -- The courier's name as people know it.
  carrier_name text not null default '' check (length(carrier_name) <= 80),
  tracking_number text check (length(tracking_number) between 1 and 80),
  tracking_url text check (tracking_url ~ '^https?://' and length(tracking_url) <= 500),
  -- What the courier collects at the door.
  cash_due numeric(12, 2) not null default 0 check (cash_due >= 0),
  cash_collected numeric(12, 2) check (cash_collected >= 0),
  -- What the courier keeps for it.
  fee numeric(12, 2) check (fee >= 0),
  attempts smallint not null default 0,
  -- A file in the bucket `shipment-labels`.
  label_path text check (length(label_path) <= 300),
  handed_over_at timestamptz,
  delivered_at timestamptz,
  came_back_at timestamptz,
  -- When the pieces that came back were looked at.
  looked_at timestamptz,
  settled_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (order_id, number),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create unique index shipments_by_tracking on public.shipments (tenant_id, carrier, tracking_number)
  where tracking_number is not null and state <> 'cancelled';
create index shipments_under_way on public.shipments (tenant_id, state, created_at)
  where state not in ('delivered', 'came_back', 'lost', 'cancelled');
create index shipments_with_cash on public.shipments (tenant_id, delivered_at) where cash_collected > 0 and settled_at is null;
alter table public.shipments enable row level security;

create table public.shipment_lines (
  tenant_id text not null,
  shipment_id uuid not null,
  order_line_id uuid not null,
  quantity integer not null check (quantity > 0),
  -- What became of pieces that came back.
  restocked integer not null default 0 check (restocked >= 0),
  discarded integer not null default 0 check (discarded >= 0),
  sent_again integer not null default 0 check (sent_again >= 0),
  primary key (shipment_id, order_line_id),
  constraint shipment_lines_pieces check (restocked + discarded + sent_again <= quantity),
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete cascade,
  foreign key (tenant_id, order_line_id) references public.order_lines (tenant_id, id) on delete cascade
);
create index shipment_lines_by_line on public.shipment_lines (tenant_id, order_line_id);
alter table public.shipment_lines enable row level security;

-- What happened to a parcel; nothing of it is changed afterwards.
create table public.shipment_events (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  shipment_id uuid not null,
  -- Null of a state of the courier that is not known here, and waits for a person.
  state public.shipment_state,
  -- The courier's own word.
  carrier_state text not null default '' check (length(carrier_state) <= 100),
  note text not null default '' check (length(note) <= 500),
  happened_at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  unique (shipment_id, carrier_state, happened_at),
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete cascade
);
alter table public.shipment_events enable row level security;

-- Policies

create policy "Everybody reads which moves a parcel can make" on public.shipment_state_transitions
  for select to anon, authenticated using (true);

create policy "Shoppers read the parcels of their own orders" on public.shipments
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's parcels" on public.shipments
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Shoppers read what is in their own parcels" on public.shipment_lines
  for select to authenticated using (exists (select 1 from public.shipments where shipments.id = shipment_id));

create policy "Staff read what is in their store's parcels" on public.shipment_lines
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Shoppers read what happened to their own parcels" on public.shipment_events
  for select to authenticated using (exists (select 1 from public.shipments where shipments.id = shipment_id));

create policy "Staff read what happened to their store's parcels" on public.shipment_events
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Grants

grant select on public.shipment_state_transitions to anon, authenticated;
grant select on public.shipments, public.shipment_lines, public.shipment_events to authenticated;

-- schemas/20_carrier_bookings.sql

-- Parcels that couriers are asked to take: each is made at its courier once, by the server, which knows their APIs.

-- Tables

create type public.carrier_booking_state as enum (
  -- To be made; asked for, maybe without an answer; made; refused, or to be looked into; to be called off; called off.
  'waiting', 'asked', 'booked', 'failed', 'to_cancel', 'cancelled'
);

create table public.carrier_bookings (
  shipment_id uuid primary key,
  tenant_id text not null,
  carrier text not null check (carrier ~ '^[a-z][a-z0-9_-]{0,30}$'),
  state public.carrier_booking_state not null default 'waiting',
  -- Couriers take a reference once: one that was called off gets another.
  round smallint not null default 1 check (round > 0),
  reference text not null generated always as (shipment_id::text || case when round > 1 then '-' || round else '' end) stored,
  -- The courier's district, where staff chose it.
  district_id text check (length(district_id) <= 80),
  -- What the courier was told to collect.
  cash numeric(12, 2) check (cash >= 0),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  -- Why it is not made, as a refusal: {"code", "message", …}.
  problem jsonb check (jsonb_typeof(problem) = 'object'),
  -- The courier's own id of the parcel.
  carrier_reference text check (length(carrier_reference) <= 100),
  -- When the courier was last asked how the parcel stands.
  looked_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, shipment_id),
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete cascade
);
create index carrier_bookings_due on public.carrier_bookings (due_at) where state in ('waiting', 'asked', 'to_cancel');
create index carrier_bookings_to_track on public.carrier_bookings (looked_at nulls first) where state = 'booked';
alter table public.carrier_bookings enable row level security;

-- When couriers come to fetch parcels.
create table public.carrier_pickups (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  carrier text not null check (carrier ~ '^[a-z][a-z0-9_-]{0,30}$'),
  day date not null,
  -- The courier's own id of it; null while it has not answered.
  carrier_reference text check (length(carrier_reference) <= 100),
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (tenant_id, carrier, day),
  unique (tenant_id, id)
);
alter table public.carrier_pickups enable row level security;

-- Policies

create policy "Staff read which parcels their couriers are asked to take" on public.carrier_bookings
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Staff read when couriers come to their store" on public.carrier_pickups
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

-- Functions

-- Asks for parcels that are here to be made at a courier; staff only. `p_districts` names the courier's district of parcels,
-- {"shipment_id": "district_id"}, where the address does not say it. Returns, by order, {"order_id", "shipment_id"}, with
-- "refusal" where a parcel cannot be: one that is refused does not stop the others. One that is made, or asked for, stays so.
create function public.book_parcels(
  p_shipment_ids uuid[], p_carrier text, p_carrier_name text, p_districts jsonb default '{}', p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array(
    'book_parcels', p_shipment_ids, p_carrier, p_carrier_name, p_districts));
  v_orders uuid[];
  v_asked record;
  v_answer jsonb := '[]';
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_selection(p_shipment_ids);
  v_orders := private.lock_orders_for_staff(array(
    select parcel.order_id from public.shipments parcel where parcel.id = any (p_shipment_ids)
  ));
  if cardinality(v_orders) = 0 then
    perform private.refuse('unknown_shipment');
  end if;
  for v_asked in
    select distinct asked.id, parcel.order_id from unnest(p_shipment_ids) asked (id)
    left join public.shipments parcel on parcel.id = asked.id and parcel.order_id = any (v_orders)
    order by parcel.order_id, asked.id
  loop
    v_answer := v_answer || (jsonb_build_object('order_id', v_asked.order_id, 'shipment_id', v_asked.id)
      || case when v_asked.order_id is null then jsonb_build_object('refusal', private.refusal('unknown_shipment'))
        else private.try_to_book(v_asked.id, p_carrier, p_carrier_name, p_districts ->> v_asked.id::text) end);
  end loop;
  return private.keep_answer(p_request_id, v_answer);
end
$$;

create function private.try_to_book(p_shipment_id uuid, p_carrier text, p_carrier_name text, p_district_id text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_parcel public.shipments;
  v_booking public.carrier_bookings;
begin
  select * into v_parcel from public.shipments where id = p_shipment_id;
  select * into v_booking from public.carrier_bookings where shipment_id = p_shipment_id for update;
  if v_booking.state in ('waiting', 'asked', 'booked') and v_booking.carrier = p_carrier then
    return '{}';
  elsif v_booking.state in ('waiting', 'asked', 'booked', 'to_cancel') then
    return jsonb_build_object('refusal', private.refusal('parcel_booked',
      jsonb_build_object('carrier', coalesce(nullif(v_parcel.carrier_name, ''), v_parcel.carrier))));
  elsif v_parcel.state not in ('packed', 'handed_over') then
    return jsonb_build_object('refusal', private.refusal('parcel_not_here'));
  elsif v_parcel.tracking_number is not null then
    return jsonb_build_object('refusal', private.refusal('parcel_numbered',
      jsonb_build_object('tracking_number', v_parcel.tracking_number)));
  elsif p_district_id is not null and not exists (
    select 1 from public.carrier_areas area
    where area.carrier = p_carrier and area.district_id = p_district_id and area.delivers
  ) then
    return jsonb_build_object('refusal', private.refusal('carrier_unknown_district', jsonb_build_object('city', p_district_id)));
  end if;
  update public.shipments set carrier = p_carrier, carrier_name = left(p_carrier_name, 80), updated_at = now()
  where id = p_shipment_id;
  insert into public.carrier_bookings (shipment_id, tenant_id, carrier, district_id, created_by)
  values (p_shipment_id, v_parcel.tenant_id, p_carrier, p_district_id, auth.uid())
  on conflict (shipment_id) do update set
    carrier = excluded.carrier, state = 'waiting', attempts = 0, due_at = now(), problem = null, updated_at = now(),
    district_id = coalesce(excluded.district_id, case when v_booking.carrier = p_carrier then v_booking.district_id end),
    round = v_booking.round + case v_booking.state when 'cancelled' then 1 else 0 end;
  return '{}';
end
$$;

-- What is due at couriers, or of it what these parcels need; each is taken by one process, and again after a while. `todo` is
-- `create`, `look` (it was asked for, and nobody knows whether it is made) or `cancel`. Amounts are piastres, weights grams,
-- null where nothing of a parcel has one. For the server.
create function public.take_carrier_bookings(p_shipment_ids uuid[] default null) returns setof jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_before public.carrier_bookings;
  v_taken public.carrier_bookings;
begin
  perform private.require_service();
  for v_before in
    select booking.* from public.carrier_bookings booking
    where booking.state in ('waiting', 'asked', 'to_cancel') and booking.due_at <= now()
      and (p_shipment_ids is null or booking.shipment_id = any (p_shipment_ids))
    order by booking.due_at limit 50 for update skip locked
  loop
    update public.carrier_bookings set
      state = case state when 'waiting' then 'asked' else state end, attempts = attempts + 1, updated_at = now(),
      cash = coalesce(cash, (
        select parcel.cash_due from public.shipments parcel where parcel.id = carrier_bookings.shipment_id)),
      due_at = now() + least(interval '1 minute' * power(2, least(attempts, 6)), interval '1 hour')
    where shipment_id = v_before.shipment_id returning * into v_taken;
    return next private.carrier_task(v_taken, case v_before.state
      when 'waiting' then 'create' when 'asked' then 'look' else 'cancel' end);
  end loop;
end
$$;

-- A parcel as the server needs it to make it at a courier.
create function private.carrier_task(p_booking public.carrier_bookings, p_todo text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_parcel public.shipments;
  v_order public.orders;
begin
  select * into v_parcel from public.shipments where id = p_booking.shipment_id;
  select orders.* into v_order from public.orders where orders.id = v_parcel.order_id;
  return (
    select jsonb_build_object(
      'shipment_id', v_parcel.id, 'tenant_id', v_parcel.tenant_id, 'carrier', p_booking.carrier,
      'reference', p_booking.reference, 'name', v_order.number || '/' || v_parcel.number,
      'todo', p_todo, 'cash', private.piastres(p_booking.cash),
      'worth', private.piastres(coalesce(sum(private.line_worth(line, part.quantity)), 0)),
      'grams', sum(variant.weight_grams * part.quantity),
      'pieces', coalesce(sum(part.quantity), 0),
      'description', left(string_agg(part.quantity || ' × ' || line.name, ', ' order by line.position), 400),
      'address', v_order.address, 'email', v_order.customer_email, 'note', v_order.note,
      'tracking_number', v_parcel.tracking_number,
      'district', (
        select jsonb_build_object('district_id', area.district_id, 'city_id', area.city_id, 'city', area.city)
        from public.carrier_areas area
        where area.carrier = p_booking.carrier and area.district_id = coalesce(p_booking.district_id, private.carrier_area_of(
          p_booking.carrier, v_order.address ->> 'governorate', v_order.address ->> 'city'))
      ))
    from public.shipment_lines part
    join public.order_lines line on line.id = part.order_line_id
    left join public.product_variants variant on variant.id = line.variant_id
    where part.shipment_id = v_parcel.id
  );
end
$$;

-- Books what came of asking a courier: `booked` with {"tracking_number", "tracking_url", "carrier_reference"}, `cancelled`,
-- `failed` with {"problem": {"code", …}} (nothing was made, for certain), or `again` where it is asked once more later. Returns
-- the state. For the server.
create function public.carrier_booking_done(p_shipment_id uuid, p_outcome text, p_answer jsonb default '{}') returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.carrier_bookings;
  v_problem constant jsonb := p_answer -> 'problem';
  v_parcel public.shipments;
begin
  perform private.require_service();
  perform 1 from public.orders where orders.id = (
    select parcel.order_id from public.shipments parcel where parcel.id = p_shipment_id) for update;
  select * into v_parcel from public.shipments where id = p_shipment_id;
  select * into v_booking from public.carrier_bookings where shipment_id = p_shipment_id for update;
  if not found or v_booking.state not in ('asked', 'to_cancel') then
    return v_booking.state;
  end if;
  if p_outcome = 'booked' then
    perform private.require_own_number(v_parcel, v_booking.carrier, p_answer ->> 'tracking_number');
    update public.shipments set tracking_number = p_answer ->> 'tracking_number', tracking_url = p_answer ->> 'tracking_url',
      updated_at = now()
    where id = p_shipment_id;
  end if;
  update public.carrier_bookings set
    state = case
      -- Unpacked meanwhile: what was made for it is called off.
      when p_outcome = 'booked' and (v_booking.state = 'to_cancel' or v_parcel.state = 'cancelled') then 'to_cancel'
      when p_outcome in ('booked', 'failed', 'cancelled') then p_outcome else v_booking.state::text
    end::public.carrier_booking_state,
    attempts = case when p_outcome = 'booked' then 0 else attempts end,
    due_at = case when p_outcome = 'booked' then now() else due_at end,
    cash = case when p_outcome in ('failed', 'cancelled') then null else cash end,
    problem = case when p_outcome in ('failed', 'again') then private.carrier_problem(v_problem) end,
    carrier_reference = coalesce(p_answer ->> 'carrier_reference', carrier_reference),
    updated_at = now()
  where shipment_id = p_shipment_id returning * into v_booking;
  perform private.refresh_order(v_parcel.order_id);
  return v_booking.state;
end
$$;

-- Why a parcel is not made, in words.
create function private.carrier_problem(p_problem jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when p_problem ->> 'code' in (
    'carrier_bad_address', 'carrier_not_configured', 'carrier_not_cancelled', 'carrier_refused', 'carrier_too_heavy',
    'carrier_too_much_cash', 'carrier_unknown_district', 'carrier_unreachable'
  ) then private.refusal(p_problem ->> 'code', p_problem - 'code') end;
end
$$;

-- Parcels whose courier has said nothing of them for a while: {"carrier": seconds} says for how long. Each is taken by one
-- process. For the server.
create function public.parcels_to_track(p_every jsonb) returns table (
  tenant_id text, shipment_id uuid, carrier text, tracking_number text
)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
  with silent as (
    select booking.shipment_id from public.carrier_bookings booking
    join public.shipments parcel on parcel.id = booking.shipment_id
    join jsonb_each_text(p_every) patience (carrier, seconds) on patience.carrier = booking.carrier
    where booking.state = 'booked' and parcel.tracking_number is not null
      and parcel.state not in ('delivered', 'came_back', 'lost', 'cancelled')
      and greatest(booking.looked_at, booking.updated_at, (
        select max(event.created_at) from public.shipment_events event
        where event.shipment_id = booking.shipment_id and event.carrier_state <> ''
      )) < now() - make_interval(secs => patience.seconds::double precision)
    order by booking.looked_at nulls first limit 100 for update of booking skip locked
  )
  update public.carrier_bookings booking set looked_at = now()
  from silent join public.shipments parcel on parcel.id = silent.shipment_id
  where booking.shipment_id = silent.shipment_id
  returning booking.tenant_id, booking.shipment_id, booking.carrier, parcel.tracking_number;
end
$$;

-- Whether a courier has a parcel in its books, or may have.
create function private.is_booked(p_shipment_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.carrier_bookings booking
    where booking.shipment_id = p_shipment_id and booking.state in ('waiting', 'asked', 'booked')
  );
end
$$;

-- Triggers

-- Calls off at its courier what is unpacked.
create function private.call_booking_off() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.carrier_bookings booking set
    state = case when booking.state in ('asked', 'booked') then 'to_cancel' else 'cancelled' end::public.carrier_booking_state,
    attempts = 0, due_at = now(), problem = null, updated_at = now()
  where booking.shipment_id = new.id and booking.state in ('waiting', 'asked', 'booked', 'failed');
  return null;
end
$$;

create trigger booking_called_off after update of state on public.shipments
  for each row when (new.state = 'cancelled' and old.state <> 'cancelled') execute function private.call_booking_off();

-- Grants

grant select on public.carrier_bookings, public.carrier_pickups to authenticated;
grant execute on function public.book_parcels to authenticated;

-- schemas/20_carrier_events.sql

-- What couriers say of parcels.

-- Functions

-- Books what a courier says of a parcel. Returns what it came to: `booked`, `known` (the same was here before), `late` (older than
-- what is known already), `waiting` (a state that is not known here or cannot follow: a person looks into it) or `unknown` (no
-- such parcel). `p_carrier_state` is the courier's own word; `p_cash` what it collected, all that was due unless it is said.
-- For the server.
create function public.record_shipment_event(
  p_tenant_id text, p_carrier text, p_tracking_number text, p_state public.shipment_state default null,
  p_carrier_state text default '', p_happened_at timestamptz default clock_timestamp(), p_note text default '',
  p_cash numeric default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_parcel public.shipments;
  v_result text;
begin
  perform private.require_service();
  perform 1 from public.orders where orders.id = (
    select parcel.order_id from public.shipments parcel
    where parcel.tenant_id = p_tenant_id and parcel.carrier = p_carrier and parcel.tracking_number = p_tracking_number
      and parcel.state <> 'cancelled'
  ) for update;
  select * into v_parcel from public.shipments parcel
  where parcel.tenant_id = p_tenant_id and parcel.carrier = p_carrier and parcel.tracking_number = p_tracking_number
    and parcel.state <> 'cancelled';
  if not found then
    return 'unknown';
  end if;
  if exists (
    select 1 from public.shipment_events event
    where event.shipment_id = v_parcel.id and event.carrier_state = p_carrier_state and event.happened_at = p_happened_at
  ) then
    return 'known';
  end if;
  v_result := private.book_carrier_event(v_parcel, p_state, p_carrier_state, p_happened_at, p_note, p_cash);
  perform private.owe_back(v_parcel.order_id, jsonb_build_object('shipment_id', v_parcel.id));
  return v_result;
end
$$;

create function private.book_carrier_event(
  p_parcel public.shipments, p_state public.shipment_state, p_carrier_state text, p_happened_at timestamptz, p_note text,
  p_cash numeric
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_parcel public.shipments := p_parcel;
begin
  if p_happened_at < (
    select max(event.happened_at) from public.shipment_events event
    where event.shipment_id = p_parcel.id and event.state is not null
  ) then
    perform private.note_on_parcel(p_parcel, p_state, p_note, p_happened_at, p_carrier_state);
    return 'late';
  end if;
  if p_state = p_parcel.state and p_state <> 'attempt_failed' then
    perform private.note_on_parcel(p_parcel, p_state, p_note, p_happened_at, p_carrier_state);
    return 'booked';
  end if;
  -- What the courier has was handed over.
  if p_parcel.state = 'packed' and exists (
    select 1 from public.shipment_state_transitions where from_state = 'handed_over' and to_state = p_state and not takes_back
  ) then
    perform private.move_parcel(p_parcel, 'handed_over', p_happened_at => p_happened_at);
    select * into v_parcel from public.shipments where id = p_parcel.id;
  end if;
  if not exists (
    select 1 from public.shipment_state_transitions
    where from_state = v_parcel.state and to_state = p_state and not takes_back
  ) then
    perform private.note_on_parcel(p_parcel, null, p_note, p_happened_at, p_carrier_state);
    return 'waiting';
  end if;
  perform private.move_parcel(v_parcel, p_state, p_note, p_cash, p_happened_at, p_carrier_state);
  return 'booked';
end
$$;

-- schemas/20_editing.sql

-- The way of an edit, from top to bottom: what it costs, what allows it, and what it books.

-- Tables

-- An edit with its prices: the lines that it adds with their shares of what was taken off the order, the pieces that it
-- removes, how the order gets to a new address or by another method and what that costs more, and how much more the order costs
-- by it all.
create type private.priced_edit as (
  lines private.priced_line[], shares private.line_share[], pieces private.piece_count[], delivery private.delivery,
  fee_difference numeric, difference numeric, problems jsonb
);

-- Functions

-- What a change of an order would cost. `p_changes` is {"add": lines of place_order's document, "remove": [{"order_line_id",
-- "quantity"}], "address" or "address_id", "shipping_method", "slot_id" and "slot_date", "note"}. A line that names another as "instead_of" is as
-- that one where it says nothing else, and keeps its price and discounts but for what its variant or design costs more or less.
-- Returns {"difference", "total", "problems"} in pounds.
create function public.quote_edit(p_order_id uuid, p_changes jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_edit private.priced_edit;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_order');
  end if;
  perform private.require_aal();
  v_edit := private.price_edit(v_order, p_changes);
  return jsonb_build_object(
    'difference', v_edit.difference, 'total', v_order.charged + v_edit.difference, 'problems', v_edit.problems);
end
$$;

-- Changes an order before its pieces are packed: its shopper the address, the delivery slot, the note and sizes, staff everything.
-- The changes are quote_edit's, with "expected_difference" where somebody has seen it. What costs more waits for the shopper's
-- yes when staff change it. Returns {"edit", "order"}.
create function public.edit_order(
  p_order_id uuid, p_changes jsonb, p_reason text default '', p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('edit_order', p_order_id, p_changes, p_reason));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_priced private.priced_edit;
  v_waits boolean;
  v_edit public.order_edits;
begin
  if v_first is not null then
    return v_first;
  end if;
  if exists (select 1 from public.order_edits where order_id = p_order_id and state = 'proposed') then
    perform private.refuse('edit_waits');
  end if;
  v_priced := private.checked_edit(v_order, p_changes);
  v_waits := v_priced.difference > 0 and private.order_actor(v_order) = 'staff' and v_order.user_id is not null;
  insert into public.order_edits (
    tenant_id, order_id, number, state, changes, added, difference, fee_difference, reason, proposed_by, decided_by, decided_at,
    applied_at
  )
  select v_order.tenant_id, p_order_id, coalesce(max(earlier.number), 0) + 1,
    case when v_waits then 'proposed'::public.order_edit_state else 'applied' end, p_changes, private.added_lines(v_priced), v_priced.difference,
    coalesce(v_priced.fee_difference, 0), left(btrim(coalesce(p_reason, '')), 1000), auth.uid(), case when not v_waits then auth.uid() end,
    case when not v_waits then now() end, case when not v_waits then now() end
  from public.order_edits earlier where earlier.order_id = p_order_id
  returning * into v_edit;
  if not v_waits then
    perform private.apply_edit(v_order, v_edit, v_priced);
  end if;
  return private.keep_answer(p_request_id, private.edit_answer(v_edit.id));
end
$$;

-- Accepts or declines a change that staff proposed: the shopper; or staff, of an order that they made or whose shopper has no
-- account any more. Refuses to apply what costs more by now. Returns {"edit", "order"}.
create function public.decide_edit(p_edit_id uuid, p_accept boolean, p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('decide_edit', p_edit_id, p_accept));
  v_order public.orders := private.lock_order_of_edit(p_edit_id);
  v_edit public.order_edits;
  v_priced private.priced_edit;
begin
  if v_first is not null then
    return v_first;
  end if;
  if private.order_actor(v_order) = 'staff' and v_order.user_id is not null and v_order.channel = 'web' then
    perform private.refuse('customer_decides');
  end if;
  v_edit := private.require_proposed(p_edit_id);
  if p_accept then
    v_priced := private.checked_edit(
      v_order, v_edit.changes || jsonb_build_object('expected_difference', v_edit.difference), true);
  end if;
  update public.order_edits set
    state = case when p_accept then 'applied'::public.order_edit_state else 'declined' end, decided_by = auth.uid(),
    decided_at = now(), applied_at = case when p_accept then now() end
  where id = p_edit_id returning * into v_edit;
  if p_accept then
    perform private.apply_edit(v_order, v_edit, v_priced);
  end if;
  return private.keep_answer(p_request_id, private.edit_answer(p_edit_id));
end
$$;

-- Takes a proposed change back; staff only. Returns {"edit", "order"}.
create function public.withdraw_edit(p_edit_id uuid, p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('withdraw_edit', p_edit_id));
  v_order public.orders := private.lock_order_of_edit(p_edit_id);
  v_edit public.order_edits;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  v_edit := private.require_proposed(p_edit_id);
  update public.order_edits set state = 'withdrawn', decided_by = auth.uid(), decided_at = now() where id = p_edit_id;
  return private.keep_answer(p_request_id, private.edit_answer(p_edit_id));
end
$$;

create function private.added_lines(p_edit private.priced_edit) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', added.name, 'image', added.image, 'options', added.options, 'color', added.color, 'size', added.size,
    'type', added.type, 'translations', private.sold_translations(added.product_id, added.options), 'garment', added.garment,
    'quantity', added.quantity, 'unit_price', private.pounds(added.unit),
    'total', private.pounds(added.unit * added.quantity)) order by added.line), '[]')
  from unnest(p_edit.lines) added
$$;

-- An edit that can be applied, with its prices; its products are locked. `p_promised`: staff proposed it, and it may cost less by
-- now.
create function private.checked_edit(p_order public.orders, p_changes jsonb, p_promised boolean default false)
returns private.priced_edit
language plpgsql security definer set search_path = '' as $$
declare
  v_expected constant jsonb := p_changes -> 'expected_difference';
  v_added constant uuid[] := private.products_of_lines(p_order.tenant_id, private.listed(p_changes -> 'add'));
  v_edit private.priced_edit;
begin
  perform 1 from public.products
  where id = any (v_added) or id in (select line.product_id from public.order_lines line where line.order_id = p_order.id)
  order by id for no key update;
  v_edit := private.price_edit(p_order, p_changes, p_promised);
  if v_edit.problems <> '[]' then
    perform private.refuse_problem(v_edit.problems -> 0);
  end if;
  perform private.require_pictures(p_order.tenant_id, p_order.user_id, v_edit.lines);
  if coalesce(jsonb_typeof(v_expected), 'null') = 'number' and (
    v_edit.difference > v_expected::numeric or v_edit.difference < v_expected::numeric and not p_promised
  ) then
    perform private.refuse('price_changed', jsonb_build_object('total', p_order.charged + v_edit.difference,
      'difference', v_edit.difference));
  end if;
  return v_edit;
end
$$;

-- The prices of an edit; refuses what may not be changed.
create function private.price_edit(p_order public.orders, p_changes jsonb, p_promised boolean default false)
returns private.priced_edit
language plpgsql security definer set search_path = '' as $$
declare
  v_add jsonb;
  v_customization jsonb;
  v_edit private.priced_edit;
begin
  perform private.require_changes(p_changes);
  v_edit.pieces := private.asked_pieces(p_order.id, private.listed(p_changes -> 'remove'));
  v_add := private.completed_lines(p_order.id, private.listed(p_changes -> 'add'), v_edit.pieces);
  perform private.require_editable(p_order, p_changes, v_add, v_edit.pieces, p_promised);
  v_edit.lines := '{}';
  v_edit.shares := '{}';
  if v_add <> '[]' then
    select customization into v_customization from public.settings where settings.tenant_id = p_order.tenant_id;
    v_edit.lines := private.with_goods_given_back(
      private.price_lines(p_order.tenant_id, v_add, v_customization, p_order.user_id, false), v_edit.pieces);
    v_edit := private.with_kept_prices(p_order, v_edit, v_add, v_customization);
  end if;
  select coalesce(jsonb_agg(private.line_problem(priced) order by priced.line), '[]') into v_edit.problems
  from unnest(v_edit.lines) priced where priced.problem is not null;
  v_edit.difference := coalesce((
    select sum(private.pounds(priced.unit * priced.quantity - coalesce(share.discount, 0) - coalesce(share.points, 0)))
    from unnest(v_edit.lines) priced left join unnest(v_edit.shares) share on share.line = priced.line
  ), 0) - coalesce((
    select sum(least(private.worth_of_pieces(line, piece.quantity), line.net - line.credited))
    from unnest(v_edit.pieces) piece join public.order_lines line on line.id = piece.order_line_id
  ), 0);
  if p_changes ?| '{address,address_id,shipping_method}' then
    v_edit := private.with_new_delivery(p_order, v_edit, p_changes);
  end if;
  return v_edit;
end
$$;

create function private.listed(p_value jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case jsonb_typeof(p_value) when 'array' then p_value else '[]' end
$$;

-- What the next pieces of a line that go are worth.
create function private.worth_of_pieces(p_line public.order_lines, p_pieces integer) returns numeric
language plpgsql stable set search_path = '' as $$
declare
  v_gone constant integer := p_line.cancelled + p_line.refused + p_line.returned;
begin
  return private.line_worth(p_line, v_gone + p_pieces) - private.line_worth(p_line, v_gone);
end
$$;

create function private.require_changes(p_changes jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_changes) is distinct from 'object'
    or p_changes - '{add,remove,address,address_id,shipping_method,slot_id,slot_date,note,expected_difference}'::text[] <> '{}'
    or p_changes - 'expected_difference' = '{}'
    or coalesce(jsonb_typeof(p_changes -> 'add'), 'array') <> 'array' or jsonb_array_length(private.listed(p_changes -> 'add')) > 100
    or coalesce(jsonb_typeof(p_changes -> 'remove'), 'array') <> 'array' then
    perform private.refuse('invalid_change');
  end if;
  if length(p_changes ->> 'note') > 1000 then
    perform private.refuse('note_too_long');
  end if;
  if p_changes ? 'shipping_method' and coalesce(p_changes ->> 'shipping_method', '') not in ('standard', 'express') then
    perform private.refuse('unknown_shipping_method');
  end if;
end
$$;

-- The lines that are added, where they name another one they replace completed by it. Refuses one that replaces more pieces than
-- are removed.
create function private.completed_lines(p_order_id uuid, p_add jsonb, p_pieces private.piece_count[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select 1 from (
      select lower(added.value ->> 'instead_of') as id, sum(
        case when private.is_piece_count(added.value -> 'quantity') then (added.value ->> 'quantity')::integer else 0 end) as pieces
      from jsonb_array_elements(p_add) added where added.value ? 'instead_of' group by 1
    ) wanted
    left join unnest(p_pieces) piece on piece.order_line_id::text = wanted.id
    where wanted.pieces > coalesce(piece.quantity, 0)
  ) then
    perform private.refuse('invalid_change');
  end if;
  return coalesce((
    select jsonb_agg(case when line.id is null then added.value else
      case when added.value ?| '{product_id,variant_id}' then '{}' else jsonb_build_object('product_id', line.product_id) end
      || jsonb_build_object('color', line.color, 'size', line.size, 'type', line.type)
      || case when line.customization is null or added.value ?| '{design,customization_id}' then '{}'
        else jsonb_build_object('design', line.customization -> 'design', 'preview', line.customization -> 'preview') end
      || added.value end order by added.place)
    from jsonb_array_elements(p_add) with ordinality added (value, place)
    left join public.order_lines line on line.order_id = p_order_id and line.id::text = lower(added.value ->> 'instead_of')
  ), '[]');
end
$$;

-- Refuses an edit that comes too late or that is not the caller's to make.
create function private.require_editable(
  p_order public.orders, p_changes jsonb, p_add jsonb, p_pieces private.piece_count[], p_promised boolean
) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_goods constant boolean := p_add <> '[]' or cardinality(p_pieces) > 0;
  v_way constant boolean := p_changes ?| '{address,address_id,shipping_method,slot_id,slot_date}';
  v_lines record;
begin
  select sum(private.open_pieces(line)) as open, sum(line.packed) as packed, sum(line.sent) as sent,
    sum(line.quantity - line.cancelled - line.refused - line.returned) as kept
  into v_lines from public.order_lines line where line.order_id = p_order.id;
  if v_lines.open + v_lines.packed = 0 then
    perform private.refuse('edit_too_late');
  end if;
  if v_goods and p_order.status = 'awaiting_payment' and p_order.payment_method = 'online' then
    perform private.refuse('edit_before_payment');
  end if;
  perform private.require_open_pieces(p_pieces, 'too_few_to_remove');
  if p_add = '[]' and v_lines.kept = coalesce((select sum(piece.quantity) from unnest(p_pieces) piece), 0) then
    perform private.refuse('edit_leaves_nothing');
  end if;
  if p_promised or private.order_actor(p_order) <> 'shopper' then
    return;
  end if;
  if v_way and v_lines.packed + v_lines.sent > 0 then
    perform private.refuse('edit_too_late', '{"reason": "packed"}');
  end if;
  perform private.require_swaps(p_order, p_add, p_pieces);
end
$$;

-- Refuses a shopper's edit of goods that is not another size or color of the same: other goods are ordered, and pieces cancelled.
create function private.require_swaps(p_order public.orders, p_add jsonb, p_pieces private.piece_count[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select 1 from unnest(p_pieces) piece
    join public.order_lines line on line.id = piece.order_line_id
    where line.customization is not null and (line.printed > 0 or p_order.stage = 'in_production')
  ) then
    perform private.refuse('edit_too_late', '{"reason": "printed"}');
  end if;
  if exists (
    select 1 from (
      select lower(added.value ->> 'instead_of') as id, sum((added.value ->> 'quantity')::integer) as pieces,
        bool_and(coalesce(added.value ->> 'product_id', '') = coalesce(line.product_id::text, '')
          and not added.value ? 'variant_id' and coalesce(added.value -> 'design', 'null')
            = coalesce(line.customization -> 'design', 'null')) as same
      from jsonb_array_elements(p_add) added
      left join public.order_lines line
        on line.order_id = p_order.id and line.id::text = lower(added.value ->> 'instead_of')
      where private.is_piece_count(added.value -> 'quantity')
      group by 1
    ) added
    full join unnest(p_pieces) piece on piece.order_line_id::text = added.id
    where added.pieces is distinct from piece.quantity or not added.same
  ) then
    perform private.refuse('edit_by_staff');
  end if;
end
$$;

-- The lines without the problem that is none once the removed pieces are back on the shelf.
create function private.with_goods_given_back(p_lines private.priced_line[], p_pieces private.piece_count[])
returns private.priced_line[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_line private.priced_line;
begin
  for v_place in 1 .. cardinality(p_lines) loop
    v_line := p_lines[v_place];
    if v_line.problem = 'out_of_stock' then
      v_line.stock := v_line.stock + coalesce((
        select sum(piece.quantity) from unnest(p_pieces) piece
        join public.order_lines line on line.id = piece.order_line_id where line.variant_id = v_line.variant_id
      ), 0);
      if v_line.stock >= (select sum(other.quantity) from unnest(p_lines) other where other.variant_id = v_line.variant_id) then
        v_line.problem := null;
      end if;
      p_lines[v_place] := v_line;
    end if;
  end loop;
  return p_lines;
end
$$;

-- Lines that replace others of the same product at the price of those and with their shares, but for what their variant or design
-- costs more or less now.
create function private.with_kept_prices(
  p_order public.orders, p_edit private.priced_edit, p_add jsonb, p_customization jsonb
) returns private.priced_edit
language plpgsql stable security definer set search_path = '' as $$
declare
  v_line private.priced_line;
  v_old public.order_lines;
  v_then private.priced_line[];
  v_taken jsonb := '{}';
  v_share private.line_share;
begin
  for v_place in 1 .. cardinality(p_edit.lines) loop
    v_line := p_edit.lines[v_place];
    select line.* into v_old from public.order_lines line
    where line.order_id = p_order.id and line.id::text = lower(p_add -> (v_place - 1) ->> 'instead_of')
      and line.product_id is not distinct from v_line.product_id;
    if v_old.id is not null and v_line.problem is null then
      v_then := private.price_lines(p_order.tenant_id, jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
        'variant_id', v_old.variant_id, 'product_id', v_old.product_id, 'color', v_old.color, 'size', v_old.size,
        'type', v_old.type, 'quantity', 1, 'design', v_old.customization -> 'design'))), p_customization, p_order.user_id, false);
      v_line.unit := greatest(
        private.piastres(v_old.unit_price) + v_line.unit - coalesce((v_then[1]).unit, private.piastres(v_old.unit_price)), 0);
      if v_line.design = v_old.customization -> 'design' then
        v_line.customization_id := v_old.customization_id;
      end if;
      p_edit.lines[v_place] := v_line;
      v_share := private.kept_share(v_old, coalesce((v_taken ->> v_old.id::text)::integer, 0), v_line);
      p_edit.shares := p_edit.shares || v_share;
      v_taken := v_taken || jsonb_build_object(
        v_old.id::text, coalesce((v_taken ->> v_old.id::text)::integer, 0) + v_line.quantity);
    end if;
  end loop;
  return p_edit;
end
$$;

-- The shares of discounts and points that pieces of a line take along to the line that replaces them; `p_taken` pieces went before.
create function private.kept_share(p_old public.order_lines, p_taken integer, p_line private.priced_line)
returns private.line_share
language plpgsql stable security definer set search_path = '' as $$
declare
  v_gone constant integer := p_old.cancelled + p_old.refused + p_old.returned + p_taken;
  v_points bigint := private.piastres(round(p_old.points_share * (v_gone + p_line.quantity) / p_old.quantity, 2)
    - round(p_old.points_share * v_gone / p_old.quantity, 2));
  -- All that was taken off these pieces, so that they cost what they did.
  v_all bigint := greatest(private.piastres(p_old.unit_price) * p_line.quantity - private.piastres(
    private.line_worth(p_old, v_gone + p_line.quantity) - private.line_worth(p_old, v_gone)), 0);
begin
  v_all := least(v_all, p_line.unit * p_line.quantity);
  v_points := least(v_points, v_all);
  return row(p_line.line, v_all - v_points, v_points)::private.line_share;
end
$$;

-- Books an edit that was checked: lines, stock, price, address, method, slot and note.
create function private.apply_edit(p_order public.orders, p_edit public.order_edits, p_priced private.priced_edit) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if cardinality(p_priced.lines) > 0 then
    perform private.insert_order_lines(p_order, p_priced.lines, p_edit.id, p_priced.shares);
  end if;
  perform private.write_new_way(p_order, p_edit.changes, p_priced.delivery);
  perform private.charge_new_delivery(p_order, p_edit, p_priced);
  if cardinality(p_priced.pieces) > 0 then
    perform private.cancel_lines(p_order, p_priced.pieces);
  end if;
  if cardinality(p_priced.lines) > 0 then
    perform private.move_stock(array_agg(goods.variant_id), array_agg(goods.delta), 'sale', p_order_id => p_order.id)
    from (
      select line.variant_id, -sum(line.quantity)::integer as delta from public.order_lines line
      where line.edit_id = p_edit.id and line.variant_id is not null group by line.variant_id
    ) goods;
    perform private.book_money(p_order, 'charged', (
      select sum(line.net) from public.order_lines line where line.edit_id = p_edit.id
    ), jsonb_build_object('edit_id', p_edit.id));
  end if;
  perform private.settle_points(p_order);
  perform private.owe_back(p_order.id, jsonb_build_object('edit_id', p_edit.id));
end
$$;

-- Writes a new address, delivery slot and note of an order; `p_delivery` is how it gets to the new address.
create function private.write_new_way(p_order public.orders, p_changes jsonb, p_delivery private.delivery) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_slot public.delivery_slots;
  v_day date;
begin
  if p_changes ?| '{slot_id,slot_date}' then
    perform private.leave_slot(p_order);
    if p_changes ->> 'slot_id' is not null then
      v_slot := private.book_slot(p_order.tenant_id, p_changes ->> 'slot_id', p_changes ->> 'slot_date', case
        when p_changes ?| '{address,address_id}' then p_delivery.zone_id
        else private.shipping_zone_of(p_order.tenant_id, p_order.address ->> 'governorate', p_order.address ->> 'city') end);
      v_day := (p_changes ->> 'slot_date')::date;
    end if;
    update public.orders set slot_id = v_slot.id, slot_date = v_day, slot_from = v_slot.from_time, slot_to = v_slot.to_time,
      updated_at = now()
    where id = p_order.id;
  end if;
  update public.orders set
    address = case when p_changes ?| '{address,address_id}'
      then private.order_address(p_order.tenant_id, p_order.user_id, p_changes) else address end,
    note = case when p_changes ? 'note' then coalesce(btrim(p_changes ->> 'note'), '') else note end,
    updated_at = now()
  where id = p_order.id and p_changes ?| '{address,address_id,note}';
end
$$;

create function private.lock_order_of_edit(p_edit_id uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders
  where orders.id = (select order_id from public.order_edits where id = p_edit_id) for update;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_edit');
  end if;
  perform private.require_aal();
  return v_order;
end
$$;

create function private.require_proposed(p_edit_id uuid) returns public.order_edits
language plpgsql stable security definer set search_path = '' as $$
declare
  v_edit public.order_edits;
begin
  select * into v_edit from public.order_edits where id = p_edit_id;
  if v_edit.state <> 'proposed' then
    perform private.refuse('edit_decided', jsonb_build_object('state', v_edit.state));
  end if;
  return v_edit;
end
$$;

create function private.edit_answer(p_edit_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('edit', to_jsonb(edit) - 'tenant_id', 'order', private.order_json(orders))
  from public.order_edits edit join public.orders on orders.id = edit.order_id where edit.id = p_edit_id
$$;

-- Grants

grant execute on function public.quote_edit, public.edit_order, public.decide_edit, public.withdraw_edit to authenticated;

-- schemas/20_moving_parcels.sql

-- A parcel's way from the packing table to the door, or back: what asks for a move, what allows it, and what it books.

-- Functions

-- Moves parcels along the table of moves; staff only. `p_cash` is what the courier collected where it was delivered, in pounds:
-- all that was due unless it is said. Returns, by order, {"order_id", "shipment_id"}, with "refusal" where a parcel cannot make
-- the move: one that is refused does not stop the others. `packed` takes a handing over back, as takes_back has it for orders.
create function public.move_shipments(
  p_shipment_ids uuid[], p_state public.shipment_state, p_note text default '', p_cash numeric default null,
  p_happened_at timestamptz default null, p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array(
    'move_shipments', p_shipment_ids, p_state, p_note, p_cash, p_happened_at));
  v_orders uuid[];
  v_asked record;
  v_answer jsonb := '[]';
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_selection(p_shipment_ids);
  if p_happened_at > now() + interval '5 minutes' then
    perform private.refuse('not_yet');
  end if;
  v_orders := private.lock_orders_for_staff(array(
    select parcel.order_id from public.shipments parcel where parcel.id = any (p_shipment_ids)
  ));
  if cardinality(v_orders) = 0 then
    perform private.refuse('unknown_shipment');
  end if;
  perform private.lock_points_of(v_orders);
  for v_asked in
    select distinct asked.id, parcel.order_id from unnest(p_shipment_ids) asked (id)
    left join public.shipments parcel on parcel.id = asked.id and parcel.order_id = any (v_orders)
    order by parcel.order_id, asked.id
  loop
    v_answer := v_answer || (jsonb_build_object('order_id', v_asked.order_id, 'shipment_id', v_asked.id)
      || case when v_asked.order_id is null then jsonb_build_object('refusal', private.refusal('unknown_shipment'))
        else private.try_to_move(v_asked.id, p_state, p_note, p_cash, p_happened_at) end);
  end loop;
  return private.keep_answer(p_request_id, v_answer);
end
$$;

create function private.try_to_move(
  p_shipment_id uuid, p_state public.shipment_state, p_note text, p_cash numeric, p_happened_at timestamptz
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_parcel public.shipments;
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  select * into v_parcel from public.shipments where id = p_shipment_id;
  if v_parcel.state = p_state and p_state <> 'attempt_failed' then
    if p_note <> '' then
      perform private.note_on_parcel(v_parcel, p_state, p_note);
      perform private.refresh_order(v_parcel.order_id);
    end if;
    return '{}';
  end if;
  if not exists (
    select 1 from public.shipment_state_transitions
    where from_state = v_parcel.state and to_state = p_state
      and (not takes_back or private.takes_handover_back(v_parcel))
  ) then
    perform private.refuse('parcel_move_not_allowed', jsonb_build_object('from', v_parcel.state, 'to', p_state));
  end if;
  if p_cash < 0 or p_cash > v_parcel.cash_due or scale(trim_scale(p_cash)) > 2 then
    perform private.refuse('too_much_cash', jsonb_build_object('most', v_parcel.cash_due));
  end if;
  perform private.move_parcel(v_parcel, p_state, p_note, p_cash, coalesce(p_happened_at, clock_timestamp()));
  perform private.owe_back(v_parcel.order_id, jsonb_build_object('shipment_id', p_shipment_id));
  return '{}';
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return jsonb_build_object('refusal', v_refusal);
end
$$;

-- Whether the caller takes their own handing over of a parcel back, of which the customer has not been told.
create function private.takes_handover_back(p_parcel public.shipments) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_last public.shipment_events;
begin
  select * into v_last from public.shipment_events
  where shipment_id = p_parcel.id order by created_at desc limit 1;
  return v_last.state = 'handed_over' and v_last.actor_id is not distinct from auth.uid()
    and v_last.created_at >= clock_timestamp() - private.mail_hold()
    and private.take_mail_back(p_parcel.order_id, 'shipped');
end
$$;

-- Books a parcel's move; the caller holds its order's lock and refreshes it afterwards.
create function private.move_parcel(
  p_parcel public.shipments, p_state public.shipment_state, p_note text default '', p_cash numeric default null,
  p_happened_at timestamptz default clock_timestamp(), p_carrier_state text default ''
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.shipments set state = p_state, updated_at = now(),
    attempts = attempts + case p_state when 'attempt_failed' then 1 else 0 end,
    handed_over_at = case p_state when 'handed_over' then p_happened_at when 'packed' then null else handed_over_at end,
    delivered_at = case p_state when 'delivered' then p_happened_at else delivered_at end,
    cash_collected = case p_state when 'delivered' then coalesce(p_cash, cash_due) else cash_collected end,
    came_back_at = case when p_state in ('came_back', 'lost') then p_happened_at else came_back_at end,
    looked_at = case p_state when 'lost' then now() else looked_at end
  where id = p_parcel.id;
  perform private.note_on_parcel(p_parcel, p_state, p_note, p_happened_at, p_carrier_state);
  case p_state
    when 'handed_over' then perform private.count_parcel(p_parcel.id, p_packed => -1, p_sent => 1);
    when 'packed' then perform private.count_parcel(p_parcel.id, p_packed => 1, p_sent => -1);
    when 'cancelled' then perform private.count_parcel(p_parcel.id, p_packed => -1, p_sent => 0);
    when 'delivered' then perform private.book_delivery(p_parcel.id);
    when 'came_back' then perform private.book_refusal(p_parcel);
    when 'lost' then
      update public.shipment_lines set discarded = quantity where shipment_id = p_parcel.id;
      perform private.book_refusal(p_parcel);
    else null;
  end case;
end
$$;

-- Moves a parcel's pieces from one count of their lines to another: -1 takes them from it, 1 adds them.
create function private.count_parcel(p_shipment_id uuid, p_packed integer, p_sent integer) returns void
language sql security definer set search_path = '' as $$
  update public.order_lines line set
    packed = line.packed + p_packed * part.quantity, sent = line.sent + p_sent * part.quantity
  from public.shipment_lines part where part.shipment_id = p_shipment_id and line.id = part.order_line_id
$$;

-- Books that a parcel arrived: its cash, which the courier now holds, and the points that its pieces earn.
create function private.book_delivery(p_shipment_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_parcel public.shipments;
  v_order public.orders;
begin
  select * into v_parcel from public.shipments where id = p_shipment_id;
  update public.order_lines line set delivered = line.delivered + part.quantity
  from public.shipment_lines part where part.shipment_id = p_shipment_id and line.id = part.order_line_id;
  update public.orders set delivered_at = greatest(orders.delivered_at, v_parcel.delivered_at)
  where orders.id = v_parcel.order_id returning orders.* into v_order;
  perform private.book_money(v_order, 'cash_collected', v_parcel.cash_collected,
    jsonb_build_object('shipment_id', p_shipment_id), 'cash_on_delivery');
  perform private.settle_points(v_order);
end
$$;

-- Books that nobody took a parcel: its pieces are no longer sold. They go on the shelf once they were looked at.
create function private.book_refusal(p_parcel public.shipments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_links constant jsonb := jsonb_build_object('shipment_id', p_parcel.id);
  v_line public.order_lines;
  v_order public.orders;
begin
  for v_line in
    select line.* from public.order_lines line join public.shipment_lines part on part.order_line_id = line.id
    where part.shipment_id = p_parcel.id order by line.position
  loop
    update public.order_lines line set sent = line.sent - part.quantity, refused = line.refused + part.quantity
    from public.shipment_lines part
    where line.id = v_line.id and part.shipment_id = p_parcel.id and part.order_line_id = line.id;
    perform private.credit_gone_pieces(v_line, v_links);
  end loop;
  if private.is_gone(p_parcel.order_id) and not private.keeps_delivery_fee(p_parcel.id) then
    perform private.credit_delivery_fee(p_parcel.order_id, v_links);
  end if;
  select orders.* into v_order from public.orders where orders.id = p_parcel.order_id;
  perform private.settle_points(v_order);
end
$$;

-- Whether the delivery fee of a parcel that nobody took stays paid: it was, and the store's settings say so.
create function private.keeps_delivery_fee(p_shipment_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select parcel.state = 'came_back'
    and orders.received - orders.given_back >= private.delivery_fee(orders)
    and coalesce((settings.returns ->> 'keepsDeliveryFee')::boolean, false)
  from public.shipments parcel
  join public.orders on orders.id = parcel.order_id
  join public.settings on settings.tenant_id = parcel.tenant_id
  where parcel.id = p_shipment_id
$$;

-- Says what becomes of pieces of a parcel that came back, [{"order_line_id", "restocked", "discarded", "sent_again"}], null for
-- all of them back on the shelf; staff only. Pieces to be sent again are open again, and owed again. Returns {"shipment", "order"}.
create function public.look_at_parcel(p_shipment_id uuid, p_lines jsonb default null, p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('look_at_parcel', p_shipment_id, p_lines));
  v_order public.orders := private.lock_order_of_shipment(p_shipment_id);
  v_parcel public.shipments;
  v_fates public.shipment_lines[];
begin
  if v_first is not null then
    return v_first;
  end if;
  select * into v_parcel from public.shipments where id = p_shipment_id;
  if v_parcel.state <> 'came_back' or v_parcel.looked_at is not null then
    perform private.refuse('nothing_to_look_at');
  end if;
  v_fates := private.fates_of_pieces(v_parcel, p_lines);
  perform private.lock_goods(array[v_order.id]);
  perform private.restock(v_order.id, array(
    select row(fate.order_line_id, fate.restocked)::private.piece_count from unnest(v_fates) fate where fate.restocked > 0
  ), 'returned');
  update public.shipment_lines part set restocked = part.restocked + fate.restocked, discarded = part.discarded + fate.discarded,
    sent_again = part.sent_again + fate.sent_again
  from unnest(v_fates) fate where part.shipment_id = p_shipment_id and part.order_line_id = fate.order_line_id;
  update public.shipments set updated_at = now(), looked_at = case when not exists (
    select 1 from public.shipment_lines part
    where part.shipment_id = p_shipment_id and part.restocked + part.discarded + part.sent_again < part.quantity
  ) then now() end where id = p_shipment_id;
  perform private.send_again(v_order, v_fates, p_shipment_id);
  v_order := private.owe_back(v_order.id, jsonb_build_object('shipment_id', p_shipment_id));
  return private.keep_answer(p_request_id, jsonb_build_object(
    'shipment', private.shipment_json(p_shipment_id), 'order', private.order_json(v_order)));
end
$$;

-- The fates that a call names for pieces of a parcel, checked against those that wait to be looked at.
create function private.fates_of_pieces(p_parcel public.shipments, p_lines jsonb) returns public.shipment_lines[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_fates public.shipment_lines[];
  v_wrong record;
begin
  if p_lines is null or p_lines = 'null' then
    return array(
      select row(part.tenant_id, part.shipment_id, part.order_line_id, part.quantity,
        part.quantity - part.restocked - part.discarded - part.sent_again, 0, 0)::public.shipment_lines
      from public.shipment_lines part where part.shipment_id = p_parcel.id
    );
  end if;
  if jsonb_typeof(p_lines) <> 'array' or jsonb_array_length(p_lines) > 200 or exists (
    select 1 from jsonb_array_elements(p_lines) asked, unnest('{restocked,discarded,sent_again}'::text[]) fate
    where asked.value ? fate and not private.is_piece_count(asked.value -> fate)
  ) then
    perform private.refuse('invalid_quantity', '{"reason": "pieces"}');
  end if;
  v_fates := array(
    select row(p_parcel.tenant_id, p_parcel.id, part.order_line_id, max(part.quantity),
      sum(coalesce((asked.value ->> 'restocked')::integer, 0)), sum(coalesce((asked.value ->> 'discarded')::integer, 0)),
      sum(coalesce((asked.value ->> 'sent_again')::integer, 0)))::public.shipment_lines
    from jsonb_array_elements(p_lines) asked
    left join public.shipment_lines part
      on part.shipment_id = p_parcel.id and part.order_line_id::text = asked.value ->> 'order_line_id'
    group by part.order_line_id
  );
  select fate.order_line_id, private.line_names(line) as names,
    part.quantity - part.restocked - part.discarded - part.sent_again as waiting into v_wrong
  from unnest(v_fates) fate
  left join public.shipment_lines part on part.shipment_id = p_parcel.id and part.order_line_id = fate.order_line_id
  left join public.order_lines line on line.id = fate.order_line_id
  where fate.order_line_id is null
    or fate.restocked + fate.discarded + fate.sent_again > part.quantity - part.restocked - part.discarded - part.sent_again
  order by line.position nulls first limit 1;
  if v_wrong.order_line_id is not null then
    perform private.refuse('too_few_to_look_at', v_wrong.names || jsonb_build_object('open', v_wrong.waiting));
  elsif found then
    perform private.refuse('unknown_order_line');
  end if;
  return v_fates;
end
$$;

-- Opens pieces that came back again, to be packed anew: they are owed again, and of an order with nothing left its delivery too.
create function private.send_again(p_order public.orders, p_fates public.shipment_lines[], p_shipment_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_links constant jsonb := jsonb_build_object('shipment_id', p_shipment_id);
  v_was_gone constant boolean := private.is_gone(p_order.id);
  v_line public.order_lines;
begin
  for v_line in
    select line.* from public.order_lines line
    join unnest(p_fates) fate on fate.order_line_id = line.id and fate.sent_again > 0 order by line.position
  loop
    update public.order_lines line set refused = line.refused - fate.sent_again
    from unnest(p_fates) fate where line.id = v_line.id and fate.order_line_id = line.id;
    perform private.credit_gone_pieces(v_line, v_links);
  end loop;
  if v_was_gone and not private.is_gone(p_order.id) then
    perform private.charge_delivery_again(p_order.id, v_links);
  end if;
  perform private.settle_points(p_order);
end
$$;

-- Packs what is open of an order into one parcel, and hands over all that is packed.
create function private.ship_order(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_open constant private.piece_count[] := private.open_pieces_of(p_order.id);
  v_parcel public.shipments;
begin
  if cardinality(v_open) > 0 then
    perform private.pack(p_order, v_open, '{}');
  end if;
  for v_parcel in
    select parcel.* from public.shipments parcel where parcel.order_id = p_order.id and parcel.state = 'packed' order by parcel.number
  loop
    perform private.move_parcel(v_parcel, 'handed_over');
  end loop;
end
$$;

-- Takes the handing over of an order's parcels back; those that were packed in the same step are unpacked.
create function private.take_parcels_back(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_parcel public.shipments;
begin
  for v_parcel in
    select parcel.* from public.shipments parcel
    where parcel.order_id = p_order.id and parcel.state not in ('packed', 'came_back', 'lost', 'cancelled') order by parcel.number
  loop
    if v_parcel.state <> 'handed_over' then
      perform private.refuse('move_not_allowed', jsonb_build_object('from', p_order.status, 'to', 'in_production'));
    end if;
    perform private.move_parcel(v_parcel, 'packed');
    if v_parcel.created_at = v_parcel.handed_over_at then
      perform private.move_parcel(v_parcel, 'cancelled');
    end if;
  end loop;
end
$$;

-- Books that all parcels of an order that are under way arrived.
create function private.deliver_order(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_parcel public.shipments;
begin
  for v_parcel in
    select parcel.* from public.shipments parcel
    where parcel.order_id = p_order.id and exists (
      select 1 from public.shipment_state_transitions
      where from_state = parcel.state and to_state = 'delivered'
    )
    order by parcel.number
  loop
    perform private.move_parcel(v_parcel, 'delivered');
  end loop;
end
$$;

-- Grants

grant execute on function public.move_shipments, public.look_at_parcel to authenticated;

-- schemas/20_new_delivery.sql

-- What an edit makes of an order's delivery: another address or method, its fee and its days.

-- Functions

-- The edit with what another address or method makes of the delivery: a fee that differs where the order gets to another zone or
-- goes by another method, and what then stands in the way. Within a zone an order keeps its fee and its days.
create function private.with_new_delivery(p_order public.orders, p_edit private.priced_edit, p_changes jsonb)
returns private.priced_edit
language plpgsql stable security definer set search_path = '' as $$
declare
  v_shipping constant jsonb := (select settings.shipping from public.settings where settings.tenant_id = p_order.tenant_id);
  v_method constant text := coalesce(p_changes ->> 'shipping_method', p_order.shipping_method::text);
  v_address jsonb := p_order.address;
  v_slot_zone uuid;
  v_kept record;
begin
  if p_changes ?| '{address,address_id}' then
    v_address := private.order_address(p_order.tenant_id, p_order.user_id, p_changes);
  end if;
  select sum(line.net + line.points_share - line.credited) as goods, coalesce(sum(variant.weight_grams::bigint
    * (line.quantity - line.cancelled - line.refused - line.returned)), 0)::bigint as grams
  into v_kept
  from public.order_lines line left join public.product_variants variant on variant.id = line.variant_id
  where line.order_id = p_order.id;
  p_edit.delivery := private.delivery_of(p_order.tenant_id, v_shipping, v_address, v_method,
    private.piastres(v_kept.goods + p_order.manual_discount + p_edit.difference), v_kept.grams, exists (
      select 1 from public.discounts where discounts.id = p_order.discount_id and discounts.kind = 'free_shipping'));
  if v_method = p_order.shipping_method::text and (p_edit.delivery).zone_id is not distinct from private.shipping_zone_of(
    p_order.tenant_id, p_order.address ->> 'governorate', p_order.address ->> 'city') then
    p_edit.delivery.rate := null;
    return p_edit;
  end if;
  if (p_edit.delivery).problem is not null then
    p_edit.problems := p_edit.problems || (p_edit.delivery).problem;
    return p_edit;
  end if;
  -- What sends faulty pieces again costs nothing anywhere.
  if p_order.replaces_order_id is null or p_order.shipping_total > 0 then
    p_edit.fee_difference := greatest(private.pounds(((p_edit.delivery).rate).price), p_order.shipping_credited)
      - p_order.shipping_total - p_order.shipping_difference;
    p_edit.difference := p_edit.difference + p_edit.fee_difference;
  end if;
  if p_order.payment_method = 'cash_on_delivery' and not ((p_edit.delivery).rate).cash_allowed
    and p_order.charged + p_edit.difference > p_order.received - p_order.given_back then
    p_edit.problems := p_edit.problems || private.refusal('cash_not_open', '{"reason": "zone"}');
  end if;
  if p_order.slot_id is not null and not p_changes ?| '{slot_id,slot_date}' then
    select slot.zone_id into v_slot_zone from public.delivery_slots slot where slot.id = p_order.slot_id;
    if v_slot_zone is not null and v_slot_zone is distinct from (p_edit.delivery).zone_id then
      p_edit.problems := p_edit.problems || private.refusal('slot_not_there');
    end if;
  end if;
  return p_edit;
end
$$;

-- Writes the method, days and fee of a delivery that an edit changed.
create function private.charge_new_delivery(
  p_order public.orders, p_edit public.order_edits, p_priced private.priced_edit
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_rate constant private.shipping_rate := (p_priced.delivery).rate;
begin
  if v_rate.method is null then
    return;
  end if;
  update public.orders set shipping_method = v_rate.method::public.shipping_method, days_from = v_rate.days_from,
    days_to = v_rate.days_to, shipping_difference = shipping_difference + coalesce(p_priced.fee_difference, 0), updated_at = now()
  where id = p_order.id;
  update public.order_edits set fee_difference = coalesce(p_priced.fee_difference, 0) where id = p_edit.id;
  perform private.book_money(
    p_order, 'charged', coalesce(p_priced.fee_difference, 0), jsonb_build_object('edit_id', p_edit.id));
end
$$;

-- schemas/20_packing.sql

-- Packing: what of an order goes into a parcel, and what is written on it.

-- Helpers

create function private.shipment_json(p_shipment_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(parcel) - 'tenant_id' || jsonb_build_object('lines', coalesce((
    select jsonb_agg(to_jsonb(part) - '{tenant_id,shipment_id}'::text[] order by line.position)
    from public.shipment_lines part join public.order_lines line on line.id = part.order_line_id
    where part.shipment_id = parcel.id
  ), '[]'))
  from public.shipments parcel where parcel.id = p_shipment_id
$$;

-- Locks orders that the caller works on as staff, and returns them by id.
create function private.lock_orders_for_staff(p_order_ids uuid[]) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
begin
  perform private.require_aal();
  v_ids := array(
    select orders.id from public.orders
    where orders.id = any (p_order_ids) and private.order_actor(orders) in ('staff', 'system') order by orders.id
  );
  perform private.lock_orders(v_ids);
  return v_ids;
end
$$;

-- The cash that an order's parcels are to bring, but for one of them.
create function private.cash_under_way(p_order_id uuid, p_shipment_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(parcel.cash_due), 0) from public.shipments parcel
  where parcel.order_id = p_order_id and parcel.id is distinct from p_shipment_id
    and parcel.state not in ('delivered', 'came_back', 'lost', 'cancelled')
$$;

-- What an order still owes beyond the cash that its other parcels under way are to bring.
create function private.owed_at_door(p_order_id uuid, p_shipment_id uuid default null) returns numeric
language sql stable security definer set search_path = '' as $$
  select greatest(
    orders.charged - (orders.received - orders.given_back) - private.cash_under_way(p_order_id, p_shipment_id), 0)
  from public.orders where orders.id = p_order_id
$$;

-- Functions

-- Packs pieces of an order into a parcel; staff only. `p_lines` is [{"order_line_id", "quantity"}], null for all that is open;
-- `p_parcel` is {"carrier", "carrier_name", "tracking_number", "tracking_url", "fee", "cash_due": pounds}. Without "cash_due"
-- the courier collects what the pieces cost, with the delivery fee in the first parcel. Returns {"shipment", "order"}.
create function public.pack_order(
  p_order_id uuid, p_lines jsonb default null, p_parcel jsonb default '{}', p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('pack_order', p_order_id, p_lines, p_parcel));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_shipment_id uuid;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  v_shipment_id := private.pack(v_order, case
    when p_lines is null or p_lines = 'null' then private.open_pieces_of(p_order_id)
    else private.asked_pieces(p_order_id, p_lines) end, p_parcel);
  v_order := private.refresh_order(p_order_id);
  return private.keep_answer(p_request_id, jsonb_build_object(
    'shipment', private.shipment_json(v_shipment_id), 'order', private.order_json(v_order)));
end
$$;

-- Packs all that is open of each order into a parcel of its own; staff only. Returns, by order, {"order_id", "shipment_id"} or
-- {"order_id", "refusal"}: one that is refused does not stop the others.
create function public.pack_orders(p_order_ids uuid[], p_parcel jsonb default '{}', p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('pack_orders', p_order_ids, p_parcel));
  v_order_id uuid;
  v_ids uuid[];
  v_answer jsonb := '[]';
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_selection(p_order_ids);
  v_ids := private.lock_orders_for_staff(p_order_ids);
  if cardinality(v_ids) = 0 then
    perform private.refuse('unknown_order');
  end if;
  for v_order_id in select distinct asked.id from unnest(p_order_ids) asked (id) order by asked.id loop
    v_answer := v_answer || (jsonb_build_object('order_id', v_order_id)
      || case when v_order_id = any (v_ids) then private.try_to_pack(v_order_id, p_parcel)
        else jsonb_build_object('refusal', private.refusal('unknown_order')) end);
  end loop;
  return private.keep_answer(p_request_id, v_answer);
end
$$;

-- Changes what is written on a parcel that has not arrived: "carrier", "carrier_name", "tracking_number", "tracking_url",
-- "fee", "cash_due"; staff only. The fee may come later. Returns {"shipment", "order"}.
create function public.change_shipment(p_shipment_id uuid, p_changes jsonb, p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('change_shipment', p_shipment_id, p_changes));
  v_order public.orders := private.lock_order_of_shipment(p_shipment_id);
  v_state public.shipment_state;
  v_name text;
begin
  if v_first is not null then
    return v_first;
  end if;
  select state, coalesce(nullif(carrier_name, ''), carrier) into v_state, v_name from public.shipments where id = p_shipment_id;
  if v_state in ('came_back', 'lost', 'cancelled') or v_state = 'delivered' and p_changes ? 'cash_due' then
    perform private.refuse('parcel_closed', jsonb_build_object('state', v_state));
  end if;
  if private.is_booked(p_shipment_id)
    and p_changes ?| '{carrier,carrier_name,tracking_number,tracking_url,cash_due}'::text[] then
    perform private.refuse('parcel_booked', jsonb_build_object('carrier', v_name));
  end if;
  perform private.write_on_parcel(p_shipment_id, p_changes);
  v_order := private.refresh_order(v_order.id);
  return private.keep_answer(p_request_id, jsonb_build_object(
    'shipment', private.shipment_json(p_shipment_id), 'order', private.order_json(v_order)));
end
$$;

create function private.require_selection(p_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  if coalesce(cardinality(p_ids), 0) not between 1 and 200 then
    perform private.refuse('invalid_selection', '{"reason": "orders"}');
  end if;
end
$$;

-- The order of a parcel, locked, for staff of its store; any other does not exist for them.
create function private.lock_order_of_shipment(p_shipment_id uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders
  where orders.id = (select order_id from public.shipments where id = p_shipment_id) for update;
  if v_order.id is null or coalesce(private.order_actor(v_order), '') not in ('staff', 'system') then
    perform private.refuse('unknown_shipment');
  end if;
  perform private.require_aal();
  return v_order;
end
$$;

create function private.try_to_pack(p_order_id uuid, p_parcel jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_shipment_id uuid;
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_shipment_id := private.pack(v_order, private.open_pieces_of(p_order_id), p_parcel);
  perform private.refresh_order(p_order_id);
  return jsonb_build_object('shipment_id', v_shipment_id);
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return jsonb_build_object('refusal', v_refusal);
end
$$;

-- Packs pieces of an order, whose lock the caller holds.
create function private.pack(p_order public.orders, p_pieces private.piece_count[], p_parcel jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_parcel public.shipments;
  v_worth numeric;
begin
  if p_order.stage not in ('confirmed', 'in_production') then
    perform private.refuse('not_confirmed');
  end if;
  perform private.require_payment(p_order);
  perform private.require_open_pieces(p_pieces, 'too_few_to_pack');
  if cardinality(p_pieces) = 0 then
    perform private.refuse('nothing_to_pack');
  end if;
  v_worth := private.worth_to_pack(p_order, p_pieces);
  update public.order_lines line set packed = line.packed + piece.quantity
  from unnest(p_pieces) piece where line.id = piece.order_line_id;
  insert into public.shipments (tenant_id, order_id, number, cash_due, created_by)
  select p_order.tenant_id, p_order.id, coalesce(max(earlier.number), 0) + 1,
    -- The last parcel takes the rest.
    least(private.owed_at_door(p_order.id), case when cardinality(private.open_pieces_of(p_order.id)) > 0 then v_worth end),
    auth.uid()
  from public.shipments earlier where earlier.order_id = p_order.id
  returning * into v_parcel;
  insert into public.shipment_lines (tenant_id, shipment_id, order_line_id, quantity)
  select p_order.tenant_id, v_parcel.id, piece.order_line_id, piece.quantity from unnest(p_pieces) piece;
  perform private.note_on_parcel(v_parcel, 'packed');
  perform private.write_on_parcel(v_parcel.id, p_parcel);
  return v_parcel.id;
end
$$;

-- What pieces that are about to be packed cost, with the delivery fee where no parcel of the order has it.
create function private.worth_to_pack(p_order public.orders, p_pieces private.piece_count[]) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select sum(
      private.line_worth(line, line.quantity - private.open_pieces(line) + piece.quantity)
        - private.line_worth(line, line.quantity - private.open_pieces(line)))
    from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
  ) + case when exists (
    select 1 from public.shipments parcel
    where parcel.order_id = p_order.id and parcel.state not in ('came_back', 'lost', 'cancelled')
  ) then 0 else private.delivery_fee(p_order) end;
end
$$;

-- Writes on a parcel what `p_changes` names of it; refuses what cannot be.
create function private.write_on_parcel(p_shipment_id uuid, p_changes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_parcel public.shipments;
  v_wrong text;
begin
  if jsonb_typeof(p_changes) is distinct from 'object' then
    perform private.refuse('invalid_parcel');
  end if;
  select * into v_parcel from public.shipments where id = p_shipment_id;
  v_wrong := case
    when p_changes ? 'carrier' and coalesce(p_changes ->> 'carrier', '') !~ '^[a-z][a-z0-9_-]{0,30}$' then 'carrier'
    when length(p_changes ->> 'carrier_name') > 80 then 'carrier_name'
    when length(p_changes ->> 'tracking_number') > 80 then 'tracking_number'
    when coalesce(p_changes ->> 'tracking_url', '') <> ''
      and (length(p_changes ->> 'tracking_url') > 500 or p_changes ->> 'tracking_url' !~ '^https?://[^[:space:]]+$')
      then 'tracking_url'
    when jsonb_typeof(p_changes -> 'fee') <> 'null' and not private.is_amount(p_changes -> 'fee') then 'fee'
    when jsonb_typeof(p_changes -> 'cash_due') <> 'null' and not private.is_amount(p_changes -> 'cash_due') then 'cash_due'
  end;
  if v_wrong is not null then
    perform private.refuse('invalid_parcel', jsonb_build_object('reason', v_wrong));
  end if;
  if (p_changes ->> 'cash_due')::numeric > private.owed_at_door(v_parcel.order_id, p_shipment_id) then
    perform private.refuse('too_much_cash',
      jsonb_build_object('most', private.owed_at_door(v_parcel.order_id, p_shipment_id)));
  end if;
  perform private.require_own_number(v_parcel, coalesce(p_changes ->> 'carrier', v_parcel.carrier),
    btrim(p_changes ->> 'tracking_number'));
  update public.shipments set
    carrier = coalesce(p_changes ->> 'carrier', carrier),
    carrier_name = coalesce(btrim(p_changes ->> 'carrier_name'), carrier_name),
    tracking_number = case when p_changes ? 'tracking_number' then nullif(btrim(p_changes ->> 'tracking_number'), '')
      else tracking_number end,
    tracking_url = case when p_changes ? 'tracking_url' then nullif(btrim(p_changes ->> 'tracking_url'), '')
      else tracking_url end,
    fee = case when p_changes ? 'fee' then (p_changes ->> 'fee')::numeric else fee end,
    cash_due = coalesce((p_changes ->> 'cash_due')::numeric, cash_due),
    updated_at = now()
  where id = p_shipment_id;
end
$$;

-- Refuses a tracking number that another parcel of the store has from the same courier.
create function private.require_own_number(p_parcel public.shipments, p_carrier text, p_tracking_number text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_number text;
begin
  select orders.number into v_number
  from public.shipments other join public.orders on orders.id = other.order_id
  where other.tenant_id = p_parcel.tenant_id and other.carrier = p_carrier and other.tracking_number = p_tracking_number
    and other.state <> 'cancelled' and other.id <> p_parcel.id;
  if found then
    perform private.refuse('tracking_number_taken',
      jsonb_build_object('tracking_number', p_tracking_number, 'number', v_number));
  end if;
end
$$;

-- Writes down what happened to a parcel: a state, or null of a courier's word that is not known here.
create function private.note_on_parcel(
  p_parcel public.shipments, p_state public.shipment_state, p_note text default '',
  p_happened_at timestamptz default clock_timestamp(), p_carrier_state text default ''
) returns void
language sql security definer set search_path = '' as $$
  insert into public.shipment_events (tenant_id, shipment_id, state, carrier_state, note, happened_at, actor_id)
  values (p_parcel.tenant_id, p_parcel.id, p_state, left(p_carrier_state, 100), left(coalesce(p_note, ''), 500), p_happened_at,
    auth.uid())
  on conflict do nothing
$$;

-- Grants

grant execute on function public.pack_order, public.pack_orders, public.change_shipment to authenticated;

-- schemas/20_payments.sql

-- Payments: attempts to pay at a provider, what the server asks of it, and reservations that expire.

-- Tables

-- `mismatched`: another amount or currency came than was asked for. It is not in the books; the server gives it back, which
-- makes it `returned`.
create type public.provider_payment_status as enum ('starting', 'open', 'paid', 'closed', 'mismatched', 'returned');

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  -- An order has one for each attempt to pay it, or a part of it.
  order_id uuid not null,
  -- Whose page takes the money, and how: card, wallet, instalments.
  provider text not null default 'stripe' check (provider ~ '^[a-z][a-z0-9]{1,30}$'),
  method text not null default 'card' check (method ~ '^[a-z][a-z0-9]{1,30}$'),
  status public.provider_payment_status not null default 'starting',
  amount numeric(12, 2) not null check (amount > 0),
  currency text not null default 'EGP' check (currency ~ '^[A-Z]{3}$'),
  -- What came where it was not that, in hundredths as the provider says it.
  came_amount bigint check (came_amount >= 0),
  came_currency text check (length(came_currency) <= 10),
  -- Counts what the provider was asked for, so that asking again is the same request, and asking anew is another.
  attempt integer not null default 1,
  session_id text check (length(session_id) <= 200),
  session_url text check (length(session_url) <= 5000),
  -- The provider's own id of the money that moved, which refunds name.
  transaction_id text check (length(transaction_id) <= 200),
  -- The provider takes money until then; the goods are kept a little longer.
  expires_at timestamptz not null,
  declined_at timestamptz,
  paid_at timestamptz,
  looked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (provider, session_id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index payments_by_order on public.payments (order_id, created_at);
create index payments_unsettled on public.payments (looked_at) where status in ('open', 'mismatched');
create index payments_by_transaction on public.payments (transaction_id) where transaction_id is not null;
alter table public.payments enable row level security;

create table public.payment_events (
  -- The provider's own id of the announcement.
  id text primary key check (length(id) between 3 and 300),
  tenant_id text not null,
  order_id uuid not null,
  kind text not null check (length(kind) <= 100),
  -- What it came to here.
  outcome text not null default '' check (length(outcome) <= 100),
  created_at timestamptz not null default now(),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index payment_events_by_order on public.payment_events (order_id, created_at);
alter table public.payment_events enable row level security;

-- Policies

create policy "Staff read their store's payments" on public.payments
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Staff read what the provider announced of their store's payments" on public.payment_events
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Functions

-- What has to come before an order that awaits its payment goes on: what is left of its deposit where the rest is paid in cash,
-- else of all that it costs.
create function private.awaited_payment(p_order public.orders) returns numeric
language sql immutable set search_path = '' as $$
  select greatest(
    case when p_order.payment_method = 'cash_on_delivery' then least(p_order.deposit, p_order.charged) else p_order.charged end
      - p_order.received + p_order.given_back, 0)
$$;

-- Books that money came for an order, and returns the order. One that waits for it is confirmed once what it waits for has come;
-- money for an order that was cancelled, and what is too much, is owed back.
create function private.book_payment(
  p_order public.orders, p_amount numeric, p_reference text, p_links jsonb default '{}',
  p_method public.payment_method default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  perform private.book_money(p_order, 'received', p_amount, p_links,
    case when p_links ? 'payment_id' then 'online' else coalesce(p_method, p_order.payment_method) end, p_reference);
  update public.orders set
    payment_reference = coalesce(nullif(left(p_reference, 200), ''), payment_reference),
    stage = case
      when stage = 'awaiting_payment' and status <> 'cancelled' and private.awaited_payment(orders) = 0
        then 'confirmed'::public.order_status
      else stage
    end
  where orders.id = p_order.id;
  if p_order.status = 'cancelled' then
    perform private.remark_on_order(p_order, 'paid_after_cancelling');
  end if;
  return private.owe_back(p_order.id);
end
$$;

-- Records the outcome of an order's payment: `paid`, `failed` or `refunded`. For staff (transfers and cash) and the server;
-- repeated, late or out of order it changes nothing that is settled.
create function public.record_payment(
  p_order_id uuid, p_outcome text, p_reference text default '', p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('record_payment', p_order_id, p_outcome, p_reference));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_open numeric;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  if v_order.payment_method = 'online' and not private.is_service() then
    perform private.refuse('provider_decides');
  end if;
  if p_outcome = 'paid' then
    v_open := case
      when v_order.status = 'cancelled' then v_order.total - v_order.received
      when v_order.status = 'awaiting_payment' then private.awaited_payment(v_order)
      else v_order.charged - v_order.received + v_order.given_back
    end;
    if v_open > 0 then
      v_order := private.book_payment(v_order, v_open, p_reference, p_method => case
        when v_order.status = 'awaiting_payment' and v_order.payment_method = 'cash_on_delivery' then 'bank_transfer'::public.payment_method
      end);
    end if;
  elsif p_outcome = 'failed' then
    if v_order.status = 'awaiting_payment' then
      update public.orders set status = 'cancelled', payment_status = 'failed' where id = p_order_id;
      v_order := private.refresh_order(p_order_id);
    end if;
  elsif p_outcome = 'refunded' then
    if v_order.received > v_order.given_back then
      v_order := private.give_all_back(v_order, '');
    end if;
  else
    perform private.refuse('unknown_outcome');
  end if;
  return private.keep_answer(p_request_id, private.order_json(v_order));
end
$$;

-- Cancels orders whose payment at a provider or deposit did not come in time, giving their stock back; a transfer that staff have
-- not looked at yet may be it. For the server's timer.
create function public.release_expired_reservations(p_limit integer default 100) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
  v_replaced uuid[];
  v_released integer;
begin
  perform private.require_service();
  v_ids := array(
    select id from public.orders
    where reserved_until < now() and status = 'awaiting_payment' and not private.has_transfer_to_check(orders.id)
    order by reserved_until limit least(greatest(p_limit, 1), 1000) for update skip locked
  );
  -- Those whose replaced order somebody works on have time until the next call: with orders locked, none is waited for.
  v_replaced := array(
    select id from public.orders
    where id in (select replaces_order_id from public.orders where orders.id = any (v_ids)) for update skip locked
  );
  v_ids := array(
    select id from public.orders
    where orders.id = any (v_ids) and (replaces_order_id is null or replaces_order_id = any (v_replaced))
  );
  perform private.lock_goods(v_ids);
  update public.orders set status = 'cancelled', payment_status = 'failed' where orders.id = any (v_ids);
  get diagnostics v_released = row_count;
  perform private.remark_on_move(v_ids, 'not_paid');
  return v_released;
end
$$;

-- Refuses an option of the checkout (cash_on_delivery, bank_transfer, paymob_wallet, …) that a store does not offer, or not for
-- an amount in pounds. An option that its settings do not name is offered for any.
create function private.require_payment_option(p_settings jsonb, p_option text, p_amount numeric) returns void
language plpgsql set search_path = '' as $$
declare
  v_option jsonb;
begin
  select option.value into v_option
  from jsonb_array_elements(coalesce(p_settings -> 'options', '[]')) option
  where option.value ->> 'option' = p_option limit 1;
  if not coalesce((v_option ->> 'offered')::boolean, true) then
    perform private.refuse('payment_closed');
  elsif p_amount > (v_option ->> 'to')::numeric then
    perform private.refuse('payment_amount', jsonb_build_object('reason', 'to', 'amount', (v_option ->> 'to')::numeric));
  elsif p_amount < (v_option ->> 'from')::numeric then
    perform private.refuse('payment_amount', jsonb_build_object('reason', 'from', 'amount', (v_option ->> 'from')::numeric));
  end if;
end
$$;

-- What of an order can be paid at a provider: what it owes, but for the cash that couriers are already on their way to collect.
create function private.payable_online(p_order public.orders) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_order.status in ('cancelled', 'refused', 'returned') then
    return 0;
  end if;
  return greatest(p_order.charged - p_order.received + p_order.given_back - coalesce((
    select sum(parcel.cash_due) from public.shipments parcel
    where parcel.order_id = p_order.id and parcel.state in ('handed_over', 'in_transit', 'out_for_delivery', 'attempt_failed')
  ), 0), 0);
end
$$;

-- What to ask of a provider so that an order's shopper can pay what it waits for or owes, or `p_amount` pounds of it; whoever comes
-- back gets the same attempt while it is open. The goods of an order that waits for its payment are reserved for as long as the
-- provider takes money, at most two hours from the order, or half an hour after the time to pay a deposit is over. Amounts in the
-- answer are piastres. For the server; it vouches for whom it asks when `p_user_id` is null.
create function public.payment_to_start(
  p_order_id uuid, p_user_id uuid, p_provider text default 'stripe', p_method text default 'card', p_amount numeric default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_due numeric;
  v_amount numeric;
  v_payment public.payments;
begin
  perform private.require_service();
  select orders.* into v_order from public.orders
  where orders.id = p_order_id and (p_user_id is null or orders.user_id = p_user_id) for update;
  if v_order.id is null then
    perform private.refuse('unknown_order');
  end if;
  if v_order.status = 'awaiting_payment' and v_order.reserved_until <= now() then
    perform private.refuse('reservation_over');
  end if;
  v_due := private.payable_online(v_order);
  if v_due = 0 or v_order.payment_status = 'failed' then
    perform private.refuse('not_payable');
  elsif p_amount <= 0 or p_amount > v_due or p_amount <> round(p_amount, 2) then
    perform private.refuse('amount_not_due', jsonb_build_object('amount', v_due));
  end if;
  v_amount := coalesce(
    p_amount, case when v_order.status = 'awaiting_payment' then nullif(private.awaited_payment(v_order), 0) end, v_due);
  perform private.require_payment_option(
    (select settings.payment from public.settings where settings.tenant_id = v_order.tenant_id),
    p_provider || '_' || p_method, v_amount);
  v_payment := private.open_attempt(v_order, p_provider, p_method, v_amount);
  return jsonb_build_object(
    'payment_id', v_payment.id, 'attempt', v_payment.attempt, 'tenant_id', v_order.tenant_id, 'order_id', v_order.id,
    'waits', v_order.status = 'awaiting_payment',
    'number', v_order.number, 'email', v_order.customer_email, 'name', v_order.customer_name,
    'phone', coalesce(v_order.address ->> 'phone', ''), 'amount', private.piastres(v_payment.amount),
    'currency', v_payment.currency, 'expires_at', extract(epoch from v_payment.expires_at)::bigint,
    'session_id', v_payment.session_id, 'session_url', v_payment.session_url
  );
end
$$;

-- The attempt to pay an amount that is open, or a new one, with the goods reserved for it.
create function private.open_attempt(p_order public.orders, p_provider text, p_method text, p_amount numeric)
returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  -- Stripe keeps a checkout open for half an hour at least.
  v_until constant timestamptz := date_trunc('second', now()) + interval '31 minutes';
  v_payment public.payments;
begin
  select payment.* into v_payment from public.payments payment
  where payment.order_id = p_order.id and payment.provider = p_provider and payment.method = p_method
    and payment.amount = p_amount and (payment.status = 'starting' or payment.status = 'open' and payment.expires_at > now())
  order by payment.created_at desc limit 1 for update;
  if v_payment.status = 'open'
    or v_payment.status = 'starting' and v_payment.expires_at >= now() + interval '30 minutes 20 seconds' then
    return v_payment;
  end if;
  if p_order.status = 'awaiting_payment' and p_order.reserved_until is not null
    and now() > coalesce(p_order.confirm_until, p_order.created_at + interval '90 minutes') then
    perform private.refuse('reservation_over');
  end if;
  if v_payment.id is null then
    -- Attempts that ask for another amount are over; the server closes them at the provider.
    update public.payments set expires_at = least(expires_at, now()), updated_at = now()
    where order_id = p_order.id and provider = p_provider and method = p_method and status = 'open';
    insert into public.payments (tenant_id, order_id, provider, method, amount, expires_at)
    values (p_order.tenant_id, p_order.id, p_provider, p_method, p_amount, v_until) returning * into v_payment;
  else
    update public.payments set expires_at = v_until, attempt = attempt + 1, updated_at = now()
    where id = v_payment.id returning * into v_payment;
  end if;
  update public.orders set
    online_method = p_method,
    reserved_until = case
      when status = 'awaiting_payment' and reserved_until is not null then greatest(reserved_until, v_until + interval '1 minute')
      else reserved_until
    end
  where orders.id = p_order.id;
  return v_payment;
end
$$;

-- Records the provider's page. False when there is nothing to pay any more. For the server.
create function public.payment_opened(p_payment_id uuid, p_session_id text, p_session_url text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update public.payments set session_id = p_session_id, session_url = p_session_url, status = 'open', updated_at = now()
  where id = p_payment_id and status = 'starting';
  return exists (
    select 1 from public.payments join public.orders on orders.id = payments.order_id
    where payments.id = p_payment_id and private.payable_online(orders) > 0
  );
end
$$;

-- Grants

grant select on public.payments to authenticated;
grant select on public.payment_events to authenticated;
grant execute on function public.record_payment to authenticated;

-- schemas/20_refunds.sql

-- Money of orders: the ledger, refunds, store credit, and what couriers hand over.

-- Tables

create type public.refund_way as enum ('card', 'transfer', 'store_credit', 'cash');

create type public.refund_state as enum ('due', 'sending', 'sent', 'failed');

create type public.refund_line_kind as enum ('line', 'shipping', 'goodwill');

-- What an order costs (`charged`, less what was taken off since), what came for it, and what went back. Nothing of it is changed
-- afterwards: a mistake is an entry of its own with the other sign.
create type public.payment_entry_kind as enum (
  'charged', 'received', 'cash_collected', 'settled', 'credit_used', 'given_back'
);

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  number smallint not null check (number > 0),
  return_id uuid,
  amount numeric(12, 2) not null check (amount > 0),
  -- Null until somebody has said how.
  way public.refund_way,
  state public.refund_state not null default 'due',
  reason text not null default '' check (length(reason) <= 500),
  -- Of the transfer, or of the provider.
  reference text not null default '' check (length(reference) <= 200),
  -- The payment at a provider that it goes back through, and how often the provider was asked.
  payment_id uuid,
  attempt integer not null default 1,
  -- When the provider was last asked for it.
  looked_at timestamptz not null default now(),
  created_by uuid,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (order_id, number),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, return_id) references public.returns (tenant_id, id) on delete set null (return_id),
  foreign key (tenant_id, payment_id) references public.payments (tenant_id, id) on delete set null (payment_id)
);
create index refunds_due on public.refunds (tenant_id, created_at) where state in ('due', 'sending', 'failed');
create index refunds_sending on public.refunds (looked_at) where state = 'sending';
create index refunds_by_return on public.refunds (tenant_id, return_id) where return_id is not null;
create index refunds_by_payment on public.refunds (tenant_id, payment_id) where payment_id is not null;
alter table public.refunds enable row level security;

-- What a refund is for. What its amount is more than these was paid too much.
create table public.refund_lines (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  refund_id uuid not null,
  kind public.refund_line_kind not null,
  order_line_id uuid,
  quantity integer check (quantity > 0),
  amount numeric(12, 2) not null check (amount >= 0),
  constraint refund_lines_name_goods check ((kind = 'line') = (order_line_id is not null)),
  foreign key (tenant_id, refund_id) references public.refunds (tenant_id, id) on delete cascade,
  foreign key (tenant_id, order_line_id) references public.order_lines (tenant_id, id) on delete cascade
);
create index refund_lines_by_refund on public.refund_lines (refund_id);
create index refund_lines_by_line on public.refund_lines (tenant_id, order_line_id) where order_line_id is not null;
alter table public.refund_lines enable row level security;

-- A courier's statement, as far as it was accepted.
create table public.settlements (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  carrier text not null default 'manual',
  carrier_name text not null default '' check (length(carrier_name) <= 80),
  reference text not null default '' check (length(reference) <= 200),
  amount numeric(12, 2) not null check (amount >= 0),
  fee numeric(12, 2) not null default 0 check (fee >= 0),
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id) references public.tenants (id) on delete cascade
);
create index settlements_newest on public.settlements (tenant_id, created_at desc);
alter table public.settlements enable row level security;

create table public.payment_entries (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  order_id uuid not null,
  kind public.payment_entry_kind not null,
  amount numeric(12, 2) not null check (amount <> 0),
  method public.payment_method,
  reference text not null default '' check (length(reference) <= 200),
  note text not null default '' check (length(note) <= 500),
  shipment_id uuid,
  return_id uuid,
  refund_id uuid,
  edit_id uuid,
  settlement_id uuid,
  payment_id uuid,
  actor_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete cascade,
  foreign key (tenant_id, return_id) references public.returns (tenant_id, id) on delete cascade,
  foreign key (tenant_id, refund_id) references public.refunds (tenant_id, id) on delete set null (refund_id),
  foreign key (tenant_id, edit_id) references public.order_edits (tenant_id, id) on delete cascade,
  foreign key (tenant_id, settlement_id) references public.settlements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, payment_id) references public.payments (tenant_id, id) on delete set null (payment_id)
);
create index payment_entries_by_order on public.payment_entries (order_id, id);
create index payment_entries_by_time on public.payment_entries (tenant_id, kind, created_at) include (order_id, amount);
create index payment_entries_by_shipment on public.payment_entries (tenant_id, shipment_id) where shipment_id is not null;
create index payment_entries_by_return on public.payment_entries (tenant_id, return_id) where return_id is not null;
create index payment_entries_by_refund on public.payment_entries (tenant_id, refund_id) where refund_id is not null;
create index payment_entries_by_edit on public.payment_entries (tenant_id, edit_id) where edit_id is not null;
create index payment_entries_by_settlement on public.payment_entries (tenant_id, settlement_id) where settlement_id is not null;
create index payment_entries_by_payment on public.payment_entries (tenant_id, payment_id) where payment_id is not null;
alter table public.payment_entries enable row level security;

-- Credit that a store owes a person; their balance is the sum, kept in the profile by a trigger.
create type public.store_credit_kind as enum ('refunded', 'used', 'given_back', 'adjusted');

create table public.store_credits (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  user_id uuid not null,
  kind public.store_credit_kind not null,
  delta numeric(12, 2) not null check (delta <> 0),
  order_id uuid,
  refund_id uuid,
  reason text not null default '' check (length(reason) <= 500),
  actor_id uuid,
  created_at timestamptz not null default now(),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade,
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, refund_id) references public.refunds (tenant_id, id) on delete cascade
);
create index store_credits_by_person on public.store_credits (user_id, tenant_id, created_at desc);
create index store_credits_by_order on public.store_credits (tenant_id, order_id) where order_id is not null;
create index store_credits_by_refund on public.store_credits (tenant_id, refund_id) where refund_id is not null;
alter table public.store_credits enable row level security;

-- Policies

create policy "Shoppers read the refunds of their own orders" on public.refunds
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's refunds" on public.refunds
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Shoppers read what their own refunds are for" on public.refund_lines
  for select to authenticated using (exists (select 1 from public.refunds where refunds.id = refund_id));

create policy "Staff read what their store's refunds are for" on public.refund_lines
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Staff read their store's settlements" on public.settlements
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff read their store's ledger" on public.payment_entries
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "People read their own store credit" on public.store_credits
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their customers' store credit" on public.store_credits
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Functions

create function private.store_credit_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set store_credit = store_credit + new.delta
  where id = new.user_id and tenant_id = new.tenant_id and store_credit + new.delta >= 0;
  if not found then
    perform private.refuse('insufficient_credit');
  end if;
  return null;
end
$$;

-- Triggers

create trigger store_credits_counted after insert on public.store_credits
  for each row execute function private.store_credit_counted();

-- Grants

grant select on public.refunds, public.refund_lines, public.settlements, public.payment_entries, public.store_credits
  to authenticated;

-- schemas/20_replacements.sql

-- Replacements: pieces that are sent again for others that arrived, in another size or for faulty ones, as an order of their own.

-- Functions

-- The lines of an order that sends pieces of another once more, each in the size that `p_sizes` ({line's id: size}) names for it,
-- and else as it was, with what is wrong with them.
create function private.replacement_lines(p_pieces private.piece_count[], p_sizes jsonb) returns private.priced_line[]
language plpgsql set search_path = '' as $$
begin
  return array(
    select row(
      row_number() over (order by line.position) - 1, line.product_id, (chosen.variant).id,
      coalesce((chosen.variant).sku, line.sku),
      private.variant_name((chosen.variant).option1, (chosen.variant).option2, (chosen.variant).option3),
      line.customization_id, piece.quantity, line.name, line.image, 0, null, (chosen.variant).stock, line.color,
      coalesce(chosen.size, wanted.size, line.size), line.type, coalesce(chosen.options, line.options),
      line.customization -> 'design', line.customization ->> 'preview',
      case
        when p_sizes ? line.id::text and (coalesce(btrim(wanted.size), '') = '' or length(wanted.size) > 200) then 'unknown_option'
        when line.product_id is null and line.customization is null then 'unknown_product'
        when chosen.problem is not null then 'unknown_option'
        when sum(piece.quantity) over (partition by (chosen.variant).id) > (chosen.variant).stock then 'out_of_stock'
      end,
      (chosen.variant).weight_grams::bigint * piece.quantity,
      private.merged_option_words(private.sold_translations(line.product_id, chosen.options), line.translations), line.garment
    )::private.priced_line
    from unnest(p_pieces) piece
    join public.order_lines line on line.id = piece.order_line_id
    cross join lateral (select p_sizes ->> line.id::text as size) wanted
    left join lateral private.choose_variant(line.product_id, null, wanted.size, line.color, line.type, line.variant_id) chosen
      on line.product_id is not null
    order by line.position
  );
end
$$;

-- Makes the order of these lines, which costs its delivery alone. The products are locked.
create function private.insert_replacement(
  p_old public.orders, p_lines private.priced_line[], p_method public.payment_method, p_shipping public.shipping_method,
  p_fee numeric, p_rate private.shipping_rate, p_stage public.order_status, p_key text, p_document bigint
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_problem private.priced_line;
  v_new public.orders;
begin
  select wrong.* into v_problem from unnest(p_lines) wrong where wrong.problem is not null order by wrong.line limit 1;
  if v_problem.problem is not null then
    perform private.refuse_problem(private.line_problem(v_problem));
  end if;
  insert into public.orders (
    tenant_id, number, user_id, status, stage, queues, payment_method, payment_status, shipping_method, subtotal, shipping_total,
    total, charged, customer_name, customer_email, address, replaces_order_id, reserved_until, idempotency_key, document_hash, tax_rate,
    days_from, days_to
  ) values (
    p_old.tenant_id, private.order_number(p_old.tenant_id), p_old.user_id, p_stage, p_stage,
    case when private.waits_for_staff(p_stage, p_method) then '{to_confirm}'::public.order_queue[] else '{}' end,
    p_method, case when p_fee = 0 then 'paid'::public.payment_status else 'unpaid' end, p_shipping, 0, p_fee,
    p_fee, p_fee, p_old.customer_name, p_old.customer_email, p_old.address, p_old.id,
    case when p_stage = 'awaiting_payment' and p_method = 'online' then now() + interval '30 minutes' end, p_key, p_document,
    (select private.vat_rate(settings.payment) from public.settings where settings.tenant_id = p_old.tenant_id),
    p_rate.days_from, p_rate.days_to
  ) returning * into v_new;
  perform private.insert_order_lines(v_new, p_lines);
  perform private.book_order(v_new);
  return v_new;
end
$$;

-- Orders delivered pieces again in another size, for the price of the shipping; what they replace can come back. A line is
-- {"order_line_id", "size", "quantity": all that arrived of it unless it is said}. Idempotent by key, as place_order is.
create function public.request_size_replacement(
  p_order_id uuid, p_lines jsonb, p_payment_method public.payment_method, p_idempotency_key text,
  p_shipping_method public.shipping_method default 'standard'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_old public.orders := private.lock_order_for_caller(p_order_id);
  v_new public.orders;
  v_settings public.settings;
  v_pieces private.piece_count[];
  v_lines private.priced_line[];
  v_rate private.shipping_rate;
  v_fee numeric;
  v_document bigint := jsonb_hash_extended(
    jsonb_build_array(p_order_id, p_lines, p_payment_method, p_shipping_method), 0);
begin
  if v_old.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_order');
  end if;
  if p_idempotency_key is null or length(p_idempotency_key) not between 8 and 100 then
    perform private.refuse('invalid_key');
  end if;
  select * into v_new from public.orders
  where user_id = v_old.user_id and tenant_id = v_old.tenant_id and idempotency_key = p_idempotency_key;
  if found then
    return private.placed_before(v_new.id, v_document);
  end if;
  perform private.refuse_blocked(v_old.tenant_id, v_old.user_id);
  if exists (
    select 1 from public.orders
    where tenant_id = v_old.tenant_id and replaces_order_id = v_old.id and status <> 'cancelled'
  ) then
    perform private.refuse('already_replaced');
  end if;
  select settings.* into v_settings from public.settings where settings.tenant_id = v_old.tenant_id;
  perform private.require_open_payment(v_settings.payment, p_payment_method::text);

  v_pieces := private.pieces_in_other_sizes(p_order_id, p_lines);
  perform private.lock_goods(array[v_old.id]);
  v_lines := private.replacement_lines(v_pieces, (
    select jsonb_object_agg(lower(asked.order_line_id), coalesce(asked.size, ''))
    from jsonb_to_recordset(p_lines) asked (order_line_id text, size text) where asked.order_line_id is not null
  ));
  perform private.require_returnable(v_old, v_pieces, 'size_exchange');
  v_rate := private.replacement_rate(v_old, v_lines, p_shipping_method, p_payment_method, v_settings.shipping);
  v_fee := private.pounds(v_rate.price);
  v_new := private.insert_replacement(v_old, v_lines, p_payment_method, p_shipping_method, v_fee, v_rate,
    case when p_payment_method = 'cash_on_delivery' or v_fee = 0 then 'pending'::public.order_status else 'awaiting_payment' end,
    p_idempotency_key, v_document);
  perform private.insert_return(v_old, v_pieces, 'size_exchange', 'Another size', p_replacement_id => v_new.id);
  insert into public.order_events (tenant_id, order_id, actor_id, actor, remark)
  values (v_old.tenant_id, v_old.id, auth.uid(), 'shopper', jsonb_build_object('code', 'size_replacement', 'number', v_new.number));
  perform private.refresh_order(v_old.id);
  return private.order_json(v_new);
end
$$;

-- How pieces get to an order's address once more; refuses what does not get there, and cash where it is not taken.
create function private.replacement_rate(
  p_old public.orders, p_lines private.priced_line[], p_shipping public.shipping_method, p_payment public.payment_method,
  p_settings jsonb
) returns private.shipping_rate
language plpgsql stable security definer set search_path = '' as $$
declare
  v_delivery constant private.delivery := private.delivery_of(
    p_old.tenant_id, p_settings, p_old.address, p_shipping::text, 0, private.grams_of(p_lines));
begin
  if v_delivery.problem is not null then
    perform private.refuse_problem(v_delivery.problem);
  end if;
  if p_payment = 'cash_on_delivery' and not (v_delivery.rate).cash_allowed and (v_delivery.rate).price > 0 then
    perform private.refuse('cash_not_open', '{"reason": "zone"}');
  end if;
  return v_delivery.rate;
end
$$;

-- The pieces that are asked for in another size; without a quantity all of a line that can be given back.
create function private.pieces_in_other_sizes(p_order_id uuid, p_lines jsonb) returns private.piece_count[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or p_lines = '[]' then
    perform private.refuse('empty_cart', jsonb_build_object('reason', 'replacement'));
  end if;
  return private.asked_pieces(p_order_id, (
    select jsonb_agg(case
      when asked.value ? 'quantity' then asked.value
      else asked.value || jsonb_build_object('quantity', (
        select greatest(private.returnable_pieces(line), 1) from public.order_lines line
        where line.order_id = p_order_id and line.id::text = lower(asked.value ->> 'order_line_id')
      ))
    end)
    from jsonb_array_elements(p_lines) asked
  ));
end
$$;

-- How what goes to an order's address without a fee gets there.
create function private.usual_rate(p_order public.orders) returns private.shipping_rate
language sql stable security definer set search_path = '' as $$
  select (private.delivery_of(p_order.tenant_id, settings.shipping, p_order.address, 'standard', 0, 0)).rate
  from public.settings where settings.tenant_id = p_order.tenant_id
$$;

-- Makes the order that sends new pieces for the faulty ones of a return; it costs nothing, and staff have confirmed it.
create function private.send_new_pieces(p_order public.orders, p_return public.returns) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_new public.orders;
begin
  perform private.lock_goods(array[p_order.id]);
  v_new := private.insert_replacement(p_order, private.replacement_lines(array(
    select row(piece.order_line_id, piece.quantity)::private.piece_count from public.return_lines piece
    where piece.return_id = p_return.id
  ), '{}'), 'cash_on_delivery', 'standard', 0, private.usual_rate(p_order), 'confirmed', gen_random_uuid()::text, null);
  perform private.refresh_order(v_new.id);
  return v_new.id;
end
$$;

-- A return whose replacement is cancelled is one for money: pieces that came go off the sale, and of those that were only to come
-- in another size none come.
create function private.replacement_cancelled() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_return public.returns;
  v_old public.orders;
begin
  select * into v_return from public.returns
  where tenant_id = new.tenant_id and replacement_order_id = new.id;
  if not found then
    return null;
  end if;
  -- Locked by whoever cancels, with private.lock_orders.
  select orders.* into v_old from public.orders where orders.id = v_return.order_id for update;
  update public.returns set replacement_order_id = null,
    state = case when kind = 'size_exchange' and state in ('approved', 'on_the_way') then 'closed'::public.return_state
      else state end,
    closed_at = case when kind = 'size_exchange' and state in ('approved', 'on_the_way') then now() else closed_at end,
    updated_at = now()
  where id = v_return.id returning * into v_return;
  if v_return.state = 'received' then
    perform private.take_pieces_back(v_old, v_return.id);
    perform private.owe_back(v_old.id, jsonb_build_object('return_id', v_return.id));
  else
    perform private.refresh_order(v_old.id);
  end if;
  return null;
end
$$;

-- Triggers

create trigger replacement_cancelled after update of status on public.orders
  for each row when (new.replaces_order_id is not null and new.status = 'cancelled' and old.status <> 'cancelled')
  execute function private.replacement_cancelled();

-- Grants

grant execute on function public.request_size_replacement to authenticated;

-- schemas/20_returning.sql

-- The way of a return, from top to bottom: what a shopper announces, what staff decide, and what comes back.

-- Helpers

create function private.line_delivered_at(p_line public.order_lines) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select coalesce(max(parcel.delivered_at), (select orders.delivered_at from public.orders where orders.id = p_line.order_id))
  from public.shipment_lines packed join public.shipments parcel on parcel.id = packed.shipment_id
  where packed.order_line_id = p_line.id
$$;

-- Functions

-- Announces pieces of an order that arrived: to give them back (`return`), or to get new ones for faulty ones (`replacement`).
-- `p_lines` is [{"order_line_id", "quantity"}], null for all that can be given back; photos were uploaded to the bucket
-- `order-photos`. Shoppers do so within the store's days (docs/product.md, Delivery), and give no prints back. Returns the order
-- with {"return", "order"}; a second report of all pieces gets the return that waits.
create function public.request_return(
  p_order_id uuid, p_reason text, p_request_id uuid default null, p_photos text[] default '{}', p_lines jsonb default null,
  p_kind public.return_kind default 'return'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('request_return', p_order_id, p_reason, p_photos, p_lines, p_kind));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_pieces private.piece_count[];
  v_return_id uuid;
begin
  if v_first is not null then
    return v_first;
  end if;
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  if p_kind is null or p_kind = 'size_exchange' then
    perform private.refuse('size_with_its_delivery');
  end if;
  perform private.require_photos(v_order.tenant_id, p_photos);
  if coalesce(p_lines, 'null') = 'null' then
    v_pieces := private.all_to_return(v_order, p_kind);
    if cardinality(v_pieces) = 0 then
      v_return_id := private.open_return_of(v_order);
    end if;
  else
    v_pieces := private.asked_pieces(p_order_id, p_lines);
  end if;
  if v_return_id is null then
    perform private.require_returnable(v_order, v_pieces, p_kind);
    v_return_id := private.insert_return(v_order, v_pieces, p_kind, p_reason, p_photos);
    perform private.explain_return(v_order, left(btrim(p_reason), 2000));
  end if;
  return private.keep_answer(p_request_id, private.return_answer(v_return_id));
end
$$;

-- Pieces of an order that can be given back; for a shopper without prints.
create function private.all_to_return(p_order public.orders, p_kind public.return_kind) returns private.piece_count[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select row(line.id, private.returnable_pieces(line))::private.piece_count from public.order_lines line
    where line.order_id = p_order.id and private.returnable_pieces(line) > 0
      and (p_kind <> 'return' or line.customization is null or private.order_actor(p_order) <> 'shopper')
    order by line.position
  );
end
$$;

-- The return of an order that waits while nothing else can be given back; refuses where there is none.
create function private.open_return_of(p_order public.orders) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_return_id constant uuid := (
    select waiting.id from public.returns waiting
    where waiting.order_id = p_order.id and waiting.state in ('requested', 'approved', 'on_the_way')
    order by waiting.number desc limit 1
  );
  v_print_names constant jsonb := (
    select private.line_names(line) from public.order_lines line
    where line.order_id = p_order.id and private.returnable_pieces(line) > 0
    order by line.position limit 1
  );
begin
  if v_print_names is not null then
    perform private.refuse('print_not_returned', v_print_names);
  end if;
  if v_return_id is null then
    perform private.refuse('nothing_to_return');
  end if;
  return v_return_id;
end
$$;

-- Refuses pieces that have not arrived or are announced already, and of a shopper prints that are no fault and what comes too
-- late.
create function private.require_returnable(
  p_order public.orders, p_pieces private.piece_count[], p_kind public.return_kind
) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_by_shopper constant boolean := private.order_actor(p_order) = 'shopper';
  v_asked record;
  v_line public.order_lines;
  v_left integer;
begin
  if cardinality(p_pieces) = 0 then
    perform private.refuse('nothing_to_return');
  end if;
  for v_asked in
    select piece.quantity, line from unnest(p_pieces) piece join public.order_lines line on line.id = piece.order_line_id
    order by line.position
  loop
    v_line := v_asked.line;
    v_left := private.returnable_pieces(v_line);
    if v_asked.quantity > v_left then
      perform private.refuse('too_many_to_return', private.line_names(v_line) || jsonb_build_object(
        'available', v_left, 'order_line_id', v_line.id, 'reason', case v_left when 0 then 'none' else '' end));
    end if;
    if v_by_shopper and p_kind = 'return' and v_line.customization is not null then
      perform private.refuse('print_not_returned', private.line_names(v_line) || jsonb_build_object('order_line_id', v_line.id));
    end if;
    if v_by_shopper then
      perform private.refuse_too_late(case p_kind when 'size_exchange' then 'replacement_too_late' else 'return_too_late' end,
        p_order.tenant_id, case p_kind when 'replacement' then 'faultDays' else 'returnDays' end,
        private.line_delivered_at(v_line));
    end if;
  end loop;
end
$$;

-- Stores a return of pieces that were checked, and returns its id.
create function private.insert_return(
  p_order public.orders, p_pieces private.piece_count[], p_kind public.return_kind, p_reason text,
  p_photos text[] default '{}', p_replacement_id uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_return_id uuid;
begin
  insert into public.returns (
    tenant_id, order_id, number, kind, state, reason, photos, requested_by, replacement_order_id, decided_at
  )
  select p_order.tenant_id, p_order.id, coalesce(max(earlier.number), 0) + 1, p_kind,
    case when p_replacement_id is null then 'requested'::public.return_state else 'approved' end,
    left(btrim(p_reason), 2000), p_photos, case private.order_actor(p_order) when 'shopper' then 'shopper' else 'staff' end,
    p_replacement_id, case when p_replacement_id is not null then now() end
  from public.returns earlier where earlier.order_id = p_order.id
  returning id into v_return_id;
  insert into public.return_lines (tenant_id, return_id, order_line_id, quantity)
  select p_order.tenant_id, v_return_id, piece.order_line_id, piece.quantity from unnest(p_pieces) piece;
  return v_return_id;
end
$$;

-- Refreshes an order whose return changed, and writes what was said of it into its history; mails about returns are those of
-- private.mail_return_change.
create function private.explain_return(p_order public.orders, p_note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order constant public.orders := private.refresh_order(p_order.id);
begin
  if v_order.status <> p_order.status then
    perform private.explain_move(array[v_order.id], p_note);
  elsif p_note <> '' then
    insert into public.order_events (tenant_id, order_id, actor_id, actor, note)
    values (v_order.tenant_id, v_order.id, auth.uid(), private.order_actor(v_order), p_note);
  end if;
end
$$;

-- Approves or declines a return that was announced; staff only. The shopper reads the answer. `p_kind` deals with it in another
-- way than was asked for: money back instead of a new piece, or the other way round. For a `replacement` that is approved an
-- order of the same pieces is made, which costs nothing. Returns the order with {"return", "order"}.
create function public.decide_return(
  p_return_id uuid, p_approve boolean, p_answer text default '', p_request_id uuid default null,
  p_kind public.return_kind default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('decide_return', p_return_id, p_approve, p_answer, p_kind));
  v_answer constant text := left(btrim(coalesce(p_answer, '')), 2000);
  v_order public.orders := private.lock_order_of_return(p_return_id);
  v_return public.returns;
  v_replacement_id uuid;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  v_return := private.require_return_in(p_return_id, '{requested}');
  if coalesce(p_kind, 'return') = 'size_exchange' then
    perform private.refuse('size_with_its_delivery');
  end if;
  if p_approve and coalesce(p_kind, v_return.kind) = 'replacement' then
    v_replacement_id := private.send_new_pieces(v_order, v_return);
  end if;
  update public.returns set
    kind = coalesce(p_kind, kind), state = case when p_approve then 'approved'::public.return_state else 'declined' end,
    answer = v_answer, replacement_order_id = v_replacement_id, decided_at = now(), updated_at = now()
  where id = p_return_id;
  perform private.explain_return(v_order, v_answer);
  return private.keep_answer(p_request_id, private.return_answer(p_return_id));
end
$$;

-- Takes an announced return back, of which nothing came: its shopper, or staff where nothing will. Returns the order with {"return", "order"}.
create function public.withdraw_return(p_return_id uuid, p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('withdraw_return', p_return_id));
  v_order public.orders := private.lock_order_of_return(p_return_id);
  v_return public.returns;
  v_replacement text;
begin
  if v_first is not null then
    return v_first;
  end if;
  v_return := private.require_return_in(p_return_id, '{requested,approved,on_the_way}');
  select number into v_replacement from public.orders
  where orders.id = v_return.replacement_order_id and orders.status <> 'cancelled'
    and private.order_actor(v_order) = 'shopper';
  if found then
    perform private.refuse('return_replaced', jsonb_build_object('number', v_replacement));
  end if;
  update public.returns set state = 'closed', closed_at = now(), updated_at = now() where id = p_return_id;
  perform private.refresh_order(v_order.id);
  return private.keep_answer(p_request_id, private.return_answer(p_return_id));
end
$$;

-- Says that announced pieces are on their way back; for their shopper and staff. Returns the order with {"return", "order"}.
create function public.send_return(p_return_id uuid, p_note text default '', p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('send_return', p_return_id, p_note));
  v_order public.orders := private.lock_order_of_return(p_return_id);
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_return_in(p_return_id, '{approved}');
  update public.returns set state = 'on_the_way', updated_at = now() where id = p_return_id;
  if coalesce(btrim(p_note), '') <> '' then
    perform private.note_on_order(v_order, btrim(p_note));
  end if;
  perform private.refresh_order(v_order.id);
  return private.keep_answer(p_request_id, private.return_answer(p_return_id));
end
$$;

-- Books what came back of a return and was looked at; staff only. `p_lines` is [{"order_line_id", "received": up to what was
-- announced, "condition": as_new | opened | damaged, "fate": restock | seconds | discard}]; a line that is not named did not
-- come, and can be announced again. What came goes off the price, unless others were sent for it, and what was paid for it is
-- owed back. Returns the order with {"return", "order"}.
create function public.receive_return(p_return_id uuid, p_lines jsonb, p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('receive_return', p_return_id, p_lines));
  v_order public.orders := private.lock_order_of_return(p_return_id);
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  perform private.require_return_in(p_return_id, '{requested,approved,on_the_way}');
  perform private.write_what_came(p_return_id, p_lines);
  perform private.book_what_came(v_order, p_return_id);
  perform private.owe_back(v_order.id, jsonb_build_object('return_id', p_return_id));
  return private.keep_answer(p_request_id, private.return_answer(p_return_id));
end
$$;

-- Writes down what came of each line of a return, in which condition, and what becomes of it.
create function private.write_what_came(p_return_id uuid, p_lines jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_came record;
begin
  for v_came in
    select piece.quantity, line.id, private.line_names(line) as names, came.value, came.value -> 'received' as received
    from jsonb_array_elements(case jsonb_typeof(p_lines) when 'array' then p_lines else '[null]' end) came
    left join public.return_lines piece
      on piece.return_id = p_return_id and piece.order_line_id::text = lower(came.value ->> 'order_line_id')
    left join public.order_lines line on line.id = piece.order_line_id
  loop
    if v_came.id is null then
      perform private.refuse('unknown_order_line', '{"reason": "return"}');
    end if;
    if not private.is_piece_count(v_came.received)
      or not coalesce(pg_input_is_valid(v_came.value ->> 'fate', 'public.return_fate'), v_came.received = '0')
      or not coalesce(pg_input_is_valid(v_came.value ->> 'condition', 'public.return_condition'), true) then
      perform private.refuse('invalid_what_came', v_came.names);
    end if;
    if v_came.received::integer > v_came.quantity then
      perform private.refuse('more_than_announced', v_came.names || jsonb_build_object(
        'announced', v_came.quantity, 'order_line_id', v_came.id));
    end if;
    update public.return_lines set received = v_came.received::integer,
      condition = (v_came.value ->> 'condition')::public.return_condition,
      fate = case when v_came.received <> '0' then (v_came.value ->> 'fate')::public.return_fate end
    where return_id = p_return_id and order_line_id = v_came.id;
  end loop;
  if not exists (select 1 from public.return_lines piece where piece.return_id = p_return_id and piece.received > 0) then
    perform private.refuse('nothing_came');
  end if;
end
$$;

-- Books the pieces of a return that came: counters and price, unless others were sent for them, stock and points.
create function private.book_what_came(p_order public.orders, p_return_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_return public.returns;
begin
  update public.returns set state = 'received', received_at = now(), decided_at = coalesce(decided_at, now()), updated_at = now()
  where id = p_return_id returning * into v_return;
  perform private.lock_goods(array[p_order.id]);
  perform private.restock(p_order.id, array(
    select row(piece.order_line_id, piece.received)::private.piece_count from public.return_lines piece
    where piece.return_id = p_return_id and piece.fate = 'restock'
  ), 'returned');
  if v_return.replacement_order_id is null then
    perform private.take_pieces_back(p_order, p_return_id);
  end if;
end
$$;

-- Takes the pieces of a return that came off the sale.
create function private.take_pieces_back(p_order public.orders, p_return_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_piece record;
begin
  for v_piece in
    select piece.received, line.id, line from public.return_lines piece join public.order_lines line on line.id = piece.order_line_id
    where piece.return_id = p_return_id and piece.received > 0 order by line.position
  loop
    update public.order_lines set returned = returned + v_piece.received where id = v_piece.id;
    perform private.credit_gone_pieces(v_piece.line, jsonb_build_object('return_id', p_return_id));
  end loop;
  perform private.settle_points(p_order);
end
$$;

-- Books that all that was announced of a return came.
create function private.receive_whole_return(p_order public.orders, p_return_id uuid, p_fate public.return_fate) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.return_lines set received = quantity, fate = p_fate where return_id = p_return_id;
  perform private.book_what_came(p_order, p_return_id);
end
$$;

-- The order of a return, locked, if the caller may act on it; any other return does not exist for them.
create function private.lock_order_of_return(p_return_id uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders
  where orders.id = (select order_id from public.returns where id = p_return_id) for update;
  if v_order.id is null or private.order_actor(v_order) is null then
    perform private.refuse('unknown_return');
  end if;
  perform private.require_aal();
  return v_order;
end
$$;

-- The return, if it is in one of these states.
create function private.require_return_in(p_return_id uuid, p_states public.return_state[]) returns public.returns
language plpgsql security definer set search_path = '' as $$
declare
  v_return public.returns;
begin
  select * into v_return from public.returns where id = p_return_id;
  if v_return.state <> all (p_states) then
    perform private.refuse('return_decided', jsonb_build_object('state', v_return.state));
  end if;
  return v_return;
end
$$;

create function private.return_answer(p_return_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select answer.order || jsonb_build_object('return', private.return_json(p_return_id), 'order', answer.order)
  from (
    select private.order_json(orders) as order from public.orders
    where orders.id = (select order_id from public.returns where id = p_return_id)
  ) answer
$$;

-- Grants

grant execute on function public.request_return, public.decide_return, public.withdraw_return, public.send_return,
  public.receive_return to authenticated;

-- schemas/20_store_credit.sql

-- Store credit that staff give or take.

-- Functions

-- Gives or takes store credit with a reason and returns the balance; staff only.
create function public.adjust_store_credit(
  p_tenant_id text, p_user_id uuid, p_delta numeric, p_reason text, p_request_id uuid default null
) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('adjust_store_credit', p_tenant_id, p_user_id, p_delta, p_reason));
  v_balance numeric;
begin
  if v_first is not null then
    return v_first::numeric;
  end if;
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  if coalesce(p_delta, 0) = 0 or not private.is_amount(to_jsonb(abs(p_delta))) then
    perform private.refuse('invalid_credit');
  end if;
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  select profiles.store_credit into v_balance from public.profiles
  where id = p_user_id and tenant_id = p_tenant_id for no key update;
  if not found then
    perform private.refuse('unknown_person');
  elsif v_balance + p_delta < 0 then
    perform private.refuse('insufficient_credit', jsonb_build_object('reason', 'balance', 'amount', v_balance));
  end if;
  insert into public.store_credits (tenant_id, user_id, kind, delta, reason, actor_id)
  values (p_tenant_id, p_user_id, 'adjusted', p_delta, left(btrim(p_reason), 500), auth.uid());
  perform private.keep_answer(p_request_id, to_jsonb(v_balance + p_delta));
  return v_balance + p_delta;
end
$$;

-- Grants

grant execute on function public.adjust_store_credit to authenticated;

-- schemas/20_transfers.sql

-- Bank transfers: what shoppers show of them, and how staff find them on the store's account.

-- Tables

create type public.transfer_state as enum ('to_check', 'booked', 'refused');

-- A transfer that a shopper says they made.
create table public.transfers (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  state public.transfer_state not null default 'to_check',
  -- What the order owed when it was sent, and what staff found.
  amount numeric(12, 2) not null check (amount > 0),
  received numeric(12, 2) check (received > 0),
  -- Paths in the bucket `order-photos`.
  photos text[] not null check (cardinality(photos) <= 5),
  note text not null default '' check (length(note) <= 500),
  -- Why it was refused.
  answer text not null default '' check (length(answer) <= 500),
  checked_by uuid,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index transfers_by_order on public.transfers (tenant_id, order_id, created_at);
create index transfers_by_photo on public.transfers using gin (photos) where photos <> '{}';
alter table public.transfers enable row level security;

-- Policies

create policy "Shoppers read the transfers of their own orders" on public.transfers
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's transfers" on public.transfers
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Functions

-- What an order that is paid by transfer, or waits for its deposit, still owes; refuses every other.
create function private.owed_by_transfer(p_order public.orders) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  v_owed constant numeric := case
    when p_order.payment_method = 'bank_transfer' then p_order.charged - p_order.received + p_order.given_back
    when p_order.status = 'awaiting_payment' and p_order.deposit > 0 then private.awaited_payment(p_order)
    else 0
  end;
begin
  if p_order.status in ('cancelled', 'refused', 'returned') or v_owed <= 0 then
    perform private.refuse('not_payable');
  end if;
  return v_owed;
end
$$;

-- Shows the store that a transfer was made, by pictures that were uploaded to the bucket `order-photos`. While one waits to be
-- checked it is replaced by the next. For the order's shopper and staff; returns the order.
create function public.send_transfer_proof(
  p_order_id uuid, p_photos text[], p_note text default '', p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('send_transfer_proof', p_order_id, p_photos, p_note));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_owed numeric;
begin
  if v_first is not null then
    return v_first;
  end if;
  v_owed := private.owed_by_transfer(v_order);
  if coalesce(cardinality(p_photos), 0) = 0 then
    perform private.refuse('invalid_photos');
  end if;
  perform private.require_photos(v_order.tenant_id, p_photos);
  update public.transfers set amount = v_owed, photos = p_photos, note = left(btrim(coalesce(p_note, '')), 500), updated_at = now()
  where transfers.order_id = p_order_id and transfers.state = 'to_check';
  if not found then
    insert into public.transfers (tenant_id, order_id, amount, photos, note)
    values (v_order.tenant_id, p_order_id, v_owed, p_photos, left(btrim(coalesce(p_note, '')), 500));
  end if;
  return private.keep_answer(p_request_id, private.order_json(private.refresh_order(p_order_id)));
end
$$;

-- Books a transfer that staff found on the store's account, in pounds: the whole amount, a part of it, or more, which is then owed
-- back. Its bank reference is booked once. Staff only; returns the order.
create function public.book_transfer(
  p_order_id uuid, p_amount numeric, p_reference text default '', p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('book_transfer', p_order_id, p_amount, p_reference));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_reference constant text := btrim(coalesce(p_reference, ''));
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  perform private.owed_by_transfer(v_order);
  if not private.is_amount(to_jsonb(p_amount)) or p_amount = 0 then
    perform private.refuse('invalid_amount');
  end if;
  if v_reference <> '' then
    perform pg_advisory_xact_lock(hashtextextended('transfer:' || v_order.tenant_id || v_reference, 0));
    if exists (
      select 1 from public.payment_entries entry
      where entry.tenant_id = v_order.tenant_id and entry.kind = 'received' and entry.method = 'bank_transfer'
        and entry.reference = left(v_reference, 200)
    ) then
      perform private.refuse('transfer_booked', jsonb_build_object('reference', v_reference));
    end if;
  end if;
  update public.transfers set state = 'booked', received = p_amount, checked_by = auth.uid(), checked_at = now(),
    updated_at = now()
  where transfers.order_id = p_order_id and transfers.state = 'to_check';
  return private.keep_answer(p_request_id,
    private.order_json(private.book_payment(v_order, p_amount, v_reference, p_method => 'bank_transfer')));
end
$$;

-- Says that a transfer was not found, and why; the shopper may send another proof. Staff only; returns the order.
create function public.refuse_transfer(p_transfer_id uuid, p_reason text, p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('refuse_transfer', p_transfer_id, p_reason));
  v_order public.orders;
begin
  if v_first is not null then
    return v_first;
  end if;
  v_order := private.lock_order_for_caller((
    select transfers.order_id from public.transfers where transfers.id = p_transfer_id));
  perform private.require_staff(v_order.tenant_id);
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('reason_required');
  end if;
  update public.transfers set state = 'refused', answer = left(btrim(p_reason), 500), checked_by = auth.uid(), checked_at = now(),
    updated_at = now()
  where transfers.id = p_transfer_id and transfers.state = 'to_check';
  if not found then
    perform private.refuse('transfer_checked');
  end if;
  return private.keep_answer(p_request_id, private.order_json(private.refresh_order(v_order.id)));
end
$$;

-- Grants

grant select on public.transfers to authenticated;
grant execute on function public.send_transfer_proof, public.book_transfer, public.refuse_transfer to authenticated;

-- schemas/21_content.sql

-- Banners, questions with their answers, and reviews.

-- Tables

create type public.review_status as enum ('pending', 'approved', 'rejected');

create table public.banners (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  title text not null default '' check (length(title) <= 200),
  description text check (length(description) <= 2000),
  image_url text not null default '' check (length(image_url) <= 2000),
  link_url text check (length(link_url) <= 2000 and link_url ~ '^(https?://[^\s]+|/[^\s]*|)$'),
  translations jsonb not null default '{}' check (private.are_translations(translations, 10000)),
  position integer not null default 0,
  is_active boolean not null default true,
  start_date timestamptz,
  end_date timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  constraint banners_window check (end_date > start_date)
);
create index banners_by_position on public.banners (tenant_id, position, id);
alter table public.banners enable row level security;

create table public.faq_questions (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  question text not null check (btrim(question) <> '' and length(question) <= 500),
  answer text not null check (btrim(answer) <> '' and length(answer) <= 5000),
  translations jsonb not null default '{}' check (private.are_translations(translations, 20000)),
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (tenant_id, question)
);
create index faq_questions_by_position on public.faq_questions (tenant_id, position, id);
alter table public.faq_questions enable row level security;

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  product_id uuid not null,
  -- Null once the account is gone; the review stays, without a name.
  user_id uuid default auth.uid(),
  author_name text not null default '' check (length(author_name) <= 60),
  rating smallint not null check (rating between 1 and 5),
  title text not null default '' check (length(title) <= 120),
  body text not null default '' check (length(body) <= 4000),
  status public.review_status not null default 'pending',
  staff_reply text not null default '' check (length(staff_reply) <= 2000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, id),
  unique (user_id, tenant_id, product_id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete set null (user_id),
  foreign key (tenant_id, product_id) references public.products (tenant_id, id) on delete cascade
);
create index reviews_by_product on public.reviews (tenant_id, product_id, created_at desc) where status = 'approved';
create index reviews_by_status on public.reviews (tenant_id, status, created_at desc);
alter table public.reviews enable row level security;

-- Helpers

-- People review what they have received, where the store has reviews.
create function private.may_review(p_tenant_id text, p_product_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id uuid := auth.uid();
begin
  return exists (
    select 1 from public.settings where settings.tenant_id = p_tenant_id and (settings.features ->> 'reviews')::boolean
  ) and exists (
    select 1 from public.orders
    join public.order_lines on order_lines.order_id = orders.id
    where orders.user_id = v_user_id and orders.tenant_id = p_tenant_id and order_lines.product_id = p_product_id
      and order_lines.delivered > 0
  ) and not exists (
    select 1 from public.customer_records
    where tenant_id = p_tenant_id and user_id = v_user_id and blocked_reason is not null
  );
end
$$;

-- Policies

create policy "Everybody reads banners that run now" on public.banners
  for select to anon, authenticated
  using (is_active and coalesce(start_date <= now(), true) and coalesce(end_date > now(), true));

create policy "Staff read all banners of their store" on public.banners
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

call private.add_staff_policies('public.banners', 'banners');

create policy "Everybody reads questions and their answers" on public.faq_questions
  for select to anon, authenticated using (true);

call private.add_staff_policies('public.faq_questions', 'questions');

create policy "Everybody reads approved reviews" on public.reviews
  for select to anon, authenticated using (status = 'approved');

create policy "People read their own reviews" on public.reviews
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read all reviews of their store" on public.reviews
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "People review what they have received" on public.reviews
  for insert to authenticated
  with check (user_id = (select auth.uid()) and private.may_review(tenant_id, product_id));

create policy "Staff approve, reject and answer reviews" on public.reviews
  for update to authenticated
  using (tenant_id = any ((select private.staff_tenants())::text[]))
  with check (tenant_id = any ((select private.staff_tenants())::text[]));

create policy "People remove their own reviews" on public.reviews
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "Staff remove reviews of their store" on public.reviews
  for delete to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

call private.add_aal2_policies('public.reviews');

-- Functions

-- Puts a store's banners into an order: the first of the list comes first. Staff only.
create function public.order_banners(p_tenant_id text, p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  if (select count(*) from public.banners where tenant_id = p_tenant_id and id = any (p_ids))
    is distinct from cardinality(p_ids)::bigint then
    perform private.refuse('banners_changed');
  end if;
  update public.banners set position = ordered.place - 1
  from unnest(p_ids) with ordinality as ordered (id, place)
  where banners.tenant_id = p_tenant_id and banners.id = ordered.id and banners.position <> ordered.place - 1;
end
$$;

-- Puts a store's questions into an order: the first of the list comes first. Staff only.
create function public.order_faq_questions(p_tenant_id text, p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  if (select count(*) from public.faq_questions where tenant_id = p_tenant_id and id = any (p_ids))
    is distinct from cardinality(p_ids)::bigint then
    perform private.refuse('questions_changed');
  end if;
  update public.faq_questions set position = ordered.place - 1
  from unnest(p_ids) with ordinality as ordered (id, place)
  where faq_questions.tenant_id = p_tenant_id and faq_questions.id = ordered.id
    and faq_questions.position <> ordered.place - 1;
end
$$;

-- The page holds all questions of a store, so that there are no more than it can show.
create function private.limit_faq_questions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('questions:' || new.tenant_id, 0));
  if (select count(*) from public.faq_questions where tenant_id = new.tenant_id) >= 200 then
    perform private.refuse('too_many_questions');
  end if;
  return new;
end
$$;

-- When a banner of the store next begins or ends, for caches: banners to come are hidden, and nothing happens in the
-- database at the moment that one begins.
create function public.next_banner_change(p_tenant_id text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(change.at)
  from public.banners
  cross join lateral (values (banners.start_date), (banners.end_date)) change (at)
  where banners.tenant_id = p_tenant_id and banners.is_active and change.at > now()
$$;

create function private.review_written() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    new.updated_at := now();
  elsif new.author_name = '' then
    new.author_name := coalesce((
      select left(split_part(btrim(name), ' ', 1), 60) from public.profiles
      where id = new.user_id and tenant_id = new.tenant_id
    ), '');
  end if;
  return new;
end
$$;

-- Whether the caller may review a product: received it, has not reviewed it yet, and the store has reviews.
create function public.can_review(p_product_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tenant_id text := (select tenant_id from public.products where id = p_product_id);
begin
  return v_tenant_id is not null
    and private.may_review(v_tenant_id, p_product_id)
    and not exists (select 1 from public.reviews where product_id = p_product_id and user_id = auth.uid());
end
$$;

-- Counts the approved reviews of products in a statement after their lock, which sees what others decided meanwhile.
create function private.count_reviews(p_product_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_product_ids is null then
    return;
  end if;
  perform 1 from public.products where id = any (p_product_ids) order by id for no key update;
  update public.products set review_count = counted.how_many, rating = counted.average
  from (
    select locked.id, count(reviews.id)::integer as how_many, round(avg(reviews.rating), 2) as average
    from public.products locked
    left join public.reviews on reviews.tenant_id = locked.tenant_id and reviews.product_id = locked.id
      and reviews.status = 'approved'
    where locked.id = any (p_product_ids)
    group by locked.id
  ) counted
  where products.id = counted.id;
end
$$;

create function private.reviews_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_reviews((select array_agg(distinct review.product_id) from changed review where review.status = 'approved'));
  return null;
end
$$;

create function private.reviews_recounted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_reviews((
    select array_agg(distinct after.product_id)
    from after join before using (id)
    where 'approved' in (after.status, before.status) and (after.status, after.rating) <> (before.status, before.rating)));
  return null;
end
$$;

-- Triggers

call private.fix_columns('public.banners', '{id,tenant_id}');
call private.insert_in_turn('public.banners');

create trigger banners_touch before update on public.banners
  for each row execute function private.touch_version();

call private.fix_columns('public.faq_questions', '{id,tenant_id}');

-- Not of its position: who sorts the list must not make a question that is open elsewhere out of date.
create trigger faq_questions_touch before update of question, answer, version, created_at, updated_at on public.faq_questions
  for each row execute function private.touch_version();

create trigger faq_questions_limited before insert on public.faq_questions
  for each row execute function private.limit_faq_questions();

create trigger reviews_written before insert or update on public.reviews
  for each row execute function private.review_written();

create trigger reviews_touch before update of status, staff_reply on public.reviews
  for each row execute function private.touch_version();

create trigger reviews_counted_in after insert on public.reviews
  referencing new table as changed for each statement execute function private.reviews_counted();

create trigger reviews_counted_out after delete on public.reviews
  referencing old table as changed for each statement execute function private.reviews_counted();

create trigger reviews_counted after update on public.reviews
  referencing old table as before new table as after
  for each statement execute function private.reviews_recounted();

-- Grants

grant select on public.banners to anon, authenticated;
grant delete on public.banners to authenticated;
grant insert (
  id, tenant_id, title, description, image_url, link_url, position, is_active, start_date, end_date, created_at,
  updated_at, translations
) on public.banners to authenticated;
grant update (
  id, tenant_id, title, description, image_url, link_url, position, is_active, start_date, end_date, updated_at,
  translations
) on public.banners to authenticated;
grant select on public.faq_questions to anon, authenticated;
grant delete on public.faq_questions to authenticated;
grant insert (id, tenant_id, question, answer, translations, position, created_at) on public.faq_questions to authenticated;
grant update (id, tenant_id, question, answer, translations, position) on public.faq_questions to authenticated;
grant delete on public.reviews to authenticated;
grant insert (id, tenant_id, product_id, user_id, rating, title, body) on public.reviews to authenticated;
-- Who wrote a review is shown by name: the id of their account is for nobody.
grant select (
  id, tenant_id, product_id, author_name, rating, title, body, status, staff_reply, version, created_at, updated_at
) on public.reviews to anon, authenticated;
grant update (status, staff_reply) on public.reviews to authenticated;
grant execute on function
  private.may_review, public.can_review, public.order_banners, public.order_faq_questions
to authenticated;
grant execute on function public.next_banner_change to anon, authenticated;

-- schemas/21_order_books.sql

-- Where an order stands: its status, its queues and the state of its payment, each derived from what was booked; and how its
-- money is booked. Whoever calls these holds the order's lock.

-- Functions

-- The status of an order (docs/product.md, Orders) from how far people brought it and from its pieces.
create function private.order_status_of(
  p_stage public.order_status, p_pieces bigint, p_cancelled bigint, p_refused bigint, p_sent bigint, p_delivered bigint,
  p_returned bigint, p_return_open boolean
) returns public.order_status
language sql immutable set search_path = '' as $$
  select case
    when p_pieces > 0 and p_cancelled = p_pieces then 'cancelled'
    when p_pieces > 0 and p_cancelled + p_refused = p_pieces then 'refused'
    when p_return_open then 'return_requested'
    when p_delivered > 0 and p_cancelled + p_refused + p_delivered < p_pieces then 'partly_delivered'
    when p_returned > 0 and p_returned = p_delivered then 'returned'
    when p_returned > 0 then 'partly_returned'
    when p_delivered > 0 then 'delivered'
    when p_sent > 0 and p_cancelled + p_refused + p_sent = p_pieces then 'shipped'
    when p_sent > 0 then 'partly_sent'
    else p_stage
  end::public.order_status
$$;

-- The state of an order's payment from its sums. An online payment that nobody finished stays `failed` until money comes.
create function private.payment_status_of(
  p_present public.payment_status, p_total numeric, p_charged numeric, p_received numeric, p_given_back numeric,
  p_at_courier numeric, p_refund_open boolean
) returns public.payment_status
language sql immutable set search_path = '' as $$
  select case
    when p_refund_open or p_received - p_given_back > p_charged then 'refund_due'
    when p_received = 0 and p_present = 'failed' then 'failed'
    when p_received = 0 and p_total > 0 then 'unpaid'
    when p_given_back > 0 and p_given_back = p_received then 'refunded'
    when p_given_back > 0 then 'partly_refunded'
    when p_received - p_given_back < p_charged then 'partly_paid'
    when p_at_courier > 0 then 'with_courier'
    else 'paid'
  end::public.payment_status
$$;

create function private.derived_order_status(p_order public.orders) returns public.order_status
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select private.order_status_of(
      p_order.stage, coalesce(sum(quantity), 0), coalesce(sum(cancelled), 0), coalesce(sum(refused), 0), coalesce(sum(sent), 0),
      coalesce(sum(delivered), 0), coalesce(sum(returned), 0),
      exists (
        select 1 from public.returns
        where returns.order_id = p_order.id and returns.state in ('requested', 'approved', 'on_the_way')
          -- Pieces that others were sent for stay sold.
          and returns.replacement_order_id is null
      ))
    from public.order_lines where order_lines.order_id = p_order.id
  );
end
$$;

-- Whether the last that a courier said of a parcel under way is not known here: somebody has to ask, as after a failed attempt.
create function private.is_unclear(p_parcel public.shipments) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_parcel.state in ('handed_over', 'in_transit', 'out_for_delivery', 'returning') and (
    select event.state is null from public.shipment_events event
    where event.shipment_id = p_parcel.id order by event.created_at desc limit 1
  );
end
$$;

-- Whether a shopper says that they made a transfer for an order, which staff have not looked at yet.
create function private.has_transfer_to_check(p_order_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.transfers shown where shown.order_id = p_order_id and shown.state = 'to_check')
$$;

-- What waits for staff in an order.
create function private.derived_order_queues(p_order public.orders) returns public.order_queue[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ready constant boolean := p_order.stage in ('confirmed', 'in_production');
  v_to_print boolean;
  v_to_pack boolean;
  v_states public.shipment_state[];
  v_to_look_at boolean;
begin
  select
    bool_or(line.customization is not null and line.printed < line.quantity - line.cancelled - line.refused
      and line.packed + line.sent < line.quantity - line.cancelled - line.refused),
    bool_or(line.packed + line.sent < line.quantity - line.cancelled - line.refused
      and (line.customization is null or line.printed >= line.quantity - line.cancelled - line.refused))
  into v_to_print, v_to_pack
  from public.order_lines line where line.order_id = p_order.id;
  select array_agg(case when private.is_unclear(parcel) then 'attempt_failed' else parcel.state end),
    bool_or(parcel.state = 'came_back' and parcel.looked_at is null)
  into v_states, v_to_look_at
  from public.shipments parcel where parcel.order_id = p_order.id;
  return array_remove(array[
    case when private.waits_for_staff(p_order.status, p_order.payment_method)
      or p_order.status = 'awaiting_payment' and private.has_transfer_to_check(p_order.id) then 'to_confirm'::public.order_queue end,
    case when v_ready and v_to_print then 'to_print' end,
    case when v_ready and v_to_pack then 'to_pack' end,
    case when 'packed' = any (v_states) then 'to_hand_over' end,
    case when v_states && '{handed_over,in_transit,out_for_delivery,returning}'::public.shipment_state[] then 'on_the_way' end,
    case when 'attempt_failed' = any (v_states) then 'attempt_failed' end,
    case when v_to_look_at then 'came_back' end,
    case when exists (
      select 1 from public.returns
      where returns.order_id = p_order.id and returns.state in ('requested', 'approved', 'on_the_way')
    ) then 'returns' end,
    case when exists (
      select 1 from public.refunds where refunds.order_id = p_order.id and refunds.state in ('due', 'failed')
    ) then 'to_give_back' end,
    case when p_order.at_courier > 0 then 'cash_outstanding' end
  ]::public.order_queue[], null);
end
$$;

-- Writes what follows from an order's pieces, parcels, returns and ledger, and returns the order. Every function that books
-- something of an order ends with it.
create function private.refresh_order(p_order_id uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_before public.orders;
  v_order public.orders;
begin
  select orders.* into v_before from public.orders where orders.id = p_order_id;
  v_order := v_before;
  v_order.status := private.derived_order_status(v_order);
  v_order.payment_status := private.payment_status_of(
    v_order.payment_status, v_order.total, v_order.charged, v_order.received, v_order.given_back, v_order.at_courier,
    exists (
      select 1 from public.refunds
      where refunds.order_id = p_order_id and refunds.state in ('due', 'sending', 'failed')
    ));
  v_order.queues := private.derived_order_queues(v_order);
  perform private.fit_cash_due(v_order);
  -- Whoever looks at the order is told, also of what these do not show.
  if (v_order.status, v_order.payment_status, v_order.queues, now())
    is distinct from (v_before.status, v_before.payment_status, v_before.queues, v_before.updated_at) then
    update public.orders set status = v_order.status, payment_status = v_order.payment_status, queues = v_order.queues,
      updated_at = now()
    where orders.id = p_order_id returning * into v_order;
  end if;
  return v_order;
end
$$;

-- Lets parcels that are still here collect no more than their order owes, as after a payment or a cancellation: the last first.
create function private.fit_cash_due(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_parcel public.shipments;
  v_too_much numeric := private.cash_under_way(p_order.id, null) - (p_order.charged - p_order.received + p_order.given_back);
begin
  if v_too_much <= 0 then
    return;
  end if;
  for v_parcel in
    select parcel.* from public.shipments parcel
    where parcel.order_id = p_order.id and parcel.state = 'packed' order by parcel.number desc
  loop
    update public.shipments set cash_due = cash_due - least(cash_due, greatest(v_too_much, 0)), updated_at = now()
    where id = v_parcel.id;
    v_too_much := v_too_much - v_parcel.cash_due;
  end loop;
end
$$;

-- Writes an entry of an order's ledger and carries the order's sums on; nothing for an amount of 0. `p_links` are the columns
-- that say what it belongs to: {"shipment_id", "return_id", "refund_id", "edit_id", "settlement_id", "payment_id"}.
create function private.book_money(
  p_order public.orders, p_kind public.payment_entry_kind, p_amount numeric, p_links jsonb default '{}',
  p_method public.payment_method default null, p_reference text default '', p_note text default ''
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_amount = 0 then
    return;
  end if;
  insert into public.payment_entries (
    tenant_id, order_id, kind, amount, method, reference, note, shipment_id, return_id, refund_id, edit_id, settlement_id,
    payment_id, actor_id
  )
  select p_order.tenant_id, p_order.id, p_kind, p_amount, p_method, left(coalesce(p_reference, ''), 200),
    left(coalesce(p_note, ''), 500), links.shipment_id, links.return_id, links.refund_id, links.edit_id, links.settlement_id,
    links.payment_id, auth.uid()
  from jsonb_to_record(p_links) links (
    shipment_id uuid, return_id uuid, refund_id uuid, edit_id uuid, settlement_id uuid, payment_id uuid
  );
  update public.orders set
    charged = charged + case when p_kind = 'charged' then p_amount else 0 end,
    received = received + case when p_kind in ('received', 'cash_collected', 'credit_used') then p_amount else 0 end,
    given_back = given_back + case when p_kind = 'given_back' then p_amount else 0 end,
    at_courier = at_courier + case p_kind when 'cash_collected' then p_amount when 'settled' then -p_amount else 0 end
  where orders.id = p_order.id;
end
$$;

-- What the first `p_pieces` pieces of a line cost together. Prices of single pieces are differences of these, so that they sum
-- up to the line whatever is taken off in whatever steps.
create function private.line_worth(p_line public.order_lines, p_pieces integer) returns numeric
language sql immutable set search_path = '' as $$
  select round(p_line.net * p_pieces / p_line.quantity, 2)
$$;

-- Takes what pieces of a line cost off the order's price (or puts it back, of pieces that are sent again), after the line's
-- counters were changed; `p_before` is the line as it was. Returns the amount.
create function private.credit_gone_pieces(p_before public.order_lines, p_links jsonb default '{}') returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  v_line public.order_lines;
  v_order public.orders;
  v_amount numeric;
begin
  select line.* into v_line from public.order_lines line where line.id = p_before.id;
  v_amount := private.line_worth(v_line, v_line.cancelled + v_line.refused + v_line.returned)
    - private.line_worth(p_before, p_before.cancelled + p_before.refused + p_before.returned);
  select orders.* into v_order from public.orders where orders.id = v_line.order_id;
  -- What was taken off the price without pieces, of the line or as goodwill, is not taken off again.
  v_amount := greatest(least(v_amount, v_line.net - v_line.credited, v_order.charged), -v_line.credited);
  update public.order_lines set credited = credited + v_amount where order_lines.id = v_line.id;
  perform private.book_money(v_order, 'charged', -v_amount, p_links);
  return v_amount;
end
$$;

-- Whether nothing of an order is left, and nothing of it arrived.
create function private.is_gone(p_order_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (
    select 1 from public.order_lines line
    where line.order_id = p_order_id and (line.delivered > 0 or line.cancelled + line.refused < line.quantity)
  )
$$;

-- Puts the delivery fee back on the price of an order that is sent again.
create function private.charge_delivery_again(p_order_id uuid, p_links jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  update public.orders set shipping_credited = 0 where orders.id = p_order_id;
  perform private.book_money(v_order, 'charged', v_order.shipping_credited, p_links);
end
$$;

-- How many of a store's orders wait in each queue; staff only.
create function public.order_queue_counts(p_tenant_id text) returns table (queue public.order_queue, orders bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_customer_access(p_tenant_id);
  return query
  select waiting.queue, count(*) from public.orders, unnest(orders.queues) waiting (queue)
  where orders.tenant_id = p_tenant_id and orders.queues <> '{}'
  group by waiting.queue order by waiting.queue;
end
$$;

-- Grants

grant execute on function public.order_queue_counts to authenticated;

-- schemas/21_order_points.sql

-- Points of orders: what follows from the pieces that arrived, stayed and went.

-- Functions

-- What follows from an order's pieces in points: those that it earned are of what arrived and stayed, those that it was paid
-- with come back for what is gone. `earned` and `used` are what is still to be booked of each.
create function private.points_to_settle(p_order public.orders, out earned integer, out used integer)
language sql stable security definer set search_path = '' as $$
  select
    case when sold.net > 0 then least(floor(p_order.points_earned * sold.kept / sold.net), p_order.points_earned) else 0 end
      - booked.earned,
    case when sold.points > 0 then floor(p_order.points_used * greatest(sold.points - sold.points_kept, 0) / sold.points) else 0 end
      - (p_order.points_used - booked.used)
  from (
    select coalesce(sum(line.net) filter (where line.edit_id is null), 0) as net,
      coalesce(sum(private.line_worth(line, line.delivered - line.returned)), 0) as kept,
      -- Shares of points, which pieces take along to lines that replace theirs.
      coalesce(sum(line.points_share) filter (where line.edit_id is null), 0) as points,
      coalesce(sum(round(
        line.points_share * (line.quantity - line.cancelled - line.refused - line.returned) / line.quantity, 2)), 0) as points_kept
    from public.order_lines line where line.order_id = p_order.id
  ) sold cross join (
    select coalesce(sum(entry.delta) filter (where entry.kind in ('earned', 'reversed')), 0)::integer as earned,
      coalesce(sum(-entry.delta) filter (where entry.kind in ('redeemed', 'refunded')), 0)::integer as used
    from public.point_entries entry where entry.tenant_id = p_order.tenant_id and entry.order_id = p_order.id
  ) booked
$$;

-- Books the points that follow from an order's pieces, after these were counted anew. Points are taken back as far as they are
-- there: those that were spent on an order stay spent, vouchers that were exchanged for them and not used are switched off.
create function private.settle_points(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_due record;
  v_balance integer;
begin
  if p_order.user_id is null or p_order.points_earned = 0 and p_order.points_used = 0 then
    return;
  end if;
  v_due := private.points_to_settle(p_order);
  if least(v_due.earned, v_due.used) < 0 then
    -- Vouchers before their person, as place_order does.
    perform 1 from public.discounts
    where user_id = p_order.user_id and tenant_id = p_order.tenant_id and is_active order by id for no key update;
    select points into v_balance from public.profiles
    where id = p_order.user_id and tenant_id = p_order.tenant_id for no key update;
    if -v_due.earned > v_balance then
      v_balance := v_balance + private.take_vouchers_back(p_order.tenant_id, p_order.user_id, -v_due.earned - v_balance);
    end if;
    v_due.earned := greatest(v_due.earned, -v_balance);
    v_due.used := greatest(v_due.used, -(v_balance + least(v_due.earned, 0)));
  end if;
  insert into public.point_entries (tenant_id, user_id, kind, delta, order_id)
  select p_order.tenant_id, p_order.user_id, due.kind, due.delta, p_order.id
  from (values
    (case when v_due.earned > 0 then 'earned'::public.point_kind else 'reversed' end, v_due.earned),
    (case when v_due.used > 0 then 'refunded'::public.point_kind else 'redeemed' end, v_due.used)
  ) due (kind, delta)
  where due.delta <> 0;
end
$$;

-- Locks the people whose points moves of these orders change, in a fixed order.
create function private.lock_points_of(p_order_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.profiles
  where (id, tenant_id) in (
    select moving.user_id, moving.tenant_id from public.orders moving
    where moving.id = any (p_order_ids) and (moving.points_earned > 0 or moving.points_used > 0)
  )
  order by id, tenant_id for no key update;
end
$$;

-- schemas/21_owed_back.sql

-- What is owed back of an order's money, and by which way it goes. Whoever calls these functions holds the order's lock.

-- Functions

-- What came for an order beyond what it costs and what goes back of it already.
create function private.overpaid(p_order_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select orders.received - orders.given_back - orders.charged - coalesce((
    select sum(refunds.amount) from public.refunds
    where refunds.order_id = orders.id and refunds.state in ('due', 'sending', 'failed')
  ), 0)
  from public.orders where orders.id = p_order_id
$$;

-- Owes an order's customer what they paid too much, and returns the order as it then is. Every function that takes something
-- off an order's price, or books money for it, ends with it. `p_lines` says what it is for: a list of {"kind": line | shipping |
-- goodwill, "order_line_id", "quantity", "amount": pounds}; without it, what was taken off the price and not given back yet.
-- Without a way it goes back through the provider as far as that has it, and else waits for staff. Store credit that paid for
-- the order goes back as such, once nothing else is left of what came.
create function private.owe_back(
  p_order_id uuid, p_links jsonb default '{}', p_reason text default '', p_lines jsonb default null,
  p_way public.refund_way default null, p_reference text default ''
) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  perform private.make_owed_refunds(p_order_id, p_links, p_reason, p_lines, p_way, p_reference);
  return private.refresh_order(p_order_id);
end
$$;

-- The same for a function that goes on booking.
create function private.make_owed_refunds(
  p_order_id uuid, p_links jsonb, p_reason text, p_lines jsonb, p_way public.refund_way default null,
  p_reference text default ''
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_owed numeric := private.overpaid(p_order_id);
begin
  if v_owed < 0 then
    -- Less is owed than before, as when pieces are sent again.
    delete from public.refunds where refunds.order_id = p_order_id and refunds.state in ('due', 'failed');
    v_owed := private.overpaid(p_order_id);
  end if;
  if v_owed > 0 then
    perform private.make_refunds(p_order_id, v_owed, p_links, p_reason, coalesce(p_lines, private.unnamed_credits(p_order_id)),
      p_way, p_reference);
  end if;
end
$$;

-- What was taken off an order's price, less what refunds name of it.
create function private.unnamed_credits(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', credited.kind, 'order_line_id', credited.order_line_id, 'amount', credited.amount - named.amount)), '[]')
  from (
    select 'line'::public.refund_line_kind as kind, line.id as order_line_id, line.credited as amount
    from public.order_lines line where line.order_id = p_order_id
    union all
    select unnest('{shipping,goodwill}'::public.refund_line_kind[]), null,
      unnest(array[orders.shipping_credited + greatest(-orders.shipping_difference, 0), orders.goodwill])
    from public.orders where orders.id = p_order_id
  ) credited
  cross join lateral (
    select coalesce(sum(refund_line.amount), 0) as amount
    from public.refunds join public.refund_lines refund_line on refund_line.refund_id = refunds.id
    where refunds.order_id = p_order_id and refund_line.kind = credited.kind
      and refund_line.order_line_id is not distinct from credited.order_line_id
  ) named
  where credited.amount > named.amount
$$;

-- Makes the refunds of an amount that is owed: what did not come as store credit first.
create function private.make_refunds(
  p_order_id uuid, p_amount numeric, p_links jsonb, p_reason text, p_lines jsonb, p_way public.refund_way, p_reference text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_payment record;
  v_money numeric;
  v_left numeric;
  v_lines jsonb := p_lines;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_left := least(p_amount, private.money_left(v_order));
  v_money := v_left;
  for v_payment in
    select payment.id, private.card_money_left(payment) as amount from public.payments payment
    where payment.order_id = p_order_id and payment.status = 'paid' and coalesce(p_way, 'card') = 'card'
    order by payment.paid_at desc, payment.created_at desc, payment.id
  loop
    if least(v_left, v_payment.amount) > 0 then
      v_lines := private.make_refund(v_order, least(v_left, v_payment.amount), 'card', v_payment.id, p_links, p_reason, v_lines, '');
      v_left := v_left - least(v_left, v_payment.amount);
    end if;
  end loop;
  if v_left > 0 and p_way = 'card' then
    perform private.refuse('no_card_payment', jsonb_build_object('amount', v_money - v_left));
  end if;
  v_lines := private.make_refund(v_order, v_left, p_way, null, p_links, p_reason, v_lines, p_reference);
  perform private.make_refund(v_order, p_amount - v_money,
    case when v_order.user_id is not null then 'store_credit'::public.refund_way end, null, p_links, p_reason, v_lines, '');
end
$$;

-- What came for an order otherwise than as store credit, and is not on its way back.
create function private.money_left(p_order public.orders) returns numeric
language sql stable security definer set search_path = '' as $$
  select greatest(p_order.received
    - coalesce((
      select sum(entry.amount) from public.payment_entries entry
      where entry.order_id = p_order.id and entry.kind = 'credit_used'
    ), 0)
    - coalesce((
      select sum(refunds.amount) from public.refunds
      where refunds.order_id = p_order.id and refunds.way is distinct from 'store_credit'
    ), 0), 0)
$$;

-- What a payment at the provider can still give back.
create function private.card_money_left(p_payment public.payments) returns numeric
language sql stable security definer set search_path = '' as $$
  select p_payment.amount - coalesce(sum(refunds.amount), 0)
  from public.refunds where refunds.payment_id = p_payment.id
$$;

-- Makes a refund for as much of `p_lines` as its amount is, and returns what is left of them. By transfer, in cash and as store
-- credit it is sent at once; by card it waits for the server to ask the provider, without a way for staff.
create function private.make_refund(
  p_order public.orders, p_amount numeric, p_way public.refund_way, p_payment_id uuid, p_links jsonb, p_reason text,
  p_lines jsonb, p_reference text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_refund_id uuid;
  v_left numeric := p_amount;
  v_line record;
  v_rest jsonb := '[]';
begin
  if p_amount <= 0 then
    return p_lines;
  end if;
  insert into public.refunds (
    tenant_id, order_id, number, return_id, amount, way, state, reason, reference, payment_id, created_by, looked_at
  )
  select p_order.tenant_id, p_order.id,
    coalesce((select max(earlier.number) from public.refunds earlier where earlier.order_id = p_order.id), 0) + 1,
    (p_links ->> 'return_id')::uuid, p_amount, p_way,
    case when p_way = 'card' then 'sending'::public.refund_state else 'due' end, left(btrim(coalesce(p_reason, '')), 500),
    left(coalesce(p_reference, ''), 200), p_payment_id, auth.uid(), '-infinity'
  returning id into v_refund_id;
  for v_line in
    select named.* from jsonb_to_recordset(p_lines) named (
      kind public.refund_line_kind, order_line_id uuid, quantity integer, amount numeric)
  loop
    if least(v_line.amount, v_left) > 0 then
      insert into public.refund_lines (tenant_id, refund_id, kind, order_line_id, quantity, amount)
      values (p_order.tenant_id, v_refund_id, v_line.kind, v_line.order_line_id,
        case when v_line.amount <= v_left then nullif(v_line.quantity, 0) end, least(v_line.amount, v_left));
    end if;
    if v_line.amount > v_left then
      v_rest := v_rest || jsonb_build_object('kind', v_line.kind, 'order_line_id', v_line.order_line_id,
        'amount', v_line.amount - greatest(v_left, 0));
    end if;
    v_left := greatest(v_left - v_line.amount, 0);
  end loop;
  if p_way in ('transfer', 'cash', 'store_credit') then
    perform private.refund_sent(v_refund_id, p_reference);
  end if;
  return v_rest;
end
$$;

-- Books that a refund has gone out.
create function private.refund_sent(p_refund_id uuid, p_reference text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_refund public.refunds;
  v_order public.orders;
begin
  update public.refunds set state = 'sent', sent_at = now(), updated_at = now(),
    reference = coalesce(nullif(left(p_reference, 200), ''), refunds.reference)
  where refunds.id = p_refund_id returning * into v_refund;
  select orders.* into v_order from public.orders where orders.id = v_refund.order_id;
  perform private.book_money(v_order, 'given_back', v_refund.amount,
    jsonb_build_object('refund_id', v_refund.id, 'return_id', v_refund.return_id, 'payment_id', v_refund.payment_id),
    p_reference => v_refund.reference, p_note => v_refund.reason);
  if v_refund.way = 'store_credit' then
    insert into public.store_credits (tenant_id, user_id, kind, delta, order_id, refund_id, reason, actor_id)
    values (v_refund.tenant_id, v_order.user_id, 'refunded', v_refund.amount, v_order.id, v_refund.id, v_refund.reason,
      auth.uid());
  end if;
end
$$;

-- Takes amounts off what an order costs: of its lines, [{"order_line_id", "amount"}], of its delivery, and for nothing that was
-- sold. Returns them as owe_back takes them; refuses more than something costs.
create function private.take_off(
  p_order_id uuid, p_lines jsonb, p_shipping numeric, p_goodwill numeric, p_links jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_line record;
  v_taken jsonb := '[]';
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  for v_line in
    select line.id, private.line_names(line) as names, line.net - line.credited as available, asked.amount
    from (
      select wanted.order_line_id, sum(wanted.amount) as amount
      from jsonb_to_recordset(p_lines) wanted (order_line_id uuid, amount numeric) group by wanted.order_line_id
    ) asked
    left join public.order_lines line on line.id = asked.order_line_id and line.order_id = p_order_id
    order by line.position
  loop
    if v_line.id is null then
      perform private.refuse('unknown_order_line');
    elsif v_line.amount > v_line.available then
      perform private.refuse('refund_above_line', v_line.names || jsonb_build_object('amount', v_line.available));
    end if;
    update public.order_lines set credited = credited + v_line.amount where order_lines.id = v_line.id;
    v_taken := v_taken || jsonb_build_object('kind', 'line', 'order_line_id', v_line.id, 'amount', v_line.amount);
  end loop;
  if p_shipping > private.delivery_fee(v_order) then
    perform private.refuse('refund_above_shipping', jsonb_build_object('amount', private.delivery_fee(v_order)));
  end if;
  v_taken := v_taken || jsonb_build_array(jsonb_build_object('kind', 'shipping', 'amount', p_shipping),
    jsonb_build_object('kind', 'goodwill', 'amount', p_goodwill));
  update public.orders set shipping_credited = shipping_credited + p_shipping, goodwill = goodwill + p_goodwill
  where orders.id = p_order_id;
  perform private.book_money(v_order, 'charged', -(
    select sum(taken.amount) from jsonb_to_recordset(v_taken) taken (amount numeric)), p_links);
  return v_taken;
end
$$;

-- Takes an order's delivery fee off what it costs, as when nothing of it is sent. Returns the amount.
create function private.credit_delivery_fee(p_order_id uuid, p_links jsonb default '{}') returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  v_fee numeric;
begin
  select least(private.delivery_fee(orders), orders.charged) into v_fee
  from public.orders where orders.id = p_order_id;
  perform private.take_off(p_order_id, '[]', v_fee, 0, p_links);
  return v_fee;
end
$$;

-- Takes everything off that an order costs; returns it as owe_back takes it.
create function private.take_all_off(p_order_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_goods numeric;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  v_goods := v_order.charged - least(private.delivery_fee(v_order), v_order.charged);
  return private.take_off(p_order_id, (
    -- Goodwill was taken off no line: the last ones cost less by it.
    select coalesce(jsonb_agg(jsonb_build_object('order_line_id', running.id,
      'amount', greatest(least(running.amount, v_goods - running.before), 0)) order by running.position), '[]')
    from (
      select line.id, line.position, line.net - line.credited as amount,
        coalesce(sum(line.net - line.credited) over (
          order by line.position rows between unbounded preceding and 1 preceding), 0) as before
      from public.order_lines line where line.order_id = p_order_id
    ) running
  ), v_order.charged - v_goods, 0);
end
$$;

-- schemas/21_payment_events.sql

-- What providers say of payments, and what they are asked when they say nothing.

-- Functions

-- Books what a provider says of a payment: `paid`, `declined` (the shopper may try again), `closed` (nobody paid, and nobody can
-- any more), and of a refund: `refunded`, `refund_pending` or `refund_failed`. Amounts in piastres; `p_refund_id` is the refund as
-- it is called here, `p_reference` as the provider calls it. Returns what it came to: `booked`, `known` (the same announcement
-- was here before), `late` (something that no longer changes anything), `mismatch` (not the amount that was asked for) or
-- `unknown`, also for a payment of a store that is not among `p_tenant_ids`, those that the provider's account is for. For the
-- server.
create function public.record_payment_event(
  p_event_id text, p_kind text, p_outcome text, p_payment_id uuid default null, p_session_id text default null,
  p_transaction_id text default null, p_amount bigint default null, p_currency text default null,
  p_refund_id uuid default null, p_reference text default null, p_provider text default 'stripe', p_tenant_ids text[] default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_order public.orders;
  v_result text := 'late';
begin
  perform private.require_service();
  if p_outcome is null
    or p_outcome not in ('paid', 'declined', 'closed', 'refunded', 'refund_pending', 'refund_failed') then
    perform private.refuse('unknown_outcome');
  end if;
  v_payment := private.announced_payment(p_provider, p_payment_id, p_session_id, p_transaction_id);
  if v_payment.id is null or not v_payment.tenant_id = any (p_tenant_ids) then
    return 'unknown';
  end if;
  -- First the order, then its payment, as everywhere.
  perform private.lock_orders(array[v_payment.order_id]);
  select orders.* into v_order from public.orders where orders.id = v_payment.order_id;
  select payment.* into v_payment from public.payments payment where payment.id = v_payment.id for update;
  insert into public.payment_events (id, tenant_id, order_id, kind)
  values (p_event_id, v_order.tenant_id, v_order.id, p_kind) on conflict (id) do nothing;
  if not found then
    return 'known';
  end if;
  if p_outcome = 'paid' then
    v_result := private.book_paid(v_order, v_payment, p_session_id, p_transaction_id, p_amount, upper(p_currency));
  elsif p_outcome in ('declined', 'closed') then
    v_result := private.book_unpaid(v_order, v_payment, p_outcome);
  elsif v_payment.status in ('mismatched', 'returned') then
    v_result := private.book_return_of_mismatch(v_order, v_payment, p_outcome);
  elsif p_outcome = 'refunded' and upper(p_currency) is distinct from v_payment.currency then
    perform private.note_mismatch(v_order, p_outcome, p_amount, upper(p_currency));
    v_result := 'mismatch';
  else
    v_result := private.book_refund_event(v_order, v_payment, p_outcome, p_refund_id, p_reference, p_amount);
  end if;
  update public.payment_events set outcome = v_result where id = p_event_id;
  return v_result;
end
$$;

-- The payment that an announcement is about: that of its transaction, else that of its page.
create function private.announced_payment(p_provider text, p_payment_id uuid, p_session_id text, p_transaction_id text)
returns public.payments
language sql stable security definer set search_path = '' as $$
  select payment from public.payments payment
  where payment.provider = p_provider and (
    payment.transaction_id = p_transaction_id or payment.session_id = p_session_id
    or payment.id = p_payment_id and (payment.session_id is null or p_session_id is null))
  order by (payment.transaction_id = p_transaction_id) desc nulls last, payment.created_at limit 1
$$;

create function private.note_mismatch(p_order public.orders, p_outcome text, p_amount bigint, p_currency text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.remark_on_order(p_order, 'other_amount_announced', jsonb_build_object(
    'outcome', p_outcome, 'amount', private.pounds(p_amount), 'currency', p_currency), true);
end
$$;

-- Books money that came. Of another amount or currency than was asked for nothing is booked, and it goes back; a second
-- transaction of the same attempt is an attempt of its own, so that what is paid twice goes back by it.
create function private.book_paid(
  p_order public.orders, p_payment public.payments, p_session_id text, p_transaction_id text, p_amount bigint, p_currency text
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments := p_payment;
  v_right constant boolean :=
    p_amount is not distinct from private.piastres(p_payment.amount) and p_currency is not distinct from p_payment.currency;
begin
  if v_payment.status in ('paid', 'mismatched', 'returned') then
    if p_transaction_id is null or p_transaction_id is not distinct from v_payment.transaction_id then
      if not v_right and v_payment.status = 'paid' then
        perform private.note_mismatch(p_order, 'paid', p_amount, p_currency);
        return 'mismatch';
      end if;
      return 'late';
    end if;
    insert into public.payments (tenant_id, order_id, provider, method, amount, currency, expires_at)
    values (v_payment.tenant_id, v_payment.order_id, v_payment.provider, v_payment.method, v_payment.amount,
      v_payment.currency, v_payment.expires_at)
    returning * into v_payment;
  end if;
  update public.payments set
    status = case when v_right then 'paid' else 'mismatched' end::public.provider_payment_status,
    transaction_id = coalesce(p_transaction_id, transaction_id),
    session_id = coalesce(session_id, case when v_payment.id = p_payment.id then p_session_id end),
    came_amount = case when not v_right then p_amount end, came_currency = case when not v_right then p_currency end,
    paid_at = now(), updated_at = now(), looked_at = case when v_right then now() else '-infinity' end
  where id = v_payment.id;
  if v_right then
    update public.orders set online_method = v_payment.method where orders.id = v_payment.order_id;
    perform private.book_payment(p_order, v_payment.amount, coalesce(p_transaction_id, p_session_id),
      jsonb_build_object('payment_id', v_payment.id));
    return 'booked';
  end if;
  perform private.note_mismatch(p_order, 'paid', p_amount, p_currency);
  perform private.remark_on_order(p_order, 'other_amount_paid');
  return 'mismatch';
end
$$;

-- Books that an attempt came to nothing. An order that waits is over with its last attempt, but not when that was only declined.
create function private.book_unpaid(p_order public.orders, p_payment public.payments, p_outcome text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if p_payment.status not in ('starting', 'open') then
    return 'late';
  end if;
  update public.payments set status = 'closed', declined_at = case when p_outcome = 'declined' then now() end,
    updated_at = now()
  where id = p_payment.id;
  if p_outcome = 'closed' and p_order.status = 'awaiting_payment' and p_order.payment_method = 'online' and not exists (
    select 1 from public.payments other
    where other.order_id = p_order.id and other.id <> p_payment.id
      and (other.status in ('starting', 'open') or other.created_at > p_payment.created_at)
  ) then
    update public.orders set status = 'cancelled', payment_status = 'failed' where orders.id = p_order.id;
    perform private.remark_on_move(array[p_order.id], 'payment_unfinished');
  end if;
  return 'booked';
end
$$;

-- Books that money which was never in the books has gone back, or that staff have to see to it.
create function private.book_return_of_mismatch(p_order public.orders, p_payment public.payments, p_outcome text)
returns text
language plpgsql security definer set search_path = '' as $$
begin
  if p_payment.status = 'returned' or p_outcome = 'refund_pending' then
    return 'late';
  end if;
  if p_outcome = 'refunded' then
    update public.payments set status = 'returned', updated_at = now() where id = p_payment.id;
  else
    update public.payments set attempt = attempt + 1, updated_at = now() where id = p_payment.id;
    perform private.remark_on_order(p_order, 'other_amount_not_returned', p_internal => true);
  end if;
  return 'booked';
end
$$;

-- What nobody has asked a provider about for a while: payments whose time is over or that nothing is owed for any more (`todo` is
-- look or close), payments of another amount (return), and refunds that are on their way: refund for those that the provider may
-- not have heard of, follow for those that it works on. Amounts in piastres; `back` is what of the payment went back before.
-- Several processes share them. For the server.
create function public.due_payments(p_limit integer default 20) returns table (
  payment_id uuid, tenant_id text, provider text, session_id text, transaction_id text, todo text, refund_id uuid, amount bigint,
  attempt integer, reference text, back bigint
)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
  with due as (
    select payment.id, private.payable_online(orders) as payable
    from public.payments payment join public.orders on orders.id = payment.order_id
    where payment.status = 'open' and payment.looked_at < now() - interval '20 seconds'
      and (payment.expires_at < now() or private.payable_online(orders) = 0)
    order by payment.looked_at limit least(greatest(p_limit, 1), 100)
    for update of payment skip locked
  )
  update public.payments payment set looked_at = now() from due where payment.id = due.id
  returning payment.id, payment.tenant_id, payment.provider, payment.session_id, payment.transaction_id,
    case when due.payable > 0 then 'look' else 'close' end, null::uuid, null::bigint, null::integer, null, 0::bigint;
  return query
  with due as (
    select payment.id from public.payments payment
    where payment.status = 'mismatched' and payment.looked_at < now() - interval '10 minutes'
      and payment.transaction_id is not null and payment.came_amount > 0
    order by payment.looked_at limit least(greatest(p_limit, 1), 100)
    for update skip locked
  )
  update public.payments payment set looked_at = now() from due where payment.id = due.id
  returning payment.id, payment.tenant_id, payment.provider, payment.session_id, payment.transaction_id, 'return', payment.id, payment.came_amount,
    payment.attempt, '', 0::bigint;
  return query
  with due as (
    select refunds.id, payment.provider, payment.session_id, payment.transaction_id, private.piastres(coalesce((
      select sum(sent.amount) from public.refunds sent where sent.payment_id = payment.id and sent.state = 'sent'
    ), 0)) as back
    from public.refunds join public.payments payment on payment.id = refunds.payment_id
    where refunds.state = 'sending'
      and refunds.looked_at < now() - case when refunds.reference = '' then interval '20 seconds' else interval '10 minutes' end
    order by refunds.looked_at limit least(greatest(p_limit, 1), 100)
    for update of refunds skip locked
  )
  update public.refunds set looked_at = now() from due where refunds.id = due.id
  returning refunds.payment_id, refunds.tenant_id, due.provider, due.session_id, due.transaction_id,
    case when refunds.reference = '' then 'refund' else 'follow' end, refunds.id, private.piastres(refunds.amount),
    refunds.attempt, refunds.reference, due.back;
end
$$;

-- schemas/21_refunding.sql

-- Refunds that staff make, and what the provider says of them.

-- Functions

-- Sends a refund that is due, or one that failed, by a way. By card the server asks the provider for it. Staff only; returns
-- {"refund", "order"}.
create function public.send_refund(
  p_refund_id uuid, p_way public.refund_way, p_reference text default '', p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('send_refund', p_refund_id, p_way, p_reference));
  v_order public.orders;
  v_refund public.refunds;
begin
  if v_first is not null then
    return v_first;
  end if;
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id;
  if v_refund.id is null then
    perform private.refuse('unknown_refund');
  end if;
  v_order := private.lock_order_for_caller(v_refund.order_id);
  perform private.require_staff(v_order.tenant_id);
  select refunds.* into v_refund from public.refunds where refunds.id = p_refund_id for update;
  if v_refund.state not in ('due', 'failed') then
    perform private.refuse('refund_not_due');
  elsif p_way is null then
    perform private.refuse('way_required');
  end if;
  perform private.send_by_way(v_order, v_refund, p_way, p_reference);
  v_order := private.refresh_order(v_order.id);
  return private.keep_answer(p_request_id, jsonb_build_object(
    'refund', private.refund_json(p_refund_id), 'order', private.order_json(v_order)));
end
$$;

create function private.send_by_way(
  p_order public.orders, p_refund public.refunds, p_way public.refund_way, p_reference text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_payment_id uuid;
begin
  if p_way = 'store_credit' and p_order.user_id is null then
    perform private.refuse('no_account');
  end if;
  if p_way = 'card' then
    select payment.id into v_payment_id from public.payments payment
    where payment.order_id = p_order.id and payment.status = 'paid'
      and private.card_money_left(payment) + case when payment.id = p_refund.payment_id then p_refund.amount else 0 end
        >= p_refund.amount
    order by payment.paid_at desc limit 1;
    if v_payment_id is null then
      perform private.refuse('no_card_payment', jsonb_build_object('amount', coalesce((
        select max(private.card_money_left(payment)) from public.payments payment
        where payment.order_id = p_order.id and payment.status = 'paid'), 0)));
    end if;
  end if;
  update public.refunds set way = p_way, payment_id = v_payment_id, updated_at = now(), looked_at = '-infinity', reference = '',
    state = case when p_way = 'card' then 'sending'::public.refund_state else 'due' end
  where refunds.id = p_refund.id;
  if p_way <> 'card' then
    perform private.refund_sent(p_refund.id, p_reference);
  end if;
end
$$;

create function private.refund_json(p_refund_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(refunds) - '{tenant_id,looked_at}'::text[] || jsonb_build_object('lines', coalesce((
    select jsonb_agg(to_jsonb(refund_line) - '{tenant_id,refund_id}'::text[]) from public.refund_lines refund_line
    where refund_line.refund_id = refunds.id
  ), '[]'))
  from public.refunds where refunds.id = p_refund_id
$$;

-- Gives money of an order back, for its lines, its delivery or as goodwill, and takes it off what the order costs. `p_refund` is
-- {"lines": [{"order_line_id", "amount"}], "shipping", "goodwill", "way", "reason", "reference"}, amounts in pounds. Without a way it
-- goes as private.owe_back says. Staff only; returns {"refund", "order"}.
create function public.refund_order(p_order_id uuid, p_refund jsonb, p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('refund_order', p_order_id, p_refund));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
  v_lines constant jsonb := coalesce(nullif(p_refund -> 'lines', 'null'), '[]');
  v_way text := p_refund ->> 'way';
  v_total numeric;
  v_available numeric;
  v_before integer;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  v_total := private.refund_total(p_refund, v_lines);
  if v_way is not null and v_way not in ('card', 'transfer', 'store_credit', 'cash') then
    perform private.refuse('way_required');
  elsif v_way = 'store_credit' and v_order.user_id is null then
    perform private.refuse('no_account');
  end if;
  -- What is owed already waits in refunds of its own.
  v_available := greatest(least(v_order.charged, v_order.charged + private.overpaid(p_order_id)), 0);
  if v_total > v_available then
    perform private.refuse('refund_above_paid', jsonb_build_object('amount', v_available));
  end if;
  select coalesce(max(refunds.number), 0) into v_before from public.refunds where refunds.order_id = p_order_id;
  v_order := private.owe_back(p_order_id, '{}', p_refund ->> 'reason',
    private.take_off(p_order_id, v_lines, coalesce((p_refund ->> 'shipping')::numeric, 0),
      coalesce((p_refund ->> 'goodwill')::numeric, 0)),
    v_way::public.refund_way, p_refund ->> 'reference');
  return private.keep_answer(p_request_id, jsonb_build_object(
    'refund', (
      select private.refund_json(refunds.id) from public.refunds
      where refunds.order_id = p_order_id and refunds.number > v_before order by refunds.number limit 1
    ),
    'order', private.order_json(v_order)));
end
$$;

-- The sum of what a document asks to give back; refuses what are no amounts.
create function private.refund_total(p_refund jsonb, p_lines jsonb) returns numeric
language plpgsql set search_path = '' as $$
declare
  v_amounts jsonb[];
  v_total numeric;
begin
  if jsonb_typeof(p_refund) is distinct from 'object' or jsonb_typeof(p_lines) <> 'array' or exists (
    select 1 from jsonb_array_elements(case when jsonb_typeof(p_lines) = 'array' then p_lines else '[]' end) line
    where jsonb_typeof(line) <> 'object' or not pg_input_is_valid(coalesce(line ->> 'order_line_id', ''), 'uuid')
      or not private.is_amount(line -> 'amount')
  ) then
    perform private.refuse('invalid_refund');
  end if;
  v_amounts := array(select line -> 'amount' from jsonb_array_elements(p_lines) line)
    || array_remove(array[nullif(p_refund -> 'shipping', 'null'), nullif(p_refund -> 'goodwill', 'null')], null);
  if exists (select 1 from unnest(v_amounts) amount where not private.is_amount(amount)) then
    perform private.refuse('invalid_refund');
  end if;
  select sum(amount::numeric) into v_total from unnest(v_amounts) amount;
  if coalesce(v_total, 0) = 0 then
    perform private.refuse('invalid_refund');
  end if;
  return v_total;
end
$$;

create function private.can_be_cancelled(p_order public.orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.order_status_transitions
    where from_status = p_order.status and to_status = 'cancelled' and by_staff
  )
$$;

-- Gives back what is owed for an order, or, where nothing is, everything that came for it; one that was not sent is cancelled.
-- What no card can take is noted as given back by hand.
create function private.give_all_back(p_order public.orders, p_reason text) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  v_reason constant text := left(btrim(coalesce(p_reason, '')), 500);
  v_refund public.refunds;
  v_card boolean;
begin
  if private.can_be_cancelled(p_order) then
    update public.orders set status = 'cancelled' where orders.id = p_order.id;
    perform private.explain_move(array[p_order.id], v_reason);
  elsif not exists (
    select 1 from public.refunds where refunds.order_id = p_order.id and refunds.state in ('due', 'sending', 'failed')
  ) then
    perform private.make_owed_refunds(p_order.id, '{}', v_reason, private.take_all_off(p_order.id), case when not exists (
      select 1 from public.payments payment where payment.order_id = p_order.id and payment.status = 'paid'
    ) then 'transfer'::public.refund_way end);
  end if;
  for v_refund in
    select refunds.* from public.refunds
    where refunds.order_id = p_order.id and refunds.state in ('due', 'failed') order by refunds.number
  loop
    v_card := v_refund.payment_id is not null or exists (
      select 1 from public.payments payment
      where payment.order_id = p_order.id and payment.status = 'paid'
        and private.card_money_left(payment) >= v_refund.amount);
    update public.refunds set reason = v_reason where refunds.id = v_refund.id and v_reason <> '';
    perform private.send_by_way(p_order, v_refund, case when v_card then 'card'::public.refund_way else 'transfer' end, '');
  end loop;
  return private.refresh_order(p_order.id);
end
$$;

-- Staff give an order's payment back, whole; an order that was not sent is cancelled. What came through the provider goes
-- back through it: the server asks it to; anything else is noted as given back by hand.
create function public.request_refund(p_order_id uuid, p_reason text default '', p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('request_refund', p_order_id, p_reason));
  v_order public.orders := private.lock_order_for_caller(p_order_id);
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(v_order.tenant_id);
  if v_order.received = v_order.given_back then
    perform private.refuse('nothing_to_refund');
  end if;
  v_order := private.give_all_back(v_order, p_reason);
  return private.keep_answer(p_request_id, private.order_json(v_order));
end
$$;

-- Books what the provider says of a refund: `refunded`, `refund_pending` or `refund_failed`. Returns what it came to, as
-- record_payment_event does.
create function private.book_refund_event(
  p_order public.orders, p_payment public.payments, p_outcome text, p_refund_id uuid, p_reference text, p_amount bigint
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_refund public.refunds;
begin
  select refunds.* into v_refund from public.refunds
  where refunds.order_id = p_order.id and (
    refunds.id = p_refund_id or refunds.reference = p_reference
    -- Not every provider says whose refund it announces, and its announcement may come before its answer.
    or p_refund_id is null and refunds.payment_id = p_payment.id and refunds.state = 'sending' and refunds.reference = ''
      and refunds.amount = private.pounds(p_amount))
  order by (refunds.id = p_refund_id) desc nulls last, (refunds.reference = p_reference) desc limit 1 for update;
  if v_refund.id is null and p_outcome = 'refunded' and p_amount > 0 then
    perform private.book_refund_elsewhere(p_order, p_payment, private.pounds(p_amount), p_reference);
    return 'booked';
  elsif p_outcome = 'refunded' and v_refund.state <> 'sent' then
    perform private.refund_sent(v_refund.id, p_reference);
  elsif p_outcome = 'refund_pending' and v_refund.state = 'sending' then
    update public.refunds set reference = p_reference, updated_at = now() where refunds.id = v_refund.id;
  elsif p_outcome = 'refund_failed' and v_refund.state in ('sending', 'sent') then
    if v_refund.state = 'sent' then
      perform private.book_money(p_order, 'given_back', -v_refund.amount, jsonb_build_object('refund_id', v_refund.id),
        p_reference => v_refund.reference);
    end if;
    update public.refunds set state = 'failed', attempt = attempt + 1, reference = '', sent_at = null, updated_at = now()
    where refunds.id = v_refund.id;
    perform private.remark_on_order(p_order, 'refund_failed', p_internal => true);
  else
    return 'late';
  end if;
  perform private.owe_back(p_order.id);
  return 'booked';
end
$$;

-- Books a refund that somebody made at the provider's own desk: one that was due with this amount is sent with it; what is not
-- owed is goodwill. An order of which everything went back is cancelled if it was not sent.
create function private.book_refund_elsewhere(
  p_order public.orders, p_payment public.payments, p_amount numeric, p_reference text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_cancels constant boolean := p_amount = p_order.received - p_order.given_back and private.can_be_cancelled(p_order);
  v_refund_id uuid;
  v_goodwill numeric;
  v_lines jsonb;
begin
  if v_cancels then
    update public.orders set status = 'cancelled' where orders.id = p_order.id;
  end if;
  select refunds.id into v_refund_id from public.refunds
  where refunds.order_id = p_order.id and refunds.amount = p_amount
    and (refunds.state in ('due', 'failed') or v_cancels and refunds.state = 'sending' and refunds.created_at = now())
  order by refunds.number desc limit 1;
  if v_refund_id is null then
    v_goodwill := least(
      p_amount - least(greatest(p_order.received - p_order.given_back - p_order.charged, 0), p_amount), p_order.charged);
    v_lines := private.take_off(p_order.id, '[]', 0, v_goodwill);
    delete from public.refunds where refunds.order_id = p_order.id and refunds.state in ('due', 'failed');
    perform private.make_refund(p_order, p_amount, 'card', p_payment.id, '{}', '', v_lines, p_reference);
    select refunds.id into v_refund_id from public.refunds
    where refunds.order_id = p_order.id order by refunds.number desc limit 1;
  end if;
  update public.refunds set way = 'card', payment_id = p_payment.id where refunds.id = v_refund_id;
  perform private.refund_sent(v_refund_id, p_reference);
  perform private.owe_back(p_order.id);
end
$$;

-- Grants

grant execute on function public.send_refund, public.refund_order, public.request_refund to authenticated;

-- schemas/21_settling.sql

-- Cash that couriers hand over for the parcels that they delivered.

-- Functions

-- Books a courier's statement: {"carrier", "carrier_name", "reference", "lines": [{"shipment_id", "amount", "fee"}]}, amounts in
-- pounds. Each amount is the cash that was collected for the parcel; a statement that says otherwise is refused whole, with the
-- parcel's name. Staff only; returns the settlement.
create function public.settle_cash(p_tenant_id text, p_settlement jsonb, p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('settle_cash', p_tenant_id, p_settlement));
  v_settlement public.settlements;
  v_parcel record;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  perform private.require_statement(p_settlement);
  perform private.lock_orders(array(
    select parcel.order_id from public.shipments parcel
    where parcel.tenant_id = p_tenant_id and parcel.id in (
      select (line ->> 'shipment_id')::uuid from jsonb_array_elements(p_settlement -> 'lines') line)
  ));
  insert into public.settlements (tenant_id, carrier, carrier_name, reference, amount, fee, created_by)
  select p_tenant_id, coalesce(p_settlement ->> 'carrier', 'manual'), left(coalesce(p_settlement ->> 'carrier_name', ''), 80),
    left(coalesce(p_settlement ->> 'reference', ''), 200), sum((line ->> 'amount')::numeric),
    coalesce(sum((line ->> 'fee')::numeric), 0), auth.uid()
  from jsonb_array_elements(p_settlement -> 'lines') line
  returning * into v_settlement;
  for v_parcel in
    select parcel.id, stated.amount, stated.fee, orders.number || '/' || parcel.number as name
    from jsonb_to_recordset(p_settlement -> 'lines') stated (shipment_id uuid, amount numeric, fee numeric)
    left join public.shipments parcel on parcel.id = stated.shipment_id and parcel.tenant_id = p_tenant_id
    left join public.orders on orders.id = parcel.order_id
    order by orders.number, parcel.number
  loop
    perform private.settle_parcel(v_settlement, v_parcel.id, v_parcel.name, v_parcel.amount, v_parcel.fee);
  end loop;
  return private.keep_answer(p_request_id, to_jsonb(v_settlement) - 'tenant_id');
end
$$;

-- Refuses what is no courier's statement.
create function private.require_statement(p_settlement jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_settlement) is distinct from 'object' or jsonb_typeof(p_settlement -> 'lines') is distinct from 'array'
    or coalesce(p_settlement ->> 'carrier', 'manual') !~ '^[a-z][a-z0-9_-]{0,30}$' then
    perform private.refuse('invalid_statement');
  end if;
  if jsonb_array_length(p_settlement -> 'lines') not between 1 and 1000 or exists (
    select 1 from jsonb_array_elements(p_settlement -> 'lines') line
    where jsonb_typeof(line) <> 'object' or not pg_input_is_valid(coalesce(line ->> 'shipment_id', ''), 'uuid')
      or not private.is_amount(line -> 'amount')
      or not private.is_amount(coalesce(nullif(line -> 'fee', 'null'), '0'))
  ) then
    perform private.refuse('invalid_statement');
  end if;
end
$$;

-- Books what a statement says of a parcel; `p_name` is what people call it.
create function private.settle_parcel(
  p_settlement public.settlements, p_shipment_id uuid, p_name text, p_amount numeric, p_fee numeric
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_parcel public.shipments;
  v_order public.orders;
begin
  select parcel.* into v_parcel from public.shipments parcel where parcel.id = p_shipment_id for update;
  if v_parcel.id is null then
    perform private.refuse('unknown_parcel');
  elsif v_parcel.settled_at is not null then
    perform private.refuse('parcel_settled', jsonb_build_object('name', p_name));
  elsif v_parcel.state <> 'delivered' or coalesce(v_parcel.cash_collected, 0) = 0 then
    perform private.refuse('parcel_without_cash', jsonb_build_object('name', p_name));
  elsif p_amount <> v_parcel.cash_collected then
    perform private.refuse('parcel_cash_differs',
      jsonb_build_object('name', p_name, 'amount', v_parcel.cash_collected, 'price', p_amount));
  end if;
  update public.shipments set settled_at = now(), fee = coalesce(p_fee, shipments.fee), updated_at = now()
  where shipments.id = v_parcel.id;
  select orders.* into v_order from public.orders where orders.id = v_parcel.order_id;
  perform private.book_money(v_order, 'settled', p_amount,
    jsonb_build_object('shipment_id', v_parcel.id, 'settlement_id', p_settlement.id), 'cash_on_delivery',
    p_settlement.reference);
  perform private.refresh_order(v_order.id);
end
$$;

-- Grants

grant execute on function public.settle_cash to authenticated;

-- schemas/21_statements.sql

-- Couriers' statements: what of them is as it was collected is settled, and what differs waits for a person.

-- Tables

create type public.statement_line_kind as enum (
  -- As it was collected; only a fee, of a parcel without cash; less or more than was collected; named twice; settled before; not
  -- delivered as far as anybody here knows; of no parcel of the store; and a parcel that the statement should name.
  'matches', 'fee', 'short', 'more', 'double', 'settled', 'not_delivered', 'unknown', 'missing'
);

create type private.statement_line as (
  place integer, kind public.statement_line_kind, tracking_number text, shipment_id uuid, name text, stated numeric, expected numeric,
  fee numeric
);

-- Lines of statements that differ from the books.
create table public.settlement_differences (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  settlement_id uuid not null,
  kind public.statement_line_kind not null check (kind not in ('matches', 'fee')),
  tracking_number text not null check (length(tracking_number) <= 80),
  shipment_id uuid,
  -- What the statement says, and what is in the books here.
  stated numeric(12, 2),
  expected numeric(12, 2),
  fee numeric(12, 2) not null default 0,
  -- How a person settled it.
  note text not null default '' check (length(note) <= 500),
  resolved_by uuid,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, settlement_id) references public.settlements (tenant_id, id) on delete cascade,
  foreign key (tenant_id, shipment_id) references public.shipments (tenant_id, id) on delete set null (shipment_id)
);
create index settlement_differences_open on public.settlement_differences (tenant_id, created_at) where resolved_at is null;
create index settlement_differences_by_settlement on public.settlement_differences (tenant_id, settlement_id);
create index settlement_differences_by_shipment on public.settlement_differences (tenant_id, shipment_id)
  where shipment_id is not null;
alter table public.settlement_differences enable row level security;

-- Policies

create policy "Staff read what differs in their couriers' statements" on public.settlement_differences
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Functions

-- Refuses what is no statement of a courier: {"carrier", "carrier_name", "reference", "until": day, "lines": [{"number", "amount",
-- "fee"}]}.
create function private.require_numbered_statement(p_statement jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_statement) is distinct from 'object' or jsonb_typeof(p_statement -> 'lines') is distinct from 'array'
    or coalesce(p_statement ->> 'carrier', 'manual') !~ '^[a-z][a-z0-9_-]{0,30}$'
    or not pg_input_is_valid(coalesce(p_statement ->> 'until', '2000-01-01'), 'date') then
    perform private.refuse('invalid_statement');
  end if;
  if jsonb_array_length(p_statement -> 'lines') not between 1 and 2000 or exists (
    select 1 from jsonb_array_elements(p_statement -> 'lines') line
    where jsonb_typeof(line) <> 'object' or length(coalesce(line ->> 'number', '')) not between 1 and 80
      or not private.is_amount(line -> 'amount') or not private.is_amount(coalesce(nullif(line -> 'fee', 'null'), '0'))
  ) then
    perform private.refuse('invalid_statement');
  end if;
end
$$;

-- The lines of a statement beside the books, in their order; what is missing comes last.
create function private.statement_lines(p_tenant_id text, p_statement jsonb) returns setof private.statement_line
language plpgsql stable security definer set search_path = '' as $$
declare
  v_carrier constant text := coalesce(p_statement ->> 'carrier', 'manual');
  v_name constant text := coalesce(p_statement ->> 'carrier_name', '');
begin
  return query
  with stated as (
    select line.place::integer as place, btrim(line.value ->> 'number') as number, (line.value ->> 'amount')::numeric as amount,
      coalesce((line.value ->> 'fee')::numeric, 0) as fee,
      row_number() over (partition by btrim(line.value ->> 'number') order by line.place) as mention
    from jsonb_array_elements(p_statement -> 'lines') with ordinality line (value, place)
  )
  select stated.place, case
      when parcel.id is null then 'unknown'
      when stated.mention > 1 then 'double'
      when parcel.settled_at is not null then 'settled'
      when stated.amount = 0 and coalesce(parcel.cash_collected, 0) = 0 then 'fee'
      when parcel.state <> 'delivered' then 'not_delivered'
      when stated.amount < parcel.cash_collected then 'short'
      when stated.amount > parcel.cash_collected then 'more'
      else 'matches'
    end::public.statement_line_kind, stated.number, parcel.id, orders.number || '/' || parcel.number, stated.amount,
    parcel.cash_collected, stated.fee
  from stated
  left join public.shipments parcel on parcel.tenant_id = p_tenant_id and parcel.carrier = v_carrier
    and parcel.tracking_number = stated.number and parcel.state <> 'cancelled'
  left join public.orders on orders.id = parcel.order_id
  union all
  select null, 'missing', coalesce(parcel.tracking_number, ''), parcel.id, orders.number || '/' || parcel.number, null,
    parcel.cash_collected, 0
  from public.shipments parcel join public.orders on orders.id = parcel.order_id
  where parcel.tenant_id = p_tenant_id and parcel.carrier = v_carrier and (v_carrier <> 'manual' or parcel.carrier_name = v_name)
    and parcel.cash_collected > 0 and parcel.settled_at is null
    and private.shop_time(parcel.delivered_at)::date <= (p_statement ->> 'until')::date
    and not exists (select 1 from stated where stated.number = parcel.tracking_number)
  order by 1 nulls last;
end
$$;

-- A courier's statement beside the books: [{"place", "kind", "tracking_number", "shipment_id", "name", "stated", "expected", "fee"}];
-- `until` names the day up to which it should name all that was delivered. Staff only; changes nothing.
create function public.read_statement(p_tenant_id text, p_statement jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_customer_access(p_tenant_id);
  perform private.require_numbered_statement(p_statement);
  return (select coalesce(jsonb_agg(to_jsonb(line)), '[]') from private.statement_lines(p_tenant_id, p_statement) line);
end
$$;

-- Settles what a courier's statement says as it was collected, and keeps every line that differs for a person. Staff only.
-- Returns {"settlement", "differences": how many}.
create function public.settle_statement(p_tenant_id text, p_statement jsonb, p_request_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('settle_statement', p_tenant_id, p_statement));
  v_settlement public.settlements;
  v_line private.statement_line;
  v_differences integer := 0;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  perform private.require_numbered_statement(p_statement);
  perform 1 from public.orders where orders.id in (
    select parcel.order_id from public.shipments parcel
    where parcel.tenant_id = p_tenant_id and parcel.tracking_number in (
      select btrim(line ->> 'number') from jsonb_array_elements(p_statement -> 'lines') line)
  ) order by orders.id for update;
  insert into public.settlements (tenant_id, carrier, carrier_name, reference, amount, created_by)
  values (p_tenant_id, coalesce(p_statement ->> 'carrier', 'manual'), left(coalesce(p_statement ->> 'carrier_name', ''), 80),
    left(coalesce(p_statement ->> 'reference', ''), 200), 0, auth.uid())
  returning * into v_settlement;
  for v_line in select * from private.statement_lines(p_tenant_id, p_statement) loop
    if v_line.kind = 'matches' then
      perform private.settle_parcel(v_settlement, v_line.shipment_id, v_line.name, v_line.stated, v_line.fee);
    elsif v_line.kind = 'fee' then
      update public.shipments set fee = v_line.fee, updated_at = now() where id = v_line.shipment_id;
    else
      insert into public.settlement_differences (
        tenant_id, settlement_id, kind, tracking_number, shipment_id, stated, expected, fee)
      values (p_tenant_id, v_settlement.id, v_line.kind, v_line.tracking_number, v_line.shipment_id, v_line.stated, v_line.expected,
        v_line.fee);
      v_differences := v_differences + 1;
    end if;
    if v_line.kind in ('matches', 'fee') then
      update public.settlements set amount = amount + v_line.stated, fee = fee + v_line.fee
      where id = v_settlement.id returning * into v_settlement;
    end if;
  end loop;
  return private.keep_answer(p_request_id, jsonb_build_object(
    'settlement', to_jsonb(v_settlement) - 'tenant_id', 'differences', v_differences));
end
$$;

-- Corrects what a courier collected for a parcel whose cash is not settled: less leaves its order partly paid, more is owed back.
-- The caller holds its order's lock.
create function private.correct_collected(p_parcel public.shipments, p_amount numeric, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  update public.shipments set cash_collected = p_amount, updated_at = now() where id = p_parcel.id;
  select orders.* into v_order from public.orders where orders.id = p_parcel.order_id;
  perform private.book_money(v_order, 'cash_collected', p_amount - coalesce(p_parcel.cash_collected, 0),
    jsonb_build_object('shipment_id', p_parcel.id), 'cash_on_delivery', '', p_reason);
  perform private.owe_back(p_parcel.order_id, jsonb_build_object('shipment_id', p_parcel.id), p_reason);
end
$$;

-- Settles a difference, with a note of how. `p_accept` takes what the statement says of a parcel as what was collected, and
-- settles it. Staff only; returns the difference.
create function public.resolve_difference(
  p_id uuid, p_note text, p_accept boolean default false, p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('resolve_difference', p_id, p_note, p_accept));
  v_difference public.settlement_differences;
  v_settlement public.settlements;
  v_parcel public.shipments;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_aal();
  perform 1 from public.orders where orders.id = (
    select parcel.order_id from public.settlement_differences difference
    join public.shipments parcel on parcel.id = difference.shipment_id where difference.id = p_id) for update;
  select * into v_difference from public.settlement_differences difference
  where difference.id = p_id and (private.is_service() or private.is_staff(difference.tenant_id)) for update;
  if not found then
    perform private.refuse('unknown_difference');
  elsif v_difference.resolved_at is not null then
    perform private.refuse('difference_resolved');
  elsif btrim(coalesce(p_note, '')) = '' then
    perform private.refuse('reason_required');
  end if;
  if p_accept then
    select * into v_parcel from public.shipments where id = v_difference.shipment_id;
    if v_difference.kind not in ('short', 'more') or v_parcel.state is distinct from 'delivered'
      or v_parcel.settled_at is not null then
      perform private.refuse('difference_not_acceptable');
    end if;
    perform private.correct_collected(v_parcel, v_difference.stated, p_note);
    update public.settlements set amount = amount + v_difference.stated, fee = fee + v_difference.fee
    where id = v_difference.settlement_id returning * into v_settlement;
    if v_difference.stated > 0 then
      perform private.settle_parcel(v_settlement, v_parcel.id, v_difference.tracking_number, v_difference.stated, v_difference.fee);
    end if;
  end if;
  update public.settlement_differences set note = left(p_note, 500), resolved_by = auth.uid(), resolved_at = now()
  where id = p_id returning * into v_difference;
  return private.keep_answer(p_request_id, to_jsonb(v_difference) - 'tenant_id');
end
$$;

-- The cash that couriers hold, by courier, the oldest first: what, of how many parcels, and what of it for longer than two weeks.
-- Staff only.
create function public.courier_cash(p_tenant_id text) returns table (
  carrier text, carrier_name text, parcels bigint, amount numeric, overdue_parcels bigint, overdue numeric, oldest timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_customer_access(p_tenant_id);
  return query
  select parcel.carrier, parcel.carrier_name, count(*), sum(parcel.cash_collected),
    count(*) filter (where parcel.delivered_at < now() - interval '14 days'),
    coalesce(sum(parcel.cash_collected) filter (where parcel.delivered_at < now() - interval '14 days'), 0),
    min(parcel.delivered_at)
  from public.shipments parcel
  where parcel.tenant_id = p_tenant_id and parcel.cash_collected > 0 and parcel.settled_at is null
  group by parcel.carrier, parcel.carrier_name order by min(parcel.delivered_at);
end
$$;

-- Triggers

-- What differed is done with once the parcel's cash is settled.
create function private.resolve_differences_of_parcel() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.settlement_differences difference set resolved_at = now(), resolved_by = auth.uid()
  where difference.shipment_id = new.id and difference.resolved_at is null
    and difference.kind in ('short', 'more', 'missing', 'not_delivered');
  return null;
end
$$;

create trigger differences_resolved after update of settled_at on public.shipments
  for each row when (old.settled_at is null and new.settled_at is not null)
  execute function private.resolve_differences_of_parcel();

-- Grants

grant select on public.settlement_differences to authenticated;
grant execute on function
  public.read_statement, public.settle_statement, public.resolve_difference, public.courier_cash
to authenticated;

-- schemas/22_conversations.sql

-- Conversations with customers.

-- Tables

create type public.conversation_kind as enum ('contact', 'chat');

create type public.message_sender as enum ('visitor', 'shopper', 'staff');

create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  kind public.conversation_kind not null,
  -- Null for people who wrote without an account.
  user_id uuid,
  name text not null default '' check (length(name) <= 120),
  email text not null default '' check (length(email) <= 320),
  subject text not null default '' check (length(subject) <= 200),
  is_open boolean not null default true,
  unread_by_staff integer not null default 0,
  unread_by_shopper integer not null default 0,
  last_message_at timestamptz not null default now(),
  -- When staff answered last; null while the last word is the customer's.
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade
);
create index conversations_latest on public.conversations (tenant_id, is_open, last_message_at desc);
create index conversations_of_person on public.conversations (user_id, tenant_id) where user_id is not null;
create index conversations_by_email on public.conversations (tenant_id, email, created_at desc) where kind = 'contact';
create index conversations_written on public.conversations (tenant_id, created_at desc) where kind = 'contact';
create unique index conversations_one_chat on public.conversations (user_id, tenant_id) where kind = 'chat' and is_open;
alter table public.conversations enable row level security;

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  conversation_id uuid not null,
  sender public.message_sender not null,
  user_id uuid,
  body text not null check (btrim(body) <> '' and length(body) <= 5000),
  created_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, conversation_id) references public.conversations (tenant_id, id) on delete cascade
);
create index messages_of_conversation on public.messages (conversation_id, created_at);
alter table public.messages enable row level security;

-- Policies

create policy "People read their own conversations" on public.conversations
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Staff read their store's conversations" on public.conversations
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "People read the messages of their own conversations" on public.messages
  for select to authenticated using (
    exists (
      select 1 from public.conversations conversation
      where conversation.id = conversation_id and conversation.user_id = (select auth.uid())
    )
  );

create policy "Staff read their store's messages" on public.messages
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Functions

create function private.can_read_conversation(p_conversation_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.conversations
    where id = p_conversation_id and (user_id = auth.uid() or tenant_id = any (private.customer_tenants()))
  );
end
$$;

create function private.add_message(
  p_conversation public.conversations, p_sender public.message_sender, p_body text
) returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  v_message public.messages;
begin
  if coalesce(btrim(p_body), '') = '' or length(p_body) > 5000 then
    perform private.refuse('invalid_message');
  end if;
  insert into public.messages (tenant_id, conversation_id, sender, user_id, body)
  values (p_conversation.tenant_id, p_conversation.id, p_sender, auth.uid(), btrim(p_body))
  returning * into v_message;
  update public.conversations set
    last_message_at = v_message.created_at,
    is_open = true,
    answered_at = case when p_sender = 'staff' then v_message.created_at end,
    unread_by_staff = case when p_sender = 'staff' then 0 else unread_by_staff + 1 end,
    unread_by_shopper = case when p_sender = 'staff' then unread_by_shopper + 1 else 0 end
  where id = p_conversation.id;
  return v_message;
end
$$;

-- Keeps what somebody wrote on the contact page for the staff; returns the conversation's id.
create function public.send_contact_message(
  p_tenant_id text, p_name text, p_email text, p_subject text, p_message text
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_email constant text := lower(btrim(p_email));
  v_is_customer boolean;
  v_conversation public.conversations;
begin
  if not exists (select 1 from public.tenants tenant where tenant.id = p_tenant_id) then
    perform private.refuse('unknown_store');
  end if;
  if coalesce(btrim(p_name), '') = '' or length(p_name) > 120 then
    perform private.refuse('invalid_name');
  end if;
  if coalesce(p_email, '') !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or length(p_email) > 320 then
    perform private.refuse('invalid_email');
  end if;
  if length(p_subject) > 200 then
    perform private.refuse('invalid_subject');
  end if;
  -- Messages from one address are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('contact:' || p_tenant_id || ':' || v_email, 0));
  if (select count(*) from public.conversations
      where tenant_id = p_tenant_id and email = v_email and kind = 'contact'
        and created_at > now() - interval '1 hour') >= 5 then
    perform private.refuse('too_many_messages', jsonb_build_object('reason', 'person'));
  end if;
  -- Customers and strangers have 500 an hour each, so that nobody closes the form for customers.
  v_is_customer := exists (select 1 from public.profiles where tenant_id = p_tenant_id and email = v_email);
  if (select count(*) from public.conversations written
      where written.tenant_id = p_tenant_id and written.kind = 'contact' and written.created_at > now() - interval '1 hour'
        and v_is_customer = exists (
          select 1 from public.profiles where tenant_id = p_tenant_id and email = written.email
        )) >= 500 then
    perform private.refuse('too_many_messages', jsonb_build_object('reason', 'store'));
  end if;
  insert into public.conversations (tenant_id, kind, user_id, name, email, subject)
  values (
    p_tenant_id, 'contact',
    (select id from public.profiles where id = auth.uid() and tenant_id = p_tenant_id),
    btrim(p_name), v_email, coalesce(btrim(p_subject), '')
  ) returning * into v_conversation;
  perform private.add_message(v_conversation, case when v_conversation.user_id is null
    then 'visitor'::public.message_sender else 'shopper' end, p_message);
  return v_conversation.id;
end
$$;

-- Writes into the caller's live chat with a store, opening it with the first message.
create function public.send_chat_message(p_tenant_id text, p_body text, p_request_id uuid default null) returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('send_chat_message', p_tenant_id, p_body));
  v_message public.messages;
  v_user_id uuid := auth.uid();
  v_profile public.profiles;
  v_conversation public.conversations;
begin
  if v_first is not null then
    return jsonb_populate_record(null::public.messages, v_first);
  end if;
  perform private.require_aal();
  if not exists (
    select 1 from public.settings where settings.tenant_id = p_tenant_id and (settings.features ->> 'liveChat')::boolean
  ) then
    perform private.refuse('chat_closed');
  end if;
  select * into v_profile from public.profiles where id = v_user_id and tenant_id = p_tenant_id;
  if v_profile.id is null then
    perform private.refuse('no_profile');
  end if;
  insert into public.conversations (tenant_id, kind, user_id, name, email)
  values (p_tenant_id, 'chat', v_user_id, coalesce(v_profile.name, ''), v_profile.email)
  on conflict (user_id, tenant_id) where kind = 'chat' and is_open do nothing;
  select * into v_conversation from public.conversations
  where user_id = v_user_id and tenant_id = p_tenant_id and kind = 'chat' and is_open for update;
  if (select count(*) from public.messages
      where conversation_id = v_conversation.id and created_at > now() - interval '1 minute'
        and sender = 'shopper') >= 30 then
    perform private.refuse('too_many_messages');
  end if;
  v_message := private.add_message(v_conversation, 'shopper', p_body);
  perform private.keep_answer(p_request_id, to_jsonb(v_message));
  return v_message;
end
$$;

-- Answers a conversation as staff, or writes into one's own.
create function public.reply_to_conversation(
  p_conversation_id uuid, p_body text, p_request_id uuid default null
) returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('reply_to_conversation', p_conversation_id, p_body));
  v_message public.messages;
  v_conversation public.conversations;
begin
  if v_first is not null then
    return jsonb_populate_record(null::public.messages, v_first);
  end if;
  select * into v_conversation from public.conversations where id = p_conversation_id for update;
  if v_conversation.id is null or not private.is_staff(v_conversation.tenant_id) and not private.is_service() then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_aal();
  v_message := private.add_message(v_conversation, 'staff', p_body);
  perform private.keep_answer(p_request_id, to_jsonb(v_message));
  return v_message;
end
$$;

-- Marks a conversation as read by the caller. Staff may close or open it, and say whether it is answered.
create function public.mark_conversation(
  p_conversation_id uuid, p_open boolean default null, p_answered boolean default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_conversation public.conversations;
  v_staff boolean;
begin
  select * into v_conversation from public.conversations where id = p_conversation_id;
  v_staff := private.is_staff(v_conversation.tenant_id) or private.is_service();
  if v_conversation.id is null or not v_staff and v_conversation.user_id is distinct from auth.uid() then
    perform private.refuse('unknown_conversation');
  end if;
  perform private.require_aal();
  update public.conversations set
    unread_by_staff = case when v_staff then 0 else unread_by_staff end,
    unread_by_shopper = case when v_staff then unread_by_shopper else 0 end,
    is_open = case when v_staff then coalesce(p_open, is_open) else is_open end,
    answered_at = case
      when not v_staff or p_answered is null then answered_at
      when p_answered then coalesce(answered_at, now())
    end
  where id = p_conversation_id;
end
$$;

-- Grants

grant select on public.conversations to authenticated;
grant select on public.messages to authenticated;
grant execute on function
  private.can_read_conversation,
  public.send_chat_message,
  public.reply_to_conversation,
  public.mark_conversation
to authenticated;

-- schemas/22_invoices.sql

-- Invoices and credit notes: tables that never change, and how they follow what an order costs. Once an order has an invoice, its
-- invoices less its credit notes are what it costs at the end of each transaction, by line and to the piastre.

-- Tables

create type public.invoice_kind as enum ('invoice', 'credit_note');

-- The last numbers that a store gave in a year. Whoever takes one holds the row until their transaction ends: what is rolled back
-- leaves no gap.
create table private.invoice_counters (
  tenant_id text primary key references public.tenants (id) on delete cascade,
  year smallint not null,
  invoices integer not null default 0,
  credit_notes integer not null default 0
);
alter table private.invoice_counters enable row level security;

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  kind public.invoice_kind not null,
  -- Of the shop's calendar when it was issued; numbers begin anew with it.
  year smallint not null,
  number integer not null check (number > 0),
  -- What people call it.
  code text not null generated always as (
    case kind when 'invoice' then 'INV-' else 'CRN-' end || year::text || '-'
      || lpad(number::text, greatest(6, length(number::text)), '0')
  ) stored,
  -- Of a credit note: the invoice that it takes from.
  corrects_id uuid,
  order_number text not null,
  -- As they were: {"name", "address", "tax_number", "email", "phone", "translations": {"ar": {"name", "address"}}}, and the
  -- customer's {"name", "address"}.
  seller jsonb not null check (jsonb_typeof(seller) = 'object'),
  buyer jsonb not null check (jsonb_typeof(buyer) = 'object'),
  -- The customer's, if they have chosen one.
  language text check (language in ('en', 'ar')),
  -- What it is about, VAT contained; of a credit note what is taken off.
  total numeric(12, 2) not null check (total > 0),
  tax numeric(12, 2) not null,
  issued_at timestamptz not null,
  unique (tenant_id, id),
  unique (tenant_id, kind, year, number),
  constraint invoices_correct_others check ((kind = 'credit_note') = (corrects_id is not null)),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id),
  foreign key (tenant_id, corrects_id) references public.invoices (tenant_id, id)
);
create index invoices_by_order on public.invoices (order_id, issued_at);
create index invoices_by_correction on public.invoices (tenant_id, corrects_id) where corrects_id is not null;
create index invoices_newest on public.invoices (tenant_id, issued_at desc);
alter table public.invoices enable row level security;

create table public.invoice_lines (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  invoice_id uuid not null,
  position smallint not null,
  kind public.refund_line_kind not null,
  order_line_id uuid,
  sku text,
  name text not null default '',
  -- [{"name", "value"}], as sold.
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  translations jsonb not null default '{}' check (private.are_translations(translations, 20000)),
  garment text,
  -- Null where a price was lowered and every piece stays.
  quantity integer check (quantity > 0),
  unit_price numeric(12, 2),
  -- What the pieces cost less than their price: discounts, points, and what was taken off before.
  discount numeric(12, 2) not null default 0,
  -- VAT contained.
  amount numeric(12, 2) not null check (amount >= 0),
  tax_rate numeric(5, 4) not null check (tax_rate between 0 and 1),
  tax numeric(12, 2) not null,
  unique (invoice_id, position),
  constraint invoice_lines_name_goods check ((kind = 'line') = (order_line_id is not null)),
  foreign key (tenant_id, invoice_id) references public.invoices (tenant_id, id),
  foreign key (tenant_id, order_line_id) references public.order_lines (tenant_id, id)
);
create index invoice_lines_by_order_line on public.invoice_lines (tenant_id, order_line_id) where order_line_id is not null;
alter table public.invoice_lines enable row level security;

-- A part of what an order costs: what it is now, what its papers say of it, or the difference.
create type private.invoice_item as (
  kind public.refund_line_kind, order_line_id uuid, quantity integer, amount numeric, tax numeric, tax_rate numeric
);

-- Policies

create policy "Shoppers read the invoices of their own orders" on public.invoices
  for select to authenticated using (
    exists (select 1 from public.orders where orders.id = order_id and orders.user_id = (select auth.uid()))
  );

create policy "Staff read their store's invoices" on public.invoices
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

create policy "Shoppers read the lines of their own invoices" on public.invoice_lines
  for select to authenticated using (exists (select 1 from public.invoices where invoices.id = invoice_id));

create policy "Staff read the lines of their store's invoices" on public.invoice_lines
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Functions

-- What an order costs now, by what it is for.
create function private.charged_items(p_order public.orders) returns setof private.invoice_item
language sql stable security definer set search_path = '' as $$
  select 'line'::public.refund_line_kind, line.id, line.quantity - line.cancelled - line.refused - line.returned,
    line.net - line.credited, private.contained_tax(line.net - line.credited, line.tax_rate), line.tax_rate
  from public.order_lines line where line.order_id = p_order.id
  union all
  select costs.kind, null, 0, costs.amount, private.contained_tax(costs.amount, p_order.tax_rate), p_order.tax_rate
  from (values
    ('shipping'::public.refund_line_kind, private.delivery_fee(p_order)), ('goodwill', -p_order.goodwill)
  ) as costs (kind, amount)
$$;

-- What an order costs more or less by now than its invoices and credit notes say.
create function private.uninvoiced_items(p_order public.orders) returns setof private.invoice_item
language sql stable security definer set search_path = '' as $$
  select item.kind, item.order_line_id, item.quantity - said.quantity, item.amount - said.amount, item.tax - said.tax,
    item.tax_rate
  from private.charged_items(p_order) item
  cross join lateral (
    select coalesce(sum(counted.sign * coalesce(part.quantity, 0)), 0)::integer as quantity,
      coalesce(sum(counted.sign * part.amount), 0) as amount, coalesce(sum(counted.sign * part.tax), 0) as tax
    from public.invoices paper
    join public.invoice_lines part on part.invoice_id = paper.id
    cross join lateral (select case paper.kind when 'invoice' then 1 else -1 end as sign) counted
    where paper.order_id = p_order.id and part.kind = item.kind and part.order_line_id is not distinct from item.order_line_id
  ) said
  where (item.quantity, item.amount, item.tax) <> (said.quantity, said.amount, said.tax)
$$;

-- What is left of a line, the delivery or goodwill on each invoice of an order, after the credit notes that took from it.
create function private.items_left(p_order_id uuid)
returns table (invoice_id uuid, issued_at timestamptz, kind public.refund_line_kind, order_line_id uuid, quantity integer, amount numeric)
language sql stable security definer set search_path = '' as $$
  select bill.id, bill.issued_at, part.kind, part.order_line_id,
    sum(case when paper.id = bill.id then 1 else -1 end * coalesce(part.quantity, 0))::integer,
    sum(case when paper.id = bill.id then 1 else -1 end * part.amount)
  from public.invoices bill
  join public.invoices paper on paper.order_id = bill.order_id and coalesce(paper.corrects_id, paper.id) = bill.id
  join public.invoice_lines part on part.invoice_id = paper.id
  where bill.order_id = p_order_id and bill.kind = 'invoice'
  group by bill.id, bill.issued_at, part.kind, part.order_line_id
$$;

-- Shares out what goes off an order's price to its invoices, from the newest that has it. Goodwill is on none of them: the first
-- one bears it.
create function private.credits_by_invoice(p_order_id uuid, p_items private.invoice_item[])
returns table (invoice_id uuid, item private.invoice_item)
language sql stable security definer set search_path = '' as $$
  select shared.invoice_id, row(shared.kind, shared.order_line_id, shared.quantity, shared.amount,
    round(shared.tax * (shared.before + shared.amount) / shared.due, 2) - round(shared.tax * shared.before / shared.due, 2),
    shared.tax_rate)::private.invoice_item
  from (
    select spread.*, greatest(least(spread.pieces - spread.pieces_before, spread.pieces_left), 0) as quantity,
      greatest(least(spread.due - spread.before, spread.amount_left), 0) as amount
    from (
      select lost.kind, lost.order_line_id, lost.tax_rate, -lost.tax as tax, -lost.amount as due, -lost.quantity as pieces,
        bill.invoice_id, bill.amount as amount_left, bill.quantity as pieces_left,
        coalesce(sum(bill.amount) over earlier, 0) as before, coalesce(sum(bill.quantity) over earlier, 0)::integer as pieces_before
      from unnest(p_items) lost
      cross join lateral (
        select open.invoice_id, open.issued_at, open.quantity, open.amount from private.items_left(p_order_id) open
        where lost.kind <> 'goodwill' and open.kind = lost.kind and open.order_line_id is not distinct from lost.order_line_id
        union all
        (
          select paper.id, paper.issued_at, 0, -lost.amount from public.invoices paper
          where lost.kind = 'goodwill' and paper.order_id = p_order_id and paper.kind = 'invoice'
          order by paper.issued_at limit 1
        )
      ) bill
      where lost.amount < 0
      window earlier as (
        partition by lost.kind, lost.order_line_id order by bill.issued_at desc
        rows between unbounded preceding and 1 preceding
      )
    ) spread
  ) shared
  where shared.amount > 0
$$;

-- The next number of a store, its year and its moment. Taken as the last lock of a transaction, at its end.
create function private.next_invoice_number(
  p_tenant_id text, p_kind public.invoice_kind, out year smallint, out number integer, out issued_at timestamptz
)
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.invoice_counters (tenant_id, year) values (p_tenant_id, 0) on conflict (tenant_id) do nothing;
  perform 1 from private.invoice_counters counter where counter.tenant_id = p_tenant_id for update;
  -- Whoever waited for the row comes later.
  issued_at := clock_timestamp();
  year := extract(year from private.shop_time(issued_at));
  update private.invoice_counters counter set
    year = next_invoice_number.year,
    invoices = case when counter.year = next_invoice_number.year then counter.invoices else 0 end
      + case p_kind when 'invoice' then 1 else 0 end,
    credit_notes = case when counter.year = next_invoice_number.year then counter.credit_notes else 0 end
      + case p_kind when 'credit_note' then 1 else 0 end
  where counter.tenant_id = p_tenant_id
  returning case p_kind when 'invoice' then counter.invoices else counter.credit_notes end into number;
end
$$;

-- Who sells, as papers name them: by their legal name and address, else as the shop does.
create function private.seller_of(p_tenant_id text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', coalesce(nullif(settings.invoicing ->> 'legalName', ''), tenant.name),
    'address', coalesce(nullif(settings.invoicing ->> 'legalAddress', ''), settings.contact ->> 'address'),
    'tax_number', nullif(settings.invoicing ->> 'taxNumber', ''),
    'email', nullif(settings.contact ->> 'contactEmail', ''), 'phone', nullif(settings.contact ->> 'contactPhone', ''),
    'translations', (
      select jsonb_object_agg(said.language, jsonb_strip_nulls(jsonb_build_object(
        'name', nullif(said.texts #>> '{invoicing,legalName}', ''),
        'address', coalesce(nullif(said.texts #>> '{invoicing,legalAddress}', ''), nullif(said.texts #>> '{contact,address}', '')))))
      from jsonb_each(settings.translations) said (language, texts)
    )))
  from public.tenants tenant left join public.settings on settings.tenant_id = tenant.id
  where tenant.id = p_tenant_id
$$;

create function private.issue_invoice(
  p_order public.orders, p_kind public.invoice_kind, p_corrects_id uuid, p_items private.invoice_item[]
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_invoice_id uuid;
begin
  insert into public.invoices (
    tenant_id, order_id, kind, year, number, corrects_id, order_number, seller, buyer, language, total, tax, issued_at
  )
  select p_order.tenant_id, p_order.id, p_kind, taken.year, taken.number, p_corrects_id, p_order.number,
    private.seller_of(p_order.tenant_id),
    jsonb_build_object('name', coalesce(nullif(p_order.customer_name, ''), p_order.address ->> 'full_name'),
      'address', p_order.address - '{phone,landmark}'::text[]),
    (select profiles.language from public.profiles
      where profiles.id = p_order.user_id and profiles.tenant_id = p_order.tenant_id),
    (select sum(item.amount) from unnest(p_items) item), (select sum(item.tax) from unnest(p_items) item), taken.issued_at
  from private.next_invoice_number(p_order.tenant_id, p_kind) taken
  returning id into v_invoice_id;
  insert into public.invoice_lines (
    tenant_id, invoice_id, position, kind, order_line_id, sku, name, options, translations, garment, quantity,
    unit_price, discount, amount, tax_rate, tax
  )
  select p_order.tenant_id, v_invoice_id, row_number() over (order by item.kind, line.position), item.kind, item.order_line_id,
    line.sku, coalesce(line.name, ''), coalesce(line.options, '[]'), coalesce(line.translations, '{}'),
    line.garment, pieces.count, case when pieces.count > 0 then line.unit_price end,
    case when pieces.count > 0 then line.unit_price * pieces.count - item.amount else 0 end, item.amount, item.tax_rate, item.tax
  from unnest(p_items) item
  cross join lateral (select case when item.quantity > 0 then item.quantity end as count) pieces
  left join public.order_lines line on line.id = item.order_line_id;
end
$$;

-- Issues what is missing of an order's papers: its first invoice when the first parcel goes out, or once it is paid before; from then on
-- an invoice for what it costs more, and credit notes for what it costs less.
create function private.issue_papers(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_items private.invoice_item[];
  v_credit record;
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if not exists (select 1 from public.invoices paper where paper.order_id = p_order_id) and (
    v_order.charged = 0 or v_order.received - v_order.given_back < v_order.charged and not exists (
      select 1 from public.order_lines line where line.order_id = p_order_id and line.sent > 0
    )
  ) then
    return;
  end if;
  v_items := array(
    select open from private.uninvoiced_items(v_order) open where open.amount > 0 or open.amount = 0 and open.quantity > 0
  );
  if (select sum(item.amount) from unnest(v_items) item) > 0 then
    perform private.issue_invoice(v_order, 'invoice', null, v_items);
  end if;
  v_items := array(select open from private.uninvoiced_items(v_order) open where open.amount < 0);
  for v_credit in
    select shared.invoice_id, array_agg(shared.item) as items
    from private.credits_by_invoice(p_order_id, v_items) shared
    join public.invoices paper on paper.id = shared.invoice_id
    group by shared.invoice_id order by min(paper.issued_at)
  loop
    perform private.issue_invoice(v_order, 'credit_note', v_credit.invoice_id, v_credit.items);
  end loop;
end
$$;

create function private.papers_follow() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.issue_papers(new.id);
  return null;
end
$$;

create function private.keep_invoice() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.refuse('invoice_issued');
  return null;
end
$$;

-- Triggers

-- At the end of the transaction, when everything is booked: a change gets one paper, and whoever waits for a number holds up nobody.
create constraint trigger orders_invoiced_at_once after insert on public.orders
  deferrable initially deferred for each row when (new.charged > 0 and new.received >= new.charged)
  execute function private.papers_follow();

create constraint trigger orders_invoiced after update on public.orders
  deferrable initially deferred for each row when (
    (old.charged, old.received, old.status) is distinct from (new.charged, new.received, new.status)
  ) execute function private.papers_follow();

create trigger invoices_stay before update or delete on public.invoices
  for each row execute function private.keep_invoice();

create trigger invoice_lines_stay before update or delete on public.invoice_lines
  for each row execute function private.keep_invoice();

-- Grants

grant select on public.invoices, public.invoice_lines to authenticated;

-- schemas/22_order_messages.sql

-- What customers are told of their orders, and which messages each happening causes. Those of a new order are queued by
-- private.order_placed; how they go out is in 22_outbox.sql.

-- Tables

-- The outbox: what customers are told of their orders, one row a happening and channel. Each channel has a template of the kind.
create table public.order_messages (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null,
  order_id uuid not null,
  kind public.order_message_kind not null,
  channel public.message_channel not null default 'email',
  -- An e-mail address, or a phone number as +201001234567; '' once the person was forgotten.
  recipient text not null default '' check (length(recipient) <= 320),
  -- How often it was taken to be sent, and until when it belongs to whoever took it.
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  -- What the provider of the channel calls it and has told of it since.
  provider_reference text check (length(provider_reference) <= 200),
  delivered_at timestamptz,
  read_at timestamptz,
  -- When it was given up: refused by the provider, or tried too often. `error` is the provider's code or a word of ours.
  failed_at timestamptz,
  error text not null default '' check (length(error) <= 200),
  -- When it was given up for having waited too long; the order's history says so to staff.
  expired_at timestamptz,
  created_at timestamptz not null default now(),
  -- What staff wrote to the customer, or which pieces were cancelled.
  event_id uuid,
  -- The parcel, return, refund or edit that the message is about.
  about_id uuid,
  -- The message that could not be sent by another channel; the numbers of the invoices and credit notes that a mail carries.
  fallback_of uuid,
  papers text[] not null default '{}',
  state text not null generated always as (case
    when read_at is not null then 'read' when delivered_at is not null then 'delivered' when failed_at is not null then 'failed'
    when expired_at is not null then 'expired' when sent_at is not null then 'sent' else 'waiting'
  end) stored,
  unique (tenant_id, id),
  unique nulls not distinct (order_id, kind, event_id, about_id, channel),
  constraint order_messages_tell_an_event check ((kind in ('note', 'pieces_cancelled')) = (event_id is not null)),
  constraint order_messages_sent_or_expired check (sent_at is null or expired_at is null),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, event_id) references public.order_events (tenant_id, id) on delete cascade,
  foreign key (tenant_id, fallback_of) references public.order_messages (tenant_id, id) on delete set null (fallback_of)
);
create index order_messages_due on public.order_messages (channel, due_at)
  where sent_at is null and expired_at is null and failed_at is null;
create index order_messages_by_event on public.order_messages (tenant_id, event_id) where event_id is not null;
create index order_messages_by_reference on public.order_messages (provider_reference) where provider_reference is not null;
create index order_messages_by_fallback on public.order_messages (tenant_id, fallback_of) where fallback_of is not null;
-- How many messages a phone number had lately.
create index order_messages_by_phone on public.order_messages (recipient, created_at) where channel <> 'email';
alter table public.order_messages enable row level security;

-- Policies

create policy "Staff read which messages their store's orders caused" on public.order_messages
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Functions

-- Queues the messages of a happening, once for what it is about: a mail, and one to the phone where the store tells it there too.
-- What staff do is held back, so that they can take it back.
create function private.queue_order_message(
  p_order public.orders, p_kind public.order_message_kind, p_about_id uuid default null, p_event_id uuid default null,
  p_due_at timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_due_at constant timestamptz := coalesce(
    p_due_at, now() + case when private.order_actor(p_order) = 'staff' then private.mail_hold() else interval '0' end);
  v_channel public.message_channel;
begin
  if p_order.customer_email <> '' and not private.is_mailed_enough(p_order) then
    perform private.insert_order_message(p_order, p_kind, 'email', v_due_at, p_about_id, p_event_id);
  end if;
  if exists (
    select 1 from public.staff_settings
    where staff_settings.tenant_id = p_order.tenant_id and p_kind::text = any (staff_settings.message_kinds)
  ) then
    v_channel := private.phone_channel(p_order);
    if v_channel is not null then
      perform private.insert_order_message(p_order, p_kind, v_channel, v_due_at, p_about_id, p_event_id);
    end if;
  end if;
end
$$;

-- Queues the mail of what staff wrote to a customer: a note, or the answer to a problem.
create function private.mail_note(p_order public.orders, p_event_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.order_messages (tenant_id, order_id, kind, recipient, event_id, due_at)
  select p_order.tenant_id, p_order.id, 'note', p_order.customer_email, p_event_id, now() + private.mail_hold()
  where p_order.customer_email <> ''
$$;

-- Asks the customer of an order that needs it to confirm it, on their phone where the store writes there, else by mail.
create function private.ask_to_confirm(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_channel public.message_channel := private.phone_channel(p_order);
begin
  if v_channel is null and p_order.customer_email <> '' and not private.is_mailed_enough(p_order) then
    v_channel := 'email';
  end if;
  if v_channel is null then
    perform private.remark_on_order(p_order, 'cannot_be_asked', p_internal => true);
  else
    perform private.insert_order_message(p_order, 'confirm', v_channel, now(), null, null);
  end if;
end
$$;

-- The phone number of an address as messages go to it; null where it takes none.
create function private.phone_address(p_address jsonb) returns text
language sql immutable set search_path = '' as $$
  select case when private.is_egyptian_phone(p_address ->> 'phone')
    then '+20' || private.national_digits(p_address ->> 'phone') end
$$;

create function private.insert_order_message(
  p_order public.orders, p_kind public.order_message_kind, p_channel public.message_channel, p_due_at timestamptz,
  p_about_id uuid, p_event_id uuid, p_fallback_of uuid default null
) returns void
language sql security definer set search_path = '' as $$
  insert into public.order_messages (tenant_id, order_id, kind, channel, recipient, about_id, event_id, due_at, fallback_of)
  values (
    p_order.tenant_id, p_order.id, p_kind, p_channel,
    case when p_channel = 'email' then p_order.customer_email else private.phone_address(p_order.address) end,
    p_about_id, p_event_id, p_due_at, p_fallback_of
  )
  on conflict (order_id, kind, event_id, about_id, channel) do nothing
$$;

-- The way by which a store tells the customer of an order on their phone: the first that it uses, after `p_after`, which neither
-- the number nor the customer has stopped; null where there is none, and for a number that had 10 messages within a day.
create function private.phone_channel(
  p_order public.orders, p_after public.message_channel default null
) returns public.message_channel
language plpgsql stable security definer set search_path = '' as $$
declare
  v_phone constant text := private.phone_address(p_order.address);
begin
  if v_phone is null or (
    select count(*) from (
      select 1 from public.order_messages message
      where message.recipient = v_phone and message.channel <> 'email' and message.created_at > now() - interval '1 day'
      limit 10
    ) told
  ) >= 10 then
    return null;
  end if;
  return (
    select used.channel::public.message_channel
    from public.staff_settings, unnest(staff_settings.message_channels) with ordinality used (channel, place)
    where staff_settings.tenant_id = p_order.tenant_id
      and used.place > coalesce(array_position(staff_settings.message_channels, p_after::text), 0)
      and not exists (
        select 1 from public.message_opt_outs stopped
        where stopped.tenant_id = p_order.tenant_id and stopped.channel::text = used.channel
          and (stopped.recipient = v_phone or stopped.user_id = p_order.user_id)
      )
    order by used.place limit 1
  );
end
$$;

-- Whether an address had 20 mails about a shopper's orders within a day: more would let them fill somebody's mailbox. If so, the
-- order's history says that no mail was sent.
create function private.is_mailed_enough(p_order public.orders) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if p_order.user_id is distinct from auth.uid() or (
    select count(*) from (
      select 1 from public.orders join public.order_messages mail on mail.order_id = orders.id
      where orders.customer_email = p_order.customer_email and orders.created_at > now() - interval '1 day'
        and mail.channel = 'email' and mail.kind in ('placed', 'confirm', 'cancelled')
      limit 20
    ) told
  ) < 20 then
    return false;
  end if;
  perform private.remark_on_order(p_order, 'mailed_enough', p_internal => true);
  return true;
end
$$;

-- An order that was cancelled, or paid while it waited for it.
create function private.mail_order_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.status = 'pending' and new.status <> 'pending' then
    -- Nothing is left to confirm.
    delete from public.order_messages where order_id = new.id and kind = 'confirm' and attempts = 0;
  end if;
  if new.status = 'cancelled' and old.status <> 'cancelled' then
    -- It tells of the money that went back as well.
    delete from public.order_messages where order_id = new.id and kind = 'refunded' and attempts = 0;
    perform private.queue_order_message(new, 'cancelled');
  elsif old.status = 'awaiting_payment' and (
    new.payment_status = 'paid' and old.payment_status in ('unpaid', 'partly_paid') or new.deposit > 0 and new.status = 'confirmed'
  ) then
    perform private.queue_order_message(new, 'paid');
  end if;
  return null;
end
$$;

create function private.mail_parcel_move() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_kind constant public.order_message_kind := case new.state
    when 'handed_over' then 'shipped' when 'attempt_failed' then 'attempt_failed' when 'delivered' then 'delivered'
    when 'came_back' then 'came_back' end;
begin
  -- A parcel that a courier tells of only once it is under way was handed over as well.
  if v_kind is not null then
    perform private.queue_order_message(orders, v_kind, new.id) from public.orders where orders.id = new.order_id;
  end if;
  return null;
end
$$;

-- Pieces that staff cancelled while the rest of the order stays.
create function private.mail_cancelled_pieces() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_order_message(orders, 'pieces_cancelled', null, new.id) from public.orders where orders.id = new.order_id;
  return null;
end
$$;

create function private.mail_return_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_order_message(
    orders, case new.state when 'received' then 'return_received'::public.order_message_kind else 'return_answered' end, new.id)
  from public.orders where orders.id = new.order_id;
  return null;
end
$$;

-- Money that was sent back; a cancellation that nobody has taken to send yet tells of it as well. The lock keeps it from being
-- taken.
create function private.mail_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.order_messages
  where order_id = new.order_id and kind = 'cancelled' and sent_at is null and expired_at is null and attempts = 0
  for update;
  if not found then
    perform private.queue_order_message(orders, 'refunded', new.id) from public.orders where orders.id = new.order_id;
  end if;
  return null;
end
$$;

create function private.mail_edit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_order_message(
    orders, case new.state when 'proposed' then 'change_proposed'::public.order_message_kind else 'changed' end, new.id)
  from public.orders
  where orders.id = new.order_id and (new.state = 'proposed' or private.order_actor(orders) <> 'shopper');
  return null;
end
$$;

-- Pieces of a line as a letter names them, in either language.
create function private.told_pieces(p_line public.order_lines, p_pieces integer) returns jsonb
language sql immutable set search_path = '' as $$
  select private.line_names(p_line) || jsonb_build_object('quantity', p_pieces)
$$;

-- What a mail is about, as far as its letter says it.
create function private.mail_subject(p_kind public.order_message_kind, p_about_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when p_kind in ('shipped', 'attempt_failed', 'delivered', 'came_back') then (
      select jsonb_build_object('parcel', jsonb_build_object('number', parcel.number, 'carrier_name', parcel.carrier_name,
        'tracking_number', parcel.tracking_number, 'tracking_url', parcel.tracking_url, 'cash_due', parcel.cash_due,
        'pieces', (
          select jsonb_agg(private.told_pieces(line, packed.quantity) order by line.position)
          from public.shipment_lines packed join public.order_lines line on line.id = packed.order_line_id
          where packed.shipment_id = parcel.id
        )))
      from public.shipments parcel where parcel.id = p_about_id
    )
    when p_kind in ('return_answered', 'return_received') then (
      select jsonb_build_object('return', jsonb_build_object('state', asked.state, 'answer', asked.answer, 'pieces', (
          select jsonb_agg(private.told_pieces(line, given.quantity) order by line.position)
          from public.return_lines given join public.order_lines line on line.id = given.order_line_id
          where given.return_id = asked.id
        )))
      from public.returns asked where asked.id = p_about_id
    )
    when p_kind = 'refunded' then (
      select jsonb_build_object('refund', jsonb_build_object('amount', refund.amount, 'way', refund.way))
      from public.refunds refund where refund.id = p_about_id
    )
    when p_kind in ('change_proposed', 'changed') then (
      select jsonb_build_object('edit', jsonb_build_object('difference', edit.difference, 'reason', edit.reason))
      from public.order_edits edit where edit.id = p_about_id
    )
    when p_kind = 'pieces_cancelled' then (
      select jsonb_build_object('cancelled', jsonb_agg(
        private.told_pieces(line, (piece.value ->> 'quantity')::integer) order by line.position))
      from public.order_events event, jsonb_array_elements(event.pieces) piece
      join public.order_lines line on line.id = (piece.value ->> 'order_line_id')::uuid
      where event.id = p_about_id
    )
  end
$$;

-- Triggers

create trigger mailed_change after update on public.orders
  for each row when (old.status <> new.status or old.payment_status <> new.payment_status)
  execute function private.mail_order_change();

create trigger mailed_move after update of state on public.shipments
  for each row when (old.state <> new.state) execute function private.mail_parcel_move();

create trigger mailed_pieces after insert on public.order_events
  for each row when (new.pieces is not null and new.actor <> 'shopper') execute function private.mail_cancelled_pieces();

create trigger mailed_return after update of state on public.returns
  for each row when (
    old.state <> new.state and new.state in ('approved', 'declined', 'received')
  ) execute function private.mail_return_change();

create trigger mailed_refund after update of state on public.refunds
  for each row when (old.state <> 'sent' and new.state = 'sent') execute function private.mail_refund();

create trigger mailed_new_refund after insert on public.refunds
  for each row when (new.state = 'sent') execute function private.mail_refund();

create trigger mailed_edit after insert on public.order_edits
  for each row when (new.state in ('proposed', 'applied')) execute function private.mail_edit();

-- Grants

grant select on public.order_messages to authenticated;

-- schemas/22_outbox.sql

-- How messages about orders go out: who does not want them, what the server takes and tells of them, and what happens to one that
-- cannot be sent.

-- Tables

-- Who wants no messages by a channel any more: numbers that answered STOP, which only START from the same phone takes back, and
-- shoppers who chose so in their account, for all their orders in a store.
create table public.message_opt_outs (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  channel public.message_channel not null check (channel <> 'email'),
  recipient text check (recipient ~ '^\+[0-9]{6,15}$'),
  user_id uuid,
  created_at timestamptz not null default now(),
  constraint message_opt_outs_of_one check ((recipient is null) <> (user_id is null)),
  unique (recipient, channel, tenant_id),
  unique (user_id, tenant_id, channel),
  foreign key (user_id, tenant_id) references public.profiles (id, tenant_id) on delete cascade
);
create index message_opt_outs_by_tenant on public.message_opt_outs (tenant_id, created_at);
alter table public.message_opt_outs enable row level security;

-- Policies

create policy "Staff read who stopped their store's messages" on public.message_opt_outs
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Functions

-- Gives up mails that waited for more than three days, with an internal note in the order's history.
create function private.expire_order_messages() returns void
language sql security definer set search_path = '' as $$
  with expired as (
    update public.order_messages set expired_at = now()
    where id in (
      select waiting.id from public.order_messages waiting
      where waiting.channel = 'email' and waiting.sent_at is null and waiting.expired_at is null and waiting.failed_at is null
        and waiting.due_at <= now() and waiting.created_at < now() - interval '3 days'
      for update skip locked
    )
    returning tenant_id, order_id, kind
  )
  insert into public.order_events (tenant_id, order_id, actor, remark, is_internal)
  select expired.tenant_id, expired.order_id, 'system', jsonb_build_object('code', 'mail_expired', 'kind', expired.kind), true
  from expired
$$;

-- Gives a message up and queues it by the next way that its store uses, at last as a mail; where there is none, the order's
-- history says so to staff.
create function private.give_up_message(p_message public.order_messages, p_error text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_next public.message_channel;
begin
  update public.order_messages set failed_at = now(), error = left(p_error, 200) where id = p_message.id;
  select orders.* into v_order from public.orders where orders.id = p_message.order_id;
  if p_message.channel <> 'email' then
    v_next := coalesce(
      private.phone_channel(v_order, p_message.channel), case when v_order.customer_email <> '' then 'email'::public.message_channel end);
  end if;
  if v_next is not null then
    perform private.insert_order_message(
      v_order, p_message.kind, v_next, now(), p_message.about_id, p_message.event_id, p_message.id);
    return;
  end if;
  perform private.remark_on_order(v_order, 'not_told', jsonb_build_object(
    'channel', p_message.channel, 'kind', p_message.kind, 'error', p_error), true);
end
$$;

-- Gives up messages to phones that nobody sends: by channels that are not among the server's, that failed five times, or that
-- waited for an hour, after which they would mislead. Returns how many. For the server.
create function public.give_up_order_messages(p_channels public.message_channel[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_message public.order_messages;
  v_count integer := 0;
begin
  perform private.require_service();
  for v_message in
    select message.* from public.order_messages message
    where message.channel <> 'email' and message.sent_at is null and message.expired_at is null and message.failed_at is null
      and message.due_at <= now()
      and (not message.channel = any (p_channels) or message.attempts >= 5 or message.created_at < now() - interval '1 hour')
    order by message.due_at limit 100 for update skip locked
  loop
    perform private.give_up_message(v_message, case when v_message.channel = any (p_channels)
      then coalesce(nullif(v_message.error, ''), 'not_sent') else 'not_set_up' end);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;

-- Gives mails the invoices and credit notes of their orders that no mail carries yet. One that is tried again keeps its own; those
-- of a mail that was given up go with the next.
create function private.give_papers(p_mail_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_mail record;
begin
  for v_mail in
    select mail.id, mail.order_id from public.order_messages mail
    where mail.id = any (p_mail_ids) and mail.kind not in ('note', 'confirm')
    order by mail.order_id, mail.created_at, mail.id
  loop
    -- Another process may have taken another mail of this order.
    perform 1 from public.invoices paper where paper.order_id = v_mail.order_id order by paper.id for no key update;
    update public.order_messages mail set papers = mail.papers || array(
      select paper.code from public.invoices paper
      where paper.order_id = v_mail.order_id and not exists (
        select 1 from public.order_messages carrier
        where carrier.order_id = paper.order_id and paper.code = any (carrier.papers)
          and carrier.failed_at is null and carrier.expired_at is null
      )
      order by paper.issued_at
    )
    where mail.id = v_mail.id;
  end loop;
end
$$;

-- Takes messages of a channel that are due, each with its order and its payment: for five minutes they are the caller's, and
-- callers do not wait for each other. One that fails is due again after 1, 4, 9 … minutes: a mail twelve times, a message to a
-- phone five times. For the server.
create function public.take_order_messages(
  p_limit integer default 10, p_channel public.message_channel default 'email'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_taken uuid[];
  v_mails jsonb;
begin
  perform private.require_service();
  perform private.expire_order_messages();
  with due as (
    select id from public.order_messages
    where channel = p_channel and sent_at is null and expired_at is null and failed_at is null and due_at <= now()
      and attempts < case p_channel when 'email' then 12 else 5 end
    order by due_at limit least(greatest(p_limit, 1), 100) for update skip locked
  ), taken as (
    update public.order_messages set attempts = order_messages.attempts + 1, due_at = now() + interval '5 minutes'
    from due where order_messages.id = due.id
    returning order_messages.id
  )
  select array_agg(taken.id) into v_taken from taken;
  if p_channel = 'email' then
    perform private.give_papers(v_taken);
  end if;
  select jsonb_agg(jsonb_build_object(
    'id', taken.id, 'kind', taken.kind, 'recipient', taken.recipient, 'tenant_id', taken.tenant_id, 'order', private.order_json(orders),
    'attempts', taken.attempts,
    'papers', (
      select coalesce(jsonb_agg(jsonb_build_object('id', paper.id, 'kind', paper.kind, 'code', paper.code) order by paper.issued_at), '[]')
      from public.invoices paper where paper.order_id = orders.id and paper.code = any (taken.papers)
    ),
    'note', case when taken.kind = 'cancelled' then coalesce((
      select note from public.order_events
      where order_id = orders.id and to_status = 'cancelled' and not is_internal order by created_at desc limit 1
    ), '') else coalesce((select event.note from public.order_events event where event.id = taken.event_id), '') end,
    'remark', case when taken.kind = 'cancelled' then (
      select event.remark ->> 'code' from public.order_events event
      where event.order_id = orders.id and event.to_status = 'cancelled' order by event.created_at desc limit 1
    ) end,
    'bank_details', case when taken.kind = 'placed' and (orders.payment_method = 'bank_transfer'
        or orders.status = 'awaiting_payment' and orders.deposit > 0 and (settings.payment ->> 'bankTransfer')::boolean)
      then coalesce(settings.translations #>> array[person.language, 'payment', 'bankDetails'], settings.payment ->> 'bankDetails', '')
      else '' end,
    'about', private.mail_subject(taken.kind, coalesce(taken.about_id, taken.event_id)),
    'returns', settings.returns,
    'contact_email', coalesce(settings.contact ->> 'contactEmail', ''),
    'language', person.language,
    'confirmation', case when taken.kind = 'confirm' then private.new_confirmation(orders) end,
    'paid_through', (
      select jsonb_build_object('amount', payment.amount, 'currency', payment.currency) from public.payments payment
      where payment.order_id = orders.id and payment.status = 'paid' order by payment.paid_at desc limit 1
    )
  ) order by taken.created_at, taken.id) into v_mails
  from public.order_messages taken join public.orders on orders.id = taken.order_id
  left join public.settings on settings.tenant_id = taken.tenant_id
  left join public.profiles person on person.id = orders.user_id and person.tenant_id = orders.tenant_id
  where taken.id = any (v_taken);
  return coalesce(v_mails, '[]');
end
$$;

-- Marks a taken message as sent, under the provider's reference; or as due again later, or given up where the provider will never
-- take it. For the server.
create function public.order_message_done(
  p_message_id uuid, p_sent boolean, p_reference text default null, p_error text default '', p_is_final boolean default false
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_message public.order_messages;
begin
  perform private.require_service();
  select message.* into v_message from public.order_messages message
  where message.id = p_message_id and message.sent_at is null and message.failed_at is null for update;
  if not found then
    return;
  end if;
  if not p_sent and p_is_final then
    perform private.give_up_message(v_message, p_error);
    return;
  end if;
  update public.order_messages set
    sent_at = case when p_sent then now() end,
    expired_at = case when not p_sent then expired_at end,
    provider_reference = coalesce(p_reference, provider_reference),
    error = case when p_sent then '' else left(coalesce(p_error, ''), 200) end,
    due_at = case when p_sent then due_at else now() + interval '1 minute' * (attempts * attempts) end
  where id = p_message_id;
end
$$;

-- Books what a provider tells of a message: sent, delivered, read or failed. Told twice or out of order it changes nothing back,
-- and a word that is not known changes nothing. Answers booked, known or unknown. For the server.
create function public.record_message_event(
  p_channel public.message_channel, p_reference text, p_state text, p_error text default '', p_message_id uuid default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_message public.order_messages;
begin
  perform private.require_service();
  select message.* into v_message from public.order_messages message
  where message.channel = p_channel and (message.id = p_message_id or p_message_id is null and message.provider_reference = p_reference)
  for update;
  if not found or p_state not in ('sent', 'delivered', 'read', 'failed') then
    return 'unknown';
  end if;
  if p_state = 'failed' then
    -- Of a message that was sent again, what became of the first try says nothing.
    if v_message.failed_at is not null or v_message.delivered_at is not null or v_message.read_at is not null
      or v_message.provider_reference <> p_reference then
      return 'known';
    end if;
    update public.order_messages set provider_reference = p_reference, expired_at = null, sent_at = coalesce(sent_at, now())
    where id = v_message.id;
    perform private.give_up_message(v_message, p_error);
    return 'booked';
  end if;
  if p_state = 'sent' and v_message.sent_at is not null or p_state = 'delivered' and v_message.delivered_at is not null
    or v_message.read_at is not null then
    return 'known';
  end if;
  update public.order_messages set
    expired_at = null,
    sent_at = coalesce(sent_at, now()),
    delivered_at = case when p_state <> 'sent' then coalesce(delivered_at, now()) end,
    read_at = case when p_state = 'read' then now() else read_at end,
    failed_at = case when p_state = 'sent' then failed_at end,
    provider_reference = coalesce(provider_reference, p_reference)
  where id = v_message.id;
  if p_state <> 'sent' then
    -- It came after all, so that what was to go instead of it is not needed.
    delete from public.order_messages where fallback_of = v_message.id and attempts = 0;
  end if;
  return 'booked';
end
$$;

-- Books that a phone number wants no messages by a channel, of any store, or wants them again. For the server.
create function public.record_opt_out(p_channel public.message_channel, p_recipient text, p_is_out boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  if p_is_out then
    insert into public.message_opt_outs (tenant_id, channel, recipient)
    select tenants.id, p_channel, p_recipient from public.tenants
    on conflict (recipient, channel, tenant_id) do nothing;
  else
    delete from public.message_opt_outs where channel = p_channel and recipient = p_recipient;
  end if;
end
$$;

-- The phone numbers of a person's orders in a store, and the one that they sign in with, as messages go to them.
create function private.numbers_of(p_tenant_id text, p_user_id uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select private.phone_address(orders.address) from public.orders
    where orders.user_id = p_user_id and orders.tenant_id = p_tenant_id
    union
    select '+' || account.phone from auth.users account where account.id = p_user_id and account.phone <> ''
  )
$$;

-- The ways by which the store tells the caller about their orders on their phone, in its order, as [{"channel", "is_wanted",
-- "stopped_numbers"}]: those numbers of their orders and of their sign-in answered STOP.
create function public.message_choices(p_tenant_id text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'channel', used.channel,
    'is_wanted', not exists (
      select 1 from public.message_opt_outs chosen
      where chosen.tenant_id = p_tenant_id and chosen.channel::text = used.channel and chosen.user_id = auth.uid()
    ),
    'stopped_numbers', (
      select coalesce(jsonb_agg(stopped.recipient order by stopped.recipient), '[]') from public.message_opt_outs stopped
      where stopped.tenant_id = p_tenant_id and stopped.channel::text = used.channel
        and stopped.recipient = any (private.numbers_of(p_tenant_id, auth.uid()))
    )
  ) order by used.place), '[]')
  from public.staff_settings, unnest(staff_settings.message_channels) with ordinality used (channel, place)
  where staff_settings.tenant_id = p_tenant_id
    and exists (select 1 from public.profiles where id = auth.uid() and tenant_id = p_tenant_id)
$$;

-- Chooses whether the caller hears about their orders by a channel; answers as message_choices.
create function public.choose_messages(p_tenant_id text, p_channel public.message_channel, p_is_wanted boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_aal();
  if not exists (select 1 from public.profiles where id = auth.uid() and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  if p_is_wanted then
    delete from public.message_opt_outs
    where user_id = auth.uid() and tenant_id = p_tenant_id and channel = p_channel;
  else
    insert into public.message_opt_outs (tenant_id, channel, user_id) values (p_tenant_id, p_channel, auth.uid())
    on conflict (user_id, tenant_id, channel) do nothing;
  end if;
  return public.message_choices(p_tenant_id);
end
$$;

-- Grants

grant select on public.message_opt_outs to authenticated;
grant execute on function public.message_choices, public.choose_messages to authenticated;

-- schemas/23_audit.sql

-- The audit log, and taking changes back.

-- Tables

create table public.audit_log (
  id bigint generated always as identity primary key,
  tenant_id text not null references public.tenants (id) on delete cascade,
  actor_id uuid,
  actor_name text not null default '',
  action text not null check (action in ('insert', 'update', 'delete', 'restore')),
  entity text not null,
  entity_id text not null,
  -- The row's name, number or code, so that people can look for it.
  label text not null default '',
  before jsonb,
  after jsonb,
  -- The first entry of the same job, where one step did the same with several rows.
  part_of bigint,
  undone_at timestamptz,
  created_at timestamptz not null default now(),
  unique (tenant_id, id),
  foreign key (tenant_id, part_of) references public.audit_log (tenant_id, id) on delete cascade
);
create index audit_log_parts on public.audit_log (part_of) where part_of is not null;
create index audit_log_deleted on public.audit_log (tenant_id, id desc) where action = 'delete';
create index audit_log_by_entity on public.audit_log (tenant_id, entity, entity_id, id desc);
-- The entries of a step that others are parts of.
create index audit_log_of_step on public.audit_log (tenant_id, created_at, entity, action) where part_of is null;
create index audit_log_by_actor on public.audit_log (tenant_id, actor_id, id desc);
alter table public.audit_log enable row level security;

-- Policies

create policy "Staff read what was changed in their store" on public.audit_log
  for select to authenticated using (tenant_id = any ((select private.customer_tenants())::text[]));

-- Functions

-- What a changed row is called, so that people can look for it: by its own name, or by that of whom or what it is about.
create function private.audit_label(p_table text, p_row jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_name constant text := coalesce(nullif(p_row ->> 'name', ''), p_row ->> 'number', p_row ->> 'code', p_row ->> 'title',
    p_row ->> 'question', p_row ->> 'reason', '');
begin
  if v_name <> '' and p_table not in ('refunds', 'shipments', 'returns', 'order_edits', 'print_runs') then
    return left(v_name, 200);
  end if;
  return left(coalesce(case p_table
    when 'refunds' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'transfers' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'returns' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'order_edits' then (select orders.number from public.orders where orders.id = (p_row ->> 'order_id')::uuid)
    when 'shipments' then (
      select orders.number || ' / ' || (p_row ->> 'number') from public.orders where orders.id = (p_row ->> 'order_id')::uuid
    )
    when 'print_runs' then (
      select orders.number || ' ' || line.name
      from public.order_lines line join public.orders on orders.id = line.order_id
      where line.id = (p_row ->> 'order_line_id')::uuid
    )
    when 'settlement_differences' then p_row ->> 'tracking_number'
    when 'settlements' then coalesce(nullif(p_row ->> 'reference', ''), nullif(p_row ->> 'carrier_name', ''), p_row ->> 'carrier')
    when 'customer_records' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid and tenant_id = p_row ->> 'tenant_id'
    )
    when 'user_roles' then (
      select coalesce(nullif(name, ''), email) from public.profiles
      where id = (p_row ->> 'user_id')::uuid order by tenant_id = p_row ->> 'tenant_id' desc limit 1
    )
    when 'messages' then (
      select coalesce(nullif(name, ''), email) from public.conversations where id = (p_row ->> 'conversation_id')::uuid
    )
    when 'conversations' then p_row ->> 'email'
    when 'search_synonyms' then p_row #>> '{words,0}'
    when 'reviews' then (select name from public.products where id = (p_row ->> 'product_id')::uuid)
    when 'delivery_slots' then format('%s %s–%s',
      to_char(date '2026-01-04' + (p_row ->> 'day_of_week')::integer, 'FMDay'),
      left(p_row ->> 'from_time', 5), left(p_row ->> 'to_time', 5))
    else (select tenant.name from public.tenants tenant where tenant.id = p_row ->> 'tenant_id')
  end, ''), 200);
end
$$;

-- Writes an entry of the log, for who is signed in. Of several rows that one step, that is one transaction, changes in the
-- same way, those after the first are parts of its entry.
create function private.write_audit(
  p_tenant_id text, p_action text, p_entity text, p_entity_id text, p_label text, p_before jsonb, p_after jsonb
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_actor_id constant uuid := auth.uid();
begin
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, before, after, part_of)
  values (p_tenant_id, v_actor_id, coalesce((
      select name from public.profiles where id = v_actor_id order by tenant_id = p_tenant_id desc limit 1
    ), ''), p_action, p_entity, p_entity_id, left(p_label, 200), p_before, p_after, (
      select id from public.audit_log
      where tenant_id = p_tenant_id and created_at = now() and entity = p_entity and action = p_action
        and part_of is null and actor_id is not distinct from v_actor_id
      order by id limit 1
    ));
end
$$;

-- Adds what else a step changed of a row to the entry that it has already, as the steps of booking what happens to an order do;
-- false where it has none.
create function private.add_to_audit(p_entity text, p_entity_id text, p_before jsonb, p_after jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.audit_log set
    before = case when before is not null then p_before || before end,
    after = after || p_after
  where id = (
    select latest.id from public.audit_log latest
    where latest.tenant_id = any (private.staff_tenants()) and latest.entity = p_entity and latest.entity_id = p_entity_id
      and latest.action in ('insert', 'update') and latest.actor_id = auth.uid() and latest.created_at = now()
    order by latest.id desc limit 1
  );
  return found;
end
$$;

-- Writes down what staff changed, and every change of a role but a customer's first; an update keeps the columns that
-- changed, a deletion the whole row. What is there again after it was deleted was restored.
create function private.audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row constant jsonb := coalesce(v_after, v_before);
  v_tenant_id constant text := v_row ->> 'tenant_id';
  v_id constant text := coalesce(v_row ->> 'id', v_tenant_id);
  v_action text := lower(tg_op);
begin
  if tg_table_name <> 'user_roles' and (auth.uid() is null or not private.is_staff(v_tenant_id))
    or tg_table_name = 'user_roles' and (v_tenant_id is null or tg_op = 'INSERT' and v_row ->> 'role' = 'user')
    or tg_op = 'DELETE' and v_before ->> 'deleted_at' is not null
    or not exists (select 1 from public.tenants tenant where tenant.id = v_tenant_id) then
    return null;
  end if;
  if tg_table_name = 'products' then
    v_before := private.filled_columns(v_before);
    v_after := private.filled_columns(v_after);
  end if;
  if tg_op = 'UPDATE' and (v_before ->> 'deleted_at' is null) <> (v_after ->> 'deleted_at' is null) then
    -- A product that goes to the trash, or comes back from it.
    v_action := case when v_after ->> 'deleted_at' is null then 'restore' else 'delete' end;
    v_before := case v_action when 'delete' then v_before end;
    v_after := null;
  elsif tg_op = 'UPDATE' then
    select jsonb_object_agg(field.key, field.value), jsonb_object_agg(field.key, v_after -> field.key) into v_before, v_after
    from jsonb_each(v_before) field
    where field.value is distinct from v_after -> field.key and field.key not in ('updated_at', 'version')
      -- What is derived of an order, or is in its ledger.
      and (tg_table_name <> 'orders' or field.key not in (
        'stage', 'queues', 'online_method', 'charged', 'received', 'given_back', 'at_courier', 'shipping_credited', 'goodwill'));
    if v_before is null
      or tg_table_name in ('orders', 'shipments') and private.add_to_audit(tg_table_name, v_id, v_before, v_after) then
      return null;
    end if;
  elsif tg_op = 'INSERT' and exists (
    select 1 from public.audit_log
    where tenant_id = v_tenant_id and entity = tg_table_name and entity_id = v_id and action = 'delete'
  ) then
    v_action := 'restore';
  end if;
  perform private.write_audit(v_tenant_id, v_action, tg_table_name, v_id, private.audit_label(tg_table_name, v_row),
    v_before, v_after);
  return null;
end
$$;

-- What changed of a product's options and variants, which are given as variants_json has them: "before" and "after", by what
-- the variants are called, with the columns that changed.
create function private.variant_changes(p_before jsonb, p_after jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_ignored constant text[] := '{id,version,created_at,updated_at}';
  v_before jsonb := '{}';
  v_after jsonb := '{}';
  v_changes record;
begin
  if p_before -> 'options' <> p_after -> 'options' then
    v_before := jsonb_build_object('options', p_before -> 'options');
    v_after := jsonb_build_object('options', p_after -> 'options');
  end if;
  select jsonb_object_agg(change.name, change.was) filter (where change.was is not null) as was,
    jsonb_object_agg(change.name, change.now) filter (where change.now is not null) as now
  into v_changes
  from (
    select private.variant_name(coalesce(later, earlier) ->> 'option1', coalesce(later, earlier) ->> 'option2',
      coalesce(later, earlier) ->> 'option3') as name,
      (select jsonb_object_agg(field.key, field.value) from jsonb_each(earlier - v_ignored) field
        where field.value is distinct from later -> field.key) as was,
      (select jsonb_object_agg(field.key, field.value) from jsonb_each(later - v_ignored) field
        where field.value is distinct from earlier -> field.key) as now
    from jsonb_array_elements(p_before -> 'variants') earlier
    full join jsonb_array_elements(p_after -> 'variants') later on later ->> 'id' = earlier ->> 'id'
  ) change;
  return jsonb_build_object(
    'before', v_before || case when v_changes.was is null then '{}' else jsonb_build_object('variants', v_changes.was) end,
    'after', v_after || case when v_changes.now is null then '{}' else jsonb_build_object('variants', v_changes.now) end
  );
end
$$;

-- Writes down what staff changed of a product's options and variants, as variant_changes has it.
create function private.audit_variants(p_tenant_id text, p_name text, p_product_id uuid, p_changes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_changes -> 'before' <> p_changes -> 'after' and auth.uid() is not null then
    perform private.write_audit(p_tenant_id, 'update', 'products', p_product_id::text, p_name, p_changes -> 'before',
      p_changes -> 'after');
  end if;
end
$$;

-- Writes down what staff changed of stock: of a product without options as its own, else by variant.
create function private.audit_stock(p_changes private.variant_change[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_product record;
begin
  for v_product in
    select product.id, product.tenant_id, product.name,
      case when bool_and(change.name = '') then jsonb_build_object('stock', min(change.stock_was))
        else jsonb_build_object('variants', jsonb_object_agg(change.name, jsonb_build_object('stock', change.stock_was)))
      end as before,
      case when bool_and(change.name = '') then jsonb_build_object('stock', min(change.stock))
        else jsonb_build_object('variants', jsonb_object_agg(change.name, jsonb_build_object('stock', change.stock)))
      end as after
    from unnest(p_changes) change join public.products product on product.id = change.product_id
    group by product.id order by product.id
  loop
    if auth.uid() is not null and private.is_staff(v_product.tenant_id) then
      perform private.write_audit(v_product.tenant_id, 'update', 'products', v_product.id::text, v_product.name,
        v_product.before, v_product.after);
    end if;
  end loop;
end
$$;

-- Writes down a note of staff, with the number and the id of its order, so that the list leads there. A note that the same
-- step wrote, as a refund does, is put into the entry of what it changed.
create function private.audit_order_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.audit_log set after = after || jsonb_build_object('history', new.note)
  where id = (
    select latest.id from public.audit_log latest
    where latest.tenant_id = new.tenant_id and latest.entity = 'orders' and latest.entity_id = new.order_id::text
      and latest.action = 'update' and latest.actor_id = new.actor_id and latest.created_at = now()
    order by latest.id desc limit 1
  );
  if found then
    return null;
  end if;
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id, label, after)
  select orders.tenant_id, new.actor_id, coalesce(profiles.name, ''), 'insert', 'order_notes', orders.id::text, orders.number,
    jsonb_build_object('note', new.note, 'internal', new.is_internal)
      || case when new.pieces is null then '{}' else jsonb_build_object('cancelled', new.pieces) end
  from public.orders left join public.profiles on profiles.id = new.actor_id and profiles.tenant_id = orders.tenant_id
  where orders.id = new.order_id;
  return null;
end
$$;

-- Triggers

do $$
declare
  v_table regclass;
begin
  foreach v_table in array '{
    public.settings, public.staff_settings, public.categories, public.attributes, public.search_synonyms,
    public.banners, public.faq_questions, public.discounts, public.shipping_zones, public.delivery_slots, public.user_roles
  }'::regclass[] loop
    execute format(
      'create trigger audited after insert or update or delete on %s for each row execute function private.audit()', v_table);
  end loop;
end
$$;

create trigger audited after insert or delete on public.products
  for each row execute function private.audit();

create trigger audited after update on public.orders
  for each row execute function private.audit();

create trigger audited after update or delete on public.reviews
  for each row execute function private.audit();

create trigger audited after insert or update on public.customer_records
  for each row execute function private.audit();

create trigger audited after insert on public.point_entries
  for each row when (new.kind = 'adjusted') execute function private.audit();

create trigger audited after insert or update on public.shipments
  for each row execute function private.audit();

create trigger audited after insert or update on public.returns
  for each row execute function private.audit();

create trigger audited after insert or update on public.order_edits
  for each row execute function private.audit();

create trigger audited after insert on public.print_runs
  for each row execute function private.audit();

create trigger audited after insert on public.refunds
  for each row execute function private.audit();

-- One that was made before and is sent.
create trigger audited_sending after update of state on public.refunds
  for each row when (old.state in ('due', 'failed') and new.state <> old.state and old.created_at < now())
  execute function private.audit();

create trigger audited after update of resolved_at on public.settlement_differences
  for each row when (new.note <> '') execute function private.audit();

create trigger audited after update of state on public.transfers
  for each row execute function private.audit();

create trigger audited after insert on public.settlements
  for each row execute function private.audit();

create trigger audited_placing after insert on public.orders
  for each row when (new.placed_by is not null) execute function private.audit();

create trigger audited after insert on public.store_credits
  for each row when (new.kind = 'adjusted') execute function private.audit();

create trigger audited after insert on public.messages
  for each row when (new.sender = 'staff') execute function private.audit();

-- Every change but sales and review counts has a new version.
create trigger audited_update after update on public.products
  for each row when (old.version <> new.version) execute function private.audit();

create trigger audited after update of is_open, answered_at on public.conversations
  for each row when (
    old.is_open <> new.is_open and new.unread_by_staff = 0
    or old.answered_at is distinct from new.answered_at and old.last_message_at = new.last_message_at
  ) execute function private.audit();

create trigger audited after insert on public.order_events
  for each row when (new.actor = 'staff' and new.to_status is null) execute function private.audit_order_note();

-- Grants

grant select on public.audit_log to authenticated;
revoke insert, update, delete, truncate on public.audit_log from service_role;

-- schemas/23_undo.sql

-- Taking back what the audit log has.

-- Functions

-- The pieces that an entry of the log says were added to variants, or taken, by what these are called.
create function private.logged_pieces(p_before jsonb, p_after jsonb) returns table (name text, pieces integer)
language sql immutable set search_path = '' as $$
  select '', (p_after ->> 'stock')::integer - (p_before ->> 'stock')::integer where p_before ? 'stock'
  union all
  select changed.key, (p_after #>> array['variants', changed.key, 'stock'])::integer - (changed.value ->> 'stock')::integer
  from jsonb_each(p_before -> 'variants') changed
$$;

-- Whether an entry can be undone. Of variants only the stock can: the rest is changed back in the product's form.
create function private.can_come_back(p_entity text, p_action text, p_before jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when p_action = 'update' and (p_before ? 'options' or exists (
      select 1 from jsonb_each(p_before -> 'variants') changed where changed.value - 'stock' <> '{}'
    )) then false
    when p_entity in (
      'products', 'categories', 'banners', 'faq_questions', 'discounts', 'shipping_zones', 'delivery_slots',
      'search_synonyms')
      then p_action in ('insert', 'update', 'delete', 'restore')
    when p_entity = 'reviews' then p_action in ('update', 'delete')
    when p_entity in ('settings', 'staff_settings') then p_action = 'update'
    else false
  end
$$;

-- Takes one change of a product back: of an update the columns that it changed, a product that was deleted comes out of
-- the trash, one that was added goes there. Pieces sold since stay sold.
create function private.undo_product_entry(p_entry public.audit_log) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_product public.products;
  v_now jsonb;
  v_set jsonb := coalesce(p_entry.before, '{}') - '{id,tenant_id,deleted_at,stock,variants}'::text[];
begin
  select * into v_product from public.products
  where tenant_id = p_entry.tenant_id and id::text = p_entry.entity_id for update;
  if not found or (v_product.deleted_at is not null) <> (p_entry.action = 'delete') then
    perform private.refuse('gone_since', jsonb_build_object('name', p_entry.label));
  end if;
  v_now := to_jsonb(v_product);
  if p_entry.action in ('insert', 'restore') then
    v_set := jsonb_build_object('deleted_at', now(), 'is_active', false, 'category_id', null);
  elsif p_entry.action = 'delete' then
    v_set := jsonb_build_object(
      'deleted_at', null, 'is_active', v_set -> 'is_active', 'category_id', v_set -> 'category_id');
  elsif exists (
    select 1 from jsonb_each(p_entry.after) field
    where field.key not in ('stock', 'variants') and field.value is distinct from v_now -> field.key
  ) then
    perform private.refuse('changed_since', jsonb_build_object('name', p_entry.label));
  end if;
  if p_entry.action = 'update' and p_entry.before ?| '{stock,variants}' then
    v_set := v_set || jsonb_build_object('stocks', (
      select jsonb_object_agg(variant.id, greatest(variant.stock - logged.pieces, 0))
      from private.logged_pieces(p_entry.before, p_entry.after) logged
      join public.product_variants variant
        on variant.product_id = v_product.id and private.variant_name(variant.option1, variant.option2, variant.option3) = logged.name
    ));
    if v_set -> 'stocks' = 'null' then
      perform private.refuse('changed_since', jsonb_build_object('name', p_entry.label));
    end if;
  end if;
  if v_set ->> 'category_id' is not null and not exists (
    select 1 from public.categories
    where tenant_id = p_entry.tenant_id and id::text = v_set ->> 'category_id'
  ) then
    v_set := v_set || '{"category_id": null}';
  end if;
  perform private.write_products(jsonb_build_array(jsonb_build_object('id', v_product.id, 'set', v_set)), 'Undone');
end
$$;

-- Takes one change of another thing back.
create function private.undo_row_entry(p_entry public.audit_log) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_key text := case when p_entry.entity in ('settings', 'staff_settings') then 'tenant_id' else 'id' end;
  v_columns text;
  v_now jsonb;
begin
  execute format('select to_jsonb(stored) from public.%I stored where tenant_id = $1 and %I::text = $2 for update',
    p_entry.entity, v_key) into v_now using p_entry.tenant_id, p_entry.entity_id;
  select string_agg(quote_ident(attname), ', ') into v_columns
  from pg_catalog.pg_attribute
  where attrelid = format('public.%I', p_entry.entity)::regclass and attnum > 0 and not attisdropped
    and attgenerated = '' and p_entry.before ? attname::text;
  if (v_now is not null) <> (p_entry.action <> 'delete') then
    perform private.refuse('gone_since', jsonb_build_object('name', p_entry.label));
  end if;
  if p_entry.action = 'delete' then
    execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)',
      p_entry.entity, v_columns) using p_entry.before;
  elsif p_entry.action in ('insert', 'restore') then
    execute format('delete from public.%I where tenant_id = $1 and %I::text = $2', p_entry.entity, v_key)
      using p_entry.tenant_id, p_entry.entity_id;
  else
    if exists (select 1 from jsonb_each(p_entry.after) field where field.value is distinct from v_now -> field.key) then
      perform private.refuse('changed_since', jsonb_build_object('name', p_entry.label));
    end if;
    execute format('update public.%1$I stored set (%2$s) = (select %2$s from jsonb_populate_record(stored, $3))
      where stored.tenant_id = $1 and stored.%3$I::text = $2',
      p_entry.entity, v_columns, v_key) using p_entry.tenant_id, p_entry.entity_id, p_entry.before;
  end if;
end
$$;

-- Takes changes back, each with its parts unless `p_parts` is false: those of a step with several rows are left one by one
-- where they cannot come back; where none can, the call is refused with why. Answers with {"undone", "left", "why", "refusal",
-- "next"}: `next` is null, or what `p_before` says in the next call for the rest of a long job.
create function public.undo_changes(
  p_tenant_id text, p_ids bigint[], p_before bigint default null, p_parts boolean default true,
  p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('undo_changes', p_tenant_id, p_ids, p_before, p_parts));
  v_entry public.audit_log;
  v_ids bigint[];
  v_done bigint[] := '{}';
  v_why jsonb;
  v_message text;
  v_detail text;
  v_hint text;
begin
  if v_first is not null then
    return v_first;
  end if;
  perform private.require_staff(p_tenant_id);
  perform private.require_aal();
  v_ids := array(
    select id from public.audit_log
    where tenant_id = p_tenant_id and (id = any (p_ids) or p_parts and part_of = any (p_ids)) and undone_at is null
      and id < coalesce(p_before, id + 1) and created_at > now() - interval '30 days'
      and private.can_come_back(entity, action, before)
    order by id desc limit 101
  );
  if v_ids = '{}' and p_before is null then
    perform private.refuse('nothing_to_undo');
  end if;
  for v_entry in select * from public.audit_log where id = any (v_ids[:100]) order by id desc loop
    begin
      if v_entry.entity = 'products' then
        perform private.undo_product_entry(v_entry);
      else
        perform private.undo_row_entry(v_entry);
      end if;
      v_done := v_done || v_entry.id;
    exception when others then
      get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
      v_why := coalesce(private.caught_refusal(v_message, v_detail, v_hint), private.refusal(
        case sqlstate when '23503' then 'used_since' when '23505' then 'taken_since' else 'unfit_since' end,
        jsonb_build_object('name', v_entry.label)));
    end;
  end loop;
  if v_done = '{}' and p_before is null and cardinality(v_ids) <= 100 then
    perform private.refuse('not_undone', jsonb_build_object('why', v_why));
  end if;
  perform private.mark_undone(v_done);
  return private.keep_answer(p_request_id, jsonb_build_object(
    'undone', cardinality(v_done), 'left', least(cardinality(v_ids), 100) - cardinality(v_done),
    'why', coalesce(v_why ->> 'message', ''), 'refusal', v_why,
    'next', case when cardinality(v_ids) > 100 then v_ids[100] end));
end
$$;

-- Records which entries of the audit log belong to a change. Those of a further part become parts of those of the first.
create function private.keep_audit_entries(p_change_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_change private.product_changes;
  v_entry public.audit_log;
  v_first bigint;
begin
  select * into v_change from private.product_changes where id = p_change_id;
  for v_entry in
    select entry.* from public.audit_log entry
    where entry.tenant_id = v_change.tenant_id and entry.created_at = now() and entry.part_of is null
      and entry.actor_id is not distinct from auth.uid() and entry.id <> all (v_change.audit_ids)
  loop
    select id into v_first from public.audit_log
    where id = any (v_change.audit_ids) and entity = v_entry.entity and action = v_entry.action;
    if found then
      update public.audit_log set part_of = v_first where id = v_entry.id or part_of = v_entry.id;
    else
      update private.product_changes set audit_ids = audit_ids || v_entry.id where id = p_change_id;
    end if;
  end loop;
end
$$;

-- Marks entries as undone, and takes their products out of the changes of several products that can be undone as a whole.
create function private.mark_undone(p_ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.audit_log set undone_at = now() where id = any (p_ids);
  delete from private.product_change_entries changed using public.audit_log entry, private.product_changes change
  where entry.id = any (p_ids) and entry.entity = 'products' and change.tenant_id = entry.tenant_id
    and coalesce(entry.part_of, entry.id) = any (change.audit_ids)
    and changed.change_id = change.id and changed.product_id::text = entry.entity_id;
end
$$;

-- Brings back what was deleted last of the things with these ids, and nothing else.
create function public.restore_deleted(
  p_tenant_id text, p_entity text, p_entity_ids text[], p_request_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(
    p_request_id, jsonb_build_array('restore_deleted', p_tenant_id, p_entity, p_entity_ids));
begin
  if v_first is not null then
    return v_first;
  end if;
  return private.keep_answer(p_request_id, public.undo_changes(p_tenant_id, array(
    select distinct on (entity_id) id from public.audit_log
    where tenant_id = p_tenant_id and entity = p_entity and entity_id = any (p_entity_ids) and action = 'delete'
    order by entity_id, id desc
  ), p_parts => false));
end
$$;

-- Of entries of the log: how many further rows the same step changed, and whether anything of it can still be undone.
create function public.audit_states(p_tenant_id text, p_ids bigint[])
returns table (id bigint, parts integer, can_undo boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select audit_log.id, counted.parts, audit_log.created_at > now() - interval '30 days'
    and private.can_come_back(audit_log.entity, audit_log.action, audit_log.before)
    and (audit_log.undone_at is null or counted.waiting)
  from public.audit_log
  cross join lateral (
    select count(*)::integer as parts, coalesce(bool_or(part.undone_at is null), false) as waiting
    from public.audit_log part where part.part_of = audit_log.id
  ) counted
  where audit_log.tenant_id = p_tenant_id and audit_log.id = any (p_ids);
end
$$;

-- Grants

grant execute on function
  public.undo_changes,
  public.restore_deleted,
  public.audit_states
to authenticated;

-- schemas/24_realtime.sql

-- Broadcasts of what changed.

-- Helpers

create function private.can_subscribe(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_parts text[] := string_to_array(p_topic, ':');
begin
  return coalesce(case v_parts[1]
    when 'catalogue' then true
    when 'orders' then v_parts[2] = any (private.customer_tenants())
    when 'staff' then private.is_staff(v_parts[2])
    when 'order' then pg_input_is_valid(v_parts[2], 'uuid') and private.can_read_order(v_parts[2]::uuid)
    when 'chat' then pg_input_is_valid(v_parts[3], 'uuid') and private.can_read_conversation(v_parts[3]::uuid)
  end, false);
end
$$;

-- Policies

create policy "People hear the topics that are theirs" on realtime.messages
  for select to anon, authenticated using (private.can_subscribe((select realtime.topic())));

create policy "Those who talk may show that they type, and staff that they are there" on realtime.messages
  for insert to authenticated
  with check (
    extension in ('broadcast', 'presence')
    and split_part((select realtime.topic()), ':', 1) in ('chat', 'staff')
    and private.can_subscribe((select realtime.topic()))
  );

-- Functions

-- Of more than 50 products none is named: whoever listens reads everything again.
create function private.send_product_change(
  p_tenant_id text, p_action text, p_ids uuid[], p_versions integer[], p_categories uuid[]
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(
    jsonb_strip_nulls(jsonb_build_object('kind', 'product', 'action', p_action) || case
      when cardinality(p_ids) <= 50 then jsonb_build_object(
        'ids', p_ids,
        'versions', p_versions,
        'categories', (select jsonb_agg(distinct category) from unnest(p_categories) category where category is not null)
      )
      else '{}'
    end),
    'change', 'catalogue:' || p_tenant_id, true);
end
$$;

-- Products that came or went. Pages of a category show the products in it, so the message names the categories as well.
create function private.announce_products() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_change record;
begin
  for v_change in
    select tenant_id, array_agg(id) as ids, array_agg(version) as versions, array_agg(category_id) as categories
    from changed group by tenant_id
  loop
    perform private.send_product_change(v_change.tenant_id, lower(tg_op), v_change.ids, v_change.versions, v_change.categories);
  end loop;
  return null;
end
$$;

-- Sales change no version: they are announced by publish_stock_change. Categories are named of products that enter or leave one.
-- The planner does not know the size of transition tables, and would compare each row with each in a nested loop.
create function private.announce_updated_products() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off as $$
declare
  v_change record;
begin
  for v_change in
    select after.tenant_id, array_agg(after.id) as ids, array_agg(after.version) as versions,
      array_agg(before.category_id) filter (where compared.moved)
      || array_agg(after.category_id) filter (where compared.moved) as categories
    from before
    join after on after.id = before.id
    cross join lateral (
      select before.is_active <> after.is_active or before.category_id is distinct from after.category_id as moved
    ) compared
    where before.version <> after.version or before.review_count <> after.review_count
    group by after.tenant_id
  loop
    perform private.send_product_change(v_change.tenant_id, 'update', v_change.ids, v_change.versions, v_change.categories);
  end loop;
  return null;
end
$$;

-- For tables that change seldom: categories, banners, questions, settings, public deals, delivery slots.
create function private.announce_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform realtime.send(
    jsonb_build_object('kind', tg_argv[0], 'action', lower(tg_op),
      'ids', jsonb_build_array(coalesce(v_row ->> 'id', v_row ->> 'tenant_id'))),
    'change', 'catalogue:' || (v_row ->> 'tenant_id'), true);
  return null;
end
$$;

-- An attribute stands on any page with products.
create function private.announce_attribute() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_product_change(coalesce(new.tenant_id, old.tenant_id), 'update', null, null, null);
  return null;
end
$$;

create function private.announce_reviews(p_action text, p_changed jsonb) returns void
language sql security definer set search_path = '' as $$
  select realtime.send(
    jsonb_build_object('kind', 'review', 'action', p_action, 'affects_listings', false,
      'ids', case when count(*) <= 50 then jsonb_agg(affected.product_id) end),
    'change', 'catalogue:' || affected.tenant_id, true)
  from (
    select distinct changed.tenant_id, changed.product_id
    from jsonb_to_recordset(p_changed) changed (tenant_id text, product_id uuid)
  ) affected
  group by affected.tenant_id
$$;

create function private.reviews_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_reviews(lower(tg_op), (
    select jsonb_agg(jsonb_build_object('tenant_id', tenant_id, 'product_id', product_id))
    from changed where status = 'approved'));
  return null;
end
$$;

create function private.reviews_updated() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_reviews('update', (
    select jsonb_agg(jsonb_build_object('tenant_id', after.tenant_id, 'product_id', after.product_id))
    from after join before using (id)
    where 'approved' in (after.status, before.status)
      and (after.status, after.staff_reply, after.rating, after.title, after.body, after.author_name)
        is distinct from (before.status, before.staff_reply, before.rating, before.title, before.body, before.author_name)));
  return null;
end
$$;

create function private.announce_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_payload jsonb := jsonb_build_object('id', new.id, 'number', new.number, 'status', new.status,
    'payment_status', new.payment_status, 'total', new.total, 'created_at', new.created_at);
begin
  perform realtime.send(v_payload, lower(tg_op), 'orders:' || new.tenant_id, true);
  if tg_op = 'UPDATE' then
    perform realtime.send(v_payload, 'update', 'order:' || new.id, true);
  end if;
  return null;
end
$$;

-- Staff hear of every message of their store, their colleagues' answers among them.
create function private.announce_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(
    jsonb_build_object('id', new.id, 'sender', new.sender, 'body', new.body, 'created_at', new.created_at),
    'message', 'chat:' || new.tenant_id || ':' || new.conversation_id, true);
  perform realtime.send(
    jsonb_build_object('conversation_id', new.conversation_id, 'sender', new.sender),
    'message', 'staff:' || new.tenant_id, true);
  return null;
end
$$;

create function private.announce_order_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.order_id), 'note', 'order:' || new.order_id, true);
  return null;
end
$$;

-- Open channels are asked again whether they may stay open.
create function private.announce_roles() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('realtime:access', 'rights');
  return null;
end
$$;

-- Triggers

create trigger products_announced_in after insert on public.products
  referencing new table as changed for each statement execute function private.announce_products();

create trigger products_announced_out after delete on public.products
  referencing old table as changed for each statement execute function private.announce_products();

create trigger announced after insert or update or delete on public.categories
  for each row execute function private.announce_row('category');

create trigger announced after insert or update or delete on public.attributes
  for each row execute function private.announce_attribute();

create trigger announced after insert or update or delete on public.banners
  for each row execute function private.announce_row('banner');

create trigger announced after insert or update or delete on public.faq_questions
  for each row execute function private.announce_row('question');

create trigger announced after insert or update on public.search_synonyms
  for each row when (new.tenant_id is not null) execute function private.announce_row('synonym');

create trigger announced_removed after delete on public.search_synonyms
  for each row when (old.tenant_id is not null) execute function private.announce_row('synonym');

create trigger announced after insert or update or delete on public.settings
  for each row execute function private.announce_row('settings');

create trigger announced after insert or update or delete on public.shipping_zones
  for each row execute function private.announce_row('zone');

create trigger announced after insert or update or delete on public.delivery_slots
  for each row execute function private.announce_row('slot');

create trigger announced after insert or update on public.discounts
  for each row when (new.is_public) execute function private.announce_row('discount');

create trigger announced_hidden after update on public.discounts
  for each row when (old.is_public and not new.is_public) execute function private.announce_row('discount');

create trigger announced_removed after delete on public.discounts
  for each row when (old.is_public) execute function private.announce_row('discount');

create trigger announced_move after update on public.orders
  for each row when (
    (old.status, old.payment_status, old.queues, old.updated_at) is distinct from
    (new.status, new.payment_status, new.queues, new.updated_at)
  ) execute function private.announce_order();

create trigger announced after insert on public.messages
  for each row execute function private.announce_message();

create trigger announced after insert on public.order_events
  for each row when (new.to_status is null and not new.is_internal) execute function private.announce_order_note();

create trigger reviews_announced_in after insert on public.reviews
  referencing new table as changed for each statement execute function private.reviews_changed();

create trigger reviews_announced_out after delete on public.reviews
  referencing old table as changed for each statement execute function private.reviews_changed();

create trigger reviews_announced after update on public.reviews
  referencing old table as before new table as after
  for each statement execute function private.reviews_updated();

create trigger products_announced_update after update on public.products
  referencing old table as before new table as after
  for each statement execute function private.announce_updated_products();

create trigger roles_announced after insert or update or delete on public.user_roles
  for each statement execute function private.announce_roles();

-- Grants

grant execute on function private.can_subscribe to anon, authenticated;

-- schemas/25_storage.sql

-- Storage buckets and who may use which files.

-- Tables

-- Paths carry the store, and people's own files their owner:
--   banners/banner-images/{tenant}/…   website-images/category-images/{tenant}/…   product-images/{tenant}/…
--   avatars/{tenant}/{user}/…   designs/{tenant}/{user}/…   order-photos/{tenant}/{user}/…   print-files/{tenant}/{order}/…
-- Nothing is overwritten: there are no update policies.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('banners', 'banners', true, 8388608, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('website-images', 'website-images', true, 8388608, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('product-images', 'product-images', true, 20971520,
    '{image/jpeg,image/png,image/webp,image/avif,video/mp4,video/webm}'),
  ('avatars', 'avatars', true, 2097152, '{image/jpeg,image/png,image/webp}'),
  ('designs', 'designs', false, 15728640, '{image/jpeg,image/png,image/webp}'),
  ('order-photos', 'order-photos', false, 8388608, '{image/jpeg,image/png,image/webp}'),
  ('print-files', 'print-files', false, 62914560, '{image/png,image/svg+xml,application/pdf,application/zip}')
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Helpers

-- The store that a file of the shop's own belongs to; null for every other file.
create function private.shop_file_tenant(p_bucket_id text, p_name text) returns text
language sql immutable as $$
  select case
    when p_bucket_id = 'banners' and split_part(p_name, '/', 1) = 'banner-images'
      and array_length(string_to_array(p_name, '/'), 1) >= 3 then split_part(p_name, '/', 2)
    when p_bucket_id = 'website-images' and split_part(p_name, '/', 1) = 'category-images'
      and array_length(string_to_array(p_name, '/'), 1) >= 3 then split_part(p_name, '/', 2)
    when p_bucket_id = 'product-images' and array_length(string_to_array(p_name, '/'), 1) >= 2
      then split_part(p_name, '/', 1)
  end
$$;

create function private.file_size(p_metadata jsonb) returns bigint
language sql immutable as $$
  select case when jsonb_typeof(p_metadata -> 'size') = 'number' then (p_metadata ->> 'size')::bigint
    when jsonb_typeof(p_metadata -> 'contentLength') = 'number' then (p_metadata ->> 'contentLength')::bigint
    else 0 end
$$;

-- The files of a store, with whose folder they lie in: of customers' files that of the person, of the shop's own null.
create function private.stored_files(p_tenant_id text) returns table (owner_id text, bytes bigint)
language sql stable security definer set search_path = '' as $$
  select
    case when file.bucket_id in ('avatars', 'designs', 'order-photos') then split_part(file.name, '/', 2) end,
    private.file_size(file.metadata)
  from (values
    ('avatars', ''), ('designs', ''), ('order-photos', ''), ('print-files', ''), ('product-images', ''),
    ('banners', 'banner-images/'), ('website-images', 'category-images/')
  ) folder (bucket_id, path)
  -- All names that begin with the folder: after "/" comes "0".
  join storage.objects file on file.bucket_id = folder.bucket_id
    and file.name collate "C" >= folder.path || p_tenant_id || '/' and file.name collate "C" < folder.path || p_tenant_id || '0'
$$;

-- Whether a path in `avatars`, `designs` or `order-photos` is below the caller's own folder, in a store they are a customer of.
create function private.is_own_file(p_bucket_id text, p_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_bucket_id in ('avatars', 'designs', 'order-photos')
    and array_length(string_to_array(p_name, '/'), 1) >= 3
    and split_part(p_name, '/', 2) = auth.uid()::text
    and exists (
      select 1 from public.profiles where id = auth.uid() and tenant_id = split_part(p_name, '/', 1)
    );
end
$$;

-- Whether a customer may keep one file more; refuses with why where they may not. Files of one person are counted one after
-- the other.
create function private.has_room_for_file(p_name text, p_metadata jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_tenant_id constant text := split_part(p_name, '/', 1);
  v_files_limit integer := 1000;
  v_storage_mb integer := 500;
  v_files bigint;
  v_bytes numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('files:' || v_tenant_id || auth.uid(), 0));
  select staff_settings.customer_files_limit, staff_settings.customer_storage_mb into v_files_limit, v_storage_mb
  from public.staff_settings where staff_settings.tenant_id = v_tenant_id;
  select count(*), coalesce(sum(kept.size), 0) into v_files, v_bytes from private.personal_files(v_tenant_id, auth.uid()) kept;
  if v_files >= coalesce(v_files_limit, 1000)
    or v_bytes + private.file_size(p_metadata) > coalesce(v_storage_mb, 500) * 1048576.0 then
    perform private.refuse('too_many_files');
  end if;
  return private.has_room_in_store(v_tenant_id, p_metadata);
end
$$;

-- Whether a store may keep one file more; refuses where it may not.
create function private.has_room_in_store(p_tenant_id text, p_metadata jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (
    select coalesce(sum(stored.bytes), 0) + private.file_size(p_metadata) > tenant.storage_limit_mb * 1048576.0
    from public.tenants tenant left join private.stored_files(p_tenant_id) stored on true
    where tenant.id = p_tenant_id group by tenant.id
  ) then
    perform private.refuse('too_many_files', jsonb_build_object('reason', 'store'));
  end if;
  return true;
end
$$;

-- Takes the lock that products hold while their pictures are written, and returns the files of the caller's stores that no
-- product names.
create function private.removable_product_files() returns text[]
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('product-files', 0));
  return array(
    select unused.name from unnest(private.staff_tenants()) staffed (tenant_id)
    cross join lateral unnest(private.unused_files(staffed.tenant_id, null, interval '0')) unused (name)
  );
end
$$;

-- Whether an order that is still to be made has a design with this picture.
create function private.is_to_be_printed(p_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.orders ordered join public.order_lines printed on printed.order_id = ordered.id
    where ordered.tenant_id = split_part(p_name, '/', 1) and ordered.user_id::text = split_part(p_name, '/', 2)
      and ordered.user_id = auth.uid()
      and ordered.status not in ('delivered', 'cancelled', 'refused', 'partly_returned', 'returned')
      and printed.customization #> '{design,elements}'
        @> jsonb_build_array(jsonb_build_object('source', 'designs:' || p_name))
  );
end
$$;

create function private.is_reported_photo(p_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.returns reported where reported.photos <> '{}' and reported.photos @> array[p_name]
  ) or exists (
    select 1 from public.transfers shown where shown.photos <> '{}' and shown.photos @> array[p_name]
  )
$$;

-- Queues photos for removal that were uploaded for a report two days ago and never sent with one, and returns how many. For
-- the server.
create function public.remove_unsent_photos(p_limit integer default 1000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_queued integer;
begin
  perform private.require_service();
  insert into public.file_removals (bucket_id, name)
  select unsent.bucket_id, unsent.name from storage.objects unsent
  where unsent.bucket_id = 'order-photos' and unsent.created_at < now() - interval '2 days'
    and not private.is_reported_photo(unsent.name)
    and not exists (
      select 1 from public.file_removals queued
      where queued.bucket_id = unsent.bucket_id and queued.name = unsent.name
    )
  limit least(greatest(p_limit, 1), 1000);
  get diagnostics v_queued = row_count;
  return v_queued;
end
$$;

-- Policies

create policy "Staff see their store's files" on storage.objects
  for select to authenticated
  using (
    private.shop_file_tenant(bucket_id, name) = any ((select private.staff_tenants())::text[])
    or bucket_id in ('designs', 'print-files', 'avatars', 'order-photos')
      and split_part(name, '/', 1) = any ((select private.customer_tenants())::text[])
  );

create policy "Staff add their store's files" on storage.objects
  for insert to authenticated
  with check (
    private.shop_file_tenant(bucket_id, name) = any ((select private.staff_tenants())::text[])
    and private.has_room_in_store(private.shop_file_tenant(bucket_id, name), metadata)
  );

create policy "Staff remove their store's files" on storage.objects
  for delete to authenticated
  using (private.shop_file_tenant(bucket_id, name) = any ((select private.staff_tenants())::text[]));

create policy "People see their own files" on storage.objects
  for select to authenticated
  using (bucket_id in ('avatars', 'designs', 'order-photos') and private.is_own_file(bucket_id, name));

create policy "People add their own files" on storage.objects
  for insert to authenticated
  with check (private.is_own_file(bucket_id, name) and private.has_room_for_file(name, metadata));

create policy "People remove their own files" on storage.objects
  for delete to authenticated
  using (bucket_id in ('avatars', 'designs', 'order-photos') and private.is_own_file(bucket_id, name));

-- Checked when the file is deleted: a product may have got it since staff's page listed it as unused.
create policy "Nobody removes a picture that a product shows" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'product-images' or name = any ((select private.removable_product_files())::text[]));

create policy "Nobody removes a picture that is still to be printed" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'designs' or not private.is_to_be_printed(name));

create policy "Nobody removes a photo of a reported problem" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'order-photos' or not private.is_reported_photo(name));

call private.add_aal2_policies('storage.objects');

-- Triggers

create function private.hold_product_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('product-files', 0));
  return null;
end
$$;

create trigger product_files_held before insert or update of images, videos on public.products
  for each statement execute function private.hold_product_files();

create trigger product_files_held before insert or update of image on public.product_variants
  for each statement execute function private.hold_product_files();

-- Grants

grant execute on function
  private.shop_file_tenant,
  private.is_own_file,
  private.has_room_for_file,
  private.has_room_in_store,
  private.removable_product_files,
  private.is_to_be_printed,
  private.is_reported_photo
to anon, authenticated;

-- schemas/26_invoice_figures.sql

-- What an accountant asks of a month. All of it comes from rows that are never changed, so that a month that is over stays as it is.

-- Functions

-- The invoices and credit notes of a month, its VAT by rate, the money that came and went back, and the cash that couriers held at its
-- end; amounts in pounds, of credit notes as they are taken off. `p_month` is any day of it, by the shop's calendar. Staff only.
create function public.month_figures(p_tenant_id text, p_month date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from constant timestamptz := date_trunc('month', p_month::timestamp) at time zone 'Africa/Cairo';
  v_until constant timestamptz := (date_trunc('month', p_month::timestamp) + interval '1 month') at time zone 'Africa/Cairo';
begin
  perform private.require_customer_access(p_tenant_id);
  return jsonb_build_object(
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'code', paper.code, 'kind', paper.kind, 'issued_at', paper.issued_at, 'order_number', paper.order_number,
        'customer', coalesce(paper.buyer #>> '{address,full_name}', paper.buyer ->> 'name', ''), 'corrects', bill.code,
        'net', paper.total - paper.tax, 'tax', paper.tax, 'total', paper.total, 'by_rate', (
          select jsonb_agg(to_jsonb(taxed) order by taxed.rate desc)
          from (
            select part.tax_rate * 100 as rate, sum(part.amount) - sum(part.tax) as net, sum(part.tax) as tax,
              sum(part.amount) as total
            from public.invoice_lines part where part.invoice_id = paper.id group by part.tax_rate
          ) taxed
        )) order by paper.issued_at, paper.code), '[]')
      from public.invoices paper left join public.invoices bill on bill.id = paper.corrects_id
      where paper.tenant_id = p_tenant_id and paper.issued_at >= v_from and paper.issued_at < v_until
    ),
    'vat', private.vat_of(p_tenant_id, v_from, v_until),
    'money', (
      select coalesce(jsonb_agg(to_jsonb(booked) order by booked.kind, booked.method), '[]')
      from (
        select entry.kind, entry.method, count(*) as entries, sum(entry.amount) as amount
        from public.payment_entries entry
        where entry.tenant_id = p_tenant_id and entry.kind <> 'charged'
          and entry.created_at >= v_from and entry.created_at < v_until
        group by entry.kind, entry.method
      ) booked
    ),
    'couriers', (
      select coalesce(jsonb_agg(to_jsonb(held) order by held.courier), '[]')
      from (
        select parcel.carrier_name as courier,
          sum(case entry.kind when 'cash_collected' then entry.amount else -entry.amount end) as amount
        from public.payment_entries entry join public.shipments parcel on parcel.id = entry.shipment_id
        where entry.tenant_id = p_tenant_id and entry.kind in ('cash_collected', 'settled') and entry.created_at < v_until
        group by parcel.carrier_name
        having sum(case entry.kind when 'cash_collected' then entry.amount else -entry.amount end) <> 0
      ) held
    ));
end
$$;

create function private.taxed_sum(p_total numeric, p_tax numeric) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('net', p_total - p_tax, 'tax', p_tax, 'total', p_total)
$$;

-- The VAT of a time by rate, in percent: what was invoiced and what was credited of it, each as {"net", "tax", "total"}, and what
-- is left of both.
create function private.vat_of(p_tenant_id text, p_from timestamptz, p_until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('rate', taxed.rate,
    'invoiced', private.taxed_sum(taxed.invoiced, taxed.invoiced_tax),
    'credited', private.taxed_sum(taxed.credited, taxed.credited_tax),
    'left', private.taxed_sum(taxed.invoiced - taxed.credited, taxed.invoiced_tax - taxed.credited_tax)
  ) order by taxed.rate desc), '[]')
  from (
    select part.tax_rate * 100 as rate,
      coalesce(sum(part.amount) filter (where paper.kind = 'invoice'), 0) as invoiced,
      coalesce(sum(part.tax) filter (where paper.kind = 'invoice'), 0) as invoiced_tax,
      coalesce(sum(part.amount) filter (where paper.kind = 'credit_note'), 0) as credited,
      coalesce(sum(part.tax) filter (where paper.kind = 'credit_note'), 0) as credited_tax
    from public.invoices paper join public.invoice_lines part on part.invoice_id = paper.id
    where paper.tenant_id = p_tenant_id and paper.issued_at >= p_from and paper.issued_at < p_until
    group by part.tax_rate
  ) taxed
$$;

-- Grants

grant execute on function public.month_figures to authenticated;

-- schemas/26_report_ledger.sql

-- What reports count.

-- Tables

create type private.sale_event as enum ('sale', 'cancelled', 'returned', 'refund_due');

-- What reports count, written down when it happens and never changed: an order is a sale (1) or is none any more (-1), was
-- cancelled or came back, and by how much what it costs, or what is owed back of it, changed. So a month that is over stays as it
-- was, and the amounts of all days sum up to what orders cost now.
create table private.sales_ledger (
  tenant_id text not null,
  order_id uuid not null,
  event private.sale_event not null,
  sign smallint not null check (sign between -1 and 1),
  amount numeric(12, 2) not null default 0,
  -- What of the amount is for delivery.
  shipping numeric(12, 2) not null default 0,
  happened_at timestamptz not null,
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create index sales_ledger_by_time on private.sales_ledger (tenant_id, event, happened_at)
  include (order_id, sign, amount, shipping);
create index sales_ledger_by_order on private.sales_ledger (tenant_id, order_id);
alter table private.sales_ledger enable row level security;

-- By how many pieces what is sold of a line changed, by what these cost in the cart, and by what discounts and points took off
-- them, written down when it happens.
create table private.pieces_ledger (
  tenant_id text not null,
  order_id uuid not null,
  order_line_id uuid not null,
  quantity integer not null,
  amount numeric(12, 2) not null,
  discount numeric(12, 2) not null default 0,
  points numeric(12, 2) not null default 0,
  happened_at timestamptz not null,
  foreign key (tenant_id, order_line_id) references public.order_lines (tenant_id, id) on delete cascade
);
create index pieces_ledger_by_time on private.pieces_ledger (tenant_id, happened_at)
  include (order_id, order_line_id, quantity, amount, discount, points);
create index pieces_ledger_by_line on private.pieces_ledger (tenant_id, order_line_id);
alter table private.pieces_ledger enable row level security;

-- Functions

-- Whether an order counts as one that was sold. A replacement without a fee does not, nor does one that costs nothing any more.
create function private.is_sale(p_order public.orders) returns boolean
language sql immutable as $$
  select p_order.status in ('pending', 'confirmed', 'in_production', 'partly_sent', 'shipped', 'partly_delivered', 'delivered',
      'return_requested', 'partly_returned')
    and (p_order.charged > 0 or p_order.total = 0 and p_order.replaces_order_id is null)
$$;

-- What is true of an order now, as the ledger has it.
create function private.sale_facts(p_order public.orders)
returns table (event private.sale_event, orders integer, amount numeric, shipping numeric)
language sql immutable as $$
  values
    ('sale'::private.sale_event, private.is_sale(p_order)::integer,
      case when p_order.status = 'awaiting_payment' then 0 else p_order.charged end,
      case when p_order.status = 'awaiting_payment' then 0
        else least(private.delivery_fee(p_order), p_order.charged) end),
    ('cancelled', (p_order.status = 'cancelled')::integer, 0, 0),
    ('returned', (p_order.status = 'returned')::integer, 0, 0),
    ('refund_due', 0, greatest(p_order.received - p_order.given_back - p_order.charged, 0), 0)
$$;

-- How many pieces of a line are sold: those of a sale that were not cancelled, refused or returned. What is sent again is none.
create function private.pieces_sold(p_order public.orders, p_line public.order_lines) returns integer
language sql immutable as $$
  select case when private.is_sale(p_order) and p_order.replaces_order_id is null
    then p_line.quantity - p_line.cancelled - p_line.refused - p_line.returned else 0 end
$$;

-- Brings what the ledger has of a line to what is sold of it. Of discounts and points pieces have their part of the line's share.
create function private.note_line(p_order public.orders, p_line public.order_lines, p_at timestamptz) returns void
language sql as $$
  insert into private.pieces_ledger (tenant_id, order_id, order_line_id, quantity, amount, discount, points, happened_at)
  select p_line.tenant_id, p_line.order_id, p_line.id, present.pieces - past.pieces,
    p_line.unit_price * (present.pieces - past.pieces),
    round(p_line.discount_share * present.pieces / p_line.quantity, 2) - past.discount,
    round(p_line.points_share * present.pieces / p_line.quantity, 2) - past.points, p_at
  from private.pieces_sold(p_order, p_line) present (pieces),
    (
      select coalesce(sum(noted.quantity), 0)::integer as pieces, coalesce(sum(noted.discount), 0) as discount,
        coalesce(sum(noted.points), 0) as points
      from private.pieces_ledger noted
      where noted.tenant_id = p_line.tenant_id and noted.order_line_id = p_line.id
    ) past
  where present.pieces <> past.pieces
$$;

create function private.note_pieces() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  select orders.* into v_order from public.orders where orders.tenant_id = new.tenant_id and orders.id = new.order_id;
  perform private.note_line(v_order, new,
    case when tg_op = 'INSERT' and new.edit_id is null then v_order.created_at else now() end);
  return null;
end
$$;

create function private.note_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.created_at <> old.created_at then
    -- An order that is dated back takes its entries along.
    update private.sales_ledger ledger set happened_at =
      case when ledger.happened_at = old.created_at then new.created_at else new.updated_at end
    where ledger.tenant_id = new.tenant_id and ledger.order_id = new.id;
    update private.pieces_ledger ledger set happened_at =
      case when ledger.happened_at = old.created_at then new.created_at else new.updated_at end
    where (ledger.tenant_id, ledger.order_line_id) in (
      select line.tenant_id, line.id from public.order_lines line where line.order_id = new.id
    );
    update public.payment_entries entry set created_at =
      case when entry.kind in ('charged', 'credit_used') and entry.amount > 0 then new.created_at else new.updated_at end
    where entry.order_id = new.id;
  end if;
  insert into private.sales_ledger (tenant_id, order_id, event, sign, amount, shipping, happened_at)
  select new.tenant_id, new.id, present.event, present.orders - coalesce(past.orders, 0),
    present.amount - coalesce(past.amount, 0), present.shipping - coalesce(past.shipping, 0),
    case tg_op when 'INSERT' then new.created_at else now() end
  from private.sale_facts(new) present
  left join private.sale_facts(old) past on past.event = present.event
  where (present.orders, present.amount, present.shipping)
    is distinct from (coalesce(past.orders, 0), coalesce(past.amount, 0), coalesce(past.shipping, 0));
  if tg_op = 'UPDATE' and private.is_sale(new) <> private.is_sale(old) then
    perform private.note_line(new, line, now()) from public.order_lines line where line.order_id = new.id;
  end if;
  return null;
end
$$;

-- The orders that became sales in a period (net 1), those of before that are none any more (net -1), and by how much what each
-- costs changed in it, and its delivery in that.
create function private.sales_between(p_tenant_id text, p_since timestamptz, p_until timestamptz)
returns table (order_id uuid, net bigint, amount numeric, shipping numeric)
language sql stable as $$
  select ledger.order_id, sum(ledger.sign), sum(ledger.amount), sum(ledger.shipping)
  from private.sales_ledger ledger
  where ledger.tenant_id = p_tenant_id and ledger.event = 'sale'
    and ledger.happened_at >= p_since and ledger.happened_at < p_until
  group by ledger.order_id having sum(ledger.sign) <> 0 or sum(ledger.amount) <> 0 or sum(ledger.shipping) <> 0
$$;

-- By how much what is sold of lines changed in a period, in pieces, in what these cost in the cart and in what discounts and points
-- took off them: below zero where more came off than was sold.
create function private.pieces_between(p_tenant_id text, p_since timestamptz, p_until timestamptz)
returns table (order_id uuid, order_line_id uuid, quantity bigint, amount numeric, discount numeric, points numeric)
language sql stable as $$
  select ledger.order_id, ledger.order_line_id, sum(ledger.quantity), sum(ledger.amount), sum(ledger.discount),
    sum(ledger.points)
  from private.pieces_ledger ledger
  where ledger.tenant_id = p_tenant_id and ledger.happened_at >= p_since and ledger.happened_at < p_until
  group by ledger.order_id, ledger.order_line_id having sum(ledger.quantity) <> 0
$$;

-- How many orders something happened to in a period, and the amount of it.
create function private.ledger_totals(p_tenant_id text, p_event private.sale_event, p_since timestamptz, p_until timestamptz)
returns table (orders bigint, amount numeric)
language sql stable as $$
  select coalesce(sum(ledger.sign), 0)::bigint, coalesce(sum(ledger.amount), 0)
  from private.sales_ledger ledger
  where ledger.tenant_id = p_tenant_id and ledger.event = p_event
    and ledger.happened_at >= p_since and ledger.happened_at < p_until
$$;

-- The sum of entries of orders' ledgers of a kind in a period.
create function private.entries_between(
  p_tenant_id text, p_kind public.payment_entry_kind, p_since timestamptz, p_until timestamptz
) returns numeric
language sql stable as $$
  select coalesce(sum(entry.amount), 0) from public.payment_entries entry
  where entry.tenant_id = p_tenant_id and entry.kind = p_kind and entry.created_at >= p_since and entry.created_at < p_until
$$;

-- What the pieces cost together that arrived in a period: of several parcels of a line each has its part to the piastre.
create function private.delivered_between(p_tenant_id text, p_since timestamptz, p_until timestamptz) returns numeric
language sql stable as $$
  select coalesce(sum(private.line_worth(line, earlier.pieces + part.quantity) - private.line_worth(line, earlier.pieces)), 0)
  from public.shipments parcel
  join public.shipment_lines part on part.shipment_id = parcel.id
  join public.order_lines line on line.id = part.order_line_id
  cross join lateral (
    select coalesce(sum(other.quantity), 0)::integer as pieces
    from public.shipment_lines other join public.shipments sooner on sooner.id = other.shipment_id
    where other.tenant_id = line.tenant_id and other.order_line_id = line.id and sooner.state = 'delivered'
      and (sooner.delivered_at, sooner.id) < (parcel.delivered_at, parcel.id)
  ) earlier
  where parcel.tenant_id = p_tenant_id and parcel.state = 'delivered'
    and parcel.delivered_at >= p_since and parcel.delivered_at < p_until
$$;

create function private.day_start(p_day date) returns timestamptz
language sql immutable as $$ select p_day::timestamp at time zone 'Africa/Cairo' $$;

-- Triggers

create trigger orders_sale_noted after insert or update
  of status, charged, received, given_back, shipping_credited, shipping_difference, created_at on public.orders
  for each row execute function private.note_sale();
create trigger order_lines_pieces_noted after insert or update of cancelled, refused, returned on public.order_lines
  for each row execute function private.note_pieces();

-- schemas/26_reports.sql

-- Reports.

-- Functions

-- Sums over the days of a period, amounts in pounds, as in all reports. Staff only.
create function public.report_totals(p_tenant_id text, p_from date, p_to date) returns table (
  orders bigint, revenue numeric, items bigint, average numeric, discounts numeric, shipping numeric, points_value numeric,
  customers bigint, new_customers bigint, cancelled bigint, returned bigint, refunded numeric, refund_due numeric,
  delivered numeric, cash_with_couriers numeric
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_since constant timestamptz := private.day_start(p_from);
  v_until constant timestamptz := private.day_start(p_to + 1);
begin
  perform private.require_staff(p_tenant_id);
  return query
  with sales as materialized (
    select orders.user_id, sold.net, sold.amount, sold.shipping
    from private.sales_between(p_tenant_id, v_since, v_until) sold
    join public.orders on orders.id = sold.order_id
  ),
  pieces as (
    select coalesce(sum(sold.quantity), 0)::bigint as quantity, coalesce(sum(sold.discount), 0) as discount,
      coalesce(sum(sold.points), 0) as points
    from private.pieces_between(p_tenant_id, v_since, v_until) sold
  )
  select
    count(*) filter (where sales.net > 0), coalesce(sum(sales.amount), 0),
    (select pieces.quantity from pieces),
    coalesce(round(avg(sales.amount) filter (where sales.net > 0), 2), 0),
    (select pieces.discount from pieces), coalesce(sum(sales.shipping), 0), (select pieces.points from pieces),
    count(distinct sales.user_id) filter (where sales.net > 0),
    (
      select count(*) from public.profiles
      where profiles.tenant_id = p_tenant_id
        and profiles.created_at >= v_since and profiles.created_at < v_until
        and profiles.id <> all (private.staff_ids(p_tenant_id))
    ),
    (select totals.orders from private.ledger_totals(p_tenant_id, 'cancelled', v_since, v_until) totals),
    (select totals.orders from private.ledger_totals(p_tenant_id, 'returned', v_since, v_until) totals),
    private.entries_between(p_tenant_id, 'given_back', v_since, v_until),
    -- Still owed at the end of the period.
    (select totals.amount from private.ledger_totals(p_tenant_id, 'refund_due', '-infinity', v_until) totals),
    private.delivered_between(p_tenant_id, v_since, v_until),
    -- Held by couriers at the end of the period.
    private.entries_between(p_tenant_id, 'cash_collected', '-infinity', v_until)
      - private.entries_between(p_tenant_id, 'settled', '-infinity', v_until)
  from sales;
end
$$;

-- One row for each day, week (from Saturday) or month, empty ones included. What happens to an order later, such as a refund,
-- counts on the day that it happens.
create function public.report_sales(p_tenant_id text, p_from date, p_to date, p_bucket text default 'day')
returns table (
  bucket date, orders bigint, revenue numeric, discounts numeric, shipping numeric, refunded numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  if p_bucket is null or p_bucket not in ('day', 'week', 'month') then
    perform private.refuse('invalid_bucket');
  end if;
  if p_to - p_from > 3700 then
    perform private.refuse('range_too_long');
  end if;
  return query
  with days as (
    select moment::date as day, case p_bucket
      when 'day' then moment::date
      -- date_trunc's weeks begin on Monday; the shops' on Saturday.
      when 'week' then (date_trunc('week', moment + interval '2 days') - interval '2 days')::date
      else date_trunc('month', moment)::date
    end as start
    from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') moment
  ),
  happened as (
    select days.start, ledger.order_id, sum(ledger.sign) as net, sum(ledger.amount) as amount,
      sum(ledger.shipping) as shipping
    from private.sales_ledger ledger join days on days.day = private.shop_time(ledger.happened_at)::date
    where ledger.tenant_id = p_tenant_id and ledger.event = 'sale'
      and ledger.happened_at >= private.day_start(p_from) and ledger.happened_at < private.day_start(p_to + 1)
    group by days.start, ledger.order_id
    having sum(ledger.sign) <> 0 or sum(ledger.amount) <> 0 or sum(ledger.shipping) <> 0
  ),
  sold as (
    select happened.start, count(*) filter (where happened.net > 0) as how_many, sum(happened.amount) as revenue,
      sum(happened.shipping) as shipping
    from happened group by happened.start
  ),
  discounted as (
    select days.start, sum(ledger.discount) as amount
    from private.pieces_ledger ledger join days on days.day = private.shop_time(ledger.happened_at)::date
    where ledger.tenant_id = p_tenant_id
      and ledger.happened_at >= private.day_start(p_from) and ledger.happened_at < private.day_start(p_to + 1)
    group by days.start
  ),
  given_back as (
    select days.start, sum(entry.amount) as amount
    from public.payment_entries entry join days on days.day = private.shop_time(entry.created_at)::date
    where entry.tenant_id = p_tenant_id and entry.kind = 'given_back'
      and entry.created_at >= private.day_start(p_from) and entry.created_at < private.day_start(p_to + 1)
    group by days.start
  )
  select buckets.start, coalesce(sold.how_many, 0), coalesce(sold.revenue, 0), coalesce(discounted.amount, 0),
    coalesce(sold.shipping, 0), coalesce(given_back.amount, 0)
  from (select distinct days.start from days) buckets
  left join sold on sold.start = buckets.start
  left join discounted on discounted.start = buckets.start
  left join given_back on given_back.start = buckets.start
  order by buckets.start;
end
$$;

-- What was sold of each product, the highest revenue first.
create function public.report_products(p_tenant_id text, p_from date, p_to date, p_limit integer default 50)
returns table (
  product_id uuid, name text, image text, quantity bigint, revenue numeric, orders bigint, translations jsonb, garment text
)
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  with in_order as (
    -- Deleted products are grouped by the name they were sold under.
    select order_lines.product_id, case when order_lines.product_id is null then order_lines.name end as gone,
      max(order_lines.garment) as garment, sum(pieces.quantity) as quantity, sum(pieces.amount) as revenue
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    group by pieces.order_id, 1, 2
  ),
  sold as (
    select in_order.product_id, in_order.gone, sum(in_order.quantity)::bigint as quantity, sum(in_order.revenue) as revenue,
      count(*) filter (where in_order.quantity > 0) as orders, max(in_order.garment) as garment
    from in_order
    group by in_order.product_id, in_order.gone
    having sum(in_order.quantity) <> 0 or sum(in_order.revenue) <> 0
    order by 4 desc, 3 desc, 1, 2 limit greatest(p_limit, 1)
  )
  select sold.product_id, coalesce(products.name, sold.gone), private.first_picture(products.images), sold.quantity,
    sold.revenue, sold.orders, private.translated_names(products.translations), sold.garment
  from sold left join public.products on products.id = sold.product_id
  order by sold.revenue desc, sold.quantity desc, sold.product_id, sold.gone;
end
$$;

-- What was sold of each category, the highest revenue first.
create function public.report_categories(p_tenant_id text, p_from date, p_to date) returns table (
  category_id uuid, name text, quantity bigint, revenue numeric, translations jsonb
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select categories.id, coalesce(categories.name, 'Uncategorized'), sum(sold.quantity)::bigint, sum(sold.revenue),
    private.translated_names(categories.translations)
  from (
    select order_lines.product_id, sum(pieces.quantity) as quantity, sum(pieces.amount) as revenue
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    group by order_lines.product_id
  ) sold
  left join public.products on products.id = sold.product_id
  left join public.categories on categories.tenant_id = products.tenant_id and categories.id = products.category_id
  group by categories.id, categories.name, categories.translations
  having sum(sold.quantity) <> 0 or sum(sold.revenue) <> 0
  order by 4 desc, 2;
end
$$;

-- What each customer bought, the highest revenue first. For staff who may read customers' data.
create function public.report_customers(p_tenant_id text, p_from date, p_to date, p_limit integer default 50)
returns table (
  user_id uuid, name text, email text, orders bigint, revenue numeric, last_order_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_customer_access(p_tenant_id);
  return query
  with bought as (
    select orders.user_id, count(*) filter (where sales.net > 0) as orders, sum(sales.amount) as revenue,
      max(orders.created_at) as last_order_at
    from private.sales_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) sales
    join public.orders on orders.id = sales.order_id and orders.user_id is not null
    group by orders.user_id
    order by revenue desc, orders.user_id limit greatest(p_limit, 1)
  )
  select bought.user_id, profiles.name, profiles.email, bought.orders, bought.revenue, bought.last_order_at
  from bought join public.profiles on profiles.id = bought.user_id and profiles.tenant_id = p_tenant_id
  order by bought.revenue desc, bought.user_id;
end
$$;

-- What was sold of each variant. Lines of before, and of variants that are gone, are grouped by what they were called.
create function public.report_variants(p_tenant_id text, p_from date, p_to date, p_limit integer default 50)
returns table (
  product_id uuid, variant_id uuid, name text, variant text, sku text, image text, quantity bigint, revenue numeric,
  orders bigint, translations jsonb, garment text
)
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  with in_order as (
    select order_lines.product_id, order_lines.variant_id,
      case when order_lines.product_id is null then order_lines.name end as gone,
      case when order_lines.variant_id is null then (
        select string_agg(chosen ->> 'value', ' / ' order by place)
        from jsonb_array_elements(order_lines.options) with ordinality options (chosen, place)
      ) end as called,
      case when order_lines.variant_id is null then order_lines.sku end as sku,
      max(order_lines.garment) as garment, sum(pieces.quantity) as quantity, sum(pieces.amount) as revenue
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    group by pieces.order_id, 1, 2, 3, 4, 5
  ),
  sold as (
    select in_order.product_id, in_order.variant_id, in_order.gone, in_order.called, in_order.sku,
      sum(in_order.quantity)::bigint as quantity, sum(in_order.revenue) as revenue,
      count(*) filter (where in_order.quantity > 0) as orders, max(in_order.garment) as garment
    from in_order
    group by 1, 2, 3, 4, 5
    having sum(in_order.quantity) <> 0 or sum(in_order.revenue) <> 0
    order by 7 desc, 6 desc, 1, 2, 3, 4 limit greatest(p_limit, 1)
  )
  select sold.product_id, sold.variant_id, coalesce(products.name, sold.gone),
    coalesce(private.variant_name(product_variants.option1, product_variants.option2, product_variants.option3), sold.called,
      ''), coalesce(product_variants.sku, sold.sku),
    coalesce(product_variants.image, private.first_picture(products.images)), sold.quantity, sold.revenue, sold.orders,
    private.translated_names(products.translations, product_variants), sold.garment
  from sold
  left join public.products on products.id = sold.product_id
  left join public.product_variants on product_variants.id = sold.variant_id
  order by sold.revenue desc, sold.quantity desc, sold.product_id, sold.variant_id, sold.gone, sold.called;
end
$$;

-- What is sold by how long its stock will last at the pace of the given days, the shortest first.
create function public.report_stock(p_tenant_id text, p_from date, p_to date, p_limit integer default 100)
returns table (
  product_id uuid, variant_id uuid, name text, variant text, sku text, image text, stock integer, sold bigint,
  days_left numeric, worth numeric, translations jsonb
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  with sold as (
    select order_lines.variant_id, sum(pieces.quantity) as quantity
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    join public.order_lines on order_lines.id = pieces.order_line_id
    where order_lines.variant_id is not null
    group by order_lines.variant_id having sum(pieces.quantity) > 0
  )
  select products.id, product_variants.id, products.name,
    private.variant_name(product_variants.option1, product_variants.option2, product_variants.option3), product_variants.sku,
    coalesce(product_variants.image, private.first_picture(products.images)), product_variants.stock,
    coalesce(sold.quantity, 0)::bigint,
    round(product_variants.stock * (p_to - p_from + 1)::numeric / sold.quantity, 1),
    product_variants.stock * coalesce(product_variants.price, products.price),
    private.translated_names(products.translations, product_variants)
  from public.products
  join public.product_variants on product_variants.product_id = products.id and product_variants.is_active
  left join sold on sold.variant_id = product_variants.id
  where products.tenant_id = p_tenant_id and products.is_active
  order by case when product_variants.stock = 0 then 0
    else product_variants.stock * (p_to - p_from + 1)::numeric / sold.quantity end nulls last, product_variants.stock,
    products.name, products.id, product_variants.position, product_variants.id
  limit greatest(p_limit, 1);
end
$$;

-- How often each code was used, what it took off the pieces that stayed sold, and the revenue of its orders.
create function public.report_discounts(p_tenant_id text, p_from date, p_to date) returns table (
  discount_id uuid, code text, kind public.discount_kind, uses bigint, given numeric, revenue numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  with given as (
    select pieces.order_id, sum(pieces.discount) as amount
    from private.pieces_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) pieces
    group by pieces.order_id
  )
  select discounts.id, coalesce(discounts.code, orders.discount_code), discounts.kind,
    count(*) filter (where sales.net > 0),
    -- A line's share has what staff took off as well.
    coalesce(sum(round(given.amount * orders.discount_total
      / nullif(orders.discount_total + orders.manual_discount, 0), 2)), 0),
    coalesce(sum(sales.amount), 0)
  from private.sales_between(p_tenant_id, private.day_start(p_from), private.day_start(p_to + 1)) sales
  full join given using (order_id)
  join public.orders on orders.id = order_id and orders.discount_code is not null
  left join public.discounts on discounts.tenant_id = orders.tenant_id and discounts.id = orders.discount_id
  group by discounts.id, coalesce(discounts.code, orders.discount_code), discounts.kind
  order by 4 desc, 2;
end
$$;

-- How delivery slots were chosen, by the day of delivery.
create function public.report_slots(p_tenant_id text, p_from date, p_to date) returns table (
  slot_id uuid, day_of_week smallint, from_time time, to_time time, capacity integer, orders bigint, days bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff(p_tenant_id);
  return query
  select delivery_slots.id, delivery_slots.day_of_week, delivery_slots.from_time, delivery_slots.to_time,
    delivery_slots.capacity, count(orders.id), count(distinct orders.slot_date)
  from public.delivery_slots
  left join public.orders on orders.tenant_id = delivery_slots.tenant_id and orders.slot_id = delivery_slots.id
    and orders.slot_date between p_from and p_to
    and orders.status not in ('awaiting_payment', 'cancelled')
  where delivery_slots.tenant_id = p_tenant_id
  group by delivery_slots.id
  order by delivery_slots.day_of_week, delivery_slots.from_time, delivery_slots.id;
end
$$;

-- Whose files fill the store's storage, largest first; the shop's own have no person. Staff only.
create function public.report_files(p_tenant_id text, p_limit integer default null) returns table (
  user_id uuid, name text, email text, files bigint, megabytes numeric
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_customer_access(p_tenant_id);
  return query
  select profile.id, coalesce(profile.name, ''), coalesce(profile.email, ''), counted.files, round(counted.bytes / 1048576.0, 1)
  from (
    select stored.owner_id, count(*) as files, sum(stored.bytes) as bytes
    from private.stored_files(p_tenant_id) stored group by stored.owner_id
  ) counted
  left join public.profiles profile on profile.tenant_id = p_tenant_id and profile.id::text = counted.owner_id
  order by counted.bytes desc, counted.owner_id
  limit p_limit;
end
$$;

-- The rows of a report in its order: all of them, or the first so many. `p_report` is sales (by day), products, variants,
-- categories, customers, stock, discounts, slots or files (of today). Staff only.
create function public.report_rows(
  p_tenant_id text, p_report text, p_from date, p_to date, p_limit integer default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit integer := greatest(coalesce(p_limit, 2147483647), 1);
  v_rows jsonb;
begin
  perform private.require_staff(p_tenant_id);
  case p_report
    when 'sales' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_sales(p_tenant_id, p_from, p_to, 'day') limit v_limit) listed;
    when 'products' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_products(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'variants' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_variants(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'categories' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_categories(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'customers' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_customers(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'stock' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_stock(p_tenant_id, p_from, p_to, v_limit) listed;
    when 'discounts' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_discounts(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'slots' then
      select jsonb_agg(to_jsonb(listed)) into v_rows
      from (select * from public.report_slots(p_tenant_id, p_from, p_to) limit v_limit) listed;
    when 'files' then
      select jsonb_agg(to_jsonb(listed)) into v_rows from public.report_files(p_tenant_id, v_limit) listed;
    else
      perform private.refuse('unknown_report');
  end case;
  return coalesce(v_rows, '[]');
end
$$;

-- Grants

grant execute on function
  public.report_totals,
  public.report_sales,
  public.report_products,
  public.report_categories,
  public.report_customers,
  public.report_stock,
  public.report_variants,
  public.report_discounts,
  public.report_slots,
  public.report_files,
  public.report_rows
to authenticated;

-- schemas/27_back_office.sql

-- What the back office looks up.

-- Tables

-- How somebody of a store's staff likes to look at a list: the filters and the order of an address, under a name.
-- Each person's own; no data of the store, so not in the audit log.
create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- Which list.
  page text not null check (page ~ '^[a-z-]{1,40}$'),
  name text not null check (length(btrim(name)) between 1 and 60),
  -- As it stands in the address, without the question mark.
  query text not null default '' check (length(query) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, tenant_id, page, name)
);
create index saved_views_by_tenant on public.saved_views (tenant_id);
alter table public.saved_views enable row level security;

-- How the columns of other shops' files were matched by hand with the store's own, by the headings of the file, one a
-- line. All staff of a store share them; they say nothing of what is sold, so they are not in the audit log.
create table public.import_columns (
  id uuid primary key default gen_random_uuid(),
  tenant_id text not null references public.tenants (id) on delete cascade,
  headings text not null check (headings <> '' and length(headings) <= 50000),
  -- Headings may be too long for an index.
  headings_key text not null generated always as (md5(headings)) stored,
  -- The store's column for each of the file's; '' where it has none.
  columns jsonb not null check (jsonb_typeof(columns) = 'object' and length(columns::text) <= 100000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, headings_key)
);
alter table public.import_columns enable row level security;

-- Policies

create policy "Staff read how their store reads files" on public.import_columns
  for select to authenticated using (tenant_id = any ((select private.staff_tenants())::text[]));

call private.add_staff_policies('public.import_columns', 'matched columns');

create policy "Staff read their own views" on public.saved_views
  for select to authenticated
  using (user_id = (select auth.uid()) and tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff save views for themselves" on public.saved_views
  for insert to authenticated
  with check (user_id = (select auth.uid()) and tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff change their own views" on public.saved_views
  for update to authenticated
  using (user_id = (select auth.uid()) and tenant_id = any ((select private.staff_tenants())::text[]))
  with check (user_id = (select auth.uid()) and tenant_id = any ((select private.staff_tenants())::text[]));

create policy "Staff delete their own views" on public.saved_views
  for delete to authenticated
  using (user_id = (select auth.uid()) and tenant_id = any ((select private.staff_tenants())::text[]));

call private.add_aal2_policies('public.saved_views');

-- Functions

-- Who works for a store: they are no customers.
create function private.staff_ids(p_tenant_id text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select user_id from public.user_roles
    where role >= 'admin' and (tenant_id = p_tenant_id or tenant_id is null)
  );
end
$$;

-- What customers of a store bought in all. Staff only.
create function public.customer_totals(p_tenant_id text, p_user_ids uuid[]) returns table (
  user_id uuid, orders bigint, revenue numeric, last_order_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_customer_access(p_tenant_id);
  return query
  select orders.user_id, count(*), sum(orders.charged), max(orders.created_at)
  from public.orders
  where orders.tenant_id = p_tenant_id and orders.user_id = any (p_user_ids)
    and private.is_sale(orders.*)
  group by orders.user_id;
end
$$;

-- The digits that a phone number found by this text begins with; null where it is no phone number, or too short.
create function private.phone_search_digits(p_text text) returns text
language sql immutable as $$
  select private.national_digits(p_text) || '%'
  where p_text ~ '^[-+0-9 ()./]+$' and length(private.national_digits(p_text)) between 4 and 15
$$;

-- A condition on the expression of a phone number, for a text that it begins or ends with; null where it is no number.
-- The patterns are constants in it, so that it is planned for them.
create function private.phone_condition(p_digits text, p_text text) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' or ',
    p_digits || ' like ' || quote_literal(private.phone_search_digits(p_text)),
    'reverse(' || p_digits || ') like ' || quote_literal(reverse(typed.digits) || '%'))
  from (select regexp_replace(p_text, '[^0-9]', '', 'g') as digits) typed
  where p_text ~ '^[-+0-9 ()./]+$' and length(typed.digits) between 3 and 15
$$;

create function private.orders_by_phone(p_tenant_id text, p_phone text, p_limit integer)
returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  v_condition text := private.phone_condition('private.national_digits(o.address ->> ''phone'')', p_phone);
begin
  if v_condition is not null then
    return query execute format(
      'select o.* from public.orders o where o.tenant_id = %L and (%s) order by o.created_at desc, o.id limit %s',
      p_tenant_id, v_condition, p_limit);
  end if;
end
$$;

create function private.people_by_phone(p_tenant_id text, p_phone text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ids uuid[] := '{}';
  v_condition text := private.phone_condition('private.national_digits(p.phone)', p_phone);
begin
  if v_condition is not null then
    execute format(
      'select array(
        select p.id from public.profiles p where p.tenant_id = %L and p.phone is not null and (%s) limit 200
      )', p_tenant_id, v_condition) into v_ids;
    v_ids := v_ids || array(
      select called.user_id from private.orders_by_phone(p_tenant_id, p_phone, 200) called where called.user_id is not null
    );
  end if;
  return v_ids;
end
$$;

-- The customers with a tag, or those who are blocked; null where neither is asked for.
create function private.marked_customers(p_tenant_id text, p_tag text, p_blocked boolean) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select case when p_blocked or p_tag <> '' then array(
    select user_id from public.customer_records
    where tenant_id = p_tenant_id and (p_tag = '' or tags @> array[p_tag]) and (not p_blocked or blocked_reason is not null)
  ) end
$$;

-- Whether a profile is of a customer, is found by a pattern or by a phone number that leads to the callers, and is marked.
create function private.is_wanted_customer(
  p_profile public.profiles, p_pattern text, p_callers uuid[], p_staff uuid[], p_marked uuid[]
) returns boolean
language sql stable as $$
  select (p_pattern = '%%' or p_profile.name ilike p_pattern or p_profile.email ilike p_pattern or p_profile.phone ilike p_pattern
      or p_profile.id = any (p_callers))
    and p_profile.id <> all (p_staff) and (p_marked is null or p_profile.id = any (p_marked))
$$;

-- The customers of a store by name, e-mail address or phone number, including the numbers that their orders went to.
create function public.list_customers(
  p_tenant_id text, p_search text default '', p_sort text default '-joined', p_limit integer default 25,
  p_offset integer default 0, p_tag text default '', p_blocked boolean default false
) returns table (
  id uuid, name text, email text, phone text, points integer, joined timestamptz, orders bigint, spent numeric,
  last_order_at timestamptz, tags text[], is_blocked boolean, found bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 25), 1), 200);
  v_offset integer := greatest(coalesce(p_offset, 0), 0);
  v_pattern text := '%' || replace(replace(replace(btrim(coalesce(p_search, '')), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_callers uuid[];
  v_staff uuid[] := private.staff_ids(p_tenant_id);
  v_marked uuid[];
  v_found bigint;
begin
  perform private.require_customer_access(p_tenant_id);
  v_marked := private.marked_customers(p_tenant_id, p_tag, p_blocked);
  v_callers := private.people_by_phone(p_tenant_id, p_search);
  select count(*) into v_found from public.profiles
  where profiles.tenant_id = p_tenant_id
    and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked);

  if ltrim(p_sort, '-') in ('spent', 'orders', 'last') then
    return query
    select profiles.id, profiles.name, profiles.email, profiles.phone, profiles.points, profiles.created_at,
      coalesce(bought.how_many, 0), coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
      customer_records.blocked_reason is not null, v_found
    from public.profiles
    left join public.customer_records on customer_records.tenant_id = profiles.tenant_id
      and customer_records.user_id = profiles.id
    left join (
      select orders.user_id, count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
      from public.orders
      where orders.tenant_id = p_tenant_id and orders.user_id is not null and private.is_sale(orders.*)
      group by orders.user_id
    ) bought on bought.user_id = profiles.id
    where profiles.tenant_id = p_tenant_id
      and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked)
    order by
      case p_sort
        when 'spent' then coalesce(bought.total, 0)
        when '-spent' then -coalesce(bought.total, 0)
        when 'orders' then coalesce(bought.how_many, 0)
        when '-orders' then -coalesce(bought.how_many, 0)
        when 'last' then extract(epoch from bought.latest)
        when '-last' then -extract(epoch from bought.latest)
      end nulls last,
      profiles.created_at desc, profiles.id
    limit v_limit offset v_offset;
    return;
  end if;
  return query
  with page as (
    select profiles.id, profiles.name, profiles.email, profiles.phone, profiles.points, profiles.created_at,
      row_number() over (order by
        case when p_sort = 'name' then lower(profiles.name) end, case when p_sort = '-name' then lower(profiles.name) end desc,
        case p_sort when 'points' then profiles.points when '-points' then -profiles.points end,
        case when p_sort = 'joined' then profiles.created_at end, profiles.created_at desc, profiles.id) as place
    from public.profiles
    where profiles.tenant_id = p_tenant_id
      and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked)
    order by place
    limit v_limit offset v_offset
  )
  select page.id, page.name, page.email, page.phone, page.points, page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null, v_found
  from page
  left join public.customer_records on customer_records.tenant_id = p_tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = p_tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.place;
end
$$;

-- The customers that list_customers finds, by id and after one of them: the same cost however far, and none twice or
-- missing where people come and go between two calls.
create function public.customers_after(
  p_tenant_id text, p_search text default '', p_tag text default '', p_blocked boolean default false,
  p_after uuid default null, p_limit integer default 500
) returns table (
  id uuid, name text, email text, phone text, points integer, joined timestamptz, orders bigint, spent numeric,
  last_order_at timestamptz, tags text[], is_blocked boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_limit integer := least(greatest(coalesce(p_limit, 500), 1), 500);
  v_pattern text := '%' || replace(replace(replace(btrim(coalesce(p_search, '')), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_callers uuid[];
  v_staff uuid[] := private.staff_ids(p_tenant_id);
  v_marked uuid[];
begin
  perform private.require_customer_access(p_tenant_id);
  v_marked := private.marked_customers(p_tenant_id, p_tag, p_blocked);
  v_callers := private.people_by_phone(p_tenant_id, p_search);
  return query
  with page as (
    select profiles.* from public.profiles
    where profiles.tenant_id = p_tenant_id and (p_after is null or profiles.id > p_after)
      and private.is_wanted_customer(profiles, v_pattern, v_callers, v_staff, v_marked)
    order by profiles.id
    limit v_limit
  )
  select page.id, page.name, page.email, page.phone, page.points, page.created_at, coalesce(bought.how_many, 0),
    coalesce(bought.total, 0), bought.latest, coalesce(customer_records.tags, '{}'),
    customer_records.blocked_reason is not null
  from page
  left join public.customer_records on customer_records.tenant_id = p_tenant_id and customer_records.user_id = page.id
  left join lateral (
    select count(*) as how_many, sum(orders.charged) as total, max(orders.created_at) as latest
    from public.orders
    where orders.user_id = page.id and orders.tenant_id = p_tenant_id and private.is_sale(orders.*)
  ) bought on true
  order by page.id;
end
$$;

-- Who has to do with an order: {"names": the names of the people who did something with it, by their ids, and what became of the
-- parcels of its "customer" and of those to its "phone", as delivery_record says it}; null of an order that is not there. Staff only.
create function public.order_people(p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_ids uuid[];
begin
  select orders.* into v_order from public.orders where orders.id = p_order_id;
  if not found then
    return null;
  end if;
  perform private.require_customer_access(v_order.tenant_id);
  v_ids := array(
    select v_order.placed_by
    union select event.actor_id from public.order_events event where event.order_id = p_order_id
    union select event.actor_id from public.shipment_events event
      join public.shipments parcel on parcel.id = event.shipment_id where parcel.order_id = p_order_id
    union select entry.actor_id from public.payment_entries entry where entry.order_id = p_order_id
    union select edit.proposed_by from public.order_edits edit where edit.order_id = p_order_id
    union select edit.decided_by from public.order_edits edit where edit.order_id = p_order_id
    union select refund.created_by from public.refunds refund where refund.order_id = p_order_id
  );
  return private.delivery_history(v_order.tenant_id, v_order.user_id, v_order.address ->> 'phone') || jsonb_build_object('names', (
    select coalesce(jsonb_object_agg(person.id, coalesce(nullif(person.name, ''), person.email, '')), '{}')
    from public.profiles person where person.tenant_id = v_order.tenant_id and person.id = any (v_ids)
  ));
end
$$;

-- The orders and customers of a store that a phone number leads to, or its beginning, the newest orders first. `kind` is
-- 'order' or 'customer', `about` the customer of an order and the address of a customer. Staff only.
create function public.find_by_phone(p_tenant_id text, p_phone text, p_limit integer default 5)
returns table (kind text, id uuid, name text, about text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit integer := least(greatest(coalesce(p_limit, 5), 1), 50);
begin
  perform private.require_customer_access(p_tenant_id);
  return query
  select 'order', found.id, found.number, found.customer_name from private.orders_by_phone(p_tenant_id, p_phone, v_limit) found
  order by found.created_at desc;
  return query
  select 'customer', profiles.id, coalesce(profiles.name, ''), coalesce(profiles.email, '') from public.profiles
  where profiles.tenant_id = p_tenant_id and profiles.id = any (private.people_by_phone(p_tenant_id, p_phone))
  order by profiles.name, profiles.id limit v_limit;
end
$$;

-- Triggers

call private.fix_columns('public.saved_views', '{id,tenant_id,user_id}');
call private.fix_columns('public.import_columns', '{id,tenant_id,headings}');

create trigger touched before update on public.import_columns
  for each row execute function private.touch_updated_at();

create trigger touched before update on public.saved_views
  for each row execute function private.touch_updated_at();

-- Grants

grant select, delete on public.import_columns to authenticated;
grant insert (tenant_id, headings, columns), update (tenant_id, headings, columns) on public.import_columns to authenticated;
grant select, delete on public.saved_views to authenticated;
grant insert (tenant_id, page, name, query) on public.saved_views to authenticated;
grant update (tenant_id, page, name, query) on public.saved_views to authenticated;
grant execute on function public.customer_totals, public.list_customers, public.customers_after, public.find_by_phone, public.order_people
  to authenticated;

-- schemas/27_dashboard.sql

-- The dashboard of the back office.

-- Functions

-- Orders and revenue by the day of the shop, of days with any.
create function private.daily_sales(p_tenant_id text, p_since timestamptz, p_until timestamptz)
returns table (bucket date, orders bigint, revenue numeric)
language sql stable as $$
  select sold.day, count(*) filter (where sold.net > 0), sum(sold.amount)
  from (
    select private.shop_time(ledger.happened_at)::date as day, ledger.order_id, sum(ledger.sign) as net,
      sum(ledger.amount) as amount
    from private.sales_ledger ledger
    where ledger.tenant_id = p_tenant_id and ledger.event = 'sale'
      and ledger.happened_at >= p_since and ledger.happened_at < p_until
    group by 1, 2 having sum(ledger.sign) <> 0 or sum(ledger.amount) <> 0
  ) sold
  group by sold.day
$$;

-- Orders and revenue of each of 60 days up to one: [{"day", "orders", "revenue"}].
create function private.sales_by_day(p_tenant_id text, p_today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('day', days.day, 'orders', coalesce(sold.orders, 0),
  'revenue', coalesce(sold.revenue, 0)) order by days.day)
  from (select p_today - ago as day from generate_series(0, 59) ago) days
  left join (
    select daily.bucket as day, daily.orders, daily.revenue
    from private.daily_sales(p_tenant_id, private.day_start(p_today - 59), 'infinity') daily
  ) sold on sold.day = days.day
$$;

-- The last 1, 7 and 30 of the days, each with as much time before it: a morning is not less than a whole day.
create function private.sales_compared(p_tenant_id text, p_today date, p_days jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(compared.days, jsonb_build_object(
    'orders', compared.orders, 'revenue', compared.revenue,
    'orders_before', compared.orders_before, 'revenue_before', compared.revenue_before))
  from (
    select spans.days,
      coalesce(sum(daily.orders) filter (where daily.day > p_today - spans.days), 0) as orders,
      coalesce(sum(daily.revenue) filter (where daily.day > p_today - spans.days), 0) as revenue,
      coalesce(sum(daily.orders) filter (where daily.day <= p_today - spans.days), 0) - listed.orders as orders_before,
      coalesce(sum(daily.revenue) filter (where daily.day <= p_today - spans.days), 0) - listed.revenue as revenue_before
    from (values (1), (7), (30)) as spans (days)
    join jsonb_to_recordset(p_days) as daily (day date, orders bigint, revenue numeric)
      on daily.day > p_today - 2 * spans.days
    -- What was sold later than now on the last day of the period before.
    cross join lateral (
      select coalesce(sum(later.orders), 0)::bigint as orders, coalesce(sum(later.revenue), 0) as revenue
      from private.daily_sales(p_tenant_id, now() - make_interval(days => spans.days),
        private.day_start(p_today - spans.days + 1)) later
    ) listed
    group by spans.days, listed.orders, listed.revenue
  ) compared
$$;

-- The six variants that run out first.
create function private.running_out(p_tenant_id text, p_low integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_agg(to_jsonb(low) - 'position' order by low.stock, low.name, low.id, low.position, low.variant_id) from (
      select products.id, product_variants.id as variant_id, products.name,
        private.translated_names(products.translations, product_variants) as translations,
        private.variant_name(product_variants.option1, product_variants.option2, product_variants.option3) as variant,
        product_variants.sku,
        coalesce(product_variants.image, private.first_picture(products.images)) as image, product_variants.stock,
        product_variants.position
      from public.products join public.product_variants on product_variants.product_id = products.id
        and product_variants.is_active
      where products.tenant_id = p_tenant_id and products.is_active and product_variants.stock <= p_low
      order by product_variants.stock, products.name, products.id, product_variants.position, product_variants.id limit 6
    ) low
  ), '[]')
$$;

-- What was sold, arrived and was given back in the last 30 days, as the reports of these days have it, the cash that couriers
-- hold now, and what of it for longer than two weeks.
create function private.money_of_days(p_tenant_id text, p_today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'sold', (select totals.amount from private.ledger_totals(p_tenant_id, 'sale', days.since, 'infinity') totals),
    'delivered', private.delivered_between(p_tenant_id, days.since, 'infinity'),
    'given_back', private.entries_between(p_tenant_id, 'given_back', days.since, 'infinity'),
    'cash_with_couriers', (
      select coalesce(sum(orders.at_courier), 0) from public.orders
      where orders.tenant_id = p_tenant_id and orders.at_courier > 0
    ),
    'cash_overdue', (
      select coalesce(sum(parcel.cash_collected), 0) from public.shipments parcel
      where parcel.tenant_id = p_tenant_id and parcel.cash_collected > 0 and parcel.settled_at is null
        and parcel.delivered_at < now() - interval '14 days'
    ))
  from (select private.day_start(p_today - 29) as since) days
$$;

-- Messages are counted that wait for an answer, read or not.
create function public.dashboard(p_tenant_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_today date := private.shop_time()::date;
  v_low integer;
  v_days jsonb;
begin
  perform private.require_customer_access(p_tenant_id);
  v_low := coalesce(
    (select low_stock_threshold from public.staff_settings where tenant_id = p_tenant_id), private.low_stock());
  v_days := private.sales_by_day(p_tenant_id, v_today);
  return jsonb_build_object(
    'sales', private.sales_compared(p_tenant_id, v_today, v_days),
    'days', (select jsonb_agg(value order by place)
      from jsonb_array_elements(v_days) with ordinality days (value, place) where place > 30),
    'orders', coalesce((
      select jsonb_object_agg(sold.status, sold.how_many) from (
        select orders.status, count(*) as how_many from public.orders where orders.tenant_id = p_tenant_id group by orders.status
      ) sold
    ), '{}'),
    'latest', coalesce((
      select jsonb_agg(to_jsonb(listed) order by listed.created_at desc, listed.id) from (
        select id, number, status, total, customer_name, created_at from public.orders
        where tenant_id = p_tenant_id order by created_at desc, id limit 8
      ) listed
    ), '[]'),
    'best_sellers', coalesce((
      select jsonb_agg(to_jsonb(best)) from public.report_products(p_tenant_id, v_today - 29, v_today, 5) best where best.quantity > 0
    ), '[]'),
    'running_out', private.running_out(p_tenant_id, v_low),
    'low_stock', (
      select count(*) from public.products where tenant_id = p_tenant_id and is_active and stock <= v_low
    ),
    'sold_out', (
      select count(*) from public.products where tenant_id = p_tenant_id and is_active and stock = 0
    ),
    'payments_to_confirm', (
      select count(*) from public.orders
      where tenant_id = p_tenant_id and status = 'awaiting_payment' and payment_method = 'bank_transfer'
    ),
    'refunds_due', (
      select count(*) from public.orders where orders.tenant_id = p_tenant_id and orders.payment_status = 'refund_due'
    ),
    'money', private.money_of_days(p_tenant_id, v_today),
    'problems_reported', (
      select count(*) from public.orders where orders.tenant_id = p_tenant_id and orders.status = 'return_requested'
    ),
    'reviews_waiting', (
      select count(*) from public.reviews where tenant_id = p_tenant_id and status = 'pending'
    ),
    'messages_waiting', (
      select count(*) from public.conversations
      where tenant_id = p_tenant_id and is_open and answered_at is null
    )
  );
end
$$;

-- Grants

grant execute on function public.dashboard to authenticated;

-- schemas/28_personal_data.sql

-- What a store has about a person: taking it along, and deleting it.

-- Tables

-- Files of people who are gone, until the server has removed them from the storage.
create table public.file_removals (
  id bigint generated always as identity primary key,
  bucket_id text not null,
  name text not null,
  created_at timestamptz not null default now()
);
alter table public.file_removals enable row level security;

-- Functions

-- As what the caller exports or deletes somebody's data: as a shopper their own, as staff, who must be a super admin, a
-- customer's, or as the system.
create function private.personal_data_actor(p_tenant_id text, p_user_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_actor constant text := case
    when private.is_service() then 'system' when p_user_id = auth.uid() then 'shopper' else 'staff' end;
begin
  if v_actor = 'staff' and not coalesce(p_tenant_id = any (private.super_admin_tenants()), false) then
    perform private.refuse('super_admin_only');
  end if;
  if v_actor = 'staff' then
    perform private.require_customer_access(p_tenant_id);
  end if;
  perform private.require_aal();
  if not exists (select 1 from public.profiles where id = p_user_id and tenant_id = p_tenant_id) then
    perform private.refuse('unknown_person');
  end if;
  return v_actor;
end
$$;

-- Refuses a session whose person has not shown who they are within the last ten minutes, by password or otherwise.
create function private.require_fresh_sign_in() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_methods constant jsonb := coalesce(auth.jwt() -> 'amr', '[]');
begin
  if not jsonb_path_exists(v_methods, '$[*].timestamp ? (@ > $since)',
    jsonb_build_object('since', extract(epoch from now() - interval '10 minutes'))) then
    perform private.refuse('sign_in_again');
  end if;
end
$$;

create function private.personal_files(p_tenant_id text, p_user_id uuid)
returns table (bucket_id text, name text, size bigint, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select objects.bucket_id, objects.name, (objects.metadata ->> 'size')::bigint, objects.created_at from storage.objects
  where objects.bucket_id in ('avatars', 'designs', 'order-photos')
    and objects.name collate "C" >= p_tenant_id || '/' || p_user_id || '/'
    and objects.name collate "C" < p_tenant_id || '/' || p_user_id || '0'
$$;

-- A person's orders with what happened to them, as far as shoppers are told.
create function private.personal_orders(p_tenant_id text, p_user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    private.order_json(orders) - '{tenant_id,user_id}'::text[] || jsonb_build_object('history', (
      select jsonb_agg(jsonb_build_object('at', created_at, 'by', actor, 'from', from_status, 'to', to_status,
        'note', note, 'remark', remark ->> 'code') order by created_at)
      from public.order_events where order_id = orders.id and not is_internal
    ), 'parcels', (
      select jsonb_agg(to_jsonb(parcel) - '{tenant_id,order_id,created_by}'::text[] order by parcel.number)
      from public.shipments parcel where parcel.order_id = orders.id
    ), 'returns', (
      select jsonb_agg(private.return_json(back.id) - 'order_id' order by back.number)
      from public.returns back where back.order_id = orders.id
    ), 'changes', (
      select jsonb_agg(to_jsonb(edit) - '{tenant_id,order_id,proposed_by,decided_by}'::text[] order by edit.number)
      from public.order_edits edit where edit.order_id = orders.id
    ), 'refunds', (
      select jsonb_agg(to_jsonb(refund) - '{tenant_id,order_id,created_by}'::text[] order by refund.number)
      from public.refunds refund where refund.order_id = orders.id
    ), 'transfers', (
      select jsonb_agg(to_jsonb(transfer) - '{tenant_id,order_id,checked_by}'::text[] order by transfer.created_at)
      from public.transfers transfer where transfer.order_id = orders.id
    ), 'messages', (
      select jsonb_agg(jsonb_build_object('at', message.created_at, 'about', message.kind, 'channel', message.channel,
        'to', message.recipient, 'state', message.state, 'sent_at', message.sent_at, 'papers', message.papers)
        order by message.created_at)
      from public.order_messages message where message.order_id = orders.id
    ), 'payments', (
      select jsonb_agg(jsonb_build_object('at', entry.created_at, 'kind', entry.kind, 'amount', entry.amount,
        'method', entry.method, 'reference', entry.reference) order by entry.id)
      from public.payment_entries entry where entry.order_id = orders.id
    ), 'invoices', (
      select jsonb_agg(to_jsonb(paper) - '{tenant_id,order_id}'::text[] || jsonb_build_object('lines', (
        select jsonb_agg(to_jsonb(part) - '{id,tenant_id,invoice_id}'::text[] order by part.position)
        from public.invoice_lines part where part.invoice_id = paper.id
      )) order by paper.issued_at)
      from public.invoices paper where paper.order_id = orders.id
    )) order by created_at), '[]')
  from public.orders where user_id = p_user_id and tenant_id = p_tenant_id
$$;

-- Everything that a store has about a person, for themselves; or for a customer who asked, by a super admin.
create function public.export_personal_data(p_tenant_id text, p_user_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor constant text := private.personal_data_actor(p_tenant_id, v_user_id);
  v_own constant text[] := '{tenant_id,user_id}';
begin
  return jsonb_build_object(
    'store', p_tenant_id,
    'exported_at', now(),
    'account', (
      select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at,
        'last_sign_in_at', last_sign_in_at, 'details', raw_user_meta_data)
      from auth.users where id = v_user_id
    ),
    'role', (select role from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id),
    'profile', (
      select to_jsonb(profiles) - '{id,tenant_id}'::text[] from public.profiles
      where id = v_user_id and tenant_id = p_tenant_id
    ),
    'kept_by_staff', (
      select to_jsonb(customer_records) - '{id,tenant_id,user_id,version}'::text[] from public.customer_records
      where user_id = v_user_id and tenant_id = p_tenant_id
    ),
    'addresses', coalesce((
      select jsonb_agg(to_jsonb(addresses) - v_own order by created_at) from public.addresses
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'orders', private.personal_orders(p_tenant_id, v_user_id),
    'designs', coalesce((
      select jsonb_agg(to_jsonb(customizations) - v_own order by created_at) from public.customizations
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'wishlist', coalesce((
      select jsonb_agg(to_jsonb(wishlists) - v_own || jsonb_build_object('name', products.name) order by wishlists.created_at)
      from public.wishlists join public.products on products.id = wishlists.product_id
      where wishlists.user_id = v_user_id and wishlists.tenant_id = p_tenant_id
    ), '[]'),
    'stock_alerts', coalesce((
      select jsonb_agg(to_jsonb(stock_alerts) - v_own || jsonb_build_object('name', products.name)
        order by stock_alerts.created_at)
      from public.stock_alerts join public.products on products.id = stock_alerts.product_id
      where stock_alerts.user_id = v_user_id and stock_alerts.tenant_id = p_tenant_id
    ), '[]'),
    'reviews', coalesce((
      select jsonb_agg(to_jsonb(reviews) - v_own order by created_at) from public.reviews
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'points', coalesce((
      select jsonb_agg(to_jsonb(point_entries) - '{tenant_id,user_id,actor_id}'::text[] order by created_at)
      from public.point_entries where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'store_credits', coalesce((
      select jsonb_agg(to_jsonb(store_credits) - '{tenant_id,user_id,actor_id}'::text[] order by created_at)
      from public.store_credits where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'vouchers', coalesce((
      select jsonb_agg(to_jsonb(discounts) - v_own order by created_at) from public.discounts
      where user_id = v_user_id and tenant_id = p_tenant_id
    ), '[]'),
    'stopped_messages', coalesce((
      select jsonb_agg(jsonb_build_object('channel', stopped.channel, 'number', stopped.recipient, 'since', stopped.created_at)
        order by stopped.created_at)
      from public.message_opt_outs stopped where stopped.tenant_id = p_tenant_id
        and (stopped.user_id = v_user_id or stopped.recipient = any (private.numbers_of(p_tenant_id, v_user_id)))
    ), '[]'),
    'conversations', coalesce((
      select jsonb_agg(to_jsonb(conversations) - '{tenant_id,user_id,unread_by_staff}'::text[]
        || jsonb_build_object('messages', (
        select jsonb_agg(jsonb_build_object('at', created_at, 'by', sender, 'text', body) order by created_at)
        from public.messages where conversation_id = conversations.id
      )) order by created_at)
      from public.conversations where id = any (private.conversations_of(p_tenant_id, v_user_id))
    ), '[]'),
    'files', coalesce((
      select jsonb_agg(to_jsonb(file) order by file.created_at) from private.personal_files(p_tenant_id, v_user_id) file
    ), '[]')
  );
end
$$;

-- A person's chats, and what they sent through the contact page from their address.
create function private.conversations_of(p_tenant_id text, p_user_id uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(
    select id from public.conversations where user_id = p_user_id and tenant_id = p_tenant_id
    union
    select conversations.id from public.profiles
    join public.conversations on conversations.tenant_id = profiles.tenant_id and conversations.kind = 'contact'
      and conversations.user_id is null and conversations.email = profiles.email
    where profiles.id = p_user_id and profiles.tenant_id = p_tenant_id and profiles.email <> ''
  )
$$;

-- Takes the person out of what was written down about their orders, reviews and messages; that it happened stays.
create function private.forget_in_audit_log(p_tenant_id text, p_user_id uuid, p_entity_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.audit_log set
    label = case
      when audit_log.entity in (
        'orders', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews'
      ) then audit_log.label else '' end,
    before = audit_log.before - forgotten.facts,
    after = audit_log.after - forgotten.facts
  from (values (('{user_id,customer_name,customer_email,address,note,history,name,author_name,email,title,subject,body,reason,tags,blocked_reason,'
      || 'answer,photos,changes,added,reference,payment_reference,tracking_number,tracking_url}')::text[]))
    as forgotten (facts)
  where audit_log.tenant_id = p_tenant_id and (
    audit_log.entity in ('orders', 'order_notes', 'order_edits', 'shipments', 'returns', 'refunds', 'transfers', 'reviews',
      'conversations', 'messages', 'mfa_factors', 'discounts', 'customer_records')
      and audit_log.entity_id = any (p_entity_ids::text[])
    or audit_log.entity in ('user_roles', 'point_entries', 'store_credits')
      and coalesce(audit_log.after, audit_log.before) ->> 'user_id' = p_user_id::text
  );
  update public.audit_log set actor_name = '' where tenant_id = p_tenant_id and actor_id = p_user_id;
$$;

-- Takes the person out of their orders and of what happened to these, which stay as books. The number of a parcel stays until its
-- cash has come. Invoices stay as they were issued, with the name and address that tax law asks for.
create function private.forget_in_orders(p_order_ids uuid[], p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.file_removals (bucket_id, name)
  select 'shipment-labels', parcel.label_path from public.shipments parcel
  where parcel.order_id = any (p_order_ids) and parcel.label_path is not null;
  update public.order_lines set customization = null, customization_id = null, image = null
  where order_id = any (p_order_ids) and customization is not null;
  update public.order_events set note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update public.stock_movements set actor_id = null where order_id = any (p_order_ids) and actor_id = p_user_id;
  update public.discount_uses set user_id = null where order_id = any (p_order_ids);
  delete from public.order_messages where order_id = any (p_order_ids) and sent_at is null;
  update public.order_messages set recipient = '', provider_reference = null where order_id = any (p_order_ids);
  update public.shipments set label_path = null,
    tracking_number = case when cash_collected > 0 and settled_at is null then tracking_number end,
    tracking_url = case when cash_collected > 0 and settled_at is null then tracking_url end
  where order_id = any (p_order_ids);
  update public.carrier_bookings set problem = null, district_id = null,
    carrier_reference = case when parcel.tracking_number is not null then carrier_reference end
  from public.shipments parcel where parcel.id = carrier_bookings.shipment_id and parcel.order_id = any (p_order_ids);
  update public.settlement_differences difference set note = '', tracking_number = ''
  where difference.resolved_at is not null
    and difference.shipment_id in (select parcel.id from public.shipments parcel where parcel.order_id = any (p_order_ids));
  update public.shipment_events set note = ''
  where shipment_id in (select parcel.id from public.shipments parcel where parcel.order_id = any (p_order_ids));
  update public.returns set reason = '', answer = '', photos = '{}' where order_id = any (p_order_ids);
  update public.transfers set photos = '{}', note = '', answer = '', checked_by = nullif(checked_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.order_edits set changes = '{}', added = '[]', reason = '', proposed_by = nullif(proposed_by, p_user_id),
    decided_by = nullif(decided_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.refunds set reason = '', reference = '', created_by = nullif(created_by, p_user_id)
  where order_id = any (p_order_ids);
  update public.payment_entries set reference = '', note = '', actor_id = nullif(actor_id, p_user_id)
  where order_id = any (p_order_ids);
  update public.orders set
    user_id = null, customer_name = '', customer_email = '', note = '', payment_reference = null, document_hash = null,
    address = '{"full_name": "", "phone": "", "city": "", "street": "", "building": "", "floor": "", "apartment": "",
      "landmark": "", "postal_code": ""}' || jsonb_build_object('governorate', address -> 'governorate')
  where id = any (p_order_ids);
end
$$;

-- Refuses to delete the account of staff, and of somebody whose orders are not settled.
create function private.require_deletable(p_tenant_id text, p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_open text;
begin
  if exists (
    select 1 from public.user_roles
    where user_id = p_user_id and (tenant_id = p_tenant_id or tenant_id is null) and role <> 'user'
  ) then
    perform private.refuse('staff_account');
  end if;
  select number into v_open from public.orders
  where user_id = p_user_id and tenant_id = p_tenant_id
    and (status not in ('delivered', 'partly_returned', 'returned', 'refused', 'cancelled') or payment_status = 'refund_due')
  order by created_at limit 1;
  if found then
    perform private.refuse('open_order', jsonb_build_object('number', v_open));
  end if;
end
$$;

-- Deletes a customer's account in a store: their own after a fresh sign-in, or a customer's who asked, by a super admin. Orders
-- stay as books without the person, reviews without a name; everything else goes. Who has an account in another store as well
-- goes on signing in there.
create function public.delete_account(p_tenant_id text, p_user_id uuid default null, p_request_id uuid default null) returns
  void
language plpgsql security definer set search_path = '' as $$
declare
  v_first constant jsonb := private.first_answer(p_request_id, jsonb_build_array('delete_account', p_tenant_id, p_user_id));
  v_user_id constant uuid := coalesce(p_user_id, auth.uid());
  v_actor text;
  v_orders uuid[];
  v_conversations uuid[];
begin
  if v_first is not null then
    return;
  end if;
  v_actor := private.personal_data_actor(p_tenant_id, v_user_id);
  if v_actor = 'shopper' then
    perform private.require_fresh_sign_in();
  end if;
  -- An order that is being placed comes first, or finds no account any more.
  perform pg_advisory_xact_lock(hashtextextended(p_tenant_id || v_user_id::text, 0));
  perform private.lock_orders(array(
    select id from public.orders where user_id = v_user_id and tenant_id = p_tenant_id
  ));
  perform 1 from public.profiles where id = v_user_id and tenant_id = p_tenant_id for update;
  perform private.require_deletable(p_tenant_id, v_user_id);

  v_orders := array(select id from public.orders where user_id = v_user_id and tenant_id = p_tenant_id);
  v_conversations := private.conversations_of(p_tenant_id, v_user_id);
  perform private.forget_in_audit_log(p_tenant_id, v_user_id, v_orders || v_conversations || v_user_id || array(
    select id from public.messages where conversation_id = any (v_conversations)
    union select id from public.reviews where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.discounts where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.customer_records where user_id = v_user_id and tenant_id = p_tenant_id
    union select id from public.order_edits where order_id = any (v_orders)
    union select id from public.shipments where order_id = any (v_orders)
    union select id from public.returns where order_id = any (v_orders)
    union select id from public.refunds where order_id = any (v_orders)
    union select id from public.transfers where order_id = any (v_orders)
  ));
  delete from private.request_answers answered
  where answered.user_id = v_user_id or answered.answer ->> 'user_id' = v_user_id::text
    or answered.answer #>> '{order,user_id}' = v_user_id::text
    or answered.answer ->> 'conversation_id' = any (v_conversations::text[]);
  insert into public.file_removals (bucket_id, name)
  select file.bucket_id, file.name from private.personal_files(p_tenant_id, v_user_id) file;

  perform private.forget_in_orders(v_orders, v_user_id);
  update public.reviews set user_id = null, author_name = '' where user_id = v_user_id and tenant_id = p_tenant_id;
  -- A used voucher belongs to the books of its order.
  update public.discounts set user_id = null, is_active = false
  where user_id = v_user_id and tenant_id = p_tenant_id
    and exists (select 1 from public.discount_uses discount_use where discount_use.discount_id = discounts.id);
  delete from public.conversations where id = any (v_conversations);
  delete from public.profiles where id = v_user_id and tenant_id = p_tenant_id;
  delete from public.user_roles where user_id = v_user_id and tenant_id = p_tenant_id;
  if not exists (select 1 from public.profiles where id = v_user_id)
    and not exists (select 1 from public.user_roles where user_id = v_user_id) then
    delete from auth.users account where account.id = v_user_id;
  end if;

  -- What was taken out of these rows is not written down.
  delete from public.audit_log
  where tenant_id = p_tenant_id and created_at = now() and actor_id is not distinct from auth.uid();
  insert into public.audit_log (tenant_id, actor_id, actor_name, action, entity, entity_id)
  values (
    p_tenant_id, case when v_actor = 'staff' then auth.uid() end,
    coalesce((
      select name from public.profiles where id = auth.uid() order by tenant_id = p_tenant_id desc limit 1
    ), ''),
    'delete', 'profiles', v_user_id::text
  );
end
$$;

-- Grants

grant select, delete on public.file_removals to service_role;
grant execute on function public.export_personal_data, public.delete_account to authenticated;

-- schemas/29_operations.sql

-- What the one who runs the installation looks at, and limits of the storefront's own endpoints.

-- Tables

create table private.rate_limits (
  limit_name text not null,
  client_digest bytea not null,
  used integer not null,
  resets_at timestamptz not null,
  primary key (limit_name, client_digest)
);
create index rate_limits_resets_at on private.rate_limits (resets_at);
alter table private.rate_limits enable row level security;

-- Whether a client may do something once more: up to `p_times` in `p_seconds` from the first time. Clients are kept as digests.
create function public.consume_rate_limit(
  p_limit_name text, p_client text, p_times integer, p_seconds integer
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_used integer;
begin
  delete from private.rate_limits rate_limit where (rate_limit.limit_name, rate_limit.client_digest) in (
    select expired.limit_name, expired.client_digest from private.rate_limits expired where expired.resets_at <= now()
    limit 100 for update skip locked
  );
  insert into private.rate_limits (limit_name, client_digest, used, resets_at)
  values (p_limit_name, sha256(convert_to(p_client, 'UTF8')), 1, now() + make_interval(secs => p_seconds))
  on conflict (limit_name, client_digest) do update set
    used = case when rate_limits.resets_at <= now() then 1 else rate_limits.used + 1 end,
    resets_at = case when rate_limits.resets_at <= now() then excluded.resets_at else rate_limits.resets_at end
  returning rate_limits.used into v_used;
  return v_used <= p_times;
end
$$;

-- Functions

-- Queues and sizes that whoever runs the stores watches: for the server's metrics, its alerts and `npm run doctor`.
create function public.operations_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return jsonb_build_object(
    'orders', (
      select coalesce(jsonb_object_agg(counted.status, counted.how_many), '{}')
      from (select status, count(*) as how_many from public.orders group by 1) counted
    ),
    'mails', (
      select jsonb_build_object(
        'sent', count(*) filter (where sent_at is not null),
        'waiting', count(*) filter (where state = 'waiting'),
        'late', count(*) filter (
          where state = 'waiting' and created_at < now() - interval '30 minutes'
        ),
        'given_up', count(*) filter (where expired_at > now() - interval '7 days')
      )
      from public.order_messages
    ),
    'payments', (
      select coalesce(jsonb_object_agg(counted.status, counted.how_many), '{}')
        from (select status, count(*) as how_many from public.payments group by 1) counted
    ) || jsonb_build_object('stuck', (
      select count(*) from public.payments
      where status = 'open' and expires_at < now() - interval '1 hour'
        or status = 'mismatched' and updated_at < now() - interval '1 hour'
    ) + (
      select count(*) from public.refunds where state = 'sending' and updated_at < now() - interval '1 hour'
    )),
    'database_bytes', pg_catalog.pg_database_size(pg_catalog.current_database())
  );
end
$$;

-- Statements that took longest on average, for super admins of all stores alone; constants are left out of them.
create function public.slow_queries(p_limit integer default 50) returns table (
  query text, calls bigint, mean_ms double precision, max_ms double precision, total_ms double precision, rows_returned bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ruled text[] := private.super_admin_tenants();
  v_schema text;
begin
  if not private.is_service() and exists (select 1 from public.tenants tenant where not tenant.id = any (v_ruled)) then
    perform private.refuse('platform_owner_only');
  end if;
  select pg_namespace.nspname into v_schema
  from pg_catalog.pg_extension join pg_catalog.pg_namespace on pg_namespace.oid = pg_extension.extnamespace
  where pg_extension.extname = 'pg_stat_statements';
  if v_schema is null then
    perform private.refuse('not_measured');
  end if;
  return query execute format(
    'select s.query, s.calls, s.mean_exec_time, s.max_exec_time, s.total_exec_time, s.rows from %I.pg_stat_statements s
     where s.dbid = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
     order by s.mean_exec_time desc, s.query limit $1', v_schema
  ) using least(greatest(p_limit, 1), 200);
exception when object_not_in_prerequisite_state then
  perform private.refuse('not_measured');
end
$$;

-- Grants

grant execute on function public.slow_queries to authenticated;
