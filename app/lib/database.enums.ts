// Generated from the migrated database by scripts/database-types.ts; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type DatabaseEnums = {
  attribute_kind: 'number' | 'choice' | 'text' | 'boolean';
  carrier_booking_state: 'waiting' | 'asked' | 'booked' | 'failed' | 'to_cancel' | 'cancelled';
  cash_requirement: 'none' | 'confirm' | 'deposit' | 'pay_before';
  conversation_kind: 'contact' | 'chat';
  discount_kind: 'percent' | 'fixed' | 'free_shipping';
  governorate: 'Alexandria' | 'Aswan' | 'Assiut' | 'Beheira' | 'Beni Suef' | 'Cairo' | 'Dakahlia' | 'Damietta' | 'Fayoum' | 'Gharbia' | 'Giza' | 'Ismailia' | 'Kafr El Sheikh' | 'Luxor' | 'Matrouh' | 'Minya' | 'Monufia' | 'New Valley' | 'North Sinai' | 'Port Said' | 'Qalyubia' | 'Qena' | 'Red Sea' | 'Sharqia' | 'Sohag' | 'South Sinai' | 'Suez';
  import_outcome: 'added' | 'changed' | 'unchanged' | 'refused';
  invoice_kind: 'invoice' | 'credit_note';
  message_sender: 'visitor' | 'shopper' | 'staff';
  notification_channel: 'email' | 'sms' | 'whatsapp';
  order_channel: 'web' | 'phone' | 'chat' | 'counter';
  order_edit_state: 'proposed' | 'accepted' | 'declined' | 'applied' | 'withdrawn';
  order_notification_kind: 'placed' | 'paid' | 'shipped' | 'attempt_failed' | 'delivered' | 'returned_to_sender' | 'pieces_cancelled' | 'cancelled' | 'return_requested' | 'return_answered' | 'return_received' | 'refunded' | 'change_proposed' | 'changed' | 'note' | 'confirm';
  order_queue: 'to_confirm' | 'to_print' | 'to_pack' | 'to_hand_over' | 'on_the_way' | 'attempt_failed' | 'returned_to_sender' | 'returns' | 'to_give_back' | 'cash_outstanding';
  order_stage: 'awaiting_payment' | 'pending' | 'confirmed' | 'in_production';
  order_status: 'awaiting_payment' | 'pending' | 'confirmed' | 'in_production' | 'partly_sent' | 'shipped' | 'partly_delivered' | 'delivered' | 'returned_to_sender' | 'return_requested' | 'partly_returned' | 'returned' | 'cancelled';
  owner_link_state: 'open' | 'claimed' | 'redeemed' | 'used' | 'expired' | 'unknown';
  payment_difference_kind: 'missing' | 'doubled' | 'foreign' | 'other_amount' | 'unreported' | 'unclear';
  payment_entry_kind: 'charged' | 'received' | 'cash_collected' | 'settled' | 'credit_used' | 'given_back';
  payment_method: 'cash_on_delivery' | 'bank_transfer' | 'online';
  payment_report_source: 'provider' | 'file';
  payment_status: 'unpaid' | 'partly_paid' | 'with_carrier' | 'paid' | 'failed' | 'refund_due' | 'partly_refunded' | 'refunded';
  point_kind: 'earned' | 'redeemed' | 'refunded' | 'reversed' | 'adjusted' | 'exchanged';
  provider_payment_status: 'starting' | 'open' | 'paid' | 'closed' | 'mismatched' | 'returned' | 'held' | 'released';
  refund_line_kind: 'line' | 'shipping' | 'goodwill';
  refund_state: 'due' | 'sending' | 'sent' | 'failed';
  refund_way: 'card' | 'transfer' | 'store_credit' | 'cash';
  return_condition: 'as_new' | 'opened' | 'damaged';
  return_fate: 'restock' | 'seconds' | 'discard';
  return_kind: 'return' | 'size_exchange' | 'replacement';
  return_state: 'requested' | 'approved' | 'declined' | 'on_the_way' | 'received' | 'closed';
  review_status: 'pending' | 'approved' | 'rejected';
  shipment_state: 'packed' | 'handed_over' | 'in_transit' | 'out_for_delivery' | 'attempt_failed' | 'delivered' | 'returning' | 'returned_to_sender' | 'lost' | 'cancelled';
  shipping_method: 'standard' | 'express';
  statement_line_kind: 'matches' | 'fee' | 'short' | 'more' | 'double' | 'settled' | 'not_delivered' | 'unknown' | 'missing';
  stock_reason: 'initial' | 'sale' | 'cancelled' | 'returned' | 'replaced' | 'adjusted';
  store_credit_kind: 'refunded' | 'used' | 'given_back' | 'adjusted';
  store_state: 'closed' | 'open' | 'resting';
  transfer_state: 'to_check' | 'booked' | 'rejected';
  user_role: 'user' | 'admin' | 'super_admin';
};
