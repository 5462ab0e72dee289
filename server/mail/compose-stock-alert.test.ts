import { expect, it } from 'vitest';
import { inkthread } from '../../app/brands/inkthread.ts';
import { composeStockAlert, type StockAlertMail } from './compose-stock-alert.ts';

const alert: StockAlertMail = {
  id: 'a1',
  language: '',
  tenant_id: 'inkthread',
  email: 'mona@example.com',
  person: 'Mona',
  product_id: 'p1',
  product: 'Press Crew hoodie',
  variant_id: 'v1',
  variant: 'M / Black',
};
const page = 'https://inkthread.example/product/p1?variant=v1';

it('names the variant by its options, links to it, and says that no other message follows', () => {
  const { to, subject, text, html } = composeStockAlert(alert, inkthread, page);
  expect([to, subject]).toEqual(['mona@example.com', 'Back in stock: Press Crew hoodie, M / Black']);
  for (const phrase of ['Hello Mona,', 'Press Crew hoodie, M / Black', page, 'the only message about it']) {
    expect(text).toContain(phrase);
    expect(html).toContain(phrase);
  }
  expect(text).toMatch(new RegExp(`${inkthread.contactEmail}\n$`));
});

it('shows only the name of a product without options', () => {
  const { subject } = composeStockAlert({ ...alert, variant: '', person: '' }, inkthread, page);
  expect(subject).toBe('Back in stock: Press Crew hoodie');
});

it('never turns user input into markup or headers', () => {
  const hostile = { ...alert, product: '<b>Tee</b>\r\nBcc: all@example.com', person: '<script>' };
  const { subject, html, text } = composeStockAlert(hostile, inkthread, page);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toMatch(/<b>|<script>/);
  expect(text.split('\n')).not.toContain('Bcc: all@example.com');
});
