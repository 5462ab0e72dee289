import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RestFixtures, startRestFixtures } from '../support/rest-fixtures.ts';

let api: RestFixtures;
beforeAll(async () => {
  api = await startRestFixtures();
});
afterAll(() => api?.close());

const products = () => api.anon.from('conf_products');
const makers = () => api.anon.from('conf_makers');

describe('embedded resources', () => {
  it('are an object to one, and null if there is none', async () => {
    const { data } = await products().select('id,conf_makers(name)').in('id', [1, 5]).order('id');
    expect(data).toEqual([
      { id: 1, conf_makers: { name: 'Acme' } },
      { id: 5, conf_makers: null },
    ]);
  });

  it('are a list to many, and empty if there are none', async () => {
    const { data } = await makers().select('id,conf_products(id)').order('id');
    expect(data).toEqual([
      { id: 1, conf_products: [{ id: 1 }, { id: 2 }] },
      { id: 2, conf_products: [{ id: 3 }, { id: 4 }] },
      { id: 3, conf_products: [] },
    ]);
  });

  it('go through a junction, from both sides', async () => {
    const labels = await products().select('id,conf_labels(name)').in('id', [1, 2]).order('id');
    expect(labels.data).toEqual([
      { id: 1, conf_labels: [{ name: 'new' }, { name: 'sale' }] },
      { id: 2, conf_labels: [] },
    ]);
    const { data } = await api.anon.from('conf_labels').select('name,conf_products(id)').eq('id', 2);
    expect(data).toEqual([{ name: 'sale', conf_products: [{ id: 1 }, { id: 3 }] }]);
  });

  it('are an object in both directions one to one', async () => {
    const there = await products().select('id,conf_details(text)').in('id', [1, 2]).order('id');
    expect(there.data).toEqual([
      { id: 1, conf_details: { text: 'Very red' } },
      { id: 2, conf_details: null },
    ]);
    const { data } = await api.anon.from('conf_details').select('conf_products(name)').eq('product_id', 3);
    expect(data).toEqual([{ conf_products: { name: 'Green cat mug' } }]);
  });

  it('are counted by `count` without parentheses, as the documentation of the client shows', async () => {
    const { data } = await makers().select('name,conf_products(count)').order('id');
    expect(data).toEqual([
      { name: 'Acme', conf_products: [{ count: 2 }] },
      { name: 'Bits', conf_products: [{ count: 2 }] },
      { name: 'Crates', conf_products: [{ count: 0 }] },
    ]);
    const some = await makers()
      .select('sold:conf_products(count)')
      .eq('id', 1)
      .gt('conf_products.price', 11)
      .single();
    expect(some.data).toEqual({ sold: [{ count: 1 }] });
    const all = await products().select('count').single();
    expect(all.data).toEqual({ count: 5 });
  });

  it('have aliases and all their columns', async () => {
    const { data } = await products().select('id,maker:conf_makers(*)').eq('id', 2).single();
    expect(data).toMatchObject({ id: 2, maker: { id: 1, name: 'Acme', founded: 1950 } });
  });

  it('may have embedded resources of their own', async () => {
    const { data } = await makers()
      .select('name,conf_products(id,conf_labels(name),conf_details(text))')
      .eq('id', 2)
      .order('id', { referencedTable: 'conf_products' });
    expect(data).toEqual([
      {
        name: 'Bits',
        conf_products: [
          { id: 3, conf_labels: [{ name: 'sale' }], conf_details: { text: 'With a cat' } },
          { id: 4, conf_labels: [], conf_details: null },
        ],
      },
    ]);
  });

  it('lead from a table to itself: by its name to many, by the column to one', async () => {
    const { data } = await products()
      .select('id,children:conf_products(id),parent:parent_id(name)')
      .eq('id', 2);
    expect(data).toEqual([{ id: 2, children: [], parent: { name: 'Red hat' } }]);
    const above = await products().select('children:conf_products(id)').eq('id', 1).single();
    expect(above.data).toEqual({ children: [{ id: 2 }, { id: 4 }] });
  });

  it('work from and to views that show the keys', async () => {
    const from = await api.anon.from('conf_cheap').select('id,conf_makers(name)').eq('id', 3);
    expect(from.data).toEqual([{ id: 3, conf_makers: { name: 'Bits' } }]);
    const to = await makers().select('id,conf_cheap(id)').eq('id', 1);
    expect(to.data).toEqual([{ id: 1, conf_cheap: [{ id: 1 }, { id: 2 }] }]);
  });

  it('may be functions of a row', async () => {
    const { data } = await products().select('id,conf_siblings(id),conf_maker_of(name)').eq('id', 1);
    expect(data).toEqual([{ id: 1, conf_siblings: [{ id: 2 }], conf_maker_of: { name: 'Acme' } }]);
  });
});

