import { describe, expect, it } from 'vitest';
import { duoworks } from '#app/brands/duoworks.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import { BarsPlot } from './listing-report.tsx';

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

describe('the bars of a report', () => {
  it('are beside their own names and values, also when one value is 0', () => {
    const html = renderInStore(
      <BarsPlot
        measure={{ labelKey: 'daysLeft', format: 'days' }}
        bars={[
          { key: '1', label: 'Sold out tee', value: 0 },
          { key: '2', label: 'Cap', value: 30 },
          { key: '3', label: 'Hoodie', value: 60 },
        ]}
      />,
      duoworks,
    );
    const [none, half, most] = html.split('<li').slice(1);
    expect(textOf(none ?? '')).toContain('Sold out tee 0 days');
    expect(none).toContain('width:0');
    expect(textOf(half ?? '')).toContain('Cap 30 days');
    expect(half).toContain('50%');
    expect(textOf(most ?? '')).toContain('Hoodie 60 days');
    expect(most).toContain('100%');
  });
});
