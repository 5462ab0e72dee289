import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import { defaultLegalTexts, defaultQuestions } from '../../app/store/default-content.ts';
import { factTexts } from '../../app/store/fact-texts.ts';
import { brandFacts } from '../../app/store/facts.ts';

const root = join(import.meta.dirname, '../..');

/** The stores use American spelling: color, customize, gray, installment. */
const british = [
  /\w*(?:arm|behavi|col|fav|flav|harb|hon|hum|lab|neighb|od|parl|rum|sav|vap)our\w*/,
  /(?:apolog|author|caramel|categor|critic|custom|emphas|final|maxim|minim|optim|organ|personal|real|recogn|rubber|special|standard|summar|symbol|util|visual)is(?:e[drs]?|ing|ations?)/,
  /\w*(?:fibre|litre|metre|theatre)s?|centre[ds]?|meagre|sombre/,
  /catalogues?|cheques?|cosy|defence|draughts\w*|e-mails?|fulfils?|grey\w*|instalments?|licences?|mould\w*|ploughs?|programmes?|pyjamas|storeys?|tyres?/,
  /(?:counsel|jewel|label|level|model|signal|travel)l(?:ed|ing|ers?|ery)|ageing|aluminium|learnt|sceptic\w*|spelt|whilst|woollen/,
].map(({ source }) => source);
const misspelled = new RegExp(`(?<![\\w./-])(?:${british.join('|')})(?![\\w./-]*\\.\\w)\\b`, 'gi');

/** All texts in a JSON value, without the field names. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

const files = globSync(['app/i18n/texts/en/*.json', 'demo/*/*.json'], { cwd: root });
const copy: [string, unknown][] = [
  ...files.map((file): [string, unknown] => [file, JSON.parse(readFileSync(join(root, file), 'utf8'))]),
  ...presets.map((brand): [string, unknown] => [
    `the brand ${brand.id}`,
    [brand, defaultLegalTexts(brand), defaultQuestions(brand), factTexts(brandFacts(brand)).en],
  ]),
];

it.each(copy)('%s spells as the stores do, in American English', (_, texts) => {
  const found = textsIn(texts).flatMap((text) => text.match(misspelled) ?? []);
  expect(found).toEqual([]);
});

it.each(copy)('%s writes a percentage without a space, as 10%', (_, texts) => {
  expect(textsIn(texts).filter((text) => /\d %/.test(text))).toEqual([]);
});

it('amounts are written with their currency behind them, as 508.50 EGP', () => {
  const amounts = copy
    .flatMap(([, texts]) => textsIn(texts))
    .filter((text) => /(?:EGP|E£)\s?[\d{]/.test(text));
  expect(amounts).toEqual([]);
});
