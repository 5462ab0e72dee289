import { useEffect, useState } from 'react';
import { refusalOf } from '../../kit/refusal.ts';
import { type FoundThing, findThings } from './find-things.ts';

/** How long typing rests before the store is asked, in ms. */
const pause = 150;

type Found = { text: string; things: FoundThing[]; failure: string };
const nothing: Found = { text: '', things: [], failure: '' };

/** What the store has for a text of two letters or more; `looking` until the answer for just that text is there. */
export function useFoundThings(typed: string): Found & { looking: boolean } {
  const text = typed.trim();
  const [found, setFound] = useState(nothing);
  const asked = text.length >= 2;

  useEffect(() => {
    if (!asked) return;
    let wanted = true;
    const answer = (things: FoundThing[], failure = '') => {
      if (wanted) setFound({ text, things, failure });
    };
    const timer = setTimeout(() => {
      findThings(text).then(answer, (error) => answer([], refusalOf(error)));
    }, pause);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, asked]);

  if (!asked) return { ...nothing, looking: false };
  return { ...found, looking: found.text !== text };
}
