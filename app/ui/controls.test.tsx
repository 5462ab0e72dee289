import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { casecraft } from '#app/brands/casecraft.ts';
import { renderInStore } from '#app/layout/render-in-store.tsx';
import { Button } from './button.tsx';
import { Checkbox, Switch } from './choice.tsx';
import { Pagination } from './pagination.tsx';
import { PasswordField } from './password-field.tsx';
import { Price } from './price.tsx';
import { RadioGroup } from './radio-group.tsx';
import { SelectField } from './select-field.tsx';
import { Tabs } from './tabs.tsx';
import { TextField } from './text-field.tsx';

const markup = (element: React.ReactElement) => renderInStore(element, casecraft);

/** Returns an attribute of the first matching element. */
function attribute(html: string, element: string, name: string): string {
  const tag = new RegExp(`<${element}\\b[^>]*>`).exec(html)?.[0] ?? '';
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

describe('fields', () => {
  it.each([
    ['input', <TextField key="t" label="Phone" hint="Eleven digits" error="Too short" />],
    ['input', <PasswordField key="p" label="Phone" hint="Eleven digits" error="Too short" />],
    [
      'select',
      <SelectField key="s" label="Phone" hint="Eleven digits" error="Too short">
        <option>1</option>
      </SelectField>,
    ],
  ])('link label, hint and error to their %s', (element, field) => {
    const html = markup(field);
    const id = attribute(html, element, 'id');
    expect(id).not.toBe('');
    expect(attribute(html, 'label', 'for')).toBe(id);
    expect(attribute(html, element, 'aria-invalid')).toBe('true');
    const [hint, error] = attribute(html, element, 'aria-describedby').split(' ');
    expect(html).toContain(`id="${hint}" class="text-ink-soft text-sm">Eleven digits`);
    expect(html).toMatch(new RegExp(`id="${error}"[^>]*>Too short`));
  });

  it('omit errors and hints they do not have', () => {
    const html = markup(<TextField label="Phone" />);
    expect(attribute(html, 'input', 'aria-describedby')).toBe('');
    expect(html).not.toContain('aria-invalid=');
  });

  it('mark optional fields in the label', () => {
    // If both words do not fit, the second wraps as a whole.
    expect(markup(<TextField label="Note" optional />)).toMatch(/Note <span[^>]*>\(optional\)/);
  });

  it('a switch is announced as one, a checkbox is not', () => {
    expect(attribute(markup(<Switch label="Points" />), 'input', 'role')).toBe('switch');
    expect(attribute(markup(<Checkbox label="Save" />), 'input', 'role')).toBe('');
  });

  it('a radio group has its name as legend and sends one value', () => {
    const options = [
      { value: 'standard', label: 'Standard' },
      { value: 'express', label: 'Express' },
    ];
    const html = markup(
      <RadioGroup legend="Shipping" name="shipping" options={options} value="express" onChange={() => {}} />,
    );
    expect(html).toMatch(/<legend[^>]*>Shipping<\/legend>/);
    expect(html.match(/name="shipping"/g)).toHaveLength(2);
    expect(html).toMatch(/checked="" value="express"/);
  });
});

describe('button', () => {
  it('does not submit a form unless told to, and keeps focus while busy', () => {
    expect(attribute(markup(<Button>Save</Button>), 'button', 'type')).toBe('button');
    expect(attribute(markup(<Button type="submit">Save</Button>), 'button', 'type')).toBe('submit');
    const busy = markup(<Button busy>Save</Button>);
    expect(attribute(busy, 'button', 'aria-disabled')).toBe('true');
    expect(markup(<Button type="submit" busy />)).not.toContain(' disabled=');
    expect(attribute(busy, 'button', 'aria-busy')).toBe('true');
  });

  it('is disabled in server markup, before scripts run, unless it submits a form', () => {
    expect(markup(<Button>Add to cart</Button>)).toContain(' disabled=');
    expect(markup(<Button type="submit">Search</Button>)).not.toContain(' disabled=');
  });
});

describe('pagination', () => {
  it('uses real links and marks the current page', () => {
    const html = markup(<Pagination page={2} pages={3} linkTo={(page) => `/shop?page=${page}`} />);
    expect(html.match(/href="\/shop\?page=\d"/g)).toHaveLength(5);
    expect(html).toMatch(/rel="prev"[^>]*aria-label="Previous"/);
    expect(html).toMatch(/aria-current="page"[^>]*>2</);
  });

  it('renders nothing for a single page', () => {
    expect(markup(<Pagination page={1} pages={1} linkTo={String} />)).toBe('');
  });
});

describe('price', () => {
  it('shows the amount, and strikes the original price only if it is higher', () => {
    expect(markup(<Price piastres={45050} />)).toContain('450.50 EGP');
    expect(markup(<Price piastres={45000} originalPiastres={52000} />)).toMatch(/<s[^>]*>.*520 EGP<\/s>/);
    expect(markup(<Price piastres={45000} originalPiastres={45000} />)).not.toMatch(/<s[ >]/);
  });
});

describe('tabs', () => {
  const tabs = [
    { value: 'files', label: 'Files', content: 'A file' },
    { value: 'sizes', label: 'Sizes', content: 'A size' },
  ];
  const tabOf = (html: string, label: string) => new RegExp(`<button[^>]*>${label}`).exec(html)?.[0] ?? '';

  // These components render only in browsers and read the direction from the document.
  beforeEach(() => void vi.stubGlobal('document', { documentElement: { dir: 'ltr' } }));
  afterEach(() => void vi.unstubAllGlobals());

  it('mark the selected one, busy, while the previous panel is still shown', () => {
    const html = markup(<Tabs label="Products" value="files" selected="sizes" tabs={tabs} />);
    expect(tabOf(html, 'Sizes')).toContain('aria-selected="true"');
    expect(tabOf(html, 'Files')).toContain('aria-selected="false"');
    const shown =
      /<div(?=[^>]*data-state="active")(?=[^>]*role="tabpanel")[^>]*>A file/.exec(html)?.[0] ?? '';
    expect(attribute(shown, 'div', 'aria-labelledby')).toBe(attribute(tabOf(html, 'Sizes'), 'button', 'id'));
    expect(attribute(shown, 'div', 'aria-busy')).toBe('true');
    expect(html).not.toContain('A size');
  });

  it('show the panel of the selected one, and are not busy', () => {
    const html = markup(<Tabs label="Products" value="sizes" tabs={tabs} />);
    expect(html).toContain('A size');
    expect(html).not.toContain('A file');
    expect(html).not.toContain('aria-busy');
  });
});
