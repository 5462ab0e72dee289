import { packerRole, type World } from './attack-world.ts';

/** What people may do with a table. Everything else must fail for everybody in the sweep. */
export interface TableRules {
  /** Derived columns, which nobody writes. */
  derived?: readonly string[];
  /** Condition on `t` for publicly readable rows. */
  public?: string;
  /** Condition on `t` for the reader's own rows; $1 is their id. */
  own?: string;
  /** Columns that the row's owner may change. */
  owner?: Permissions;
  /** Columns that an admin of the store may change. */
  staff?: Permissions;
}

interface Permissions {
  insert?: true;
  delete?: true;
  /** Columns, including derived ones. */
  update?: readonly string[];
}

const noReport = `'{"day": "2026-01-01", "lines": []}'`;
const touched = ['version', 'updated_at'];

export const tableRules: Record<string, TableRules> = {
  addresses: {
    own: 't.user_id = $1',
    owner: {
      insert: true,
      delete: true,
      update: [
        ...[
          'label',
          'full_name',
          'phone',
          'governorate',
          'city',
          'street',
          'building',
          'floor',
          'apartment',
          'landmark',
        ],
        ...['postal_code', 'is_default', 'updated_at'],
      ],
    },
  },
  attributes: {
    public: 'true',
    staff: {
      insert: true,
      delete: true,
      update: [
        ...['name', 'unit', 'choices', 'category_ids', 'position', 'on_card', 'on_page', 'is_filter'],
        'translations',
        ...touched,
      ],
    },
  },
  approval_requests: {},
  audit_log: {},
  banners: {
    public: 't.is_active',
    staff: {
      insert: true,
      delete: true,
      update: [
        'title',
        'description',
        'image_url',
        'link_url',
        'translations',
        'position',
        'is_active',
        'start_date',
        'end_date',
        ...touched,
      ],
    },
  },
  carrier_areas: { public: 'true' },
  carrier_bookings: {},
  carrier_pickups: {},
  carrier_claims: {},
  categories: {
    public: 'true',
    staff: {
      insert: true,
      delete: true,
      update: ['name', 'description', 'image', 'slug', 'old_paths', 'page_slugs', 'translations', ...touched],
    },
  },
  assignments: {},
  handover_scans: {},
  imported_customers: {},
  imported_orders: {},
  order_tags: {},
  store_imports: {},
  mentions: {},
  message_mails: {},
  message_texts: { staff: { insert: true, delete: true, update: ['body', ...touched] } },
  saved_replies: {
    staff: { insert: true, delete: true, update: ['title', 'body', 'translations', ...touched] },
  },
  conversations: { own: 't.user_id = $1' },
  customizations: {
    own: 't.user_id = $1',
    owner: { insert: true, delete: true, update: ['product_id', 'name', 'design', 'preview', 'updated_at'] },
  },
  customer_records: { staff: { insert: true, update: ['tags', 'note', 'blocked_reason', ...touched] } },
  delivery_bookings: {},
  delivery_slots: {
    public: 't.is_active',
    staff: {
      insert: true,
      delete: true,
      update: [
        ...['day_of_week', 'from_time', 'to_time', 'capacity', 'cut_off_hours', 'zone_id', 'is_active'],
        ...touched,
      ],
    },
  },
  districts: { public: 'true' },
  discount_uses: { own: 't.user_id = $1' },
  discounts: {
    public: 't.is_public and t.is_active',
    own: 't.user_id = $1',
    staff: {
      insert: true,
      delete: true,
      update: [
        ...[
          'code',
          'description',
          'translations',
          'kind',
          'value',
          'minimum_subtotal',
          'starts_at',
          'ends_at',
          'total_limit',
        ],
        ...['per_person_limit', 'is_active', 'is_public', ...touched],
      ],
    },
  },
  exchange_allowances: {},
  faq_questions: {
    public: 'true',
    staff: {
      insert: true,
      delete: true,
      update: ['question', 'answer', 'translations', 'position', ...touched],
    },
  },
  offer_uses: { own: 't.order_id in (select o.id from orders o where o.user_id = $1)' },
  offers: {
    staff: {
      insert: true,
      delete: true,
      update: [
        ...[
          'name',
          'translations',
          'kind',
          'value',
          'set_size',
          'reduced_pieces',
          'category_ids',
          'product_ids',
        ],
        ...[
          'minimum_pieces',
          'minimum_amount',
          'audience',
          'starts_at',
          'ends_at',
          'weekdays',
          'total_limit',
        ],
        ...['per_person_limit', 'budget', 'margin_percent', 'with_codes', 'is_active', ...touched],
      ],
    },
  },
  import_columns: { staff: { insert: true, delete: true, update: ['columns', 'updated_at'] } },
  invoice_lines: {
    own: 't.invoice_id in (select i.id from invoices i join orders o on o.id = i.order_id where o.user_id = $1)',
  },
  invoices: { own: 't.order_id in (select id from orders where user_id = $1)' },
  messages: { own: 't.conversation_id in (select id from conversations where user_id = $1)' },
  order_edits: { own: 't.order_id in (select id from orders where user_id = $1)' },
  order_addresses: { own: 't.order_id in (select id from orders where user_id = $1)' },
  order_edit_addresses: {
    own: 't.edit_id in (select e.id from order_edits e join orders o on o.id = e.order_id where o.user_id = $1)',
  },
  invoice_addresses: {
    own: 't.invoice_id in (select i.id from invoices i join orders o on o.id = i.order_id where o.user_id = $1)',
  },
  order_events: { own: 'not t.is_internal and t.order_id in (select id from orders where user_id = $1)' },
  order_lines: { own: 't.order_id in (select id from orders where user_id = $1)' },
  order_notifications: {},
  notification_opt_outs: {},
  conversation_staff_facts: {},
  order_edit_staff_facts: {},
  order_calls: {},
  order_event_actors: {},
  order_staff_facts: {},
  point_entry_actors: {},
  profile_staff_facts: {},
  refund_staff_facts: {},
  shipment_event_actors: {},
  storage_limits: {},
  store_credit_actors: {},
  transfer_actors: {},
  order_edit_transitions: { public: 'true' },
  order_status_transitions: { public: 'true' },
  order_statuses: { public: 'true' },
  orders: { own: 't.user_id = $1', staff: { update: ['status', 'payment_reference', 'updated_at'] } },
  payment_entries: {},
  payment_differences: {},
  payment_events: {},
  payment_reports: {},
  payments: {},
  point_entries: { own: 't.user_id = $1' },
  print_runs: {},
  product_options: { public: 'true' },
  product_variants: { public: 't.is_active and t.product_id in (select id from products where is_active)' },
  variant_costs: {},
  products: {
    public: 't.is_active',
    // Writing them is refused with a message, before the row's owner is checked.
    derived: ['size', 'color', 'type'],
    staff: {
      insert: true,
      delete: true,
      update: [
        ...[
          'category_id',
          'name',
          'description',
          'price',
          'original_price',
          'discount',
          'images',
          'image_alts',
          'translations',
          'videos',
          'unit',
        ],
        ...[
          'stock',
          'featured',
          'is_new',
          'is_active',
          'restocks',
          'product_type',
          'material',
          'brand',
          'gender',
          'attributes',
        ],
        ...['tags', 'seo_title', 'seo_description', 'slug', 'page_slugs', 'old_paths'],
        ...['min_price', 'max_price', 'types', 'sizes', 'colors', 'materials', 'genders', 'on_sale'],
        ...['search', 'search_text', ...touched],
      ],
    },
  },
  profiles: {
    own: 't.id = $1',
    owner: { insert: true, update: ['name', 'avatar', 'language', 'office_language', 'updated_at'] },
  },
  profile_phones: { own: 't.user_id = $1', owner: { insert: true, delete: true, update: ['phone'] } },
  redirects: {},
  slugs: {},
  order_drafts: {},
  pay_links: {},
  pay_link_messages: {},
  refund_lines: {
    own: 't.refund_id in (select r.id from refunds r join orders o on o.id = r.order_id where o.user_id = $1)',
  },
  refunds: { own: 't.order_id in (select id from orders where user_id = $1)' },
  return_lines: {
    own: 't.return_id in (select r.id from returns r join orders o on o.id = r.order_id where o.user_id = $1)',
  },
  return_state_transitions: { public: 'true' },
  return_states: { public: 'true' },
  returns: { own: 't.order_id in (select id from orders where user_id = $1)' },
  reviews: {
    public: "t.status = 'approved'",
    own: 't.user_id = $1',
    owner: { insert: true, delete: true },
    staff: { delete: true, update: ['status', 'staff_reply', 'updated_at'] },
  },
  search_synonyms: {
    staff: { insert: true, delete: true, update: ['words', 'one_way', 'keys', ...touched] },
  },
  saved_views: {
    own: 't.user_id = $1',
    staff: { insert: true, delete: true, update: ['page', 'name', 'query', 'updated_at'] },
  },
  staff_notification_choices: {
    own: 't.user_id = $1',
    staff: { insert: true, delete: true, update: ['channel', 'each_morning'] },
  },
  brands: {
    public: 'true',
    staff: {
      update: [
        ...['name', 'logo', 'logo_dark', 'icon', 'hides_name', 'primary_color', 'secondary_color', 'music'],
        ...['hides_initial_navbar'],
        ...[
          'default_language',
          'only_language',
          'option_fields',
          'look',
          'part_looks',
          'hero_look',
          'home_sections',
        ],
        ...['landing', 'header', 'strip', 'ornament', 'density', 'motion', 'elevation', 'light_ground'],
        ...['dark_ground', 'stroke', 'control_radius', 'card_radius', 'picture_radius', 'display_typeface'],
        ...['display_weight', 'body_typeface', 'body_weight', 'mono_typeface', 'mono_weight'],
        ...['display_case', 'display_tracking', 'display_leading', 'display_scale', 'details_face'],
        ...['hero_title', 'hero_text', 'hero_action', 'featured_title', 'categories_title', 'deals_title'],
        ...['new_title', 'story_title', 'story', 'not_found_title', 'not_found_text', 'error_title'],
        ...['error_text', 'empty_cart', 'order_placed_text', 'contact_text', 'faq_text', 'account_text'],
        ...['designer_text', 'nothing_found_title', 'slogans', 'made_for_values', 'made_for_label'],
        ...['made_for_all', 'mail_reply_to', 'mail_signature', 'order_prefix', 'hero_picture', 'hero_films'],
        ...['story_picture', 'hero_picture_alt', 'story_picture_alt', 'all_categories_text', 'visit_title'],
        ...['visit_text', 'translations'],
        ...touched,
      ],
    },
  },
  settings: {
    public: 'true',
    staff: {
      insert: true,
      update: [
        ...['shipping', 'payment', 'customization', 'contact', 'points', 'features', 'legal', 'returns'],
        ...['store', 'invoicing', 'translations', 'gifts'],
        ...touched,
      ],
    },
  },
  provider_payment_status_transitions: { public: 'true' },
  provider_payment_statuses: { public: 'true' },
  refund_state_transitions: { public: 'true' },
  refund_states: { public: 'true' },
  day_closes: {},
  day_close_lines: {},
  day_close_acts: {},
  settlement_differences: {},
  settlements: {},
  transfer_state_transitions: { public: 'true' },
  transfers: { own: 't.order_id in (select id from orders where user_id = $1)' },
  shipment_events: {
    own: 't.shipment_id in (select s.id from shipments s join orders o on o.id = s.order_id where o.user_id = $1)',
  },
  shipment_lines: {
    own: 't.shipment_id in (select s.id from shipments s join orders o on o.id = s.order_id where o.user_id = $1)',
  },
  shipment_staff_facts: {},
  shipment_state_transitions: { public: 'true' },
  shipment_states: { public: 'true' },
  shipments: { own: 't.order_id in (select id from orders where user_id = $1)' },
  shipping_zones: {
    staff: {
      insert: true,
      delete: true,
      update: [
        ...['name', 'translations', 'position', 'places', 'rates', 'max_grams', 'carrier', 'is_active'],
        ...touched,
      ],
    },
  },
  staff_settings: {
    staff: {
      insert: true,
      update: [
        ...['contact_emails', 'low_stock_threshold', 'unpaid_orders_limit', 'unpaid_pieces_limit', 'notes'],
        ...[
          'notification_channels',
          'notification_kinds',
          'cash_rules',
          'call_waits',
          'calls_ending',
          'phone_notifications_limit',
          'stranger_notifications_limit',
          'sms_part_piastres',
          'pay_link_hours',
        ],
        ...['staff_need_second_factor', 'second_step_hours'],
        ...['customers_need_aal2', 'customer_files_limit', 'customer_storage_mb', ...touched],
      ],
    },
  },
  opening_alerts: {},
  store_domains: { public: 'true' },
  store_doors: {},
  stock_alerts: { own: 't.user_id = $1', owner: { insert: true, delete: true } },
  stock_movements: {},
  store_credits: { own: 't.user_id = $1' },
  tenants: { public: 'true' },
  staff_grants: {},
  staff_members: { own: 't.user_id = $1', owner: { update: ['name', 'office_language'] } },
  user_roles: { own: 't.user_id = $1', owner: { insert: true } },
  wishlists: { own: 't.user_id = $1', owner: { insert: true, delete: true } },
};

