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

/** The store takes messages itself; or a provider does, which needs its client. */
const mail = { serviceId: '', templateId: '', publicKey: '', origin: '' };
const provider = { ...mail, origin: 'https://mail.example' };
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

it('without JavaScript a message goes to the store as form data where the store takes it itself', () => {
  const html = renderInStore(<MessageForm mail={mail} />, northblock);
  expect(html).toMatch(/<form[^>]* action="[^"]+"[^>]* encType="multipart\/form-data"/i);
  expect(html).not.toMatch(word);
});

it('without JavaScript the store’s own address stands where its form does nothing', () => {
  const html = renderInStore(<MessageForm mail={provider} />, northblock);
  expect(html).toMatch(/Switch on JavaScript[^<]*<a href="mailto:[^"]+@/);
});
