const EVERY = 250;

/**
 * Tells when the package manager that launched this script is gone: it may be killed without a chance to pass a signal
 * on.
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
