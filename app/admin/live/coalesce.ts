/** Time in ms within which changes count as one burst, which is read once. */
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
