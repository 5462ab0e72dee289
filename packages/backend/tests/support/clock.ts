/** A clock that tests move instead of waiting. */
export interface Clock {
  now(): Date;
  advance(seconds: number): void;
}

export function movableClock(): Clock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    advance(seconds) {
      offset += seconds * 1000;
    },
  };
}
