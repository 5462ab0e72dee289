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

/** A provider that takes messages, which needs its client. */
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
])('without JavaScript %s never gets into the address, and the page says what it needs', (_, form) => {
  const html = renderInStore(form, northblock);
  expect(html).toMatch(/<form[^>]* method="post"/);
  expect(html).toMatch(word);
});

it('pages of an account say that they need JavaScript', () => {
  expect(renderInStore(<PageSpinner />, northblock)).toMatch(word);
  const html = renderInStore(<AuthCard title="Sign In">…</AuthCard>, northblock);
  expect(html).toMatch(word);
});

it('the cart says that it needs JavaScript, and shows no placeholder for what never comes', () => {
  const html = renderInStore(<Cart />, northblock);
  expect(html).toMatch(word);
  expect(html).toMatch(/<div class="[^"]*noscript:hidden[^"]*"><div aria-hidden="true" class="animate-pulse/);
});

it('without JavaScript a message goes to its page, which says what is wrong and loses nothing of it', () => {
  const typed = { name: 'Mona', email: 'mona', subject: '', message: 'Hello' };
  const answer = { typed, errors: { email: ['Enter an email address.'] } };
  const html = renderInStore(<MessageForm mail={null} answer={answer} />, northblock);
  expect(html).toMatch(/<form[^>]* method="post"/);
  expect(html).toContain('Enter an email address.');
  expect(html).toContain('value="Mona"');
  expect(html).not.toMatch(word);
});

it('without JavaScript the store’s own address stands where its form does nothing', () => {
  const html = renderInStore(<MessageForm mail={provider} />, northblock);
  expect(html).toMatch(/Switch on JavaScript[^<]*<a href="mailto:[^"]+@/);
});