describe('hints', () => {
  it('are required if there are two relationships, and the error lists them', async () => {
    const { error, status } = await api.anon.from('conf_shipments').select('conf_addresses(city)');
    expect(status).toBe(300);
    expect(error).toEqual({
      code: 'PGRST201',
      message:
        "Could not embed because more than one relationship was found for 'conf_shipments' and 'conf_addresses'",
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'conf_shipments with conf_addresses',
          relationship:
            'conf_shipments_billing_id_fkey using conf_shipments(billing_id) and conf_addresses(id)',
        },
        {
          cardinality: 'many-to-one',
          embedding: 'conf_shipments with conf_addresses',
          relationship:
            'conf_shipments_shipping_id_fkey using conf_shipments(shipping_id) and conf_addresses(id)',
        },
      ],
      hint: "Try changing 'conf_addresses' to one of the following: 'conf_addresses!conf_shipments_billing_id_fkey', 'conf_addresses!conf_shipments_shipping_id_fkey'. Find the desired relationship in the 'details' key.",
    });
  });

  it('name the column or the constraint', async () => {
    const { data } = await api.anon
      .from('conf_shipments')
      .select(
        'billing:conf_addresses!billing_id(city),to:conf_addresses!conf_shipments_shipping_id_fkey(city)',
      );
    expect(data).toEqual([{ billing: { city: 'Cairo' }, to: { city: 'Giza' } }]);
  });

  it('may replace the table', async () => {
    const { data } = await api.anon
      .from('conf_shipments')
      .select('billing_id(city),conf_shipments_shipping_id_fkey(city)');
    expect(data).toEqual([
      { billing_id: { city: 'Cairo' }, conf_shipments_shipping_id_fkey: { city: 'Giza' } },
    ]);
  });

  it('name the junction', async () => {
    const { data } = await products().select('conf_labels!conf_product_labels(name)').eq('id', 3).single();
    expect(data).toEqual({ conf_labels: [{ name: 'sale' }] });
  });

  it('may match nothing: PGRST200, with a suggestion', async () => {
    const { error, status } = await products().select('conf_maker(*)');
    expect(status).toBe(400);
    expect(error).toEqual({
      code: 'PGRST200',
      message: "Could not find a relationship between 'conf_products' and 'conf_maker' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'conf_products' and 'conf_maker' in the schema 'public', but no matches were found.",
      hint: "Perhaps you meant 'conf_makers' instead of 'conf_maker'.",
    });
    const hinted = await products().select('conf_makers!no_such_key(*)');
    expect(hinted.error).toMatchObject({ code: 'PGRST200', hint: null });
  });
});

