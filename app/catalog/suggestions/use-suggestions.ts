import { useCallback, useEffect, useState } from 'react';
import { pathInPageLanguage } from '#app/i18n/page-language.ts';
import { type Suggestions, shortestTerm, suggestionsPath, suggestionTerm } from './suggestions.ts';

/** Debounce delay in milliseconds. */
const pause = 120;

/** The latest suggestions and their term. */
type Answer = { term: string } & Suggestions;

/** Suggestions for the text in a field, null until loaded; closed when the field loses focus. */
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
    // The field may have been typed into before this code loaded.
    if (input.value !== input.defaultValue) onInput();
    input.addEventListener('input', onInput, { signal });
    input.addEventListener('focusout', close, { signal });
    input.form?.addEventListener('submit', close, { signal });
    return () => controller.abort();
  }, [input, close]);

  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const suggestions = await fetchSuggestions(typed, controller.signal);
      if (controller.signal.aborted) return;
      setAnswer(suggestions && { term: suggestionTerm(typed), ...suggestions });
    }, pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [typed]);

  return { term: suggestionTerm(typed), answer, open, close };
}

const cache = new Map<string, Suggestions>();
const maxCached = 100;

/**
 * Fetches suggestions, cached by term. Returns null on failure or for a short term; the search itself reports errors.
 */
async function fetchSuggestions(typed: string, signal: AbortSignal): Promise<Suggestions | null> {
  const term = suggestionTerm(typed).toLowerCase();
  if (term.length < shortestTerm) return null;
  const cached = cache.get(term);
  if (cached) return cached;
  try {
    const answer = await fetch(`${pathInPageLanguage(suggestionsPath)}?q=${encodeURIComponent(term)}`, {
      signal,
    });
    if (!answer.ok) return null;
    const suggestions: Suggestions = await answer.json();
    if (cache.size >= maxCached) cache.clear();
    cache.set(term, suggestions);
    return suggestions;
  } catch {
    return null;
  }
}
