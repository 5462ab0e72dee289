import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { brandInLanguage } from '../../app/brands/brand-in-language.ts';
import { duoworks } from '../../app/brands/duoworks.ts';
import { presets } from '../../app/brands/presets.ts';
import { formatDays } from '../../app/i18n/format.ts';
import { registerBrands } from '../brands/brand-registry.ts';
import { composeOrderMail } from './compose-order-mail.ts';
import type { OrderNotification } from './order-notification.ts';

const line = {
  id: 'l1',
  name: 'Hoodie "N&M"',
  quantity: 2,
  total: 250.5,
  color: 'Black',
  size: 'L',
  type: null,
  has_design: false,
  options: [
    { name: 'Color', value: 'Black' },
    { name: 'Size', value: 'L' },
  ],
  translations: {},
  garment: null,
  image: null,
};

const order: OrderNotification['order'] = {
  id: 'o1',
  number: 'DU-ABCDE-12345',
  is_test: false,
  status: 'pending',
  created_at: '2026-03-02T10:00:00Z',
  customer_name: 'Mona <b>Adel</b>',
  payment_method: 'cash_on_delivery',
  online_method: null,
  payment_status: 'unpaid',
  shipping_method: 'express',
  days_from: 1,
  days_to: 1,
  subtotal: 250.5,
  discount_total: 25.05,
  offer_total: 0,
  manual_discount: 0,
  discount_code: 'TEN',
  points_value: 0,
  shipping_total: 60,
  gift_wrapped: false,
  gift_total: 0,
  gift_message: '',
  total: 285.45,
  charged: 285.45,
  received: 0,
  given_back: 0,
  owes: 285.45,
  owed_back: 0,
  awaited_deposit: 0,
  due_at_door: 285.45,
  confirm_until: null,
  deposit: 0,
  slot_date: '2026-03-05',
  slot_from: '10:00:00',
  slot_to: '14:00:00',
  address: { full_name: 'Mona Adel', street: 'Road 9', building: '12', city: 'Maadi', governorate: 'Cairo' },
  lines: [line],
};

const paid = { received: 285.45, owes: 0, due_at_door: 0 };

function mailOf(
  kind: OrderNotification['kind'],
  changes: object = {},
  note = '',
  bank_details = '',
  paid_through: OrderNotification['paid_through'] = null,
  about: OrderNotification['about'] = null,
): OrderNotification {
  return {
    id: 'm1',
    recipient: 'mona@example.com',
    language: null,
    kind,
    tenant_id: 'duoworks',
    attempts: 1,
    order: { ...order, ...changes },
    sum: null,
    about,
    note,
    remark: null,
    documents: [],
    confirmation: null,
    link: null,
    bank_details,
    fault_days: 30,
    words: {},
    paid_through,
  };
}

const page = 'https://duoworks.example/account/orders/o1';

