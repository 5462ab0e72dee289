import { expect, it } from 'vitest';
import { payLinkMessage } from './pay-link-message.ts';

const link = { of: 'draft', amount: 540.5, url: 'https://northblock.example/pay/x' } as const;

it('shares a link to pay in the customer’s language, with the amount and what it is for', () => {
  expect(payLinkMessage(link, { language: 'en', store: 'Northblock', currency: 'EGP' })).toBe(
    'Northblock: your order is ready. See and pay 540.50 EGP here: https://northblock.example/pay/x',
  );
  expect(
    payLinkMessage({ ...link, of: 'order' }, { language: 'ar', store: 'نورث بلوك', currency: 'EGP' }),
  ).toMatch(/^نورث بلوك: ادفع .*540\.50.* من هنا: https:/u);
});
