import { expect, it } from 'vitest';
import { typedText } from './mail-text.ts';

it('leaves nothing in user input that a mail program would turn into a link', () => {
  for (const typed of [
    'win.example.com',
    'https://win.example/now',
    'mona@example.com',
    'www.example.com/a:80',
  ])
    expect(typedText(typed)).not.toMatch(/\w[.@:/]\w|\/\//);
  expect(typedText('win.example.com').replaceAll('\u2060', '')).toBe('win.example.com');
});

it('leaves names and addresses as they are', () => {
  for (const typed of ['Dr. Mona Adel', '9 Road 233, Maadi', 'عميل تجريبي'])
    expect(typedText(typed)).toBe(typed);
});
