import { Search } from 'lucide';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Icon } from './icon.tsx';

test('an icon is drawn in the colour of its text and hidden from screen readers', () => {
  const html = renderToStaticMarkup(<Icon of={Search} className="size-5" strokeWidth={1.5} />);
  expect(html).toMatch(/^<svg [^>]*stroke="currentColor"[^>]*aria-hidden="true"[^>]*class="size-5"[^>]*>/);
  expect(html).toContain('stroke-width="1.5"');
  expect(html.match(/<(?:path|circle) /g)).toHaveLength(Search.length);
  // Elements are shared by all that draw it.
  expect(renderToStaticMarkup(<Icon of={Search} className="size-5" strokeWidth={1.5} />)).toBe(html);
});