describe('a message about an order', () => {
  it('runs from right to left in Arabic', () => {
    const arabic = { ...brandInLanguage(duoworks, 'ar'), defaultLanguage: 'ar' } as const;
    const { html, text, subject } = composeOrderMail(mailOf('placed'), arabic, page);
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(subject).toMatch(/\p{Script=Arabic}.*DU-ABCDE-12345/u);
    expect(text).toContain('285.45 ج.م');
    expect(text).not.toContain('EGP');
  });

  it('keeps names, numbers and amounts whole inside Arabic sentences, in HTML and in text', () => {
    const arabic = { ...brandInLanguage(duoworks, 'ar'), defaultLanguage: 'ar' } as const;
    const { html, text, subject } = composeOrderMail(mailOf('cancelled', {}, 'Out of stock.'), arabic, page);
    expect(subject).toContain(' DU-ABCDE-12345 ');
    expect(subject).not.toMatch(/[\u2066-\u2069]/);
    expect(text).toContain('\u2068Out of stock\u2069');
    expect(text).toContain('\u2068\u200e−25.05 ج.م\u2069');
    expect(text).toMatch(/\u20682 × Hoodie "N&M"\u2069 \(\u2068.*\u2069\): \u2068250.50 ج.م\u2069/);
    expect(html).toContain('<span dir="auto">2 × Hoodie &quot;N&amp;M&quot;</span>');
    expect(html).toContain('text-align:left');
    expect(html).not.toContain('text-align:right');
    // Mail programs strip `html` and `body`.
    const inner = html.slice(html.indexOf('<body'), html.indexOf('</body>')).replace(/<body[^>]*>/, '');
    expect(inner.trim()).toMatch(/^<div lang="ar" dir="rtl"/);
    for (const cell of inner.match(/<td[^>]*bgcolor[^>]*padding:(?:20|32|16)px 24px[^>]*>/g) ?? [])
      expect(cell).toContain('lang="ar" dir="rtl" align="right"');
  });

  it('names the attached invoices and credit notes, and says where to find missing ones', () => {
    const documents: OrderNotification['documents'] = [
      { id: 'p1', kind: 'invoice', code: 'INV-2026-000007' },
      { id: 'p2', kind: 'credit_note', code: 'CRN-2026-000001' },
    ];
    const file = {
      filename: 'INV-2026-000007.pdf',
      contentType: 'application/pdf',
      content: Buffer.from('%PDF'),
    };
    const mail = { ...mailOf('refunded'), documents };
    const { text, html, attachments } = composeOrderMail(mail, duoworks, page, [file]);
    for (const [before, number, after] of [
      ['Your invoice ', 'INV-2026-000007', ' is attached.'],
      ['You can download your credit note ', 'CRN-2026-000001', ' on the order’s page.'],
    ]) {
      expect(text).toContain(`${before}${number}${after}`);
      // A number stays on one line.
      expect(html).toContain(`${before}<span style="white-space:nowrap">${number}</span>${after}`);
    }
    expect(attachments).toEqual([file]);
    const arabic = { ...brandInLanguage(duoworks, 'ar'), defaultLanguage: 'ar' } as const;
    const translated = composeOrderMail(mail, arabic, page, [file]);
    expect(translated.text).toContain('مرفق فاتورتك رقم \u2068INV-2026-000007\u2069.');
    expect(composeOrderMail(mailOf('placed'), duoworks, page).text).not.toMatch(/invoice|credit note/);
  });

  it('says what was ordered, what it costs and where it goes, in plain text too', () => {
    const { subject, text, to, html } = composeOrderMail(mailOf('placed'), duoworks, page);
    expect([subject, to]).toEqual(['Your Duoworks order DU-ABCDE-12345', 'mona@example.com']);
    for (const phrase of [
      '2 × Hoodie "N&M" (Black\u00a0· L): 250.50 EGP',
      'Discount (TEN): −25.05 EGP',
      'Shipping: 60 EGP',
      'Total: 285.45 EGP',
      '12 Road 9\nMaadi, Cairo\nExpress delivery\n5 Mar 2026, 10:00 – 14:00',
      `See your order: ${page}`,
    ]) {
      expect(text).toContain(phrase);
    }
    expect(html).toContain('2 × Hoodie &quot;N&amp;M&quot;');
  });

  it('keeps its width and button in Outlook, which supports neither max-width nor padded links', () => {
    const { html } = composeOrderMail(mailOf('placed'), duoworks, page);
    expect(html).toMatch(/<!--\[if mso\]><table [^>]*width="600"/);
    expect(html).toMatch(/<td [^>]*bgcolor="#8e44ad" style="[^"]*mso-padding-alt:14px 28px"><a href=/);
    expect(html).not.toMatch(/<p[^>]*><a href/);
  });

  it('shows a picture of each product, but none of a design, which is private', () => {
    const image = 'http://127.0.0.1:5000/storage/v1/object/public/product-images/a/b.png';
    const lines = [
      { ...line, image },
      { ...line, name: 'Own', image: 'u1/d1.png' },
    ];
    const { html } = composeOrderMail(mailOf('placed', { lines }), duoworks, page);
    const pictures = (html.match(/<img [^>]*>/g) ?? []).filter((picture) => !picture.includes('logo.png'));
    expect(pictures).toHaveLength(1);
    for (const phrase of [
      'src="https://duoworks.example/pictures/product-images/a/b.png?w=160&amp;format=jpeg"',
      'alt="2 × Hoodie &quot;N&amp;M&quot;"',
      'width="56" height="56"',
    ])
      expect(pictures[0]).toContain(phrase);
  });

  it('says how it is paid, and the cash due as long as it is due', () => {
    const text = (changes: object, kind: OrderNotification['kind'] = 'placed') =>
      composeOrderMail(mailOf(kind, changes), duoworks, page).text;
    expect(text({})).toContain('Payment: Cash on delivery\nCash due on delivery: 285.45 EGP\n');
    expect(text({ due_at_door: 185.45 })).toContain('Cash due on delivery: 185.45 EGP');
    expect(text({ due_at_door: 0 }, 'note')).not.toContain('Cash due');
    expect(text({ payment_method: 'online', online_method: 'wallet' })).toContain('Payment: Mobile wallet\n');
    const arabic = { ...brandInLanguage(duoworks, 'ar'), defaultLanguage: 'ar' } as const;
    expect(composeOrderMail(mailOf('placed'), arabic, page).html).toContain('المطلوب نقدًا عند الاستلام');
  });

  it.each(['en', 'ar'] as const)('uses each store’s own words, in %s', (language) => {
    const told = (['placed', 'shipped', 'delivered'] as const).map((kind) =>
      presets.map((brand) => {
        const speaking = { ...brandInLanguage(brand, language), defaultLanguage: language };
        return composeOrderMail(mailOf(kind), speaking, page).text.split('\n\n')[2];
      }),
    );
    for (const lines of told) expect(new Set(lines).size).toBe(presets.length);
  });

  it('shows the whole address, each part in the direction of its own letters', () => {
    const address = {
      full_name: 'عميل تجريبي',
      phone: '01001234567',
      governorate: 'Cairo',
      city: 'مدينة نصر',
      street: 'شارع 45',
      building: '7',
      floor: '٣',
      apartment: '7',
      landmark: 'بجوار الصيدلية',
    };
    const { text, html } = composeOrderMail(mailOf('placed', { address }), duoworks, page);
    const lines = [
      'عميل تجريبي',
      '7 شارع 45',
      '\u2066\u2068Floor \u2068٣\u2069\u2069, Apartment 7\u2069',
      'بجوار الصيدلية',
      '\u2066\u2068مدينة نصر\u2069, Cairo\u2069',
    ];
    expect(text).toContain([...lines, '01001234567', 'Express delivery'].join('\n'));
    for (const line of lines) expect(html).toContain(`<span dir="auto">${line}</span>`);
  });

  it('shows options whatever their name', () => {
    const options = [...line.options, { name: 'Fit', value: 'Loose' }];
    const { text } = composeOrderMail(mailOf('placed', { lines: [{ ...line, options }] }), duoworks, page);
    expect(text).toContain('2 × Hoodie "N&M" (Black\u00a0· L\u00a0· Loose): 250.50 EGP');
  });

  it('names products in the recipient’s language, or in English if not translated', () => {
    const arabic = { ...brandInLanguage(duoworks, 'ar'), defaultLanguage: 'ar' } as const;
    const translations = { ar: { name: 'هودي', values: { Black: 'أسود' } } };
    const shipment = {
      number: 1,
      carrier_name: 'Nile Post',
      tracking_number: null,
      tracking_url: null,
      cash_due: 0,
      pieces: [{ name: 'Hoodie "N&M"', quantity: 2, translations }],
    };
    const mail = mailOf('shipped', { lines: [{ ...line, translations }] }, '', '', null, { shipment });
    const { text } = composeOrderMail(mail, arabic, page);
    expect(text).not.toContain('Hoodie');
    expect(text).toContain('2 × هودي\n');
    expect(text).toContain('\u20682 × هودي\u2069 (\u2068أسود\u00a0· L\u2069): ');
    expect(composeOrderMail(mail, duoworks, page).text).toContain('2 × Hoodie "N&M" (Black\u00a0· L): ');
  });

  it('promises no work before an expected transfer or deposit has arrived', () => {
    const begins = duoworks.design.copy.orderPlacedText;
    const of = (changes: object) => composeOrderMail(mailOf('placed', changes), duoworks, page).text;
    expect(of({})).toContain(begins);
    expect(of({ payment_method: 'bank_transfer' })).not.toContain(begins);
    expect(of({ payment_method: 'bank_transfer', payment_status: 'paid' })).toContain(begins);
    expect(of({ status: 'awaiting_payment', deposit: 100, awaited_deposit: 100 })).not.toContain(begins);
  });

  it('shows staff’s note in the direction of its letters, and the carrier’s page as a link', () => {
    const note = composeOrderMail(mailOf('note', {}, 'نعتذر عن التأخير.'), duoworks, page);
    expect(note.html).toContain('<span dir="auto">نعتذر عن التأخير.</span>');
    const shipment = {
      ...{ number: 1, carrier_name: 'Bosta', tracking_number: '8', cash_due: 285.45, pieces: [] },
      tracking_url: 'https://bosta.example/?a=1&b=2',
    };
    const shipped = composeOrderMail(mailOf('shipped', {}, '', '', null, { shipment }), duoworks, page);
    expect(shipped.html).toContain('<a href="https://bosta.example/?a=1&amp;b=2"');
    // An amount stays on one line.
    expect(shipped.html).toContain('285.45\u00a0EGP');
  });

  it('names what was taken, what was given back and what was paid, if a part was taken', () => {
    const shipment = {
      ...{ number: 1, carrier_name: '', tracking_number: null, tracking_url: null, cash_due: 250 },
      pieces: [{ name: 'Hoodie', quantity: 1 }],
      given_back: [{ name: 'Mug', quantity: 2 }],
    };
    const textOf = (cash_collected: number | null) =>
      composeOrderMail(
        mailOf('delivered', {}, '', '', null, { shipment: { ...shipment, cash_collected } }),
        duoworks,
        page,
      ).text;
    expect(textOf(250)).toContain(
      'You took a part of your order, paid 250 EGP for it and gave the rest back.',
    );
    expect(textOf(250)).toContain('You took:\n1 × Hoodie\nYou gave back:\n2 × Mug');
    expect(textOf(0)).toContain('You took a part of your order and gave the rest back.');
  });

  it('gives the reason of goodwill, as money or as store credit', () => {
    const textOf = (way: 'transfer' | 'store_credit') =>
      composeOrderMail(
        mailOf('refunded', {}, '', '', null, { refund: { amount: 50, way, goodwill_for: 'It came late.' } }),
        duoworks,
        page,
      ).text.replace(/[\u2066-\u2069]/g, '');
    expect(textOf('transfer')).toContain('We are sorry, and have given 50 EGP back to you: It came late. ');
    expect(textOf('store_credit')).toContain('have given you 50 EGP as store credit: It came late. ');
  });

  it('names a designer garment in the recipient’s language', () => {
    const arabic = { ...brandInLanguage(duoworks, 'ar'), defaultLanguage: 'ar' } as const;
    const garment = { name: 'Custom Hoodie', garment: 'Hoodie' };
    const shipment = {
      number: 1,
      carrier_name: 'Nile Post',
      tracking_number: null,
      tracking_url: null,
      cash_due: 0,
      pieces: [{ ...garment, quantity: 2 }],
    };
    const lines = [{ ...line, ...garment, color: 'black', options: [] }];
    const mail = mailOf('shipped', { lines }, '', '', null, { shipment });
    const text = composeOrderMail(mail, arabic, page).text.replace(/[\u2066-\u2069]/g, '');
    expect(text).not.toContain('Hoodie');
    expect(text).toContain('2 × هودي بتصميم خاص\n');
    expect(text).toContain('2 × هودي بتصميم خاص (أسود\u00a0· L): ');
    expect(composeOrderMail(mail, duoworks, page).text).toContain('2 × Custom Hoodie (Black\u00a0· L): ');
  });

  it('says which items have a design', () => {
    const printed = { ...line, has_design: true };
    const { text } = composeOrderMail(mailOf('placed', { lines: [printed] }), duoworks, page);
    expect(text).toContain('2 × Hoodie "N&M" (Black\u00a0· L\u00a0· With your design): 250.50 EGP');
  });

  it('shows refunds below the total', () => {
    const back = { payment_status: 'refunded', charged: 0, received: 285.45, given_back: 285.45 };
    const refunded = composeOrderMail(mailOf('refunded', back), duoworks, page);
    expect(refunded.text).toContain('Total: 285.45 EGP\nGiven back: −285.45 EGP');
    expect(refunded.html).toContain('Given back</td>');
    const cancelled = { status: 'cancelled', payment_status: 'refund_due' };
    const due = mailOf('cancelled', cancelled, '', '', {
      amount: 9.5,
      currency: 'USD',
    });
    expect(composeOrderMail(due, duoworks, page).text).toContain('To be given back: −$9.5');
    const part = {
      payment_status: 'refund_due',
      charged: 200,
      received: 285.45,
      given_back: 50.1,
      owed_back: 35.35,
    };
    expect(composeOrderMail(mailOf('pieces_cancelled', part), duoworks, page).text).toContain(
      'Given back: −50.10 EGP\nTo be given back: −35.35 EGP',
    );
    expect(composeOrderMail(mailOf('placed'), duoworks, page).text).not.toContain('given back');
  });

  it('shows the current items, discounts and total of a changed order', () => {
    const lines = [
      { ...line, id: 'l1' },
      { ...line, id: 'l2', name: 'Cap' },
    ];
    const mail = mailOf('delivered', { status: 'delivered', due_at_door: 0, lines });
    const sum = {
      lines: [{ order_line_id: 'l1', quantity: 1, amount: 125.25 }],
      ...{ goods: 125.25, delivery: 60, gift: 0, reduction: 12.53, total: 172.72 },
    };
    const { text } = composeOrderMail({ ...mail, sum }, duoworks, page);
    expect(text).toContain('1 × Hoodie "N&M" (Black\u00a0· L): 125.25 EGP\n\nSubtotal: 125.25 EGP');
    expect(text).toContain('Discounts and points: −12.53 EGP\nShipping: 60 EGP\nTotal: 172.72 EGP');
    expect(text).not.toContain('285.45');
    expect(text).not.toContain('Cap');
  });

  it('says why a proof of transfer was rejected', () => {
    const mail = { ...mailOf('note', {}, 'It cannot be read.'), remark: 'transfer_rejected' };
    expect(composeOrderMail(mail, duoworks, page).text).toContain(
      'We could not find your transfer: It cannot be read. You can send another picture',
    );
  });

  it('names the store’s own discount', () => {
    const { text } = composeOrderMail(
      mailOf('placed', { manual_discount: 20, total: 265.45 }),
      duoworks,
      page,
    );
    expect(text).toContain('Discount of the store: −20 EGP\nShipping: 60 EGP\nTotal: 265.45 EGP');
  });

  describe('on the days after the order was placed', () => {
    beforeEach(() => {
      vi.useFakeTimers({ now: Date.parse('2026-03-03T09:00:00Z'), toFake: ['Date'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });
    const unbooked = { slot_date: null, slot_from: null, slot_to: null };
    const standard = { ...unbooked, shipping_method: 'standard', days_from: 3, days_to: 5 };

    it.each(presets.map((brand) => [brand.name, brand] as const))(
      'says the days of arrival of %s, as the order’s page does',
      (_name, brand) => {
        for (const kind of ['placed', 'paid', 'shipped'] as const) {
          expect(composeOrderMail(mailOf(kind, standard), brand, page).text).toContain(
            `Standard delivery\nArrives ${formatDays('2026-03-05', '2026-03-09', 'en')}\n`,
          );
          const { html, text } = composeOrderMail(mailOf(kind, unbooked), brand, page);
          for (const part of [html, text]) expect(part).toContain('Arrives Tue\u00a03\u00a0Mar');
        }
      },
    );

    it('shows no delivery days that were not promised, have passed or no longer matter', () => {
      const silent = mailOf('placed', { ...standard, days_to: null });
      vi.setSystemTime(Date.parse('2026-03-10T09:00:00Z'));
      for (const mail of [
        silent,
        mailOf('shipped', { ...standard, status: 'shipped' }),
        mailOf('delivered', { ...standard, status: 'delivered' }),
        mailOf('cancelled', { ...standard, status: 'cancelled' }),
      ])
        expect(composeOrderMail(mail, duoworks, page).text).not.toContain('Arrives');
    });
  });

  it.each(presets.map((brand) => [brand.name, brand] as const))('looks like %s', (name, brand) => {
    const { html, subject } = composeOrderMail(mailOf('shipped'), brand, page);
    expect(subject).toContain(name);
    expect(html).toContain(`background:${brand.primaryColor.toLowerCase()}`);
    expect(html).toContain(brand.contactEmail);
  });

  it('shows the contact address that staff entered', () => {
    const seller = { email: 'desk@duoworks.example' };
    const letterhead = { sender: null, replyTo: null, signature: { en: '', ar: '' }, seller };
    registerBrands(presets, { letterheads: new Map([[duoworks.id, letterhead]]) });
    const { html, text } = composeOrderMail(mailOf('shipped'), duoworks, page);
    registerBrands([]);
    expect(html).toContain('desk@duoworks.example');
    expect(text).toMatch(/desk@duoworks\.example\n$/);
    expect(html).not.toContain(duoworks.contactEmail);
  });

  it('shows a free-shipping code beside the shipping, not as a discount', () => {
    const free = { discount_code: 'SHIPFREE', discount_total: 0, shipping_total: 0 };
    const { text } = composeOrderMail(mailOf('placed', free), duoworks, page);
    expect(text).toContain('Shipping: Free (SHIPFREE)\n');
    expect(text).not.toContain('Discount');
  });

  it('turns nothing that the shopper typed into a link', () => {
    const link = 'https://win.example/now';
    const address = { ...order.address, full_name: link, street: link, landmark: link };
    const lines = [{ ...line, options: [{ name: 'Color', value: link }] }];
    for (const kind of ['placed', 'cancelled'] as const) {
      const { html, subject, text } = composeOrderMail(
        mailOf(kind, { customer_name: link, address, lines }, link),
        duoworks,
        page,
      );
      for (const part of [html, subject, text]) expect(part).not.toContain('win.example');
    }
  });

  it('never turns user input into markup or headers', () => {
    const hostile = { customer_name: '<script>alert(1)</script>\r\nBcc: all@example.com' };
    const { html, subject, text } = composeOrderMail(mailOf('delivered', hostile), duoworks, page);
    expect(html).not.toContain('<script>');
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text.split('\n')).not.toContain('Bcc: all@example.com,');
  });

  const shipment = {
    ...{ number: 1, carrier_name: 'Nile Post', tracking_number: 'NP 77', cash_due: 120.5 },
    tracking_url: 'https://post.example/NP77',
    pieces: [
      { name: 'Cap', quantity: 1 },
      { name: 'Hoodie', quantity: 2 },
    ],
  };

  it('lists a shipment’s pieces, its carrier and where to track it', () => {
    const { text, html } = composeOrderMail(
      mailOf('shipped', {}, '', '', null, { shipment }),
      duoworks,
      page,
    );
    expect(text).toContain(
      '1 × Cap\n2 × Hoodie\nCourier: Nile Post\nTracking number: NP 77\nhttps://post.example/NP77\n',
    );
    expect(html).toContain('<span dir="auto">2 × Hoodie</span>');
  });

  it.each([
    [mailOf('placed'), 'write again when it is on its way'],
    [
      mailOf('placed', { payment_method: 'bank_transfer' }, '', 'Bank of the Nile\nEG12'),
      'Transfer to:\nBank of the Nile\nEG12',
    ],
    [mailOf('paid', { payment_status: 'paid' }), 'Your payment of 285.45 EGP has arrived'],
    [
      mailOf('placed', {
        ...{ status: 'awaiting_payment', awaited_deposit: 71.4, confirm_until: '2026-03-03T10:00:00Z' },
      }),
      'once its deposit of 71.40 EGP has come: pay it on the order’s page by 3 Mar 2026',
    ],
    [
      mailOf('paid', { payment_status: 'partly_paid', deposit: 71.4, received: 71.4, owes: 214.05 }),
      'Your deposit has arrived, and your order is confirmed. Please have 214.05 EGP ready',
    ],
    [mailOf('shipped', {}, '', '', null, { shipment }), 'have 120.50 EGP ready for the courier'],
    [mailOf('shipped', {}, '', '', null, { shipment: { ...shipment, cash_due: 0 } }), 'has left us.\n'],
    [
      mailOf('attempt_failed', {}, '', '', null, { shipment }),
      'will try again. Please have 120.50 EGP ready',
    ],
    [mailOf('returned_to_sender', {}, '', '', null, { shipment }), 'You owe nothing'],
    [
      mailOf('returned_to_sender', { received: 285.45 }, '', '', null, { shipment }),
      'We give back what you paid',
    ],
    [
      mailOf('pieces_cancelled', {}, 'Sold out.', '', null, { cancelled: shipment.pieces }),
      'cancel part of your order: Sold out. The rest stays as it is.\n\n1 × Cap\n2 × Hoodie',
    ],
    [
      mailOf('return_answered', {}, '', '', null, {
        return: { state: 'approved', answer: 'Give it to our courier.', pieces: shipment.pieces },
      }),
      'We take the items back. Give it to our courier.\n\n1 × Cap',
    ],
    [
      mailOf('return_answered', {}, '', '', null, {
        return: { state: 'declined', answer: '', pieces: null },
      }),
      'We cannot take the items back.',
    ],
    [
      mailOf('return_requested', {}, '', '', null, {
        return: { state: 'requested', answer: '', pieces: shipment.pieces },
      }),
      'write to you; please keep the items until then.\n\n1 × Cap\n2 × Hoodie',
    ],
    [mailOf('return_received'), 'have arrived and are checked'],
    [
      mailOf('change_proposed', {}, '', '', null, { edit: { difference: 20, reason: 'A larger size.' } }),
      'It costs 20 EGP more, paid on delivery. Open the order to accept the change or to keep the order as it is. A larger size.',
    ],
    [
      mailOf('changed', { charged: 265.4 }, '', '', null, { edit: { difference: -20.05, reason: '' } }),
      'It costs 265.40 EGP now',
    ],
    [
      mailOf('refunded', {}, '', '', null, { refund: { amount: 30, way: 'store_credit' } }),
      'given 30 EGP back to you as store credit',
    ],
    [mailOf('delivered'), 'within 30 days'],
    [
      { ...mailOf('cancelled'), remark: 'payment_unfinished' },
      'was cancelled: The payment was not finished.\n',
    ],
    [
      mailOf('cancelled', { ...paid, payment_status: 'refund_due' }),
      'was cancelled. You get 285.45 EGP back.',
    ],
    [
      mailOf('cancelled', { ...paid, payment_status: 'refund_due' }, 'It is sold out.'),
      'was cancelled: It is sold out. You get 285.45 EGP back.',
    ],
    [
      mailOf('cancelled', { ...paid, payment_status: 'refunded' }, 'Out of thread'),
      'was cancelled: Out of thread. We have given 285.45 EGP back to you. Depending on your bank it takes a few days to show.',
    ],
    [mailOf('refunded', paid), 'We have given 285.45 EGP back to you'],
    [
      mailOf('cancelled', { ...paid, payment_status: 'refund_due' }, '', '', { amount: 1, currency: 'EGP' }),
      'was cancelled. You get 1 EGP back.',
    ],
    [
      mailOf('refunded', {}, '', '', { amount: 285.45, currency: 'USD' }),
      'We have given $285.45 back to you',
    ],
    [
      mailOf('paid', { payment_status: 'paid' }, '', '', { amount: 285.45, currency: 'EGP' }),
      'Your payment of 285.45 EGP has arrived',
    ],
  ])('tells each change in its own words (%#)', (mail, text) => {
    expect(composeOrderMail(mail, duoworks, page).text).toContain(text);
  });
});
