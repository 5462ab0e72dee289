import { isIPv6 } from 'node:net';

/** Rate limit key of an address. IPv6 clients usually have a /64, which is one key. */
export function clientKey(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail] = ip.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - start.length - end.length;
  const groups = [...start, ...Array.from({ length: missing }, () => '0'), ...end];
  return groups.slice(0, 4).join(':');
}
