/** The identity that a fragment such as `#reviews` points to; what is badly encoded stands for itself. */
export function fragmentId(hash: string): string {
  const raw = hash.slice(1);
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
