const EVERY = 250;

/**
 * Detects that the package manager that launched this script has exited, possibly killed before forwarding a signal.
 * @param {() => void} listener
 */
export function onLauncherGone(listener) {
  if (!process.env.npm_lifecycle_event) return;
  const launcher = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(watch);
    listener();
  }, EVERY).unref();
}
