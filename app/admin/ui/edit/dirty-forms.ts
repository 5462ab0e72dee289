import { useId, useLayoutEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { anchorOf } from '../../live/anchor.ts';

/** The parts of an address that decide whether a form is closed. */
type Address = { pathname: string; search: string };

/** Dirty forms by id, each with the URL parameters that close it besides those that identify the page. */
const dirtyForms = createStore<{ forms: ReadonlyMap<string, readonly string[]> }>(() => ({
  forms: new Map(),
}));

function setForm(form: string, closingParams: readonly string[] | null): void {
  dirtyForms.setState(({ forms }) => {
    const next = new Map(forms);
    if (closingParams) next.set(form, closingParams);
    else next.delete(form);
    return { forms: next };
  });
}

/**
 * Registers a form with unsaved changes, so that leaving asks first. `closingParams` names URL parameters,
 * separated by spaces, that also close the form when they change, such as a list's page.
 */
export function useDirtyForm(dirty: boolean, closingParams = ''): void {
  const form = useId();
  // A layout effect, so that a form just saved does not block the next navigation.
  useLayoutEffect(() => {
    if (!dirty) return;
    setForm(form, closingParams.split(' ').filter(Boolean));
    return () => setForm(form, null);
  }, [form, dirty, closingParams]);
}

/** Returns whether a form that starts empty has any input. */
export function isFilled(form: HTMLFormElement): boolean {
  return [...new FormData(form).values()].some((value) => value !== '');
}

/** Returns whether any open form has unsaved changes. */
export function hasDirtyForm(): boolean {
  return dirtyForms.getState().forms.size > 0;
}

/** Returns whether any open form has unsaved changes, for components. */
export function useAnyDirtyForm(): boolean {
  return useStore(dirtyForms, ({ forms }) => forms.size > 0);
}

/** Returns whether a navigation closes a form on the first page. */
export function closesForm(closingParams: readonly string[], from: Address, to: Address): boolean {
  if (anchorOf(from) !== anchorOf(to)) return true;
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return closingParams.some((name) => before.get(name) !== after.get(name));
}

/** Returns whether a navigation discards unsaved changes. */
export function closesDirtyForm(from: Address, to: Address): boolean {
  return [...dirtyForms.getState().forms.values()].some((closingParams) =>
    closesForm(closingParams, from, to),
  );
}
