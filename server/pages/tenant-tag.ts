/** Prefixes a cache tag with its tenant, so that changes affect one store only. */
export function tenantTag(tenantId: string, tag: string): string {
  return `${tenantId}/${tag}`;
}

export function isOfTenant(tag: string, tenantId: string): boolean {
  return tag.startsWith(`${tenantId}/`);
}

export function tenantOf(tag: string): string {
  return tag.slice(0, tag.indexOf('/'));
}
