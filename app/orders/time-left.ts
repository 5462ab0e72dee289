/** What is left until a moment, as `m:ss`; null when it is over. Both in milliseconds since 1970. */
export function timeLeft(until: number, now: number): string | null {
  const seconds = Math.ceil((until - now) / 1_000);
  if (!(seconds > 0)) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
