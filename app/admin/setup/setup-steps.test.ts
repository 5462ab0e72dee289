import { expect, it } from 'vitest';
import { nextStep, type Readiness, setupProgress, setupSteps, stepOfItem, stepState } from './setup-steps.ts';

const ready = (missing: readonly string[]): Readiness[] =>
  [
    ...['owner', 'legal_name', 'contact', 'delivery', 'payment', 'policies', 'products'].map((item) => ({
      item,
      is_required: true,
    })),
    ...['tax_number', 'test_order'].map((item) => ({ item, is_required: false })),
  ].map((one) => ({ ...one, is_ready: !missing.includes(one.item) }));

const stateOf = (labelKey: string, missing: readonly string[]) => {
  const step = setupSteps.find((one) => one.labelKey === labelKey);
  return step && stepState(step, ready(missing));
};

it('counts the requirements for a first order, without optional items', () => {
  expect(setupProgress(ready([]))).toEqual({ done: 7, all: 7 });
  expect(setupProgress(ready(['products', 'tax_number', 'test_order']))).toEqual({ done: 6, all: 7 });
});

it('a step lacks something required, something optional, or nothing', () => {
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

it('every item except the owner has a step', () => {
  expect(
    ready([])
      .map(({ item }) => item)
      .filter((item) => !stepOfItem(item)),
  ).toEqual(['owner']);
});
