import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { inkthread } from '../../app/brands/inkthread.ts';
import type { Language } from '../../app/i18n/languages.ts';
import type { Invoice } from './invoice.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { registerFonts, runsOf, widthOf } from './typeset.ts';

const line: Invoice['lines'][number] = {
  kind: 'line',
  sku: 'HD-BLK-M',
  name: 'Ink hoodie',
  options: [
    { name: 'Color', value: 'Black' },
    { name: 'Size', value: 'M' },
  ],
  translations: {},
  garment: null,
  quantity: 2,
  unit_price: 250,
  discount: 50,
  amount: 450,
  tax_rate: 0.14,
  tax: 55.26,
};
const invoice: Invoice = {
  id: '0',
  tenant_id: 'inkthread',
  kind: 'invoice',
  code: 'INV-2026-000012',
  corrects_id: null,
  corrects: null,
  order_number: 'IN-7Q2XK-9TBNA',
  issued_at: '2026-11-27T18:00:00Z',
  language: null,
  total: 480,
  tax: 58.94,
  seller: {
    name: 'Ink Trading LLC',
    address: '18 Shagaret El Dor Street',
    tax_number: '123-456-789',
    email: 'studio@inkthread.example',
    phone: '',
    translations: { ar: { name: 'شركة إنك للتجارة' } },
  },
  buyer: {
    name: 'Mona Adel',
    address: {
      full_name: 'منى عادل',
      street: 'شارع 233',
      building: '9',
      city: 'المعادي',
      governorate: 'Cairo',
    },
  },
  lines: [
    line,
    {
      ...line,
      kind: 'shipping',
      sku: null,
      name: '',
      quantity: null,
      unit_price: null,
      discount: 0,
      amount: 30,
      tax: 3.68,
    },
  ],
};

/** The text of each page in visual order, line by line. */
async function pagesOf(pdf: Buffer): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const content = await (await document.getPage(number)).getTextContent({ disableNormalization: true });
    const items = content.items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []));
    const place = ({ transform }: (typeof items)[number]) =>
      [Number(transform[4]), Number(transform[5])] as const;
    const sorted = items.toSorted((a, b) => place(b)[1] - place(a)[1] || place(a)[0] - place(b)[0]);
    pages.push(sorted.map(({ str }) => str.trim()).join(' '));
  }
  return pages;
}

/** A document's letters in stored order, in which programs copy them and read them aloud. */
async function lettersOf(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent({ disableNormalization: true });
  return letters(items.map((item) => ('str' in item ? item.str : '')).join(''));
}

const letters = (text: string) => text.replaceAll(/\s/g, '');

const invoicePages = async (change: Partial<Invoice> = {}, language: Language = 'en') =>
  pagesOf(await invoicePdf({ ...invoice, ...change }, { brand: inkthread, language, logo: null }));

describe('an invoice’s PDF', () => {
  it('names the seller, the customer, each line with its code, and the tax', async () => {
    const [page = ''] = await invoicePages();
    for (const text of [
      'Tax invoice',
      'Ink Trading LLC',
      'Tax registration number 123-456-789',
      'INV-2026-000012',
      'IN-7Q2XK-9TBNA',
      'Ink hoodie',
      'Code HD-BLK-M',
      'Without VAT 421.06',
      'VAT 14% 58.94',
      'Total 480.00 EGP',
      'Page 1 of 1',
    ])
      expect(page).toContain(text);
  });

  it('is not a tax invoice if the store is not registered', async () => {
    const lines = invoice.lines.map((one) => ({ ...one, tax_rate: 0, tax: 0 }));
    const [page = ''] = await invoicePages({ lines, tax: 0, seller: { ...invoice.seller, tax_number: '' } });
    expect(page).toContain('Invoice');
    expect(page).not.toMatch(/VAT|Tax/);
  });

  it('is a credit note that names its invoice', async () => {
    const [page = ''] = await invoicePages({
      kind: 'credit_note',
      code: 'CRN-2026-000003',
      corrects: 'INV-2026-000012',
    });
    expect(page).toContain('Credit note');
    expect(page).toMatch(/For invoice\s+INV-2026-000012/);
    expect(page).toContain('Total credited 480.00 EGP');
  });

  it('repeats its heading on each page and shows the totals once, after the last line', async () => {
    const pages = await invoicePages({ lines: Array.from({ length: 40 }, () => line) });
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.every((page) => page.includes('Item'))).toBe(true);
    expect(pages.filter((page) => page.includes('Total 480.00'))).toEqual([pages.at(-1)]);
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
    expect(pages.join(' ').match(/Ink hoodie/g)).toHaveLength(40);
  });
});

