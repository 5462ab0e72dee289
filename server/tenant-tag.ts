/** Tags carry their tenant, so that one shop's changes leave the others' pages alone. */
export function tenantTag(tenantId: string, tag: string): string {
  return `${tenantId}/${tag}`;
}

export function isOfTenant(tag: string, tenantId: string): boolean {
  return tag.startsWith(`${tenantId}/`);
}

export function tenantOf(tag: string): string {
  return tag.slice(0, tag.indexOf('/'));
}
