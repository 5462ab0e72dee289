import { createContext, type ReactElement, useContext, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { finishDocument } from './finished-document.ts';
import { MarkupContext, Remembered, RememberedList } from './remembered.tsx';
import { classListsOf, RememberedMarkup } from './remembered-markup.ts';

const settings = { currency: 'EGP' };

const ElementContext = createContext<ReactElement | null>(null);

function Shown() {
  return useContext(ElementContext);
}

/** Renders something as a page of a store with these settings. */
function page(element: ReactElement, remembered?: RememberedMarkup, over: object = settings) {
  const markup = remembered?.forPage() ?? null;
  const root = { store: JSON.stringify({ settings: over }), page: '{}' };
  const Page = createRoutesStub([{ id: 'root', path: '*', loader: () => root, Component: Shown }]);
  const rendered = renderToString(
    <MarkupContext value={markup}>
      <ElementContext value={element}>
        <Page hydrationData={{ loaderData: { root } }} />
      </ElementContext>
    </MarkupContext>,
  );
  if (!markup) return { html: rendered, classLists: new Set<string>() };
  const pieces = markup.pieces(rendered);
  const { length, writeTo } = finishDocument(pieces);
  const html = Buffer.alloc(length);
  writeTo(html);
  return { html: html.toString(), classLists: classListsOf(pieces) };
}

let draws = 0;

function Card({ name }: { name: string }) {
  draws += 1;
  return (
    <p className={`card ${name.length > 3 ? 'long' : 'short'}`}>
      {name} {'<b>'}
    </p>
  );
}

function Named() {
  draws += 1;
  return <label htmlFor={useId()}>Size</label>;
}

const cards = (...names: string[]) => (
  <main className="page">
    {names.map((name) => (
      <Remembered key={name} by={['card', name]}>
        <Card name={name} />
      </Remembered>
    ))}
    <i className="end" />
  </main>
);

/** What a page shows, and how many cards had to be drawn for it. */
function drawn(element: ReactElement, remembered?: RememberedMarkup, over?: object) {
  draws = 0;
  return { ...page(element, remembered, over), draws };
}

test('a part is rendered once, and each page looks as if it had been rendered for it', () => {
  const remembered = new RememberedMarkup();
  const plain = (...names: string[]) => drawn(cards(...names)).html;
  const first = drawn(cards('Mug', 'Hoodie'), remembered);
  expect([first.html, first.draws]).toEqual([plain('Mug', 'Hoodie'), 2]);
  const second = drawn(cards('Hoodie', 'Cap', 'Mug'), remembered);
  expect([second.html, second.draws]).toEqual([plain('Hoodie', 'Cap', 'Mug'), 1]);
  expect(drawn(cards(), remembered)).toMatchObject({ html: plain(), draws: 0 });
});

test('a page tells the classes of the parts that it did not render, each once', () => {
  const remembered = new RememberedMarkup();
  page(cards('Mug', 'Hoodie'), remembered);
  const { classLists } = page(cards('Hoodie', 'Cap', 'Mug'), remembered);
  expect([...classLists]).toEqual(['page', 'card long', 'card short', 'end']);
});

test('other settings render a part anew', () => {
  const remembered = new RememberedMarkup();
  page(cards('Mug'), remembered);
  expect(drawn(cards('Mug'), remembered, { currency: 'USD' }).draws).toBe(1);
  expect(drawn(cards('Mug'), remembered).draws).toBe(0);
});

test('the parts of a list are told apart by identity: each is rendered once, and anew for its like', () => {
  const remembered = new RememberedMarkup();
  const [mug, cap, hoodie] = [{ name: 'Mug' }, { name: 'Cap' }, { name: 'Hoodie' }];
  const list = (...things: { name: string }[]) => (
    <main>
      <RememberedList items={things} by={['card']} firsts={1}>
        {({ name }, isFirst) => (
          <li key={name} className={isFirst ? 'first' : 'other'}>
            <Card name={name} />
          </li>
        )}
      </RememberedList>
      <i className="end" />
    </main>
  );
  for (const [things, draws] of [
    [[mug, cap], 2],
    [[mug, hoodie, cap], 1],
    // Another one is first.
    [[cap, hoodie], 1],
    [[mug, { ...cap }, hoodie], 1],
    [[mug, hoodie, cap], 0],
    [[], 0],
  ] as const) {
    expect(drawn(list(...things), remembered)).toMatchObject({ html: drawn(list(...things)).html, draws });
  }
  expect([...page(list(mug, hoodie), remembered).classLists]).toEqual([
    'first',
    'card short',
    'other',
    'card long',
    'end',
  ]);
});

test('a part that knows its place in the page is rendered into each', () => {
  const remembered = new RememberedMarkup();
  const labels = (
    <Remembered by={['label']}>
      <Named />
    </Remembered>
  );
  const { html } = drawn(labels);
  for (const _ of [1, 2]) expect(drawn(labels, remembered)).toMatchObject({ html, draws: 1 });
});

test('a part with a script of its own is rendered into each', () => {
  const remembered = new RememberedMarkup();
  const scripted = (
    <Remembered by={['scripted']}>
      <div>
        {cards('Mug')}
        <script type="application/ld+json">{'{}'}</script>
      </div>
    </Remembered>
  );
  const { html } = drawn(scripted);
  for (const _ of [1, 2]) expect(drawn(scripted, remembered)).toMatchObject({ html, draws: 1 });
});

test('a part within a remembered one is part of it', () => {
  const remembered = new RememberedMarkup();
  const nested = (
    <Remembered by={['row']}>
      <div>{cards('Mug', 'Cap')}</div>
    </Remembered>
  );
  const { html } = drawn(nested);
  expect(drawn(nested, remembered)).toMatchObject({ html, draws: 2 });
  expect(drawn(nested, remembered)).toMatchObject({ html, draws: 0 });
});

test('what was used least makes room', () => {
  const remembered = new RememberedMarkup(400);
  for (let n = 0; n < 50; n += 1) page(cards(`Thing ${n}`), remembered);
  expect(drawn(cards('Thing 0'), remembered).draws).toBe(1);
  expect(drawn(cards('Thing 0'), remembered).draws).toBe(0);
});

test('a part of large data is told apart by what the data holds, and its text is made once', () => {
  const remembered = new RememberedMarkup();
  let texts = 0;
  const values = (...names: string[]) => ({
    toJSON() {
      texts += 1;
      return names;
    },
  });
  const part = (of: object, by = 'filter') => (
    <Remembered by={[by]} of={of}>
      <Card name="Mug" />
    </Remembered>
  );
  const sizes = values('S', 'M');
  expect(
    [part(sizes), part(sizes), part(values('S', 'M')), part(values('S')), part(sizes, 'other')].map(
      (element) => drawn(element, remembered).draws,
    ),
  ).toEqual([1, 0, 0, 1, 1]);
  expect(texts).toBe(3);
});
