/** Long enough that a burst is read once, short enough that nobody waits for it, in ms. */
export const burst = 200;

/** Does a piece of work once for everybody who asks for it within `pace` ms; `end` forgets what was asked. */
export function coalesce(pace: number): { ask: (work: () => void) => void; end: () => void } {
  let soon: ReturnType<typeof setTimeout> | undefined;
  return {
    ask: (work) => {
      soon ??= setTimeout(() => {
        soon = undefined;
        work();
      }, pace);
    },
    end: () => {
      clearTimeout(soon);
      soon = undefined;
    },
  };
}
