import { expect, it } from 'vitest';
import { callMessage } from './call-message.ts';

const order = {
  number: 'NO-12345-67890',
  owes: 540.5,
  address: { full_name: 'Mona Fathy', city: 'Maadi' },
  items: [
    { name: 'Night cap', count: 2 },
    { name: 'Tote', count: 1 },
  ],
};

it('asks a customer in their language, with what they ordered, where it goes and what they pay', () => {
  expect(callMessage(order, { language: 'en', store: 'Northblock', currency: 'EGP' })).toBe(
    'Hello Mona Fathy, this is Northblock. We tried to call you about your order NO-12345-67890: 2 × Night cap and Tote. ' +
      'It comes to Maadi, and you pay 540.50 EGP in cash on delivery. Shall we send it? Please answer yes or no.',
  );
  const arabic = callMessage(order, { language: 'ar', store: 'نورث بلوك', currency: 'EGP' });
  expect(arabic).toContain('أهلًا Mona Fathy، معك نورث بلوك');
  expect(arabic).toContain('2 × Night cap وTote');
});
