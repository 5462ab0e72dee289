import { expect, test } from './fixtures.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName } from './stock.ts';

const BRAND = 'casecraft';
const others = ['northblock', 'duoworks'];

test('questions are copied to the chosen stores after a look at both sides, and undone in one of them', async ({
  page,
  store,
  visit,
  visitAs,
  keepPicture,
}) => {
  const admin = adminOf(store);
  const question = ownName('May I return a case?');
  const person = await hire(store, BRAND, 'admin');
  for (const tenant_id of others)
    await admin.from('user_roles').insert({ user_id: person.id, tenant_id, role: 'admin' }).throwOnError();
  await admin
    .from('faq_questions')
    .insert({
      tenant_id: BRAND,
      question,
      answer: 'Yes, write to {email} of {store}.',
      translations: { ar: { question: 'هل يمكن إرجاع الجراب؟', answer: 'نعم، عبر {email}.' } },
    })
    .throwOnError();
  await admin.from('faq_questions').insert({ tenant_id: 'duoworks', question, answer: 'No.' }).throwOnError();
  const answers = async () => {
    const { data } = await admin
      .from('faq_questions')
      .select('tenant_id, answer')
      .eq('question', question)
      .order('tenant_id');
    return (data ?? []).map(({ tenant_id, answer }) => `${tenant_id}: ${answer}`);
  };

  await visitAs(person, BRAND, '/admin/content?tab=faq');
  await page.getByRole('link', { name: 'Apply to other stores…' }).click();
  await page.getByRole('checkbox', { name: 'Northblock' }).check();
  await page.getByRole('checkbox', { name: 'Duoworks' }).check();
  const duoworks = page.getByRole('region', { name: 'Duoworks' });
  await expect(duoworks.getByText('No.', { exact: true })).toBeVisible();
  // What it would read there: with that store's facts.
  await expect(duoworks.getByText(/^Yes, write to .* of Duoworks\.$/)).toBeVisible();
  await expect(duoworks.getByText('هل يمكن إرجاع الجراب؟')).toBeVisible();
  await keepPicture('admin-copy-to-stores');
  expect(await answers()).toEqual([`casecraft: Yes, write to {email} of {store}.`, 'duoworks: No.']);

  await page.getByRole('button', { name: 'Copy to 2 stores' }).click();
  await seeToast(page, 'Copied to 2 stores');
  const copied = 'Yes, write to {email} of {store}.';
  expect(await answers()).toEqual(['casecraft', 'duoworks', 'northblock'].map((one) => `${one}: ${copied}`));
  await page.getByRole('button', { name: 'Undo in Duoworks' }).click();
  await seeToast(page, 'Undone in Duoworks');
  expect(await answers()).toEqual([`casecraft: ${copied}`, 'duoworks: No.', `northblock: ${copied}`]);

  await page.getByRole('button', { name: 'Undo in Northblock' }).click();
  await seeToast(page, 'Undone in Northblock');
  await visit(BRAND, '/admin/content?tab=faq');
  await admin.from('faq_questions').delete().eq('question', question).throwOnError();
});
