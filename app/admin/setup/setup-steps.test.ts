import { expect, it } from 'vitest';
import { type ReadinessItem, readinessItems, readinessOf } from '#app/store/readiness.ts';
import { isSellable, nextStep, placeOfItem, setupProgress, setupSteps, stepState } from './setup-steps.ts';

const required: ReadinessItem[] = [
  'owner',
  'legal_name',
  'contact',
  'mail',
  'delivery',
  'payment',
  'products',
];

const ready = (missing: readonly ReadinessItem[]) =>
  [...required, 'tax_number' as const, 'test_order' as const].map((item) =>
    readinessOf(item, required.includes(item) ? 'missing' : 'recommended', !missing.includes(item)),
  );

const stateOf = (labelKey: string, missing: readonly ReadinessItem[]) => {
  const step = setupSteps.find((one) => one.labelKey === labelKey);
  return step && stepState(step, ready(missing));
};

it('counts what a store cannot sell without, not what is recommended', () => {
  expect(setupProgress(ready([]))).toEqual({ done: 7, all: 7 });
  expect(setupProgress(ready(['products', 'tax_number', 'test_order']))).toEqual({ done: 6, all: 7 });
  expect(isSellable(ready(['tax_number', 'test_order']))).toBe(true);
  expect(isSellable(ready(['products']))).toBe(false);
});

it('a step lacks something required, something recommended, or nothing', () => {
  expect(stateOf('setupBusiness', ['contact', 'tax_number'])).toBe('missing');
  expect(stateOf('setupBusiness', ['tax_number'])).toBe('optional');
  expect(stateOf('setupBusiness', [])).toBe('done');
  expect(stateOf('setupDomain', ['contact'])).toBe('open');
});

it('continues with the first step that lacks something required, else with opening the store', () => {
  expect(nextStep(ready(['products', 'legal_name']))?.labelKey).toBe('setupBusiness');
  expect(nextStep(ready(['products', 'test_order']))?.labelKey).toBe('setupProducts');
  expect(nextStep(ready(['test_order']))?.labelKey).toBe('setupOpen');
});

it('every item leads to the page where it is repaired, except texts, and what is done on the server', () => {
  expect(readinessItems.filter((item) => !placeOfItem(item))).toEqual([
    'owner',
    'texts',
    'backups',
    'alerts',
  ]);
});
