-- Refusals: a rule that was not met, as a code with parameters. The app has its own text for each code, in
-- app/i18n/texts/<language>/refusals.json; API users read the English sentence.

-- Tables

create table private.refusal_messages (
  code text not null check (code ~ '^[a-z][a-z0-9_]*$'),
  -- The value of the parameter "reason" that selects this sentence, for codes with several.
  reason text not null default '',
  -- {name} stands for the parameter of that name.
  message text not null,
  -- 42501 where the caller lacks the right; the API answers it with 403.
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
  ('platform_owner_only', 'Only a super admin of all stores can do that.', '42501'),
  ('server_only', 'Only the server can do that.', '42501'),
  ('staff_only', 'Only this store''s staff can do that.', '42501'),
  ('super_admin_only', 'Only super admins can do that.', '42501'),
  ('unknown_attribute', 'This store has no such attribute.', '23514');

insert into private.refusal_messages (code, reason, message) values
  ('above_ceiling', 'refund', 'You can give back {amount} EGP more today. What is above needs somebody''s approval.'),
  ('above_ceiling', 'give_credit', 'You can give {amount} EGP more as store credit today. What is above needs somebody''s approval.'),
  ('above_ceiling', 'discount', 'You can take {percent} % off an order, here {amount} EGP. What is above needs somebody''s approval.'),
  ('above_ceiling', 'price', 'You can lower the price of {name} to {price} EGP today, by {percent} %. What is below needs somebody''s approval.'),
  ('already_asked', '', 'You have asked for this already. It waits for a decision.'),
  ('already_placed', '', 'Your order {number} is placed, as you first sent it.'),
  ('ambiguous_name', '', 'Several products have this name. Say which one by its id.'),
  ('amount_not_due', '', 'No more than {amount} of this order can be paid now.'),
  ('approval_not_needed', '', 'You can do this yourself. Nobody has to approve it.'),
  ('approval_request_decided', 'approved', 'Somebody else has approved this already.'),
  ('approval_request_decided', 'refused', 'Somebody else has refused this already.'),
  ('approval_request_decided', 'ended', 'This request has ended by itself.'),
  ('banners_changed', '', 'The list of banners has changed. Look at it again before you order it.'),
  ('blocked', '', 'This account cannot order here. Write to the store if you think that is a mistake.'),
  ('call_claimed', '', 'Somebody else is calling about this order.'),
  ('call_not_awaited', '', 'This order does not wait for a call any more.'),
  ('capture_above_held', '', 'The bank holds {amount}: no more of it can be taken.'),
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
  ('change_asks_more', 'confirm', 'After this change the order has to be confirmed again before it is sent. Write to the store, which makes it for you.'),
  ('change_asks_more', 'deposit', 'After this change part of the order has to be paid before it is sent. Write to the store, which makes it for you.'),
  ('cash_not_ruled', '', 'Nothing is asked of this order that could be overruled.'),
  ('category_added', '', 'Somebody has just added this category. Import the row again.'),
  ('change_closed', '', 'This import is over. Start again with the file.'),
  ('changed_since', '', '{name} has been changed again since.'),
  ('channel_required', '', 'Say where the order was made: on the phone, in a chat or at the counter.'),
  ('chat_closed', '', 'This store has no live chat.'),
  ('costs_not_allowed', '', 'You may not change what products cost. Leave the costs out.'),
  ('customer_decides', '', 'Only the customer can accept what costs them more. It waits on the page of their order.'),
  ('copied_name_twice', '', 'Two zones are called {name}. Give one of them another name.'),
  ('copied_to_itself', '', 'Choose other stores: this one has it.'),
  ('copy_outdated', '', 'This has been changed in one of the two stores since you looked. Look again, then copy it.'),
  ('copy_stores_required', '', 'Choose to which stores to copy, each once.'),
  ('copy_unfit', '', 'This store cannot take it as it is.'),
  ('customization_closed', '', 'This store does not print designs at the moment.'),
  ('delivery_stays', '', 'This delivery can no longer be undone: the half minute is over, the customer was told, or money has moved since.'),
  ('demo_owner', '', 'This account is the demo''s and goes with it. Make an owner of your own first, and sign in as that one.'),
  ('discount_expired', '', 'This discount code has expired.'),
  ('discount_minimum', '', 'This discount code needs an order of at least {minimum} EGP.'),
  ('discount_not_started', '', 'This discount code cannot be used yet.'),
  ('discount_owned', '', 'This voucher belongs to a customer. Switch it off instead of deleting it.'),
  ('margin_not_allowed', '', 'You may not see costs. Offers with a margin show them.'),
  ('offer_used', '', 'This offer has been used in orders. Switch it off instead of deleting it.'),
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
  ('customer_not_proven', '', 'This account has confirmed neither its email address nor its phone number. Ask the customer for them and enter what they say.'),
  ('scanned_already', '', '{name} has already scanned this parcel ({at}).'),
  ('scanned_for_other_carrier', '', 'This parcel is for {carrier}.'),
  ('scanned_not_packed', '', 'This parcel is already {state} ({name}, {at}).'),
  ('scanned_not_packed', 'unnamed', 'This parcel is already {state} ({at}).'),
  ('second_step_old', '', 'Your second step is older than {hours} hours. Confirm it again.'),
  ('last_in_charge', '', 'Somebody has to manage the people of this store. Give this right to somebody else first.'),
  ('unknown_invitation', '', 'There is no such invitation.'),
  ('grants_more_than_own', '', 'You can only give or take rights that you have yourself.'),
  ('invalid_call_time', '', 'Choose a time within the next two weeks.'),
  ('invalid_morning_hour', '', 'Choose an hour from 4 to 12 for the mail.'),
  ('grants_more_than_own', 'ceiling', 'You can only give or take rights up to your own ceiling.'),
  ('invalid_staff_email', '', 'This is no email address that could be invited.'),
  ('invitation_closed', '', 'This invitation has been accepted or taken back.'),
  ('invitation_needs_sign_in', '', 'This address has an account. Sign in with it to accept the invitation.'),
  ('invitation_of_another', '', 'This invitation is for another address. Sign in with the account of that address.'),
  ('invitation_void', '', 'Whoever invited you can no longer give these roles. Ask for another invitation.'),
  ('invalid_grant_days', '', 'The last day must not be before the first one, nor over.'),
  ('staff_role_changed', '', 'Somebody else has changed this role. Look at it again, then change it.'),
  ('staff_role_fixed', '', 'This role comes with the stores and cannot be changed. Make a copy of it.'),
  ('staff_role_held', '', 'People who still have this role: {count}. Take it away from them first.'),
  ('staff_role_name_taken', '', 'There is already a role with this name. Choose another name.'),
  ('unknown_capability', '', 'Choose what people with this role may do.'),
  ('unknown_order_link', '', 'This link has expired, or its order is in another account already.'),
  ('exchange_outstanding', '', 'This piece was sent for one of order {number} that has not come back yet. It can be exchanged once the store has that one.'),
  ('exchange_as_asked', '', 'An exchange is approved or declined as it was asked for.'),
  ('exchange_same', '', 'Choose something else for {name}.'),
  ('exchange_too_late', '', 'A piece can be exchanged within 24 hours of delivery.'),
  ('exchange_too_late', 'days', 'A piece can be exchanged within {days} days of delivery.'),
  ('exchanges_closed', '', 'This store does not exchange for other products.'),
  ('not_exchanged', '', 'Nothing was sent for the pieces of this return.'),
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
  ('invalid_approval_request', '', 'This cannot be asked for.'),
  ('invalid_bucket', '', 'Sales are shown by day, week or month.'),
  ('invalid_ceiling', '', 'Give a ceiling as an amount in pounds, or as a percentage up to 100.'),
  ('invalid_change', '', 'Choose what to change, and to what.'),
  ('invalid_credit', '', 'Give an amount of store credit with at most two decimals.'),
  ('invalid_customer', '', 'Give the customer''s name and an Egyptian mobile number or an email address.'),
  ('invalid_customer', 'email', 'This is no email address.'),
  ('invalid_delivery', '', 'Name each parcel once, with the pieces that were taken and the cash in pounds.'),
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
  ('invalid_shipment', '', 'What is written on the parcel cannot be read.'),
  ('invalid_shipment', 'carrier', 'Choose a courier.'),
  ('invalid_shipment', 'carrier_name', 'Shorten the courier''s name to 80 characters.'),
  ('invalid_shipment', 'cash_due', 'Give the cash to collect in pounds, with at most two decimals.'),
  ('invalid_shipment', 'fee', 'Give the courier''s fee in pounds, with at most two decimals.'),
  ('invalid_shipment', 'tracking_number', 'Shorten the tracking number to 80 characters.'),
  ('invalid_shipment', 'tracking_url', 'Give the tracking address as a link of up to 500 characters, with https:// in front.'),
  ('invalid_payment_report', '', 'This is no report of payments that can be read.'),
  ('invalid_photos', '', 'A photo is missing. Choose it again.'),
  ('invalid_photos', 'many', 'Send up to 5 photos.'),
  ('invalid_points', '', 'Choose how many points.'),
  ('invalid_price', '', 'The price of {name} would be {price} EGP.'),
  ('invalid_quantity', '', 'Choose how many to add or take.'),
  ('invalid_quantity', 'order', 'Choose a quantity from 1 to 999.'),
  ('invalid_quantity', 'pieces', 'Give each quantity as a whole number above 0.'),
  ('invalid_reopening', '', 'Choose a day within a year from tomorrow on.'),
  ('invalid_rows', '', 'Send between 1 and 500 rows at a time.'),
  ('invalid_rows', 'seen', 'Only a rehearsal is told of up to 2,000 earlier products.'),
  ('invalid_selection', '', 'Choose between 1 and 2,000 products.'),
  ('invalid_selection', 'orders', 'Choose between 1 and 200 at a time.'),
  ('invalid_slot_date', '', 'Choose a day on which this delivery time is offered.'),
  ('invalid_subject', '', 'Shorten the subject to 200 characters.'),
  ('invalid_value', '', 'This value is too long, too large or not allowed.'),
  ('invalid_value', 'barcode', '{name}: this barcode is too long.'),
  ('invalid_value', 'cost', '{name}: this cost cannot be.'),
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
  ('invalid_received_pieces', '', 'Say of {name} how many came, and what becomes of them.'),
  ('invoice_issued', '', 'An invoice is never changed. What is taken off the price gets a credit note.'),
  ('last_super_admin', '', 'A store needs at least one super admin.'),
  ('manual_discount_too_high', '', 'At most {amount} EGP can be taken off these items.'),
  ('more_than_announced', '', 'Of {name}, {announced} were announced in this return. More cannot be received.'),
  ('more_than_owed', '', 'This order owes {amount} EGP; {price} EGP are more than that. Say so if they came all the same.'),
  ('move_by_shipment', '', 'What happens to its parcels and returns makes an order {to}.'),
  ('move_not_allowed', '', 'This order is {from} and cannot become {to}.'),
  ('no_account', '', 'This order belongs to no account, so there is nobody to keep store credit for. Choose another way.'),
  ('no_card_payment', '', 'Of this order''s card payment {amount} EGP can still go back. Choose another way for more.'),
  ('no_demo', '', 'There is no demo in these stores.'),
  ('no_email', '', 'Your account has no email address that we could write to. Add one first.'),
  ('no_profile', '', 'You have no account in this store.'),
  ('no_variants', '', 'A product has at least one variant.'),
  ('not_a_test_order', '', 'Only test orders can be removed. Cancel this order instead.'),
  ('not_assignable', '', 'This person may not see this, so it cannot be given to them.'),
  ('not_confirmed', '', 'Confirm this order before it is packed.'),
  ('not_delivered_there', '', 'We do not deliver to {city}. Choose another address.'),
  ('not_delivered_there', 'governorate', 'We do not deliver to {governorate}. Choose another address.'),
  ('not_measured', '', 'This database does not measure its queries.'),
  ('not_payable', '', 'This order is not waiting for a payment.'),
  ('not_restocked', '', 'This product does not come back.'),
  ('not_sent_again', '', 'These pieces were sent again already, or their money was given back.'),
  ('not_undone', '', '{why}'),
  ('not_yet', '', 'This time is still to come.'),
  ('note_too_long', '', 'Shorten your note to 1,000 characters.'),
  ('nothing_received', '', 'Say of which pieces how many came. If none did, decline or withdraw the return.'),
  ('nothing_taken', '', 'Nothing of this parcel was taken. Book it as returned to sender.'),
  ('nothing_to_cancel', '', 'There is nothing left to cancel in this order.'),
  ('nothing_to_inspect', '', 'No pieces of this parcel wait to be looked at.'),
  ('nothing_to_pack', '', 'There is nothing left to pack in this order.'),
  ('nothing_to_print', '', '{name} has nothing to print.'),
  ('nothing_to_return', '', 'Nothing of this order has arrived that could still be given back.'),
  ('nothing_to_test', '', 'Add a product with a price and stock first.'),
  ('nothing_to_undo', '', 'This was undone already, or it is older than 30 days.'),
  ('old_path_taken', '', 'The old address {path} leads to {name} already.'),
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
  ('owner_email_marked', '', 'This address bears the mark of a store. Use one without it.'),
  ('shipment_booked', '', 'This parcel is in the books of {carrier}. Unpack it to change what the courier was told.'),
  ('shipment_closed', '', 'This parcel is {state}, so this cannot be changed any more.'),
  ('shipment_move_not_allowed', '', 'This parcel is {from} and cannot become {to}.'),
  ('shipment_not_here', '', 'Only parcels that are packed or handed over can be registered with a courier.'),
  ('shipment_numbered', '', 'This parcel has the tracking number {tracking_number} already. Remove it first.'),
  ('payment_amount', 'from', 'This kind of payment takes {amount} or more.'),
  ('payment_amount', 'to', 'This kind of payment takes {amount} at most.'),
  ('payment_closed', '', 'This store does not take that kind of payment.'),
  ('payment_not_held', '', 'The bank does not hold this payment any more, or somebody decided about it already.'),
  ('payment_given_back', '', 'The payment of this order was given back. Cancel the order.'),
  ('payment_missing', '', 'This order has not been paid. Record its payment first.'),
  ('payment_missing', 'online', 'This order has not been paid. It is confirmed by itself once the card payment has arrived.'),
  ('pieces_in_return', '', 'Pieces of {name} are in a return already.'),
  ('pieces_packed', '', 'Some of its pieces are packed. Unpack their parcel first.'),
  ('place_in_other_zone', '', '{place} is in the zone {zone} already.'),
  ('points_closed', '', 'This store has no points.'),
  ('own_approval_request', '', 'Somebody else has to decide about your request.'),
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
  ('sign_in_old', '', 'Your last sign-in is more than {hours} hours ago. Enter your password again.'),
  ('sign_in_again', '', 'Sign in again first. It has been more than ten minutes.'),
  ('size_with_its_delivery', '', 'Another size is ordered from the page of the order, where its delivery is paid.'),
  ('slot_closed', '', 'This delivery time can no longer be chosen.'),
  ('slot_full', '', 'This delivery time is full. Choose another one.'),
  ('slot_not_there', '', 'This delivery time is not offered at this address. Choose another one.'),
  ('slot_too_soon', '', 'Your order cannot be there by this day. Choose a later one.'),
  ('slot_used', '', 'Orders were taken for this time. Switch it off instead of deleting it.'),
  ('slug_empty', '', 'The address needs a letter or a digit.'),
  ('slug_taken', '', 'The address {slug} belongs to another page, or did until less than a year ago. Choose another one.'),
  ('staff_account', '', 'This account belongs to staff. A super admin has to take the role off first.'),
  ('stock_of_variants', '', 'It is sold in {count} variants: give each a row of its own with its stock, or leave this cell blank.'),
  ('stock_of_variants', 'product', '{name} is sold in {count} variants, so say whose stock it is.'),
  ('store_closed', '', 'This store is closed.'),
  ('store_gone', '', 'This store is gone.'),
  ('store_has_open_orders', '', '{count} orders of this store are not settled yet.'),
  ('store_id_invalid', '', 'A store''s short name has 2 to 30 lower-case letters, digits and hyphens, and begins with a letter.'),
  ('store_id_reserved', '', '{id} is reserved. Choose another short name.'),
  ('store_id_taken', '', '{id} is taken. Choose another short name.'),
  ('store_name_differs', '', 'Type the name of the store to remove it.'),
  ('store_not_closed', '', 'Close the store before you remove it.'),
  ('store_resting', '', 'This store takes orders again on {day}.'),
  ('taken_since', '', 'There is something like {name} already.'),
  ('test_order_booked', '', 'A test order is not sent to the courier. Hand its parcel over without booking it.'),
  ('test_order_unpaid', '', 'Nobody pays for a test order, so no payment can be booked.'),
  ('too_few_in_stock', '', '{name} has only {stock} in stock, so {taken} cannot be taken. Nothing was changed.'),
  ('too_few_to_cancel', '', 'Of {name}, {open} can still be cancelled.'),
  ('too_few_to_cancel', 'packed', 'Of {name}, {open} can still be cancelled, and {packed} are packed. Unpack their parcel first.'),
  ('too_few_to_inspect', '', 'Of {name}, {open} wait to be looked at.'),
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
  ('too_many_pieces', 'share', 'You can order up to {most} of {name} for now, so that others find some too. Once you have paid or received a first order, or confirmed your phone number, you can order more.'),
  ('too_many_prints', '', 'An order can hold up to {most} texts and pictures to print. Order the others separately.'),
  ('too_many_questions', '', 'There are 200 questions already. Delete some first.'),
  ('too_many_taken', '', 'This parcel has only {open} of {name}.'),
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
  ('unknown_approval_request', '', 'This request does not exist.'),
  ('unknown_category', '', 'One of the categories is no longer there. Load the page again.'),
  ('unknown_category', 'name', 'There is no category {name}.'),
  ('unknown_column', '', 'This row has a column that is not known.'),
  ('unknown_conversation', '', 'This conversation does not exist.'),
  ('unknown_customization', '', 'A design in your cart is no longer available.'),
  ('unknown_discount', '', 'This discount code does not exist.'),
  ('unknown_edit', '', 'This change does not exist.'),
  ('unknown_option', '', '{name} does not come in the options you chose.'),
  ('unknown_order', '', 'This order does not exist.'),
  ('unknown_order_line', '', 'This line is not one of the order. Load the page again and choose from its lines.'),
  ('unknown_order_line', 'return', 'This line is not one of the return. Load the page again and choose from its lines.'),
  ('unknown_outcome', '', 'There is no such outcome of a payment.'),
  ('unknown_person', '', 'This person has no account in this store.'),
  ('unknown_person', 'second_step', 'This person''s second step cannot be removed here.'),
  ('unknown_place', '', '{place} is no governorate or district.'),
  ('unknown_product', '', 'A product in your cart is no longer sold.'),
  ('unknown_product', 'id', 'This store has no product with this id. Empty the cell to match by name or to add the product.'),
  ('unknown_report', '', 'There is no such report.'),
  ('unknown_return', '', 'This return does not exist.'),
  ('unknown_role', '', 'Choose a role.'),
  ('unknown_staff_role', '', 'This role does not exist any more. Choose another one.'),
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

-- Formats a parameter for a sentence: numbers as people write them, a refusal as its sentence.
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

-- A refusal as JSON answers contain it: its parameters plus "code" and "message".
create function private.refusal(p_code text, p_parameters jsonb default '{}') returns jsonb
language sql stable set search_path = '' as $$
  select p_parameters || jsonb_build_object('code', p_code, 'message', private.refusal_sentence(p_code, p_parameters))
$$;

-- Raises a refusal. The API answers with the sentence as message, the code as details and the parameters, as JSON, as hint.
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

-- Raises a refusal given as JSON, unless it is null.
create function private.raise_refusal(p_refusal jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_refusal is not null then
    perform private.refuse(p_refusal ->> 'code', nullif(p_refusal - '{code,message}'::text[], '{}'));
  end if;
end
$$;

-- Rebuilds a caught refusal from its message, detail and hint; null for other errors.
create function private.caught_refusal(p_message text, p_detail text, p_hint text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when p_hint is json object then p_hint::jsonb else '{}' end
    || jsonb_build_object('code', p_detail, 'message', p_message)
  where exists (select 1 from private.refusal_messages where code = p_detail)
$$;

-- Runs a statement, such as one row's command of a bulk action; returns its refusal after undoing its changes, or null.
create function private.refusal_of(p_statement text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_message text;
  v_detail text;
  v_hint text;
  v_refusal jsonb;
begin
  execute p_statement;
  return null;
exception
  when raise_exception then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail, v_hint = pg_exception_hint;
    v_refusal := private.caught_refusal(v_message, v_detail, v_hint);
    if v_refusal is null then
      raise;
    end if;
    return v_refusal;
end
$$;

-- Grants

grant execute on function private.refuse to anon, authenticated;
