/** Staff enter times on the stores' clock, wherever they sit: every store keeps Cairo time. */
const wall = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Cairo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

function wallParts(at: number): string {
  const part = Object.fromEntries(wall.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`;
}

/** Milliseconds by which Cairo's clock is ahead of UTC at a moment. */
function ahead(at: number): number {
  return Date.parse(`${wallParts(at)}Z`) - Math.floor(at / 1000) * 1000;
}

/** A moment as a `datetime-local` control holds it, on Cairo's clock; '' for none. Takes an ISO time. */
export function shopTimeInput(iso: string | null | undefined): string {
  const at = iso ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(at) ? '' : wallParts(at).slice(0, 16);
}

/** The ISO time of what a `datetime-local` control holds, read on Cairo's clock; null when it holds none. */
export function shopTimeIso(input: string): string | null {
  const asUtc = Date.parse(`${input}Z`);
  if (input === '' || Number.isNaN(asUtc)) return null;
  // The offset at the guess may be that of the other side of a clock change; a second look settles it.
  const guess = asUtc - ahead(asUtc);
  return new Date(asUtc - ahead(guess)).toISOString();
}

/** Today in Cairo as YYYY-MM-DD. */
export function shopDay(now: number = Date.now()): string {
  return wallParts(now).slice(0, 10);
}

/** A day that an address or a field names, as YYYY-MM-DD; '' for anything that is none. */
export function dayOf(text: string | null): string {
  const at = text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!text || Number.isNaN(at)) return '';
  return new Date(at).toISOString().slice(0, 10) === text ? text : '';
}

/** A day some days later, or before with a negative number, both as YYYY-MM-DD. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Weekday of a day as YYYY-MM-DD; 0 is Sunday, as in delivery slots. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The Sunday of the week that an address names by one of its days (YYYY-MM-DD); this week's for anything else. */
export function sundayOf(text: string | null): string {
  const named = text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  const day = named ? text : shopDay();
  return dayAfter(day, -weekdayOf(day));
}
