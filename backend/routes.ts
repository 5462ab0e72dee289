export type ServiceName = 'auth' | 'rest' | 'storage' | 'realtime';

export interface Route {
  service: ServiceName;
  /** Path below the service's prefix. */
  path: string;
  /** Whether the path is for links in mails, redirects and pictures, which cannot carry an API key. */
  open: boolean;
}

const MEGABYTE = 1 << 20;
/** What a service that does not limit bodies itself may be sent. */
export const BODY_LIMITS: Record<ServiceName, number> = {
  auth: MEGABYTE,
  rest: 32 * MEGABYTE,
  storage: Number.POSITIVE_INFINITY,
  realtime: 4 * MEGABYTE,
};

const OPEN: Record<ServiceName, RegExp | undefined> = {
  auth: /^\/(verify|callback|authorize|health|\.well-known\/)/,
  rest: undefined,
  storage: /^\/(object\/(public|sign|upload\/sign)|render\/image\/(public|sign))\//,
  realtime: undefined,
};

const PREFIX = /^\/(auth|rest|storage|realtime)\/v1(?=\/|$)/;
/** The local mailbox page. It has no prefix, so that a person can type it. */
const MAILBOX = /^\/_mail(?=\/|$)/;

/** Finds the service for a path, or undefined when no service has it. */
export function routeOf(pathname: string): Route | undefined {
  const prefix = PREFIX.exec(pathname);
  if (!prefix) return MAILBOX.test(pathname) ? { service: 'auth', path: pathname, open: true } : undefined;
  const service = prefix[1] as ServiceName;
  const path = pathname.slice(prefix[0].length) || '/';
  return { service, path, open: OPEN[service]?.test(path) ?? false };
}
