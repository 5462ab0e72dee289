import { createClient } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { meeplehouse } from '#app/brands/meeplehouse.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import type { Database } from '#app/lib/database.types.ts';
import { CategoryTiles } from './category-tiles.tsx';
import { readLanding } from './read-landing.ts';

const categories = ['Party', 'Family', 'Strategy', 'Co-op', 'Duels', 'Solo', 'Legacy'].map((name, at) => ({
  id: `c${at}`,
  slug: `c${at}`,
  name,
  description: '',
  image: '',
  created_at: '',
  tenant_id: 'meeplehouse',
}));

describe('the landing’s category tiles', () => {
  it('are the first five with a link each, and a link to all', () => {
    const markup = renderInStore(<CategoryTiles categories={categories} problem="" />, meeplehouse);
    expect(markup.match(/href="\/category\/c\d"/g)).toHaveLength(5);
    expect(markup).toContain('href="/categories"');
    expect(markup).toContain('View All');
    expect(markup).not.toContain('role="alert"');
  });

  it('give the reason when there are none', () => {
    const markup = renderInStore(<CategoryTiles categories={[]} problem="Failed to fetch" />, meeplehouse);
    expect(markup).toMatch(/role="alert"[^>]*>Error loading categories: Failed to fetch</);
    expect(markup).toContain('View All');
  });

  it('the landing renders with an error message when the backend does not answer', async () => {
    const supabase = createClient<Database>('http://localhost', 'key', {
      global: { fetch: async () => Response.json({ message: 'connection refused' }, { status: 400 }) },
    });
    const home = await readLanding({
      tenantId: 'meeplehouse',
      hostTenantId: 'inkthread',
      office: undefined,
      brand: meeplehouse,
      stores: [],
      origin: '',
      sharedHost: false,
      language: 'en',
      supabase,
      backend: { url: '', publishableKey: '' },
      onlineOptions: [],
      ownProviders: [],
      sendsMail: true,
      mail: null,
      sendMessage: async () => null,
      tag: () => {},
      freshUntil: () => {},
      unavailable: () => {},
      cached: (_key, _tags, read) => read(),
    });
    expect(home).toMatchObject({ categories: [], featured: [] });
    expect(home.categoriesProblem).toContain('connection refused');
  });
});
