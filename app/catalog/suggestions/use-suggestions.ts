import { useCallback, useEffect, useState } from 'react';
import {
  type Suggestion,
  type Suggestions,
  shortestTerm,
  suggestionsPath,
  suggestionTerm,
} from './suggestions.ts';

/** Milliseconds without typing after which the store is asked. */
const pause = 120;

/** What the store said last, and to which term. */
type Answer = { term: string; entries: Suggestion[] };

/**
 * Follows what is typed into a field and what the store suggests for it, which is null until it is known; closed when the
 * field is left.
 */
export function useSuggestions(input: HTMLInputElement): {
  term: string;
  answer: Answer | null;
  open: boolean;
  close: () => void;
} {
  const [typed, setTyped] = useState('');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const onInput = () => {
      setTyped(input.value);
      setOpen(true);
    };
    // Somebody may have typed before this code was there.
    if (input.value !== input.defaultValue) onInput();
    input.addEventListener('input', onInput, { signal });
    input.addEventListener('focusout', close, { signal });
    input.form?.addEventListener('submit', close, { signal });
    return () => controller.abort();
  }, [input, close]);

  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const found = await fetchSuggestions(typed, controller.signal);
      if (controller.signal.aborted) return;
      setAnswer(found && { term: suggestionTerm(typed), entries: found.entries });
    }, pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [typed]);

  return { term: suggestionTerm(typed), answer, open, close };
}

const known = new Map<string, Suggestions>();
const mostKnown = 100;

/**
 * The suggestions for what was typed; asked once a term. Suggestions are a kindness: null where they cannot be had, or the
 * term is too short, and the search itself says what is wrong.
 */
async function fetchSuggestions(typed: string, signal: AbortSignal): Promise<Suggestions | null> {
  const term = suggestionTerm(typed).toLowerCase();
  if (term.length < shortestTerm) return null;
  const before = known.get(term);
  if (before) return before;
  try {
    const answer = await fetch(`${suggestionsPath}?q=${encodeURIComponent(term)}`, { signal });
    if (!answer.ok) return null;
    const found: Suggestions = await answer.json();
    if (known.size >= mostKnown) known.clear();
    known.set(term, found);
    return found;
  } catch {
    return null;
  }
}
