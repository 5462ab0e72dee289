import { addGoods, type Store, setStock, variantOf } from '../database/store.ts';
import { type People, uploadPicture } from './fill-people.ts';
import { type Shop, TENANT } from './shop.ts';

/** Adds products in both languages, with pictures and everything shown with them. */
export async function fillGoods(shop: Shop, { staff, shopper, friend }: People): Promise<Store> {
  const store = await addGoods(shop.db, TENANT);
  await setStock(shop.db, store.hoodieId, 400);
  await setStock(shop.db, store.mugId, 60);
  const { client } = staff;
  const category = await uploadPicture(
    client,
    'website-images',
    `category-images/${TENANT}/hoodies.webp`,
    '#222',
  );
  const picture = await uploadPicture(client, 'product-images', `${TENANT}/hoodie.webp`, '#333');
  const banner = await uploadPicture(client, 'banners', `banner-images/${TENANT}/sale.webp`, '#d22');
  await client
    .from('categories')
    .update({ image: category, translations: { ar: { name: 'هوديات' } } })
    .eq('id', store.categoryId)
    .throwOnError();
  const fit = await client
    .from('attributes')
    .insert({
      tenant_id: TENANT,
      name: 'Fit',
      kind: 'choice',
      choices: ['Loose', 'Slim'],
      translations: { ar: { name: 'القصة', choices: { Loose: 'واسعة' } } },
      on_card: true,
    })
    .select('id')
    .single()
    .throwOnError();
  const weight = await client
    .from('attributes')
    .insert({ tenant_id: TENANT, name: 'Weight', kind: 'number', unit: 'g' })
    .select('id')
    .single()
    .throwOnError();
  await client
    .from('products')
    .update({
      description: 'Brushed inside, and heavy as a blanket.',
      images: [picture],
      original_price: 320,
      featured: true,
      attributes: { [fit.data.id]: 'Loose', [weight.data.id]: 450 },
      tags: ['Winter', 'شتاء'],
      seo_title: 'Black hoodie, printed in Cairo',
      seo_description: 'A hoodie as heavy as a blanket.',
      old_paths: ['/products/black-hoodie'],
      translations: {
        ar: {
          name: 'هودي بالحبر',
          description: 'مبطّن من الداخل وثقيل كالبطانية.',
          seo_title: 'هودي أسود مطبوع في القاهرة',
        },
      },
    })
    .eq('id', store.hoodieId)
    .throwOnError();
  await client
    .from('products')
    .update({ name: 'Mug & saucer', translations: { ar: { name: 'كوب وطبق' } } })
    .eq('id', store.mugId)
    .throwOnError();
  await client
    .rpc('change_products', {
      p_tenant_id: TENANT,
      p_ids: [store.mugId],
      p_change: { kind: 'is_new', value: true },
    })
    .throwOnError();
  await client
    .rpc('change_products', {
      p_tenant_id: TENANT,
      p_ids: [store.mugId],
      p_change: { kind: 'cost', value: 60 },
    })
    .throwOnError();
  await client
    .from('banners')
    .insert({
      tenant_id: TENANT,
      title: 'Ink sale',
      image_url: banner,
      link_url: '/deals',
      translations: { ar: { title: 'تخفيضات الحبر' } },
      is_active: true,
    })
    .throwOnError();
  await client
    .from('faq_questions')
    .insert({
      tenant_id: TENANT,
      question: 'Does the ink last?',
      answer: 'For a hundred washes.',
      translations: { ar: { question: 'هل يدوم الحبر؟', answer: 'مئة غسلة.' } },
    })
    .throwOnError();
  await client
    .from('discounts')
    .insert(
      [
        {
          tenant_id: TENANT,
          code: 'FIFTY',
          kind: 'fixed',
          value: 50,
          minimum_subtotal: 400,
          is_public: true,
        },
        { tenant_id: TENANT, code: 'SENT', kind: 'free_shipping', value: 0, total_limit: 100 },
        { tenant_id: TENANT, code: 'OVER', kind: 'percent', value: 25, is_active: false },
      ],
      { defaultToNull: false },
    )
    .throwOnError();
  await talk(shop, store, { staff, shopper, friend });
  return store;
}

/** Shoppers' questions and messages. */
async function talk(
  shop: Shop,
  store: Store,
  { staff, shopper, friend }: Pick<People, 'staff' | 'shopper' | 'friend'>,
): Promise<void> {
  const { hiddenId, hoodieId } = store;
  await shopper.client.from('wishlists').insert({ tenant_id: TENANT, product_id: hoodieId }).throwOnError();
  const poster = await staff.client
    .from('products')
    .insert({ tenant_id: TENANT, name: 'Poster', price: 90, is_active: true })
    .select('id')
    .single()
    .throwOnError();
  const soldOut = await variantOf(shop.db, poster.data.id);
  await friend.client
    .from('stock_alerts')
    .insert({ tenant_id: TENANT, product_id: poster.data.id, variant_id: soldOut })
    .throwOnError();
  const said = await shopper.client
    .rpc('send_chat_message', { p_tenant_id: TENANT, p_body: 'هل يتوفر مقاس أكبر؟' })
    .throwOnError();
  await staff.client
    .rpc('reply_to_conversation', { p_conversation_id: said.data.conversation_id, p_body: 'نعم، قريبًا.' })
    .throwOnError();
  const asked = await shop.admin
    .rpc('send_contact_message', {
      p_tenant_id: TENANT,
      p_name: 'Karim',
      p_email: 'karim@example.com',
      p_subject: 'Wholesale',
      p_message: 'Do you print fifty?',
    })
    .throwOnError();
  await staff.client
    .rpc('reply_to_conversation', { p_conversation_id: asked.data, p_body: 'Yes, within two weeks.' })
    .throwOnError();
  await staff.client
    .rpc('assign_conversations', { p_conversation_ids: [asked.data], p_user_id: staff.id })
    .throwOnError();
  await staff.client
    .from('saved_replies')
    .insert({
      tenant_id: TENANT,
      title: 'On its way',
      body: 'Hello {name}, {order} is {status}.',
      translations: { ar: { title: 'في الطريق', body: 'أهلًا {name}، طلبك {order} {status}.' } },
    })
    .throwOnError();
  await staff.client.from('products').delete().eq('id', hiddenId).throwOnError();
  for (const [points, reason] of [
    [500, 'A gift'],
    [-20, 'A mistake'],
  ] as const)
    await staff.client
      .rpc('adjust_points', {
        p_tenant_id: TENANT,
        p_user_id: shopper.id,
        p_delta: points,
        p_reason: reason,
        p_request_id: crypto.randomUUID(),
      })
      .throwOnError();
  await shopper.client.rpc('redeem_points', { p_tenant_id: TENANT, p_points: 100 }).throwOnError();
}

/** Adds reviews by customers who received the product. */
export async function fillReviews({ hoodieId }: Store, { staff, shopper, friend }: People): Promise<void> {
  const review = { tenant_id: TENANT, product_id: hoodieId };
  await friend.client
    .from('reviews')
    .insert({ ...review, rating: 4, title: 'Solid', body: 'It keeps its ink.' })
    .throwOnError();
  await shopper.client
    .from('reviews')
    .insert({ ...review, rating: 5, body: 'دافئ' })
    .throwOnError();
  await staff.client
    .from('reviews')
    .update({ status: 'approved', staff_reply: 'Thank you!' })
    .match({ tenant_id: TENANT, rating: 4 })
    .throwOnError();
}