/**
 * How a function is attacked. `refused` must fail for every attacker; `nothing` may succeed but must reveal nothing about the victim
 * or the store; `open` is public and has tests of its own. `refused` and `nothing` must not change a row.
 */
export interface FunctionAttack {
  call: (world: World) => string;
  outcome: 'refused' | 'nothing' | 'open';
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const refused = (call: FunctionAttack['call']): FunctionAttack => ({ call, outcome: 'refused' });
const nothing = (call: FunctionAttack['call']): FunctionAttack => ({ call, outcome: 'nothing' });
const open = (call: FunctionAttack['call']): FunctionAttack => ({ call, outcome: 'open' });
const staffReport = (name: string) =>
  refused(({ store }) => `${name}(${quoted(store.tenantId)}, current_date - 30, current_date)`);

/** A computed field of a row that the attacker forged around another person's id. */
const ofMadeUpRow = (table: string, id: string, fields: Record<string, string>, field: string) => {
  const row = quoted(JSON.stringify({ id, ...fields }));
  return `(select coalesce(${field}, false) as result from jsonb_populate_record(null::${table}, ${row}) made_up)`;
};
const ofOrder = (field: string) =>
  nothing(({ payingOrderId }) =>
    ofMadeUpRow('orders', payingOrderId, { status: 'pending', payment_method: 'online' }, field),
  );
const ofShipment = (state: string, field: string) =>
  nothing(({ shipmentId }) => ofMadeUpRow('shipments', shipmentId, { state }, field));
/** Returns nothing beyond the given row. */
const ofGivenRow = (table: string, name: string) => open(() => `${name}(null::${table})`);

export const functionAttacks: Record<string, FunctionAttack> = {
  request_approval: refused(
    ({ orderId }) =>
      `request_approval('refund_order', '{"p_order_id": "${orderId}", "p_refund": {"goodwill": 5}}', 'Mine')`,
  ),
  decide_approval_request: refused(() => 'decide_approval_request(gen_random_uuid(), true)'),
  list_approval_requests: refused(({ store }) => `list_approval_requests(array[${quoted(store.tenantId)}])`),
  count_approval_requests: refused(
    ({ store }) => `count_approval_requests(array[${quoted(store.tenantId)}])`,
  ),
  see_approval_requests: nothing(() => 'see_approval_requests(array[gen_random_uuid()])'),
  due_online: ofOrder('due_online(made_up) > 0'),
  next_statuses: ofOrder("next_statuses(made_up) <> '{}'"),
  address: nothing(({ orderId }) => ofMadeUpRow('orders', orderId, {}, "address(made_up) <> '{}'")),
  shown_changes: nothing(({ editId }) =>
    ofMadeUpRow('order_edits', editId, {}, "shown_changes(made_up) <> '{}'"),
  ),
  shown_buyer: nothing(({ orderId }) => ofMadeUpRow('invoices', orderId, {}, "shown_buyer(made_up) <> '{}'")),
  phone: nothing(({ victim, store }) =>
    ofMadeUpRow('profiles', victim.id, { tenant_id: store.tenantId }, "phone(made_up) <> ''"),
  ),
  orders_found_by_phone: nothing(
    ({ store }) =>
      `(select found as result from orders_found_by_phone(array[${quoted(store.tenantId)}], '010') found) matched`,
  ),
  awaited_deposit: ofGivenRow('orders', 'awaited_deposit'),
  due_by_transfer: ofGivenRow('orders', 'due_by_transfer'),
  owes: ofGivenRow('orders', 'owes'),
  due_at_door: ofGivenRow('orders', 'due_at_door'),
  closed_payments: ofGivenRow('orders', 'closed_payments'),
  awaits_confirmation: ofGivenRow('orders', 'awaits_confirmation'),
  askable_by_link: ofOrder('askable_by_link(made_up) > 0'),
  draft_state: ofGivenRow('order_drafts', 'draft_state'),
  draft_reserved_until: ofGivenRow('order_drafts', 'draft_reserved_until'),
  pay_link_state: ofGivenRow('pay_links', 'pay_link_state'),
  link_channels: ofGivenRow('pay_links', 'link_channels'),
  is_packable: ofGivenRow('orders', 'is_packable'),
  cash_to_collect: ofGivenRow('shipments', 'cash_to_collect'),
  awaits_inspection: ofGivenRow('shipments', 'awaits_inspection'),
  is_changeable: ofOrder('is_changeable(made_up)'),
  open_pieces: ofGivenRow('order_lines', 'open_pieces'),
  returned_to_sender_late: ofShipment('delivered', 'returned_to_sender_late(made_up)'),
  old_pieces_to_collect: ofShipment('packed', "old_pieces_to_collect(made_up) <> ''"),
  can_change_carrier: ofShipment('packed', 'can_change_carrier(made_up)'),
  is_bookable: ofShipment('packed', 'is_bookable(made_up)'),
  seconds_to_take_back: ofShipment('handed_over', 'seconds_to_take_back(made_up) > 0'),
  seconds_to_take_delivery_back: ofShipment('delivered', 'seconds_to_take_delivery_back(made_up) > 0'),
  can_send_lost_again: ofShipment('lost', 'can_send_lost_again(made_up)'),
  is_overdue: ofGivenRow('carrier_claims', 'is_overdue'),
  add_order_note: refused(({ orderId }) => `add_order_note('${orderId}', 'mine')`),
  add_product: refused(
    ({ store }) =>
      `add_product(${quoted(store.tenantId)}, '{"name": "Mine", "price": 1}', '[]', '[{"options": []}]')`,
  ),
  adjust_points: refused(
    ({ store, victim }) => `adjust_points(${quoted(store.tenantId)}, '${victim.id}', 5, 'because')`,
  ),
  adjust_store_credit: refused(
    ({ store, victim }) => `adjust_store_credit(${quoted(store.tenantId)}, '${victim.id}', 5, 'because')`,
  ),
  claim_call: refused(({ store }) => `claim_call(array[${quoted(store.tenantId)}])`),
  keep_call: nothing(({ orderId }) => `keep_call('${orderId}')`),
  release_call: nothing(({ orderId }) => `release_call('${orderId}')`),
  used_carriers: refused(({ store }) => `used_carriers(array[${quoted(store.tenantId)}])`),
  record_call: refused(({ orderId }) => `record_call('${orderId}', 'no_answer')`),
  find_orders: refused(
    ({ store }) =>
      `(select count(*) as result from find_orders(array[${quoted(store.tenantId)}], 'Mona')) found`,
  ),
  closer: ofGivenRow('day_closes', 'closer'),
  piece_code: ofGivenRow('order_lines', 'piece_code'),
  shipment_code: ofGivenRow('shipments', 'shipment_code'),
  close_day: refused(({ store }) => `close_day(${quoted(store.tenantId)}, current_date, '[]')`),
  day_money: refused(({ store }) => `day_money(array[${quoted(store.tenantId)}], current_date)`),
  day_acts: refused(({ store }) => `day_acts(array[${quoted(store.tenantId)}], current_date)`),
  carrier_cash: refused(({ store }) => `carrier_cash(${quoted(store.tenantId)})`),
  read_statement: refused(
    ({ store }) => `read_statement(${quoted(store.tenantId)}, '{"lines": [{"number": "1", "amount": 5}]}')`,
  ),
  resolve_difference: refused(
    ({ orderId }) =>
      `resolve_difference((select id from settlement_differences where tenant_id = (select tenant_id from orders where id = '${orderId}') limit 1), 'Mine')`,
  ),
  resolve_difference_as_part: refused(
    ({ orderId, lineId }) =>
      `resolve_difference_as_part((select id from settlement_differences where tenant_id = (select tenant_id from orders where id = '${orderId}') limit 1), '[{"order_line_id": "${lineId}", "quantity": 1}]')`,
  ),
  claim_from_carrier: refused(({ shipmentId }) => `claim_from_carrier('${shipmentId}', '{"amount": 5}')`),
  answer_claim: refused(
    ({ shipmentId }) =>
      `answer_claim((select id from carrier_claims where shipment_id = '${shipmentId}'), 5)`,
  ),
  lose_shipment: refused(({ shipmentId }) => `lose_shipment('${shipmentId}', true)`),
  send_lost_again: refused(({ shipmentId }) => `send_lost_again('${shipmentId}')`),
  deliver_shipments: refused(({ shipmentId }) => `deliver_shipments('[{"shipment_id": "${shipmentId}"}]')`),
  quote_delivery: refused(({ shipmentId }) => `quote_delivery('${shipmentId}', null)`),
  take_delivery_back: refused(({ shipmentId }) => `take_delivery_back('${shipmentId}')`),
  settle_statement: refused(
    ({ store }) => `settle_statement(${quoted(store.tenantId)}, '{"lines": [{"number": "1", "amount": 5}]}')`,
  ),
  settle_cash: refused(
    ({
      store,
      orderId,
    }) => `settle_cash(${quoted(store.tenantId)}, jsonb_build_object('lines', jsonb_build_array(
      jsonb_build_object('shipment_id', (select id from shipments where order_id = '${orderId}' limit 1), 'amount', 5))))`,
  ),
  place_order_for: refused(
    ({ store, victim }) =>
      `place_order_for(${quoted(
        JSON.stringify({
          tenant_id: store.tenantId,
          idempotency_key: 'attack-attack',
          channel: 'phone',
          customer: { user_id: victim.id },
          lines: [{ product_id: store.mugId, quantity: 1 }],
        }),
      )})`,
  ),
  audit_states: refused(({ store }) => `audit_states(${quoted(store.tenantId)}, '{1}')`),
  adjust_stock: refused(({ store }) => `adjust_stock('${store.hoodieId}', -5)`),
  delivery_fees: open(({ store }) => `delivery_fees(${quoted(store.tenantId)})`),
  free_delivery_varies: open(() => "free_delivery_varies('inkthread')"),
  find_districts: open(() => "find_districts('Maadi')"),
  proposed_carriers: refused(
    ({ store, orderId }) => `proposed_carriers(${quoted(store.tenantId)}, '{${orderId}}')`,
  ),
  shipping_options: open(({ store }) => `shipping_options(${quoted(store.tenantId)}, 'Cairo', 'Maadi')`),
  available_slots: open(({ store }) => `available_slots(${quoted(store.tenantId)})`),
  can_review: nothing(({ store }) => `can_review('${store.hoodieId}')`),
  cancel_order: refused(({ orderId }) => `cancel_order('${orderId}')`),
  change_products: refused(
    ({ store }) =>
      `change_products(${quoted(store.tenantId)}, '{${store.hoodieId}}', '{"kind": "featured", "value": true}')`,
  ),
  change_order_statuses: refused(({ orderId }) => `change_order_statuses('{${orderId}}', 'cancelled')`),
  order_by_key: nothing(
    ({ store }) =>
      `(select exists (select from order_by_key(${quoted(store.tenantId)}, 'attack-attack')) as result)`,
  ),
  mark_orders_printed: nothing(
    ({ orderId }) => `(select exists (select from mark_orders_printed('{${orderId}}')) as result)`,
  ),
  next_states: nothing(({ editId }) =>
    ofMadeUpRow('order_edits', editId, { state: 'proposed' }, "next_states(made_up) <> '{}'"),
  ),
  change_order_status: refused(({ orderId }) => `change_order_status('${orderId}', 'return_requested')`),
  create_profile_with_tenant: refused(
    ({ store, victim }) =>
      `create_profile_with_tenant('${victim.id}', ${quoted(store.tenantId)}, 'a@b.c', 'Owned')`,
  ),
  create_simple_profile: refused(
    ({ foreign, victim }) => `create_simple_profile('${victim.id}', ${quoted(foreign.tenantId)}, 'a@b.c')`,
  ),
  customer_totals: refused(
    ({ store, victim }) => `customer_totals(${quoted(store.tenantId)}, '{${victim.id}}')`,
  ),
  customer_across_stores: refused(
    ({ store, victim }) => `customer_across_stores(${quoted(store.tenantId)}, '${victim.id}')`,
  ),
  preview_copy: refused(
    ({ store, foreign }) =>
      `preview_copy('policies', ${quoted(store.tenantId)}, array[${quoted(foreign.tenantId)}])`,
  ),
  copy_to_stores: refused(
    ({ store, foreign }) =>
      `copy_to_stores('policies', ${quoted(store.tenantId)}, array[${quoted(foreign.tenantId)}], '{x}')`,
  ),
  customers_after: refused(({ store }) => `customers_after(array[${quoted(store.tenantId)}])`),
  dashboard: refused(({ store }) => `dashboard(${quoted(store.tenantId)})`),
  decide_edit: refused(({ editId }) => `decide_edit('${editId}', true)`),
  allow_exchange: refused(({ returnId }) => `allow_exchange('${returnId}', 'Mine')`),
  claim_order: refused(() => "claim_order('0')"),
  order_holds: refused(({ orderId }) => `order_holds('${orderId}')`),
  line_aftercare: refused(({ orderId }) => `line_aftercare('${orderId}')`),
  proven_customers: refused(({ store }) => `proven_customers(${quoted(store.tenantId)}, '01012345678')`),
  quote_cancellation: refused(({ orderId }) => `quote_cancellation('${orderId}')`),
  quote_exchange: refused(
    ({ orderId, lineId }) =>
      `quote_exchange('${orderId}', '[{"order_line_id": "${lineId}", "quantity": 1}]', 'cash_on_delivery')`,
  ),
  quote_size_replacement: refused(
    ({ orderId, lineId }) =>
      `quote_size_replacement('${orderId}', '[{"order_line_id": "${lineId}", "size": "L"}]', 'cash_on_delivery')`,
  ),
  decide_returns: refused(({ returnId }) => `decide_returns('{${returnId}}', true)`),
  decide_return: refused(({ returnId }) => `decide_return('${returnId}', true)`),
  edit_order: refused(({ orderId }) => `edit_order('${orderId}', '{"note": "Mine"}')`),
  quote_edit: refused(({ orderId }) => `quote_edit('${orderId}', '{"note": "Mine"}')`),
  receive_return: refused(({ returnId }) => `receive_return('${returnId}', '[]')`),
  send_return: refused(({ returnId }) => `send_return('${returnId}')`),
  withdraw_edit: refused(({ editId }) => `withdraw_edit('${editId}')`),
  withdraw_return: refused(({ returnId }) => `withdraw_return('${returnId}')`),
  delete_account: refused(({ store, victim }) => `delete_account(${quoted(store.tenantId)}, '${victim.id}')`),
  discount_use_counts: refused(
    ({ store }) => `discount_use_counts(${quoted(store.tenantId)}, '{${store.discountId}}')`,
  ),
  offer_use_counts: refused(
    ({ store, offerId }) => `offer_use_counts(${quoted(store.tenantId)}, '{${offerId}}')`,
  ),
  export_personal_data: refused(
    ({ store, victim }) => `export_personal_data(${quoted(store.tenantId)}, '${victim.id}')`,
  ),
  find_by_phone: refused(({ store }) => `find_by_phone(array[${quoted(store.tenantId)}], '01012345678')`),
  get_highest_role: refused(
    ({ store, victim }) => `get_highest_role('${victim.id}', ${quoted(store.tenantId)})`,
  ),
  book_shipments: refused(({ shipmentId }) => `book_shipments('{${shipmentId}}', 'bosta', 'Bosta')`),
  carrier_booking_done: refused(({ shipmentId }) => `carrier_booking_done('${shipmentId}', 'cancelled')`),
  shipments_to_track: refused(() => `shipments_to_track('{"bosta": 0}')`),
  store_carrier_areas: refused(() => "store_carrier_areas('bosta', '[]')"),
  carrier_tasks: refused(() => "carrier_tasks('{1}')"),
  cancel_pieces: refused(
    ({ orderId, lineId }) =>
      `cancel_pieces('${orderId}', '[{"order_line_id": "${lineId}", "quantity": 1}]', 'Mine')`,
  ),
  change_shipments: refused(
    ({ shipmentId }) => `change_shipments('{${shipmentId}}', '{"carrier_name": "Mine"}')`,
  ),
  change_shipment: refused(({ shipmentId }) => `change_shipment('${shipmentId}', '{"cash_due": 0}')`),
  inspect_shipments: refused(({ shipmentId }) => `inspect_shipments('{${shipmentId}}')`),
  inspect_shipment: refused(({ shipmentId }) => `inspect_shipment('${shipmentId}')`),
  find_scanned: refused(({ store }) => `find_scanned(array[${quoted(store.tenantId)}], 'X-1')`),
  scan_for_handover: refused(({ shipmentId }) => `scan_for_handover('${shipmentId}')`),
  discard_handover_scans: refused(({ shipmentId }) => `discard_handover_scans('{${shipmentId}}')`),
  mark_printed: refused(
    ({ lineId }) => `mark_printed('[{"order_line_id": "${lineId}", "quantity": 1}]', 'Again')`,
  ),
  print_again: refused(
    ({ lineId }) => `print_again('[{"order_line_id": "${lineId}", "quantity": 1}]', 'Torn')`,
  ),
  move_shipments: refused(({ shipmentId }) => `move_shipments('{${shipmentId}}', 'handed_over')`),
  order_queue_counts: refused(({ store }) => `order_queue_counts(array[${quoted(store.tenantId)}])`),
  pack_order: refused(({ orderId }) => `pack_order('${orderId}')`),
  pack_orders: refused(({ orderId }) => `pack_orders('{${orderId}}')`),
  record_shipment_event: refused(
    ({ store }) =>
      `record_shipment_event(${quoted(store.tenantId)}, 'manual', 'X-1', 'delivered', 'DELIVERED', now())`,
  ),
  is_staging_copy: refused(() => 'is_staging_copy()'),
  list_customers: refused(({ store }) => `list_customers(array[${quoted(store.tenantId)}])`),
  import_products: refused(
    ({ store }) =>
      `import_products(${quoted(store.tenantId)}, '[{"row": 2, "id": "${store.hoodieId}", "set": {"price": 0}}]', false)`,
  ),
  book_transfer: refused(({ transferOrderId }) => `book_transfer('${transferOrderId}', 5)`),
  send_transfer_proof: refused(
    ({ transferOrderId }) => `send_transfer_proof('${transferOrderId}', '{"a.png"}')`,
  ),
  reject_transfer: refused(({ transferId }) => `reject_transfer('${transferId}', 'Not there')`),
  order_by_link: open(() => "order_by_link('0')"),
  find_page: open(
    ({ store }) => `(select id as result from find_page(${quoted(store.tenantId)}, 'product', 'hoodie'))`,
  ),
  redirected_page: open(
    ({ store }) => `(select id as result from redirected_page(${quoted(store.tenantId)}, '/products/lamp'))`,
  ),
  morning: nothing(
    ({ store }) => `(select count(*) > 0 as result from morning(array[${quoted(store.tenantId)}]))`,
  ),
  morning_rows: nothing(
    ({ store }) =>
      `(select count(*) > 0 as result from morning_rows('orders_placed', array[${quoted(store.tenantId)}]))`,
  ),
  my_morning_mail: open(() => 'my_morning_mail()'),
  // Staff get the figures of their own stores: tests/database/morning.test.ts.
  set_morning_mail: open(() => 'set_morning_mail(8)'),
  queue_morning_mails: refused(() => 'queue_morning_mails()'),
  morning_mails_to_send: refused(() => "morning_mails_to_send('{1}')"),
  owner_alerts_to_send: refused(() => "owner_alerts_to_send('{1}')"),
  owner_alerts_sent: refused(() => "owner_alerts_sent('{}')"),
  expire_approval_requests: refused(() => 'expire_approval_requests()'),
  // Writes nothing where the caller does not work: tests/database/owner-alerts.test.ts.
  log_export: open(({ store }) => `log_export(array[${quoted(store.tenantId)}], 'orders')`),
  my_workplaces: nothing(
    ({ store }) =>
      `(select count(*) > 0 as result from my_workplaces() where tenant_id = ${quoted(store.tenantId)})`,
  ),
  notification_choices: open(({ store }) => `notification_choices(${quoted(store.tenantId)})`),
  choose_notifications: open(({ store }) => `choose_notifications(${quoted(store.tenantId)}, 'sms', false)`),
  mark_conversation: refused(({ conversationId }) => `mark_conversation('${conversationId}', false)`),
  operations_status: refused(() => 'operations_status()'),
  take_jobs: refused(() => "take_jobs('{remove_file}')"),
  schedule_job: refused(() => "schedule_job('remove_file', 60)"),
  postpone_jobs: refused(() => "postpone_jobs('{1}', '{1}', 0)"),
  finish_jobs: refused(() => "finish_jobs('{1}', '{1}')"),
  fail_job: refused(() => "fail_job(1, 1, 'No')"),
  // Staff see only their own store's jobs: tests/database/jobs.test.ts.
  failed_jobs: open(() => 'failed_jobs()'),
  retry_jobs: open(() => "retry_jobs('{1}')"),
  cancel_unconfirmed_orders: refused(() => 'cancel_unconfirmed_orders()'),
  confirm_order: refused(() => "confirm_order('mine')"),
  confirm_order_by_code: refused(() => "confirm_order_by_code('duoworks', 'mine', '123456')"),
  delivery_record: refused(
    ({ store, victim }) => `delivery_record(${quoted(store.tenantId)}, '${victim.id}')`,
  ),
  order_people: refused(({ orderId }) => `order_people('${orderId}')`),
  overrule_cash_rule: refused(({ orderId }) => `overrule_cash_rule('${orderId}', 'Mine')`),
  give_up_messages: refused(() => "give_up_messages('{1}', 'not_set_up')"),
  expire_order_mails: refused(() => 'expire_order_mails()'),
  record_notification_event: refused(() => "record_notification_event('sms', 'SM1', 'failed')"),
  record_opt_out: refused(() => "record_opt_out('sms', '+201012345678', true)"),
  order_notification_done: refused(() => 'order_notification_done(gen_random_uuid(), true)'),
  payment_opened: refused(
    ({ paymentId }) => `payment_opened('${paymentId}', 'cs_mine', 'https://mine.example')`,
  ),
  payment_to_start: refused(
    ({ payingOrderId, victim }) => `payment_to_start('${payingOrderId}', '${victim.id}')`,
  ),
  accept_edit_by_telephone: refused(() => "accept_edit_by_telephone(gen_random_uuid(), 'Me')"),
  cancel_draft: refused(() => 'cancel_draft(gen_random_uuid())'),
  cancel_pay_link: refused(() => 'cancel_pay_link(gen_random_uuid())'),
  create_pay_link: refused(({ payingOrderId }) => `create_pay_link('${payingOrderId}')`),
  credit_for_link: refused(({ store }) => `credit_for_link(${quoted(store.tenantId)}, 'guess')`),
  pay_link_folder: refused(({ store }) => `pay_link_folder(${quoted(store.tenantId)}, 'guess')`),
  pay_link_message_done: refused(() => 'pay_link_message_done(gen_random_uuid(), true)'),
  pay_link_order: refused(({ store }) => `pay_link_order(${quoted(store.tenantId)}, 'guess')`),
  pay_link_page: refused(({ store }) => `pay_link_page(${quoted(store.tenantId)}, 'guess', 'en')`),
  pay_link_with_credit: refused(({ store }) => `pay_link_with_credit(${quoted(store.tenantId)}, 'guess', 1)`),
  pay_links_to_send: refused(() => "pay_links_to_send('{1}')"),
  payment_by_link: refused(
    ({ store }) => `payment_by_link(${quoted(store.tenantId)}, 'guess', 1, 'stripe', 'card')`,
  ),
  save_draft: refused(
    ({ store }) => `save_draft(jsonb_build_object('tenant_id', ${quoted(store.tenantId)}))`,
  ),
  send_pay_link: refused(() => "send_pay_link(gen_random_uuid(), 'sms')"),
  share_pay_link: refused(() => 'share_pay_link(gen_random_uuid())'),
  transfer_by_link: refused(({ store }) => `transfer_by_link(${quoted(store.tenantId)}, 'guess', 1, '{}')`),
  due_payments: refused(() => 'due_payments()'),
  refunds_to_send: refused(() => "refunds_to_send('{1}')"),
  due_holds: refused(({ payingOrderId }) => `due_holds('${payingOrderId}')`),
  hold_refused: refused(({ paymentId }) => `hold_refused('${paymentId}')`),
  payments_of_day: refused(
    ({ store }) => `payments_of_day('stripe', array[${quoted(store.tenantId)}], current_date)`,
  ),
  compare_payments: refused(
    ({ store }) => `compare_payments('stripe', array[${quoted(store.tenantId)}], ${noReport}, true)`,
  ),
  compare_payment_file: refused(
    ({ store }) => `compare_payment_file(${quoted(store.tenantId)}, 'stripe', ${noReport})`,
  ),
  resolve_payment_difference: refused(
    ({ orderId }) =>
      `resolve_payment_difference((select id from payment_differences where tenant_id = (select tenant_id from orders where id = '${orderId}') limit 1), 'Mine')`,
  ),
  capture_payment: refused(({ paymentId }) => `capture_payment('${paymentId}')`),
  release_payment: refused(({ paymentId }) => `release_payment('${paymentId}')`),
  next_banner_change: open(({ store }) => `next_banner_change(${quoted(store.tenantId)})`),
  order_faq_questions: refused(({ store }) => `order_faq_questions(${quoted(store.tenantId)}, '{}')`),
  order_banners: refused(({ store }) => `order_banners(${quoted(store.tenantId)}, '{}')`),
  place_order: refused(
    ({ store, addressId, designId, voucher }) =>
      `place_order(${quoted(
        JSON.stringify({
          tenant_id: store.tenantId,
          idempotency_key: 'attack-attack',
          address_id: addressId,
          discount_code: voucher,
          payment_method: 'cash_on_delivery',
          lines: [{ quantity: 1, customization_id: designId }],
        }),
      )})`,
  ),
  claim_owner_invitation: refused(
    () => "claim_owner_invitation(repeat('0', 64), gen_random_uuid(), 'me@example.com')",
  ),
  invite_owner: refused(() => "invite_owner(repeat('0', 64), 'me@example.com')"),
  read_owner_invitation: refused(() => "read_owner_invitation(repeat('0', 64))"),
  redeem_owner_invitation: refused(
    ({ victim }) => `redeem_owner_invitation(repeat('0', 64), gen_random_uuid(), '${victim.id}')`,
  ),
  product_facets: open(({ store }) => `product_facets(${quoted(store.tenantId)})`),
  quote_order: open(
    ({ store }) =>
      `quote_order(${quoted(JSON.stringify({ tenant_id: store.tenantId, lines: [{ product_id: store.mugId, quantity: 1 }] }))})`,
  ),
  remove_unsent_photos: refused(() => 'remove_unsent_photos()'),
  month_figures: refused(({ store }) => `month_figures('${store.tenantId}', now()::date)`),
  record_payment: refused(({ orderId }) => `record_payment('${orderId}', 'refunded', 'x')`),
  record_payment_event: refused(
    ({ paymentId }) =>
      `record_payment_event('evt_mine', 'mine', 'paid', '${paymentId}', p_amount => 28000, p_currency => 'egp')`,
  ),
  redeem_points: refused(({ store }) => `redeem_points(${quoted(store.tenantId)}, 10)`),
  release_expired_reservations: refused(() => 'release_expired_reservations()'),
  count_user_factors: refused(
    ({ store, victim }) => `count_user_factors(${quoted(store.tenantId)}, array['${victim.id}']::uuid[])`,
  ),
  unconfirmed_people: refused(
    ({ store, victim }) =>
      `unconfirmed_people(array[${quoted(store.tenantId)}], array['${victim.id}']::uuid[])`,
  ),
  remove_user_factors: refused(
    ({ store, victim }) => `remove_user_factors('${victim.id}', ${quoted(store.tenantId)})`,
  ),
  resend_reply: refused(
    ({ conversationId }) =>
      `resend_reply((select id from messages where conversation_id = '${conversationId}' limit 1))`,
  ),
  reply_address: refused(({ store }) => `reply_address(${quoted(store.tenantId)})`),
  reply_to_mail: refused(({ conversationId }) => `reply_to_mail('${conversationId}')`),
  reply_mail_done: refused(({ conversationId }) => `reply_mail_done('${conversationId}', true)`),
  assign_orders: refused(({ orderId, victim }) => `assign_orders('{${orderId}}', '${victim.id}')`),
  assign_returns: refused(({ returnId }) => `assign_returns('{${returnId}}', null)`),
  assign_approval_requests: refused(
    () => "assign_approval_requests('{00000000-0000-4000-8000-0000000000aa}', null)",
  ),
  approval_deciders: nothing(
    () => '(select count(*) > 0 as result from approval_deciders(gen_random_uuid()))',
  ),
  preview_order_notification: refused(({ orderId }) => `preview_order_notification('${orderId}', 'placed')`),
  tag_orders: refused(({ orderId }) => `tag_orders('{${orderId}}', '{Mine}')`),
  order_tags_in_use: refused(({ store }) => `order_tags_in_use(array[${quoted(store.tenantId)}])`),
  import_orders: refused(
    ({ store }) =>
      `import_orders(${quoted(store.tenantId)}, '{"source": "other"}', '[{"number": "1", "placed_at": "2024-01-01", "total": 1, "lines": [{"name": "Mine", "quantity": 1, "price": 1}]}]', false)`,
  ),
  import_customers: refused(
    ({ store }) =>
      `import_customers(${quoted(store.tenantId)}, '{"source": "other"}', '[{"email": "mine@example.com"}]', false)`,
  ),
  undo_import: refused(
    ({ store }) =>
      `undo_import((select id from store_imports where tenant_id = ${quoted(store.tenantId)} limit 1))`,
  ),
  assign_conversations: refused(({ conversationId }) => `assign_conversations('{${conversationId}}', null)`),
  assignable_people: nothing(
    ({ store }) =>
      `(select count(*) > 0 as result from assignable_people(array[${quoted(store.tenantId)}], 'orders.see'))`,
  ),
  for_me: nothing(
    ({ store }) => `(select count(*) > 0 as result from for_me(array[${quoted(store.tenantId)}]))`,
  ),
  mark_seen: nothing(
    ({ store }) => `(select false as result from mark_seen(array[${quoted(store.tenantId)}]))`,
  ),
  reply_to_conversation: refused(
    ({ conversationId }) => `reply_to_conversation('${conversationId}', 'Hello')`,
  ),
  report_categories: staffReport('report_categories'),
  report_customers: staffReport('report_customers'),
  report_discounts: staffReport('report_discounts'),
  report_files: refused(({ store }) => `report_files(${quoted(store.tenantId)})`),
  report_products: staffReport('report_products'),
  report_refused_carriers: staffReport('report_refused_carriers'),
  report_refused_places: staffReport('report_refused_places'),
  report_refused_products: staffReport('report_refused_products'),
  report_rows: refused(
    ({ store }) => `report_rows(${quoted(store.tenantId)}, 'customers', current_date - 30, current_date)`,
  ),
  report_rows_of_stores: refused(
    ({ store }) =>
      `report_rows_of_stores(array[${quoted(store.tenantId)}], 'customers', current_date - 30, current_date)`,
  ),
  report_sales: staffReport('report_sales'),
  report_slots: staffReport('report_slots'),
  report_stock: staffReport('report_stock'),
  report_totals: staffReport('report_totals'),
  report_totals_of_stores: refused(
    ({ store }) =>
      `report_totals_of_stores(array[${quoted(store.tenantId)}], current_date - 30, current_date)`,
  ),
  report_variants: staffReport('report_variants'),
  refund_order: refused(({ orderId }) => `refund_order('${orderId}', '{"goodwill": 5}')`),
  send_refunds: refused(
    ({ orderId }) =>
      `send_refunds(array(select id from refunds where order_id = '${orderId}' limit 1), 'cash')`,
  ),
  send_refund: refused(
    ({ orderId }) => `send_refund((select id from refunds where order_id = '${orderId}' limit 1), 'cash')`,
  ),
  request_refund: refused(({ orderId }) => `request_refund('${orderId}', 'Mine')`),
  request_return: refused(({ orderId }) => `request_return('${orderId}', 'Mine now')`),
  request_exchange: refused(
    ({ orderId, lineId }) =>
      `request_exchange('${orderId}', '[{"order_line_id": "${lineId}", "quantity": 1}]', 'cash_on_delivery', 'attack-attack')`,
  ),
  request_size_replacement: refused(
    ({ orderId, lineId }) =>
      `request_size_replacement('${orderId}', '[{"order_line_id": "${lineId}", "size": "L"}]', 'cash_on_delivery', 'attack-attack')`,
  ),
  stock_alerts_to_send: refused(() => "stock_alerts_to_send('{1}')"),
  staff_notifications_to_send: refused(() => "staff_notifications_to_send('{1}')"),
  staff_notifications_sent: refused(() => "staff_notifications_sent('{1}')"),
  ask_for_opening: refused(
    ({ store }) => `ask_for_opening(${quoted(store.tenantId)}, 'somebody@mail.test', 'en')`,
  ),
  change_store_state: refused(({ store }) => `change_store_state(${quoted(store.tenantId)}, 'closed')`),
  is_store_preview: refused(({ store }) => `is_store_preview(${quoted(store.tenantId)}, 'guessed')`),
  place_test_order: refused(({ store }) => `place_test_order(${quoted(store.tenantId)})`),
  remove_test_order: refused(({ orderId }) => `remove_test_order('${orderId}')`),
  create_store: refused(() => `create_store('attacked', '{"name": "Mine"}', '{}', '[]')`),
  remove_store: refused(({ store }) => `remove_store(${quoted(store.tenantId)}, ${quoted(store.tenantId)})`),
  store_opening: open(({ store }) => `store_opening(${quoted(store.tenantId)})`),
  store_preview: refused(({ store }) => `store_preview(${quoted(store.tenantId)}, true)`),
  record_store_check: refused(({ store }) => `record_store_check(${quoted(store.tenantId)}, 'mail', '')`),
  store_readiness: refused(({ store }) => `store_readiness(${quoted(store.tenantId)})`),
  opening_alerts_to_send: refused(() => "opening_alerts_to_send('{1}')"),
  consume_rate_limit: refused(() => "consume_rate_limit('contact_messages', 'somebody', 1, 1)"),
  save_product_variants: refused(
    ({ store }) => `save_product_variants('${store.mugId}', 1, '[]', '[{"options": [], "price": 1}]')`,
  ),
  demo_status: open(() => 'demo_status()'),
  demo_stores: refused(() => 'demo_stores()'),
  demo_summary: refused(() => 'demo_summary()'),
  mark_demo: refused(({ store }) => `mark_demo(${quoted(store.tenantId)}, '{"accounts": []}')`),
  remove_demo: refused(() => 'remove_demo()'),
  slow_queries: refused(() => 'slow_queries()'),
  search_products: open(({ store }) => `search_products(${quoted(store.tenantId)})`),
  shown_words: open(({ store }) => `shown_words(${quoted(store.tenantId)}, 'ar')`),
  seller: open(({ store }) => `seller((select t from tenants t where t.id = ${quoted(store.tenantId)}))`),
  search_suggestions: open(({ store }) => `search_suggestions(${quoted(store.tenantId)}, 'hood')`),
  send_chat_message: open(({ store }) => `send_chat_message(${quoted(store.tenantId)}, 'Hello')`),
  send_contact_message: refused(
    ({ store }) => `send_contact_message(${quoted(store.tenantId)}, 'A', 'a@b.cd', 'S', 'M')`,
  ),
  list_capabilities: refused(({ store }) => `list_capabilities(${quoted(store.tenantId)})`),
  list_staff_roles: refused(({ store }) => `list_staff_roles(${quoted(store.tenantId)})`),
  list_staff: refused(({ store }) => `list_staff(${quoted(store.tenantId)})`),
  list_staff_rights: refused(({ store }) => `list_staff_rights(${quoted(store.tenantId)})`),
  save_staff_role: refused(
    ({ store }) => `save_staff_role(${quoted(store.tenantId)}, 'Mine', '{}', '{orders.see}')`,
  ),
  delete_staff_role: refused(({ store }) => `delete_staff_role(${quoted(store.tenantId)}, '${packerRole}')`),
  grant_staff_role: refused(
    ({ store, victim }) => `grant_staff_role('${victim.id}', ${quoted(store.tenantId)}, '${packerRole}')`,
  ),
  revoke_staff_role: refused(
    ({ store, admin }) => `revoke_staff_role('${admin.id}', ${quoted(store.tenantId)}, '${packerRole}')`,
  ),
  invite_staff: refused(
    ({ store }) =>
      `invite_staff(${quoted(store.tenantId)}, repeat('0', 64), 'me@example.com', 'en', '{${packerRole}}', '{${store.tenantId}}')`,
  ),
  renew_staff_invitation: refused(
    ({ store }) => `renew_staff_invitation(${quoted(store.tenantId)}, gen_random_uuid(), repeat('0', 64))`,
  ),
  revoke_staff_invitation: refused(
    ({ store }) => `revoke_staff_invitation(${quoted(store.tenantId)}, gen_random_uuid())`,
  ),
  list_staff_invitations: refused(({ store }) => `list_staff_invitations(${quoted(store.tenantId)})`),
  read_staff_invitation: refused(() => "read_staff_invitation(repeat('0', 64))"),
  claim_staff_invitation: refused(() => "claim_staff_invitation(repeat('0', 64), gen_random_uuid())"),
  redeem_staff_invitation: refused(
    ({ victim }) => `redeem_staff_invitation(repeat('0', 64), gen_random_uuid(), '${victim.id}')`,
  ),
  accept_staff_invitation: open(() => "accept_staff_invitation('guess')"),
  lacks_second_factor: open(() => 'lacks_second_factor()'),
  staff_names: refused(({ store, victim }) => `staff_names(${quoted(store.tenantId)}, '{${victim.id}}')`),
  set_user_role: refused(
    ({ store, victim }) => `set_user_role('${victim.id}', ${quoted(store.tenantId)}, 'super_admin')`,
  ),
  order_notifications_to_send: refused(() => "order_notifications_to_send('{1}')"),
  slot_bookings: refused(
    ({ store }) => `slot_bookings(${quoted(store.tenantId)}, current_date - 30, current_date + 30)`,
  ),
  restore_deleted: refused(({ store }) => `restore_deleted(${quoted(store.tenantId)}, 'products', '{}')`),
  undo_changes: refused(({ store }) => `undo_changes(${quoted(store.tenantId)}, '{1}')`),
  undo_product_change: refused(({ productChangeId }) => `undo_product_change('${productChangeId}')`),
  undoable_product_changes: refused(({ store }) => `undoable_product_changes(${quoted(store.tenantId)})`),
  unused_product_files: refused(({ store }) => `unused_product_files(${quoted(store.tenantId)})`),
};

/** What an admin, unlike a super admin, may not do in their own store. */
export const superAdminOnly = [
  'ask_for_opening',
  'change_store_state',
  'is_store_preview',
  'opening_alerts_to_send',
  'carrier_booking_done',
  'shipments_to_track',
  'store_carrier_areas',
  'carrier_tasks',
  'set_user_role',
  'list_capabilities',
  'list_staff_roles',
  'list_staff',
  'list_staff_rights',
  'save_staff_role',
  'delete_staff_role',
  'grant_staff_role',
  'invite_staff',
  'renew_staff_invitation',
  'revoke_staff_invitation',
  'list_staff_invitations',
  'read_staff_invitation',
  'claim_staff_invitation',
  'redeem_staff_invitation',
  'revoke_staff_role',
  'customer_across_stores',
  'delete_account',
  'export_personal_data',
  'consume_rate_limit',
  'remove_user_factors',
  'count_user_factors',
  'get_highest_role',
  'is_staging_copy',
  'claim_owner_invitation',
  'invite_owner',
  'read_owner_invitation',
  'redeem_owner_invitation',
  'release_expired_reservations',
  'cancel_unconfirmed_orders',
  'confirm_order',
  'confirm_order_by_code',
  'give_up_messages',
  'expire_order_mails',
  'record_notification_event',
  'record_opt_out',
  'operations_status',
  'take_jobs',
  'schedule_job',
  'postpone_jobs',
  'finish_jobs',
  'fail_job',
  'demo_stores',
  'demo_summary',
  'mark_demo',
  'create_store',
  'remove_demo',
  'remove_store',
  'order_notification_done',
  'slow_queries',
  'payment_opened',
  'payment_to_start',
  'pay_link_folder',
  'pay_link_message_done',
  'pay_link_order',
  'pay_link_page',
  'pay_links_to_send',
  'payment_by_link',
  'transfer_by_link',
  'due_payments',
  'refunds_to_send',
  'due_holds',
  'hold_refused',
  'payments_of_day',
  'compare_payments',
  'record_payment_event',
  'record_store_check',
  'record_shipment_event',
  'remove_unsent_photos',
  'send_contact_message',
  'morning_mails_to_send',
  'order_notifications_to_send',
  'queue_morning_mails',
  'owner_alerts_sent',
  'owner_alerts_to_send',
  'expire_approval_requests',
  'staff_notifications_sent',
  'staff_notifications_to_send',
  'stock_alerts_to_send',
];
