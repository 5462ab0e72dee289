import { useId, useLayoutEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { placeOf } from '../../live/place.ts';

/** Where an address leads, as far as losing something by it goes. */
type Address = { pathname: string; search: string };

/**
 * What is not saved yet in the forms that are open, by form: the parameters of the address, beside those that name what
 * the page is about, whose change takes the form away.
 */
const dirtyForms = createStore<{ forms: ReadonlyMap<string, readonly string[]> }>(() => ({
  forms: new Map(),
}));

function note(form: string, lostWith: readonly string[] | null): void {
  dirtyForms.setState(({ forms }) => {
    const next = new Map(forms);
    if (lostWith) next.set(form, lostWith);
    else next.delete(form);
    return { forms: next };
  });
}

/**
 * Says that a form holds something that is not saved, so that the back office asks before it is lost. `lostWith` names
 * parameters of the address, separated by spaces, that also take the form away when they change, as a list's page does.
 */
export function useDirtyForm(dirty: boolean, lostWith = ''): void {
  const form = useId();
  // Before the next event, so that a form that has just been saved keeps nobody.
  useLayoutEffect(() => {
    if (!dirty) return;
    note(form, lostWith.split(' ').filter(Boolean));
    return () => note(form, null);
  }, [form, dirty, lostWith]);
}

/** Whether anything is entered in a form that starts empty. */
export function isFilled(form: HTMLFormElement): boolean {
  return [...new FormData(form).values()].some((value) => value !== '');
}

/** Whether anything that is open is not saved. */
export function useAnyDirtyForm(): boolean {
  return useStore(dirtyForms, ({ forms }) => forms.size > 0);
}

/** Whether going from one address to another takes a form away that stands at the first. */
export function closesForm(lostWith: readonly string[], from: Address, to: Address): boolean {
  if (placeOf(from.pathname, from.search) !== placeOf(to.pathname, to.search)) return true;
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return lostWith.some((name) => before.get(name) !== after.get(name));
}

/** Whether something unsaved is lost by going from one address to another. */
export function closesDirtyForm(from: Address, to: Address): boolean {
  return [...dirtyForms.getState().forms.values()].some((lostWith) => closesForm(lostWith, from, to));
}