describe('inside embedded resources', () => {
  it('filters keep the parents', async () => {
    const { data } = await makers().select('id,conf_products(id)').gt('conf_products.price', 11).order('id');
    expect(data).toEqual([
      { id: 1, conf_products: [{ id: 2 }] },
      { id: 2, conf_products: [{ id: 4 }] },
      { id: 3, conf_products: [] },
    ]);
  });

  it('filters of an inner embed keep only parents with matches', async () => {
    const { data } = await makers().select('id,conf_products!inner(id)').gt('conf_products.price', 50);
    expect(data).toEqual([{ id: 2, conf_products: [{ id: 4 }] }]);
    const one = await products()
      .select('id,conf_makers!inner(name)')
      .eq('conf_makers.country', 'EG')
      .order('id');
    expect(one.data).toEqual([
      { id: 3, conf_makers: { name: 'Bits' } },
      { id: 4, conf_makers: { name: 'Bits' } },
    ]);
  });

  it('inner embeds may be nested', async () => {
    const { data } = await makers()
      .select('id,conf_products!inner(id,conf_labels!inner(name))')
      .eq('conf_products.conf_labels.name', 'new');
    expect(data).toEqual([{ id: 1, conf_products: [{ id: 1, conf_labels: [{ name: 'new' }] }] }]);
  });

  it('orders and windows work', async () => {
    const { data } = await makers()
      .select('id,conf_products(id)')
      .order('price', { referencedTable: 'conf_products', ascending: false })
      .limit(1, { referencedTable: 'conf_products' })
      .order('id');
    expect(data).toEqual([
      { id: 1, conf_products: [{ id: 2 }] },
      { id: 2, conf_products: [{ id: 4 }] },
      { id: 3, conf_products: [] },
    ]);
    const second = await makers()
      .select('conf_products(id)')
      .eq('id', 1)
      .order('id', { referencedTable: 'conf_products' })
      .range(1, 1, { referencedTable: 'conf_products' });
    expect(second.data).toEqual([{ conf_products: [{ id: 2 }] }]);
  });

  it('logic works, by alias too', async () => {
    const { data } = await makers()
      .select('id,goods:conf_products(id)')
      .or('id.eq.2,id.eq.3', { referencedTable: 'goods' })
      .order('id');
    expect(data).toEqual([
      { id: 1, goods: [{ id: 2 }] },
      { id: 2, goods: [{ id: 3 }] },
      { id: 3, goods: [] },
    ]);
  });

  it('parents can be filtered by having some or none', async () => {
    const none = await makers().select('id,conf_products()').is('conf_products', null);
    expect(none.data).toEqual([{ id: 3 }]);
    const some = await makers().select('id,conf_products()').not('conf_products', 'is', null).order('id');
    expect(some.data).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('parents can be ordered by an embedded one, and not by an embedded many', async () => {
    const { data } = await products()
      .select('id,conf_makers(name)')
      .order('conf_makers(name)', { ascending: false, nullsFirst: false })
      .order('id');
    expect(data?.map(({ id }) => id)).toEqual([3, 4, 1, 2, 5]);
    const { error, status } = await makers().select('id,conf_products(id)').order('conf_products(id)');
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: 'PGRST118',
      message: "A related order on 'conf_products' is not possible",
    });
  });

  it('policies apply: rows that may not be read are not returned', async () => {
    const anonymous = await products().select('id,conf_secrets(word)').eq('id', 1);
    expect(anonymous.data).toEqual([{ id: 1, conf_secrets: [] }]);
    const inner = await products().select('id,conf_secrets!inner(word)');
    expect(inner.data).toEqual([]);
    const all = await api.service.from('conf_products').select('id,conf_secrets(word)').eq('id', 1);
    expect(all.data).toEqual([{ id: 1, conf_secrets: [{ word: 'hush' }] }]);
  });
});

describe('spread', () => {
  it('adds the columns of an embedded row to the parent', async () => {
    const { data } = await products()
      .select('id,...conf_makers(maker:name,country)')
      .in('id', [1, 5])
      .order('id');
    expect(data).toEqual([
      { id: 1, maker: 'Acme', country: 'US' },
      { id: 5, maker: null, country: null },
    ]);
  });

  it('makes lists of the columns of embedded many', async () => {
    const { data } = await makers().select('id,...conf_products(names:name,id_list:id)').order('id');
    expect(data).toEqual([
      { id: 1, names: ['Red hat', 'Blue hat'], id_list: [1, 2] },
      { id: 2, names: ['Green cat mug', 'Gift, wrapped (large)'], id_list: [3, 4] },
      { id: 3, names: [], id_list: [] },
    ]);
  });

  it('nests, and carries embeds with it', async () => {
    const { data } = await api.anon
      .from('conf_details')
      .select('text,...conf_products(name,conf_labels(name),...conf_makers(maker:name))')
      .eq('product_id', 3);
    expect(data).toEqual([
      { text: 'With a cat', name: 'Green cat mug', conf_labels: [{ name: 'sale' }], maker: 'Bits' },
    ]);
  });

  it('joins inner', async () => {
    const { data } = await products()
      .select('id,...conf_makers!inner(name)')
      .eq('conf_makers.name', 'Acme')
      .order('id');
    expect(data).toEqual([
      { id: 1, name: 'Acme' },
      { id: 2, name: 'Acme' },
    ]);
  });
});

describe('caps', () => {
  const nested = (depth: number): string => (depth === 0 ? 'id' : `id,conf_products(${nested(depth - 1)})`);

  it('lets eight levels through and refuses a ninth', async () => {
    const key = api.secretKey;
    const eight = await api.request(`/conf_products?select=${nested(8)}`, { key });
    expect(eight.status).toBe(200);
    const nine = await api.request(`/conf_products?select=${nested(9)}`, { key });
    expect(nine.status).toBe(400);
    expect(await nine.json()).toMatchObject({ message: 'Embedded resources are nested too deeply' });
  });

  it('refuses more than 32 embedded resources at once', async () => {
    const many = Array.from({ length: 33 }, (_, index) => `m${index}:conf_makers(id)`).join(',');
    const response = await api.request(`/conf_products?select=${many}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: 'Too many embedded resources' });
  });
});
