import { expect, test } from './fixtures.ts';
import { enrol, orderFor } from './people.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';
import { atViewport, phone } from './viewports.ts';

const BRAND = 'duoworks';

atViewport(phone, () => {
  test('staff count the day’s money, say why it differs and close the day, which then stays as it is', async ({
    page,
    store,
    visit,
    visitAs,
    keepPicture,
  }) => {
    const cap = await stockProduct(store, { tenant_id: BRAND, name: ownName('Cap'), price: 900, stock: 5 });
    const buyer = await enrol(store, BRAND, ownName('Mona'));
    const { pay } = await orderFor(
      store,
      BRAND,
      buyer,
      [{ product_id: cap.id, quantity: 1 }],
      'bank_transfer',
    );
    await pay('TR 1');
    const staff = await hire(store, BRAND, 'admin');
    await visitAs(staff, BRAND, '/admin/close-day');
    const main = page.getByRole('main');
    await expect(main.getByRole('table', { name: 'Money by place' })).toContainText('Bank transfers');
    await keepPicture('admin-close-day-360');
    const close = main.getByRole('button', { name: /^Close / });
    await main.getByRole('textbox', { name: 'Counted: Bank transfers' }).fill('١');
    await expect(main.getByText(/short$/)).toBeVisible();
    await close.click();
    await expect(main.getByText('Say why the amount differs.')).toBeVisible();
    await main.getByRole('textbox', { name: 'Why it differs: Bank transfers' }).fill('The bank is closed');
    await close.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Close / })
      .click();
    await seeToast(page, 'The day is closed');
    await expect(main.getByText(/^Closed by /)).toBeVisible();
    await expect(main.getByText('The bank is closed')).toBeVisible();
    await expect(close).toHaveCount(0);
    const downloading = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Download (CSV)' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^duoworks-.*-close\.csv$/);
    await keepPicture('admin-day-closed-360');
    await adminOf(store).from('profiles').update({ office_language: 'ar' }).eq('id', staff.id).throwOnError();
    await visit(BRAND, '/ar/admin/close-day');
    await expect(main.getByText(/^أقفله /)).toBeVisible();
    await keepPicture('admin-day-closed-ar-360');
  });
});
