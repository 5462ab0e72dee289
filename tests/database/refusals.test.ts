import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Texts } from '../../app/i18n/languages.ts';
import englishRefusals from '../../app/i18n/texts/en/refusals.json' with { type: 'json' };
import { translationsIn } from '../../app/i18n/translations.ts';
import { databaseForFile, db } from './own-store.ts';

const schemas = globSync(`${import.meta.dirname}/../../supabase/schemas/**/*.sql`).map((file) => ({
  file: basename(file),
  sql: readFileSync(file, 'utf8'),
}));
const elsewhere = schemas.filter(({ file }) => !file.startsWith('refusals'));
const english: Texts = englishRefusals;

let rows: { code: string; reason: string; message: string }[];
databaseForFile({ alone: false });
beforeAll(async () => {
  rows = await db.owner`select code, reason, message from private.refusal_messages`;
});

/** The text between an opening parenthesis and its closing one. */
function argumentsFrom(sql: string, start: number): string {
  let depth = 0;
  for (let at = start; at < sql.length; at += 1) {
    if (sql[at] === "'") at = sql.indexOf("'", at + 1);
    else if (sql[at] === '(') depth += 1;
    else if (sql[at] === ')' && --depth === 0) return sql.slice(start + 1, at);
  }
  throw new Error(`Nothing closes the parenthesis in ${sql.slice(start, start + 80)}`);
}

/** The refusals that functions raise with a literal code: the code and all arguments. */
const calls = elsewhere.flatMap(({ file, sql }) =>
  Array.from(sql.matchAll(/private\.(?:refuse|refuse_variant|refusal)\(\s*'(\w+)'/g), (call) => ({
    file,
    code: call[1] ?? '',
    given: argumentsFrom(sql, sql.indexOf('(', call.index)),
  })),
);

const placeholders = (message: string) =>
  Array.from(message.matchAll(/\{(\w+)\}/g), ([, name = '']) => name).sort();

describe('the messages of refusals', () => {
  it('exist for each code that functions refuse with', () => {
    const known = new Set(rows.map(({ code }) => code));
    expect(calls.length).toBeGreaterThan(100);
    expect(calls.filter(({ code }) => !known.has(code))).toEqual([]);
  });

  it('exist only for used codes', () => {
    const unused = rows.filter(({ code }) => !elsewhere.some(({ sql }) => sql.includes(`'${code}'`)));
    expect(unused).toEqual([]);
  });

  it('are in the app, for the same codes', () => {
    expect(Object.keys(english)).toEqual(Array.from(new Set(rows.map(({ code }) => code))).sort());
  });

  it('use only parameters that their call passes', () => {
    const missing = calls.flatMap(({ file, code, given }) => {
      // A computed reason is one of the literals in the call, or none.
      const literal = given.includes("'reason'") ? /'reason', '(\w+)'/.exec(given)?.[1] : '';
      const chosen = rows.filter(
        ({ code: of, reason }) =>
          of === code &&
          (literal === undefined ? reason === '' || given.includes(`'${reason}'`) : reason === literal),
      );
      return (
        chosen
          .flatMap(({ message }) => placeholders(message))
          // `name` comes from private.line_names or private.product_names.
          .filter((name) => !given.includes(`'${name}'`) && !(name === 'name' && /names\b/.test(given)))
          .map((name) => `${file}: ${code} without ${name}`)
      );
    });
    expect(missing).toEqual([]);
  });

  it('use the same parameters in the app as in the database', () => {
    const t = translationsIn('en', 'refusals', english);
    for (const { code, reason, message } of rows) {
      const names = placeholders(message);
      const values = Object.fromEntries(names.map((name, at) => [name, 7001 + at]));
      const said = t(code, { reason, ...values }).replaceAll(',', '');
      for (const value of Object.values(values)) expect(said, `${code} ${reason}`).toContain(String(value));
      expect(said.match(/700\d/g)?.length ?? 0, `${code} ${reason}`).toBe(names.length);
    }
  });
});

describe('a refusal', () => {
  const refuse = (code: string, parameters: string | null = null) =>
    db.owner.unsafe('select private.refuse($1, $2::text::jsonb)', [code, parameters]).then(
      () => null,
      (error: { code: string; message: string; detail?: string; hint?: string }) => error,
    );

  it('is returned with its sentence, its code and its parameters', async () => {
    expect(
      await refuse('too_few_in_stock', '{"name": "Mug {stock}", "stock": 1500, "taken": 2}'),
    ).toMatchObject({
      code: 'P0001',
      message: 'Mug {stock} has only 1,500 in stock, so 2 cannot be taken. Nothing was changed.',
      detail: 'too_few_in_stock',
      hint: '{"name": "Mug {stock}", "stock": 1500, "taken": 2}',
    });
    const staffOnly = await refuse('staff_only');
    expect(staffOnly).toMatchObject({ code: '42501', detail: 'staff_only' });
    expect(staffOnly?.hint).toBeUndefined();
  });

  it('with an unknown code, or without a parameter, is an internal error', async () => {
    expect(await refuse('no_such_code')).toMatchObject({ code: 'XX000' });
    expect(await refuse('changed_since', '{"label": "Mug"}')).toMatchObject({ code: 'XX000' });
  });

  it('is never raised with an ad-hoc sentence', () => {
    const raised = elsewhere.flatMap(({ file, sql }) =>
      Array.from(sql.matchAll(/raise\s+exception\b[^;]*/g), ([statement]) => `${file}: ${statement}`),
    );
    expect(raised.filter((statement) => /message|detail|exception\s+'/.test(statement))).toEqual([]);
  });
});