describe('the letters of a document', () => {
  const named = (name: string, language: Language = 'en') => {
    const lines = [{ ...line, name, translations: {} }];
    const buyer = { name, address: { ...(invoice.buyer.address as object), full_name: name } };
    return invoicePdf({ ...invoice, lines, buyer }, { brand: inkthread, language, logo: null });
  };

  it.each([
    ['Turkish', 'İpek Şahin Çağlar Güneş', 'İpek Şahin Çağlar Güneş'],
    ['Polish and Croatian', 'Łukasz Đorđe', 'Łukasz Đorđe'],
    ['Russian', 'Ольга Иванова', 'Ольга Иванова'],
    ['Greek', 'Γιώργος Παπαδόπουλος', 'Γιώργος Παπαδόπουλος'],
    ['Vietnamese', 'Nguyễn Văn Đạt', 'Nguyễn Văn Đạt'],
    ['Persian', 'پرویز گلچین ژاله', 'پرویز گلچین ژاله'],
    ['Chinese, in Latin letters', '王小明', 'WangXiaoMing'],
    ['emoji, as dots', 'Mona 👩‍👩‍👧‍👦 Adel ❤️', 'Mona • Adel •'],
  ])('are shown for %s', async (_language, name, shown) => {
    const page = await lettersOf(await named(name));
    expect(page.split(letters(shown))).toHaveLength(3);
  });

  it('are copied in reading order, also from right to left', async () => {
    const read = 'هودي التسعين لا إله ضريبية الجنوبي بَيْت الكهرباء Souk 233';
    // A tatweel is a stretching stroke between two letters, which readers and searches ignore.
    for (const language of ['en', 'ar'] as const)
      expect((await lettersOf(await named(read, language))).replaceAll('\u0640', '')).toContain(
        letters(read),
      );
  });
});

describe('a document in Arabic', () => {
  it('gives the seller’s legal name in Arabic, or in English if that is missing', async () => {
    const [page = ''] = await invoicePages({}, 'ar');
    expect(page).not.toContain('Ink Trading LLC');
    expect(page).toContain('18 Shagaret El Dor Street');
    const [untranslated = ''] = await invoicePages({ seller: { ...invoice.seller, translations: {} } }, 'ar');
    expect(untranslated).toContain('Ink Trading LLC');
  });

  it('gives the products’ Arabic names, or English ones if not translated', async () => {
    const translations = { ar: { name: 'Arabic hoodie', values: { Black: 'Arabic black' } } };
    const lines = [{ ...line, translations }];
    const [page = ''] = await invoicePages({ lines }, 'ar');
    expect(page).toContain('Arabic hoodie');
    expect(page).toContain('Arabic black');
    expect(page).not.toContain('Ink hoodie');
    expect((await invoicePages({ lines }))[0]).toContain('Ink hoodie');
    expect((await invoicePages({}, 'ar'))[0]).toContain('Ink hoodie');
  });

  it('gives a designer garment’s name in Arabic', async () => {
    const lines = [{ ...line, name: 'Custom Hoodie', garment: 'Hoodie' }];
    expect((await invoicePages({ lines }, 'ar'))[0]).not.toContain('Hoodie');
    expect((await invoicePages({ lines }))[0]).toContain('Custom Hoodie');
  });

  it('runs from right to left, with numbers and Latin names in their own order', () => {
    const seen = (text: string) => runsOf(text, 'rtl').map((run) => run.text);
    expect(seen('رقم \u2068123-456-789\u2069')).toEqual(['123-456-789', ' ', 'رقم']);
    expect(seen('هودي Souk (طبعة 2)')).toEqual([...['(', '2', ' ', 'طبعة', ') ', 'Souk', ' ', 'هودي']]);
    expect(seen('1,330.00 ج.م').at(-1)).toBe('1,330.00');
  });

  it('joins letters, which take other shapes than alone', async () => {
    const [page = ''] = await invoicePages({}, 'ar');
    for (const text of ['INV-2026-000012', '123-456-789', '450.00', '480.00', 'Ink hoodie'])
      expect(page).toContain(text);
    expect(page).toMatch(/[\u0600-\u06ff]/);
    expect(page).not.toMatch(/Tax|Invoice|Total/);
    const document = new PDFDocument();
    registerFonts(document);
    const width = (text: string) => widthOf(document, text, { size: 10 }, 'rtl');
    const alone = [...'بيت'].reduce((sum, letter) => sum + width(letter), 0);
    expect(width('بيت')).toBeLessThan(alone * 0.9);
    // Marks sit on their letters and take no width.
    expect(width('بَيْت')).toBeCloseTo(width('بيت'));
  });
});
