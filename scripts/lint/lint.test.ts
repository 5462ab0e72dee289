import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');

/** File, content, and whether the linter accepts it. */
type Case = [file: string, text: string, passes: boolean];

const importing = (specifier: string) => `import { x } from '${specifier}';\n\nexport const y = x;\n`;
const marked = (classes: string) => `export const A = () => <p className="${classes}">words</p>;\n`;

const arrows: Case[] = [
  ['app/routes/catalog/shop.tsx', importing('../../../server/server.ts'), false],
  ['app/catalog/shop.test.ts', importing('../../server/server.ts'), true],
  ['app/catalog/late.ts', `export const y = () => import('embedded-supabase');\n`, false],
  ['app/catalog/data/read.ts', importing('../../../demo/load/demo-files.ts'), false],
  ['app/catalog/data/fine.ts', importing('@supabase/supabase-js'), true],
  ['app/cart/to-product.ts', importing('#app/product/product.ts'), true],
  ['app/ui/button.tsx', importing('#app/cart/cart-store.ts'), false],
  ['app/cart/from-catalog.ts', importing('#app/catalog/listing/facets.ts'), false],
  ['app/cart/late.ts', `export const y = () => import('#app/catalog/listing/facets.ts');\n`, false],
  ['app/cart/relative.ts', importing('../catalog/listing/facets.ts'), false],
  ['app/catalog/from-cart.ts', importing('#app/cart/cart-store.ts'), true],
  ['app/admin/from-layout.ts', importing('#app/layout/header.tsx'), false],
  ['app/admin/up.ts', importing('../layout/header.tsx'), false],
  ['app/admin/orders/page.ts', importing('../users/users.route.tsx'), false],
  ['app/admin/ui/list/room.ts', importing('../../orders/data/change-order-status.ts'), false],
  ['app/admin/live/panel.ts', importing('../ui/error-message.ts'), false],
  ['app/admin/ui/edit/live.ts', importing('../../live/presence.ts'), true],
  ['app/admin/products/data.ts', importing('../categories/categories-data.ts'), true],
  ['app/admin/orders/typed.ts', importing('./+types/orders.route.ts'), true],
  ['app/routes/home.tsx', importing('#app/layout/header.tsx'), true],
  ['app/ui/price.tsx', importing('#app/lib/money.ts'), true],
  ['app/lib/dates.ts', importing('../checkout/slots.ts'), false],
  ['app/auth/model.ts', importing('@supabase/supabase-js'), false],
  ['app/cart/model/lines.ts', importing('react'), false],
  ['app/cart/model/sums.ts', importing('#app/lib/money.ts'), true],
  ['packages/backend/src/rest/plan.ts', importing('../../../../app/brands/presets.ts'), false],
  ['packages/backend/src/rest/more.ts', importing('../../../../server/terminal.ts'), false],
  ['packages/backend/src/rest/fine.ts', importing('../lib/db.ts'), true],
  ['packages/backend/src/rest/up.ts', importing('../gateway.ts'), false],
  ['packages/backend/src/rest/across.ts', importing('../auth/users.ts'), false],
  ['packages/backend/src/auth/mfa/up.ts', importing('../../index.ts'), false],
  ['packages/backend/src/auth/mfa/own.ts', importing('../users.ts'), true],
  ['packages/backend/src/backend.ts', importing('#app/lib/money.ts'), false],
  ['packages/backend/src/rest/rest.test.ts', importing('../../tests/support/backend.ts'), true],
  ['packages/backend/src/rest/tested.ts', importing('../../tests/support/backend.ts'), false],
  ['packages/backend/tests/contract/shop.test.ts', importing('../../../../app/lib/money.ts'), false],
  ['server/named.ts', importing('embedded-supabase/database'), true],
  ['server/deep.ts', importing('../packages/backend/src/lib/db.ts'), false],
  ['server/deep.test.ts', importing('../packages/backend/src/lib/db.ts'), false],
  ['scripts/deep.ts', importing('../packages/backend/src/lib/db.ts'), false],
  ['tests/support/deep.ts', importing('../../packages/backend/src/lib/db.ts'), false],
  ['server/server.ts', importing('../app/catalog/listing/facets.ts'), false],
  ['server/pages/render.ts', importing('../../app/ui/button.tsx'), false],
  ['server/tenants.ts', importing('../app/brands/presets.ts'), true],
  ['server/pages/asks.ts', importing('../http/origin.ts'), true],
  ['server/pages/sends.ts', importing('../payments/payments.ts'), false],
  ['server/jobs/up.ts', importing('../mail/mail-work.ts'), false],
  ['server/operations/looks.ts', importing('../pages/page-cache.ts'), true],
  ['server/payments/starts.ts', importing('../store.ts'), false],
  ['server/main.ts', importing('../tests/support/processes.ts'), false],
];

const cycles: Case[] = [
  ['app/cart/ring.ts', `import { b } from './ring-back.ts';\n\nexport const a = () => b;\n`, false],
  ['app/cart/ring-back.ts', `import { a } from './ring.ts';\n\nexport const b = () => a;\n`, false],
  ['server/row.ts', `import type { Table } from './table.ts';\n\nexport type Row = Table[];\n`, false],
  ['server/table.ts', `import type { Row } from './row.ts';\n\nexport type Table = Row[];\n`, false],
  ['server/column.ts', `import type { Row } from './row.ts';\n\nexport type Column = Row;\n`, true],
];

