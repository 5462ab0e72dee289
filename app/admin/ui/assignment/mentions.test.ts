import { expect, it } from 'vitest';
import { mentionTyped, noteText, withMentions } from './mentions.ts';

const mona = { id: '11111111-1111-4111-8111-111111111111', name: 'Mona' };
const monaAli = { id: '22222222-2222-4222-8222-222222222222', name: 'Mona Ali' };

it('stores whom a note mentions, and shows them by the name they have now', () => {
  const note = withMentions('@Mona Ali, ask @Mona. @Mona Ali again, not @Omar', [mona, monaAli]);
  expect(note).toBe(`@[${monaAli.id}], ask @[${mona.id}]. @[${monaAli.id}] again, not @Omar`);
  expect(noteText(note, { [mona.id]: 'Mona', [monaAli.id]: 'Mona Hassan' })).toBe(
    '@Mona Hassan, ask @Mona. @Mona Hassan again, not @Omar',
  );
});

it('offers people after an @ that begins a word', () => {
  expect(mentionTyped('Ask @', 5)).toBe('');
  expect(mentionTyped('Ask @Mo', 7)).toBe('Mo');
  expect(mentionTyped('Ask @Mona Al', 12)).toBe('Mona Al');
  expect(mentionTyped('Ask @Mona', 3)).toBeNull();
  expect(mentionTyped('mona@example', 12)).toBeNull();
});
