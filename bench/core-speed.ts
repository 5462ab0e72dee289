const depth = 26;
const tries = 3;

function fibonacci(n: number): number {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

/** How often a second a core makes the same small computation right now. Only to be held against others of the same run. */
export function coreSpeed(): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries; i += 1) {
    const started = performance.now();
    fibonacci(depth);
    fastest = Math.min(fastest, performance.now() - started);
  }
  return 1000 / fastest;
}
