import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixtures.ts';
import { makeBuyer } from './ordering.ts';
import { signedInAs } from './people.ts';
import { hydrated } from './steps.ts';
import { adminOf, hire, ownName, publishableKeyOf, stockOf, stockProduct } from './stock.ts';

const BRAND = 'inkthread';
/** Runs in a page that treats text as markup. */
const script = `<img src=x onerror="window.ran=true"><script>window.ran=true</script>`;
/** Closes any context it may be inserted into: an attribute, a script with JSON, a textarea, a title. */
const breakingOut = `"'></script></textarea></title>${script}`;

/** Another party's site with one page. */
async function startSite(markup: () => string): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Prizes</title>${markup()}`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

test('markup from shoppers and staff is shown as text, in the back office and in the store', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
}) => {
  const admin = adminOf(store);
  const own = ownName('Markup');
  const text = `${own} ${breakingOut}`;
  const category = await admin
    .from('categories')
    .insert({ tenant_id: BRAND, name: text.slice(0, 120), description: text })
    .select('id')
    .single()
    .throwOnError();
  const product = await stockProduct(store, {
    tenant_id: BRAND,
    name: text,
    description: text,
    brand: breakingOut,
    unit: '<b>',
    price: 100,
    stock: 40,
    size: JSON.stringify([`M ${script}`, 'L']),
    category_id: category.data.id,
  });
  const buyer = await makeBuyer(store, BRAND);
  const order = await buyer.buys();
  const shopper = await hire(store, BRAND, 'user');
  await admin
    .from('profiles')
    .update({ name: text.slice(0, 100) })
    .eq('id', shopper.id)
    .throwOnError();
  await admin
    .from('conversations')
    .insert({
      tenant_id: BRAND,
      kind: 'contact',
      name: text.slice(0, 100),
      email: 'a@example.com',
      subject: text.slice(0, 150),
    })
    .throwOnError();

  const staff = await hire(store, BRAND, 'super_admin');
  const client = await signedInAs(store, BRAND, staff);
  await client.from('products').update({ brand: script }).eq('id', product.id).throwOnError();

  const ran = () => page.evaluate(() => 'ran' in window);
  await visitAs(staff, BRAND, '/admin/products');
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
  for (const [path, shown] of [
    [`/admin/products?search=${encodeURIComponent(own)}`, own],
    [`/admin/products/edit/${product.id}`, own],
    ['/admin/products?tab=categories', own],
    [`/admin/users?search=${encodeURIComponent(own)}`, own],
    ['/admin/customers?tab=messages', own],
    [`/admin/orders?order=${order.id}`, order.number],
    ['/admin/dashboard?tab=changes', own],
  ] as const) {
    await visit(BRAND, path);
    await expect(page.getByRole('main')).toContainText(shown);
    expect(await ran(), path).toBe(false);
  }

  const visitor = await somebodyElse();
  for (const path of [
    `/product/${product.id}`,
    `/category/${category.data.id}`,
    `/shop?search=${encodeURIComponent(own)}`,
  ]) {
    await visit(BRAND, path, visitor);
    await hydrated(visitor);
    await expect(visitor.getByRole('main')).toContainText(own);
    expect(await visitor.evaluate(() => 'ran' in window), path).toBe(false);
  }
  await admin.from('products').delete().eq('id', product.id).throwOnError();
  await admin.from('categories').delete().eq('id', category.data.id).throwOnError();
});

test('another site cannot act for signed-in staff, nor embed the store in a frame', async ({
  page,
  context,
  store,
  visitAs,
  watch,
}) => {
  // The browser or the store blocks the other site's attempts; both log it.
  watch.allow(
    /127\.0\.0\.1|frame-ancestors|X-Frame-Options|X-Frame|CORS|status of 40|adjust_stock|BLOCKED_BY_RESPONSE/,
  );
  const product = await stockProduct(store, {
    tenant_id: BRAND,
    name: ownName('Bait'),
    price: 100,
    stock: 7,
  });
  await visitAs(await hire(store, BRAND, 'super_admin'), BRAND, '/admin/products');
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();

  const origin = `http://${BRAND}.localhost:${store.port}`;
  const call = `${origin}/rest/v1/rpc/adjust_stock`;
  const site = await startSite(
    () => `
      <iframe name="sent"></iframe><iframe id="store" src="${origin}/"></iframe><iframe id="office" src="${origin}/admin/products"></iframe>
      <form id="text" method="post" enctype="text/plain" target="sent" action="${call}?apikey=${publishableKeyOf(store)}">
        <input name='{"p_product_id":"${product.id}","p_delta":-5,"p_note":"' value='"}'></form>
      <form id="fields" method="post" target="sent" action="${call}?apikey=${publishableKeyOf(store)}">
        <input name="p_product_id" value="${product.id}"><input name="p_delta" value="-5"></form>`,
  );
  const stranger = await context.newPage();
  await stranger.goto(site.url);
  for (const form of ['text', 'fields']) {
    const answered = stranger.waitForResponse((response) => response.url().startsWith(call));
    await stranger.locator(`#${form}`).evaluate((element: HTMLFormElement) => element.submit());
    expect((await answered).status(), form).toBeGreaterThanOrEqual(400);
  }
  const fetched = await stranger.evaluate(
    ([url, id]) =>
      fetch(url ?? '', {
        method: 'POST',
        credentials: 'include',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ p_product_id: id, p_delta: -5 }),
      }).then(
        (response) => response.status,
        () => 0,
      ),
    [call, product.id],
  );
  expect([0, 401, 403, 404]).toContain(fetched);
  expect(await stockOf(store, product.id)).toBe(7);

  for (const id of ['store', 'office']) {
    const frame = await (await stranger.locator(`#${id}`).elementHandle())?.contentFrame();
    expect(await frame?.getByRole('heading').count(), id).toBe(0);
  }
  site.server.close();
});
