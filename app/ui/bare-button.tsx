import type { ComponentProps } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** A button without looks of its own. Only the page's code gives it something to do, so it is disabled until that runs. */
export function BareButton({ disabled, ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  const hydrated = useHydrated();
  return <button type="button" {...rest} disabled={disabled || !hydrated} />;
}
