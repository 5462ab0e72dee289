import { expect, it } from 'vitest';
import { AuthCard } from '#app/auth/auth-card.tsx';
import { northblock } from '#app/brands/northblock.ts';
import { BuyBox } from '#app/catalog/product-page/buy-box.tsx';
import { MessageForm } from '#app/content/message-form.tsx';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import { PageSpinner } from '#app/ui/page-spinner.tsx';
import { renderInStore } from './render-in-store.tsx';

const mail = { serviceId: '', templateId: '', publicKey: '', origin: '' };
const product = normaliseProduct({ id: 'p1', name: 'Cap', price: 100, stock: 3 });
const word = /<p class="[^"]*noscript:block[^"]*hidden[^"]*">Switch on JavaScript/;

it.each([
  ['what is put into the cart', <BuyBox key="buy" product={product} garment={null} swatches={{}} />],
  ['a message to the store', <MessageForm key="message" mail={mail} />],
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

it('without JavaScript the store’s own address stands where its form does nothing', () => {
  const html = renderInStore(<MessageForm mail={mail} />, northblock);
  expect(html).toMatch(/Switch on JavaScript[^<]*<a href="mailto:[^"]+@/);
});
