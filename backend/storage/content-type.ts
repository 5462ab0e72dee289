/** Types that a browser may execute. */
const ACTIVE =
  /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|(text|application)\/xml|(text|application)\/(x-)?(java|ecma)script|[\w.]+\/[\w.]+\+xml)$/;

/** `Image/PNG; charset=x` → `image/png` */
function essence(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/**
 * Whether a bucket accepts a type.
 * @param allowed entries such as `image/png`, `image/*` or `*`; none allows all
 */
export function isAllowedType(contentType: string, allowed: readonly string[] | null | undefined): boolean {
  if (!allowed || allowed.length === 0) return true;
  const type = essence(contentType);
  return allowed.some((entry) => {
    const pattern = essence(entry);
    if (pattern === '*' || pattern === '*/*' || pattern === type) return true;
    return pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1));
  });
}

/** Whether displaying it within an origin could run scripts. */
export function isActiveContent(contentType: string): boolean {
  return ACTIVE.test(essence(contentType));
}
