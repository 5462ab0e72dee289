/** Window in ms within which changes are read together. */
export const burst = 200;

/**
 * Runs work once per interval of `interval` ms, however often it is requested; `end` cancels a pending run.
 */
export function coalesce(interval: number): { request: (work: () => void) => void; end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    request: (work) => {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, interval);
    },
    end: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
