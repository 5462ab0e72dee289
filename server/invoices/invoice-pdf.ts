import PDFDocument from 'pdfkit';
import { addressLines } from '../../app/addresses/address-lines.ts';
import { isGovernorate } from '../../app/addresses/governorates.ts';
import type { Brand } from '../../app/brands/brand.ts';
import { currencyName, formatDate, numberFormat, numberLocaleOf } from '../../app/i18n/format.ts';
import { isolatedRow } from '../../app/i18n/isolated-row.ts';
import type { Language } from '../../app/i18n/languages.ts';
import { directionOf } from '../../app/i18n/page-language.ts';
import englishGovernorates from '../../app/i18n/texts/en/governorates.json' with { type: 'json' };
import englishInvoices from '../../app/i18n/texts/en/invoices.json' with { type: 'json' };
import englishOrderMails from '../../app/i18n/texts/en/order-mails.json' with { type: 'json' };
import type { Translator } from '../../app/i18n/translations.ts';
import { toPiastres } from '../../app/lib/money.ts';
import { optionsText } from '../../app/lib/options-text.ts';
import { soldWord } from '../../app/lib/order-line-row.ts';
import { sellerIn } from '../../app/store/seller.ts';
import { mailTranslations } from '../mail/mail-translations.ts';
import { mailedRow } from '../mail/mailed-row.ts';
import type { Invoice } from './invoice.ts';
import { heightOf, lineHeight, registerFonts, setText, type TextSetting } from './typeset.ts';

type T = Translator<typeof englishInvoices>;

/** A logo as PNG, with the size at which it is drawn, in points. */
export interface InvoiceLogo {
  png: Buffer;
  width: number;
  height: number;
}

interface Look {
  brand: Brand;
  language: Language;
  /** The store's logo; null if it cannot be shown. */
  logo: InvoiceLogo | null;
}

/** A4 in points. */
const paper = { width: 595.28, height: 841.89, margin: 48 };
const inner = paper.width - 2 * paper.margin;
const bottom = paper.height - paper.margin - 28;
const soft = '#4b5563';
const rule = '#d1d5db';

/** Isolates a text's direction within a line of the other direction. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

interface Column {
  name: string;
  width: number;
  align: 'start' | 'end';
}

/** Makes an A4 invoice or credit note in one language, with the store's look on a small scale. */
export function invoicePdf(invoice: Invoice, look: Look): Promise<Buffer> {
  const { language, brand } = look;
  const t = mailTranslations(language, 'invoices', englishInvoices);
  const sheet = new InvoiceSheet(invoice, look, t);
  const { document } = sheet;
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((done, fail) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => done(Buffer.concat(chunks)));
    document.on('error', fail);
  });
  sheet.head();
  sheet.table();
  sheet.totals();
  sheet.foot(
    [brand.name, invoice.seller.phone ?? '', invoice.seller.email ?? '']
      .filter(Boolean)
      .map(isolated)
      .join(' · '),
  );
  document.end();
  return whole;
}

class InvoiceSheet {
  readonly document: PDFKit.PDFDocument;
  readonly #invoice: Invoice;
  readonly #look: Look;
  readonly #t: T;
  readonly #taxed: boolean;
  #y = paper.margin;

