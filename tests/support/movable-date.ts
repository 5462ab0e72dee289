/**
 * Loaded into a process first (`node --import`), it lets the parent move that process's clock: each message
 * `{ advanceSeconds }` moves it forward.
 */
let ahead = 0;
const RealDate = Date;
const now = () => RealDate.now() + ahead;

globalThis.Date = new Proxy(RealDate, {
  construct: (real, given, wanted) => Reflect.construct(real, given.length === 0 ? [now()] : given, wanted),
  apply: () => new RealDate(now()).toString(),
  get: (real, name, receiver) => (name === 'now' ? now : Reflect.get(real, name, receiver)),
});

process.on('message', (message: unknown) => {
  if (typeof message !== 'object' || message === null || !('advanceSeconds' in message)) return;
  ahead += Number(message.advanceSeconds) * 1000;
});
// Listening to the parent does not keep the process alive.
process.channel?.unref();
