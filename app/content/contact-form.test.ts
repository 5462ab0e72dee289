import { expect, it } from 'vitest';
import { contactForm } from './contact-form.ts';

const written = { name: 'Mona', email: 'mona@example.com', subject: '', message: 'Is it back?' };

it.each([
  ['name', 'x'.repeat(121), 'Use at most 120 characters.'],
  ['email', `${'x'.repeat(320)}@example.com`, 'Use at most 320 characters.'],
  ['subject', 'x'.repeat(201), 'Use at most 200 characters.'],
  ['message', 'x'.repeat(5001), 'Use at most 5,000 characters.'],
])('limits the length of the %s', (field, text, said) => {
  const { error } = contactForm.safeParse({ ...written, [field]: text });
  expect(error?.issues).toMatchObject([{ path: [field], message: said }]);
});