  constructor(invoice: Invoice, look: Look, t: T) {
    this.#invoice = invoice;
    this.#look = look;
    this.#t = t;
    this.#taxed = invoice.lines.some(({ tax_rate }) => tax_rate > 0);
    this.document = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      autoFirstPage: false,
      lang: look.language,
      displayTitle: true,
      info: {
        Title: `${this.#title()} ${invoice.code}`,
        Author: look.brand.name,
        CreationDate: new Date(invoice.issued_at),
      },
    });
    registerFonts(this.document);
    this.#newPage();
  }

  /** Seller, title, customer, and the subject of the document. */
  head(): void {
    const { seller, code } = this.#invoice;
    const top = paper.margin + 4;
    const { logo } = this.#look;
    const mark = logo ? logo.width + 10 : 0;
    if (logo) {
      const { width, height } = logo;
      this.document.image(logo.png, this.#x(0, width), top + (34 - height) / 2, { width, height });
    }
    const own = sellerIn(seller, this.#look.language);
    const { brand } = this.#look;
    const nameStyle = { size: 15, bold: true, typed: true };
    const name = logo && brand.hidesName ? 0 : this.#set(brand.name, mark, 260 - mark, top, nameStyle);
    let y = top + Math.max(name, 40);
    const tax = own.taxNumber && this.#t('taxNumber', { number: isolated(own.taxNumber) });
    for (const line of [own.name, own.address, tax])
      if (line) y += this.#set(line, 0, 260, y, { size: 8.5, color: soft, typed: line !== tax });
    const title = this.#set(this.#title(), 270, inner - 270, top, { size: 17, bold: true, align: 'end' });
    const numbered = this.#set(code, 270, inner - 270, top + title, {
      size: 10,
      color: soft,
      align: 'end',
      typed: true,
    });
    this.#y = Math.max(y, top + title + numbered) + 14;
    this.#rule(this.#y);
    this.#y += 14;
    const parties = Math.max(this.#buyer(this.#y), this.#facts(this.#y));
    this.#y += parties + 18;
  }

  table(): void {
    this.#tableHead();
    for (const line of this.#invoice.lines) {
      const cells = this.#cellsOf(line);
      const detail = this.#detailOf(line);
      const [first] = this.#columns();
      const width = (first?.width ?? 0) - 8;
      const name = this.#setting({ size: 9, bold: true, typed: true });
      const small = this.#setting({ size: 8, color: soft });
      const height =
        heightOf(this.document, cells[0] ?? '', width, name) +
        (detail ? heightOf(this.document, detail, width, small) : 0) +
        10;
      if (this.#y + height > bottom) {
        this.#newPage();
        this.#tableHead();
      }
      const named = this.#set(cells[0] ?? '', 0, width, this.#y + 4, name);
      if (detail) this.#set(detail, 0, width, this.#y + 4 + named, small);
      this.#row(cells.slice(1), this.#y + 4, { size: 9 });
      this.#y += height;
      this.#rule(this.#y);
    }
  }

  /** The totals, after the last line, kept together on one page. */
  totals(): void {
    const { total, tax, kind, lines } = this.#invoice;
    const rates = [...new Set(lines.map(({ tax_rate }) => tax_rate))].filter((rate) => rate > 0);
    const sums: [label: string, amount: string][] = this.#taxed
      ? [
          [this.#t('untaxed'), this.#money(toPiastres(total) - toPiastres(tax))],
          ...rates.map((rate): [string, string] => [
            this.#t('taxAt', { rate: this.#percent(rate) }),
            this.#money(
              lines.reduce((sum, line) => sum + (line.tax_rate === rate ? toPiastres(line.tax) : 0), 0),
            ),
          ]),
        ]
      : [];
    const height = sums.length * 16 + 60;
    if (this.#y + height > bottom) this.#newPage();
    this.#y += 10;
    for (const [label, sum] of sums) this.#sum(label, sum, { size: 9, color: soft });
    this.#y += 4;
    this.#sum(
      this.#t(kind === 'invoice' ? 'total' : 'credited'),
      `${this.#money(toPiastres(total))} ${this.#currency()}`,
      {
        size: 12,
        bold: true,
      },
    );
    this.#y += 10;
    this.#set(
      this.#t(this.#taxed ? 'allInWithTax' : 'allIn', { currency: this.#currency() }),
      0,
      inner,
      this.#y,
      {
        size: 8,
        color: soft,
      },
    );
  }

  /** Sender and page number at the bottom of each page. */
  foot(sender: string): void {
    const { count } = this.document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.document.switchToPage(page);
      const y = paper.height - paper.margin - 10;
      this.#rule(y - 6);
      this.#set(sender, 0, 340, y, { size: 8, color: soft });
      const place = `${isolated(this.#invoice.code)} · ${this.#t('page', { page: String(page + 1), pages: String(count) })}`;
      this.#set(place, 340, inner - 340, y, { size: 8, color: soft, align: 'end' });
    }
  }

  #title(): string {
    if (this.#invoice.kind === 'credit_note') return this.#t('creditNote');
    return this.#t(this.#invoice.seller.tax_number && this.#taxed ? 'taxInvoice' : 'invoice');
  }

  #buyer(top: number): number {
    const { language } = this.#look;
    const { buyer } = this.#invoice;
    const tMails = mailTranslations(language, 'order-mails', englishOrderMails);
    const tGovernorates = mailTranslations(language, 'governorates', englishGovernorates);
    const address = addressLines(buyer.address, {
      floor: (floor) => tMails('floor', { floor }),
      apartment: (apartment) => tMails('apartment', { apartment }),
      governorate: (name) => (isGovernorate(name) ? tGovernorates(name) : name),
      listed: (parts) => isolatedRow(parts, language),
    });
    let y = top + this.#set(this.#t('billTo'), 0, 250, top, { size: 8.5, color: soft });
    const [name = buyer.name ?? '', ...rest] = address;
    y += this.#set(name, 0, 250, y, { size: 9.5, bold: true, typed: true });
    for (const line of rest) y += this.#set(line, 0, 250, y, { size: 9, typed: true });
    return y - top;
  }

  #facts(top: number): number {
    const { issued_at, order_number, corrects, code } = this.#invoice;
    const facts = [
      [this.#t('number'), code],
      ...(corrects ? [[this.#t('corrects'), corrects]] : []),
      [this.#t('date'), formatDate(issued_at, this.#look.language)],
      [this.#t('order'), order_number],
    ];
    let y = top;
    for (const [name = '', value = ''] of facts) {
      this.#set(name, 270, 90, y, { size: 9, color: soft });
      y += this.#set(value, 360, inner - 360, y, {
        size: 9,
        align: 'end',
        typed: value !== facts.at(-2)?.[1],
      });
    }
    return y - top;
  }

  #columns(): Column[] {
    const numbers = [
      { name: this.#t('quantity'), width: 44 },
      { name: this.#t('price'), width: 66 },
      { name: this.#t('discount'), width: 62 },
      ...(this.#taxed ? [{ name: this.#t('tax'), width: 58 }] : []),
      { name: this.#t('amount'), width: 76 },
    ].map((column): Column => ({ ...column, align: 'end' }));
    const width = inner - numbers.reduce((sum, column) => sum + column.width, 0);
    return [{ name: this.#t('item'), width, align: 'start' }, ...numbers];
  }

  #cellsOf(line: Invoice['lines'][number]): string[] {
    const name = line.kind === 'line' ? mailedRow(line, this.#look.language).name : this.#t(line.kind);
    const money = (pounds: number) => this.#money(toPiastres(pounds));
    return [
      name,
      line.quantity === null ? '' : String(line.quantity),
      line.unit_price === null ? '' : money(line.unit_price),
      line.discount > 0 ? `\u200e−${money(line.discount)}` : '',
      ...(this.#taxed ? [money(line.tax)] : []),
      money(line.amount),
    ];
  }

  #detailOf(line: Invoice['lines'][number]): string {
    const { kind, options, sku, quantity } = line;
    if (kind !== 'line') return '';
    return [
      optionsText({ options }, '', soldWord(mailedRow(line, this.#look.language))),
      sku ? this.#t('code', { sku: isolated(sku) }) : '',
      quantity === null ? this.#t('priceLowered') : '',
    ]
      .filter(Boolean)
      .map(isolated)
      .join(' · ');
  }

  #tableHead(): void {
    const columns = this.#columns();
    const style = { size: 8.5, bold: true };
    this.#set(columns[0]?.name ?? '', 0, columns[0]?.width ?? 0, this.#y, style);
    this.#row(
      columns.slice(1).map(({ name }) => name),
      this.#y,
      style,
    );
    this.#y += 18;
    this.#rule(this.#y, this.#look.brand.primaryColor, 1.5);
  }

  /** Draws the cells after the first column. */
  #row(cells: readonly string[], y: number, style: Partial<TextSetting> & { size: number }): void {
    const [first, ...columns] = this.#columns();
    let start = first?.width ?? 0;
    for (const [place, { width, align }] of columns.entries()) {
      this.#set(cells[place] ?? '', start, width, y, { ...style, align });
      start += width;
    }
  }

  #sum(label: string, sum: string, style: Partial<TextSetting> & { size: number }): void {
    this.#set(label, inner - 260, 150, this.#y, { ...style, align: 'end' });
    this.#set(sum, inner - 110, 110, this.#y, { ...style, color: '#111827', align: 'end' });
    this.#y += lineHeight(style) + 2;
  }

  #newPage(): void {
    this.document.addPage({ size: 'A4', margin: 0 });
    this.document.rect(0, 0, paper.width, 8).fill(this.#look.brand.primaryColor);
    this.#y = paper.margin;
  }

  #rule(y: number, color = rule, width = 0.5): void {
    this.document
      .moveTo(paper.margin, y)
      .lineTo(paper.width - paper.margin, y)
      .lineWidth(width)
      .stroke(color);
  }

  /** The left edge of a box that starts this far from the start of the line. */
  #x(start: number, width: number): number {
    return directionOf(this.#look.language) === 'rtl'
      ? paper.width - paper.margin - start - width
      : paper.margin + start;
  }

  #setting(style: Partial<TextSetting> & { size: number }): TextSetting {
    return { language: this.#look.language, ...style };
  }

  #set(
    text: string,
    start: number,
    width: number,
    y: number,
    style: Partial<TextSetting> & { size: number },
  ): number {
    return setText(this.document, text, { x: this.#x(start, width), y, width }, this.#setting(style));
  }

  #money(piastres: number): string {
    const options = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    return numberFormat(numberLocaleOf(this.#look.language), options).format(piastres / 100);
  }

  #percent(rate: number): string {
    return numberFormat(numberLocaleOf(this.#look.language), {
      style: 'percent',
      maximumFractionDigits: 2,
    }).format(rate);
  }

  #currency(): string {
    return currencyName(this.#look.brand.currency, this.#look.language);
  }
}
