import { expect, it } from 'vitest';
import { AuthCard } from '#app/auth/auth-card.tsx';
import { northblock } from '#app/brands/northblock.ts';
import { BuyBox } from '#app/catalog/product-page/buy-box.tsx';
import type { VariantChoice } from '#app/catalog/product-page/use-variant-choice.ts';
import { MessageForm } from '#app/content/message-form.tsx';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import Cart from '#app/routes/cart/cart.tsx';
import { PageSpinner } from '#app/ui/page-spinner.tsx';
import { renderInStore } from './render-in-store.tsx';

/** A mail provider that needs its client in the browser. */
const provider = { serviceId: '', templateId: '', publicKey: '', origin: 'https://mail.example' };
const product = normaliseProduct({ id: 'p1', name: 'Cap', price: 100, stock: 3 });
const choice: VariantChoice = {
  options: [],
  chosen: { color: '', size: '', type: '' },
  choose: () => {},
  variant: undefined,
  isSold: true,
  shown: product,
  picture: '',
};
const word = /<p class="[^"]*noscript:block[^"]*hidden[^"]*">Switch on JavaScript/;

it.each([
  ['what is put into the cart', <BuyBox key="buy" choice={choice} garment={null} swatches={{}} />],
  ['a message to the store', <MessageForm key="message" mail={provider} />],
])('without JavaScript %s never gets into the URL, and the page says what it needs', (_, form) => {
  const html = renderInStore(form, northblock);
  expect(html).toMatch(/<form[^>]* method="post"/);
  expect(html).toMatch(word);
});

it('account pages say that they need JavaScript', () => {
  expect(renderInStore(<PageSpinner />, northblock)).toMatch(word);
  const html = renderInStore(<AuthCard title="Sign In">…</AuthCard>, northblock);
  expect(html).toMatch(word);
});

it('the cart says that it needs JavaScript, and has no placeholder for content that never loads', () => {
  const html = renderInStore(<Cart />, northblock);
  expect(html).toMatch(word);
  expect(html).toMatch(/<div class="[^"]*noscript:hidden[^"]*"><div aria-hidden="true" class="animate-pulse/);
});

it('without JavaScript a message is sent to its page, which shows errors and loses no input', () => {
  const typed = { name: 'Mona', email: 'mona', subject: '', message: 'Hello' };
  const answer = { typed, errors: { email: ['Enter an email address.'] } };
  const html = renderInStore(<MessageForm mail={null} answer={answer} />, northblock);
  expect(html).toMatch(/<form[^>]* method="post"/);
  expect(html).toContain('Enter an email address.');
  expect(html).toContain('value="Mona"');
  expect(html).not.toMatch(word);
});

it('without JavaScript the store’s address replaces a form that does nothing', () => {
  const html = renderInStore(<MessageForm mail={provider} />, northblock);
  expect(html).toMatch(/Switch on JavaScript[^<]*<a href="mailto:[^"]+@/);
});