const directions: Case[] = [
  ['app/layout/margin.tsx', marked('flex ml-4'), false],
  ['app/layout/variant.tsx', marked('hover:md:pr-[2px] flex'), false],
  ['app/layout/negative.tsx', marked('-ml-px'), false],
  ['app/layout/place.tsx', marked('absolute left-1/2'), false],
  ['app/layout/text.tsx', marked('text-right'), false],
  ['app/layout/corner.tsx', marked('rounded-tl-lg'), false],
  ['app/layout/border.tsx', marked('border-l'), false],
  ['app/layout/constant.ts', `export const box = 'float-left';\n`, false],
  ['app/layout/template.ts', 'export const box = (n: number) => `w-$' + '{n} pl-2`;\n', false],
  ['app/layout/style.tsx', `export const style = { marginLeft: 4 };\n`, false],
  ['app/layout/sheet.css', '.a {\n  padding-left: 1px;\n}\n', false],
  ['app/layout/words.css', '.a {\n  text-align: right;\n}\n', false],
  ['app/layout/logical.css', '.a {\n  padding-inline-start: 1px;\n  text-align: start;\n}\n', true],
  [
    'app/layout/logical.tsx',
    marked('ms-2 pe-4 start-0 text-start rounded-s border-e m-2 px-1 place-items-center'),
    true,
  ],
  ['app/layout/sentence.ts', `export const words = 'A left-handed player, all right';\n`, true],
];

const spoken: Case[] = [
  [
    'app/cart/raw.ts',
    `import englishCart from '#app/i18n/texts/en/cart.json';\n\nexport const y = englishCart.title;\n`,
    false,
  ],
  ['app/cart/fixed.ts', `export const t = (m: object) => translationsIn('en', 'cart', m);\n`, false],
  [
    'app/cart/translated.ts',
    `export const t = (m: object, l: string) => translationsIn(l, 'cart', m)('title').length;\n`,
    true,
  ],
];

const surroundings: Case[] = [
  ['app/cart/key.ts', 'export const key = crypto.randomUUID();\n', false],
  ['app/cart/made.tsx', 'export const key = () => globalThis.crypto.randomUUID();\n', false],
  [
    'app/cart/digest.ts',
    `export const sum = (b: BufferSource) => crypto.subtle.digest('SHA-256', b);\n`,
    false,
  ],
  ['app/cart/lock.ts', `export const held = navigator.locks.query();\n`, false],
  ['app/cart/fine.ts', 'export const bytes = crypto.getRandomValues(new Uint8Array(4));\n', true],
  ['server/key.ts', 'export const key = crypto.randomUUID();\n', true],
];

const mocks: Case[] = [
  ['app/cart/totals.test.ts', `vi.mock('./cart-store.ts', () => ({}));\n`, false],
  ['app/cart/lines.test.tsx', `vi.doMock('./cart-store.ts', () => ({}));\n`, false],
  ['app/cart/totals.isolated.test.ts', `vi.mock('./cart-store.ts', () => ({}));\n`, true],
  ['app/cart/spies.test.ts', 'vi.fn()();\n', true],
];

const effect = (body: string) => `export const useA = () => useEffect(() => ${body}, []);\n`;
const effects: Case[] = [
  ['app/cart/into-view.ts', effect('row.current?.scrollIntoView()'), false],
  ['app/cart/film.ts', effect('film.play()'), false],
  ['app/cart/mark.tsx', `export const A = () => <p ref={(mark) => mark?.scrollIntoView()} />;\n`, false],
  ['app/cart/block.ts', effect('{ row.current?.scrollIntoView(); }'), true],
  ['app/cart/void.ts', effect('void read()'), true],
  ['app/cart/cleanup.ts', effect('() => stop()'), true],
];

describe('the linter', () => {
  let folder: string;
  let refused: Set<string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-lint-'));
    await cp(join(PROJECT, 'biome.json'), join(folder, 'biome.json'));
    await cp(join(PROJECT, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true });
    for (const [file, text] of [
      ...arrows,
      ...cycles,
      ...directions,
      ...surroundings,
      ...spoken,
      ...mocks,
      ...effects,
    ]) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    const biome = join(PROJECT, 'node_modules/@biomejs/biome/bin/biome');
    const { stdout } = spawnSync(
      process.execPath,
      [
        biome,
        'lint',
        '--vcs-enabled=false',
        '--reporter=json',
        '--max-diagnostics=none',
        'app',
        'packages',
        'scripts',
        'server',
        'tests',
      ],
      { cwd: folder, encoding: 'utf8' },
    );
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { location: { path: string } }[] };
    refused = new Set(diagnostics.map(({ location }) => location.path));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(arrows)('sees whether %s imports along the arrows', (file, _text, passes) => {
    expect(refused.has(file)).toBe(!passes);
  });

  it.each(cycles)('sees whether %s is one of files that import each other', (file, _text, passes) => {
    expect(refused.has(file)).toBe(!passes);
  });

  it.each(spoken)('sees whether %s speaks the store’s language', (file, _text, passes) => {
    expect(refused.has(file)).toBe(!passes);
  });

  it.each(surroundings)('sees whether %s asks for what plain http has not', (file, _text, passes) => {
    expect(refused.has(file)).toBe(!passes);
  });

  it.each(effects)('sees whether what an effect or ref returns in %s is a cleanup', (file, _text, passes) => {
    expect(refused.has(file)).toBe(!passes);
  });

  it.each(mocks)(
    'sees whether %s replaces a module beside files that know the real one',
    (file, _text, passes) => {
      expect(refused.has(file)).toBe(!passes);
    },
  );

  it.each(directions)(
    'sees whether %s speaks of start and end rather than left and right',
    (file, _text, passes) => {
      expect(refused.has(file)).toBe(!passes);
    },
  );
});
