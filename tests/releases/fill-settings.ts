import { type Client, TENANT } from './shop.ts';

/** Changes every kind of setting, as staff do. Limits come last, so that every kind of order can still be placed. */
export async function fillSettings(staff: Client): Promise<void> {
  await staff
    .from('settings')
    .update({
      shipping: {
        freeShippingThreshold: 900,
        defaultShippingFee: 30,
        expressShippingFee: 55.5,
        standardDaysFrom: 2,
        standardDaysTo: 4,
        expressDaysFrom: 1,
        expressDaysTo: 1,
      },
      payment: {
        cashOnDelivery: true,
        onlinePayment: true,
        bankTransfer: true,
        bankDetails: 'Bank of Cairo, 100-200-300',
        vatRate: 14,
        options: [
          { option: 'cash_on_delivery', offered: true, from: 0, to: 5000 },
          { option: 'bank_transfer', offered: true, details: { en: 'Wallet 0100', ar: 'محفظة 0100' } },
        ],
      },
      customization: {
        enabled: true,
        textPrice: 5,
        imagePrice: 30,
        baseProductPrices: { Hoodie: 150, Sweatshirt: 120.5 },
      },
      contact: {
        contactEmail: 'studio@inkthread.example',
        contactPhone: '+20 2 2735 0000',
        address: '18 Shagaret El Dor Street, Zamalek',
        socialMedia: { instagram: 'https://instagram.example/inkthread' },
      },
      points: { enabled: true, earnRate: 1, pointValue: 0.1 },
      features: { wishlist: true, reviews: true, loyalty: true, liveChat: true, restocks: true },
      legal: {
        shippingReturns: 'We send hoodies to every governorate.',
        terms: 'What was printed for somebody is not given back.',
      },
      returns: { returnDays: 60, faultDays: 60, keepsDeliveryFee: true },
      store: {
        description: 'Hoodies with ink that stays.',
        seoKeywords: 'hoodie, print',
        autoPlayMusic: false,
      },
      invoicing: {
        legalName: 'Ink Trading LLC',
        legalAddress: '4 Talaat Harb, Cairo',
        taxNumber: '123-456-789',
      },
      translations: {
        ar: {
          contact: { address: '١٨ شارع شجرة الدر، الزمالك' },
          legal: { shippingReturns: 'نرسل الهوديات إلى كل المحافظات.' },
          store: { description: 'هوديات بحبر يدوم.' },
          invoicing: { legalName: 'شركة إنك للتجارة' },
        },
      },
    })
    .eq('tenant_id', TENANT)
    .throwOnError();
  await staff
    .from('staff_settings')
    .upsert({
      tenant_id: TENANT,
      contact_emails: ['studio@inkthread.example', 'help@inkthread.example'],
      low_stock_threshold: 7,
      notes: 'Ring twice.',
      customers_need_aal2: false,
      unpaid_orders_limit: null,
      unpaid_pieces_limit: null,
      customer_files_limit: 200,
      customer_storage_mb: 100,
      notification_channels: ['whatsapp', 'sms'],
      notification_kinds: ['shipped', 'delivered', 'confirm'],
    })
    .throwOnError();
  await staff
    .from('shipping_zones')
    .insert({
      tenant_id: TENANT,
      name: 'Upper Egypt',
      translations: { ar: { name: 'الصعيد' } },
      places: ['Aswan', 'Luxor'],
      rates: [
        { method: 'standard', fee: 75, free_from: 1500, days_from: 4, days_to: 7 },
        { method: 'express', fee: 120, days_from: 2, days_to: 3, cash_allowed: false },
      ],
      max_grams: 20_000,
      carrier: 'bosta',
    })
    .throwOnError();
  await staff.from('saved_views').insert({ tenant_id: TENANT, page: 'orders', name: 'Mine' }).throwOnError();
  const { data: me } = await staff.auth.getUser();
  await staff
    .from('staff_notification_choices')
    .insert({ tenant_id: TENANT, user_id: me.user?.id ?? '', topic: 'low_stock', each_morning: true })
    .throwOnError();
  await staff.rpc('set_morning_mail', { p_hour: 8 }).throwOnError();
  await staff
    .from('brands')
    .update({ mail_reply_to: 'help@inkthread.example', mail_signature: 'The studio', order_prefix: 'INK' })
    .eq('tenant_id', TENANT)
    .throwOnError();
  await staff
    .from('import_columns')
    .insert({ tenant_id: TENANT, headings: 'artikel', columns: { artikel: 'name' } })
    .throwOnError();
  await staff
    .from('search_synonyms')
    .insert({ tenant_id: TENANT, words: ['cap', 'beanie'] })
    .throwOnError();
}

/** Rules and limits of a store of this size. */
export async function fillLimits(staff: Client): Promise<void> {
  await staff
    .from('staff_settings')
    .update({
      cash_rules: {
        firstOrder: 'confirm',
        amount: 'deposit',
        amountFrom: 3000,
        depositPercent: 20,
        hours: 48,
      },
      unpaid_orders_limit: 50,
      unpaid_pieces_limit: 100,
    })
    .eq('tenant_id', TENANT)
    .throwOnError();
}
