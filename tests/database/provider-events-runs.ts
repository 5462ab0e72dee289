import { describe, expect, test } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { startKashierStub } from '../support/kashier-stub.ts';
import { startPayingStore } from '../support/paying-store.ts';
import { startPaymobStub } from '../support/paymob-stub.ts';
import { ProviderEvents } from '../support/provider-events.ts';
import { stripeAsProvider } from '../support/stripe-provider.ts';
import { freshTenant } from './store.ts';

/** Defines tests of random order histories at each provider: one per seed, with a number of steps, in its own store. */
export function testProviderEvents(steps: number, seeds: readonly number[]): void {
  describe.each(['paymob', 'kashier', 'stripe'] as const)('whatever happens at %s', (name) => {
    test.concurrent.each(seeds)(
      'the ledger equals its own sum once everything was reported (%i)',
      async (seed) => {
        const [paymob, kashier] = await Promise.all([startPaymobStub(), startKashierStub()]);
        const shop = await startPayingStore(freshTenant(), { ...paymob.environment, ...kashier.environment });
        try {
          const { hoodieId } = shop.store;
          const variants = await shop.backend.owner<{ id: string }[]>`
          select id from product_variants where product_id = ${hoodieId}`;
          for (const { id } of variants)
            await shop.admin.rpc('adjust_stock', {
              p_product_id: hoodieId,
              p_delta: 5_000,
              p_variant_id: id,
            });
          const people = { staff: await shop.person('admin'), customer: await shop.person() };
          const stub = { paymob, kashier, stripe: stripeAsProvider(shop.stub) }[name];
          const events = new ProviderEvents(shop, stub, people, seed);
          for (let step = 0; step < steps; step += 1) await events.step();
          await events.settle();
          expect(await events.differences(), events.story.join('; ')).toEqual([]);
          expect(await checkLedger(shop.backend.owner), events.story.join('; ')).toEqual([]);
        } finally {
          await shop.close();
          await Promise.all([paymob.close(), kashier.close()]);
        }
      },
    );
  });
}
