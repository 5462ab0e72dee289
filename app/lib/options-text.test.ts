import { expect, it } from 'vitest';
import { optionsText, optionValues } from './options-text.ts';

it('formats options the same in carts, orders and mails: values alone, a capitalized color', () => {
  expect(optionsText({ color: 'forest green', size: 'M', type: null })).toBe('Forest green\u00a0· M');
  expect(optionsText({ size: 'iPhone 15', type: 'oversized' })).toBe('iPhone 15\u00a0· oversized');
  expect(optionsText({ color: 'black' }, 'With your design')).toBe('Black\u00a0· With your design');
  expect(optionsText({ color: '', size: null })).toBe('');
  const options = [
    { name: 'Device', value: 'iPhone 16' },
    { name: 'Color', value: 'Red' },
  ];
  expect(optionsText({ color: 'Red', options })).toBe('Red\u00a0· iPhone 16');
});

it('lists the values as sold, with only the color marked as a color', () => {
  const options = [
    { name: 'Color', value: 'Red' },
    { name: 'Cut', value: 'Slim' },
  ];
  const shown = (value: string) => (value === 'red' ? 'أحمر' : value);
  expect(optionValues({ color: 'red', size: 'M', options }, shown)).toEqual([
    { value: 'red', name: 'أحمر', color: true },
    { value: 'M', name: 'M', color: false },
    { value: 'Slim', name: 'Slim', color: false },
  ]);
  expect(optionValues({ size: '' })).toEqual([]);
});
