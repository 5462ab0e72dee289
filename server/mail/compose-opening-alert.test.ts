import { expect, it } from 'vitest';
import { inkthread } from '../../app/brands/inkthread.ts';
import { composeOpeningAlert, type OpeningAlertMail } from './compose-opening-alert.ts';

const alert: OpeningAlertMail = {
  id: 'a1',
  tenant_id: 'inkthread',
  email: 'mona@example.com',
  language: 'en',
};
const page = 'https://inkthread.example/';

it('says that the store is open, links to it, and says that no other message follows', () => {
  const { to, subject, text, html } = composeOpeningAlert(alert, inkthread, page);
  expect([to, subject]).toEqual(['mona@example.com', 'Inkthread is open']);
  for (const phrase of ['when Inkthread opens', page, 'the only message about it']) {
    expect(text).toContain(phrase);
    expect(html).toContain(phrase);
  }
  expect(text).toMatch(new RegExp(`${inkthread.contactEmail}\n$`));
});

it('is written in the recipient’s language', () => {
  const arabic = { ...inkthread, defaultLanguage: 'ar' } as const;
  const { subject, html } = composeOpeningAlert({ ...alert, language: 'ar' }, arabic, page);
  expect(subject).toContain('مفتوح الآن');
  expect(html).toContain('dir="rtl"');
});
