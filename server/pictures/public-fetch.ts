import { lookup } from 'node:dns';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that no public server has (RFC 6890 and others). */
const privateNetworks = new BlockList();
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [address = '', prefix] = network.split('/');
  privateNetworks.addSubnet(address, Number(prefix), 'ipv4');
}
/** IPv6's only public networks; addresses that map or tunnel to IPv4 lie outside or are excluded. */
const publicNetworks = new BlockList();
publicNetworks.addSubnet('2000::', 3, 'ipv6');
const tunnels = new BlockList();
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  tunnels.addSubnet(address, prefix, 'ipv6');
}

/** Whether an IP address belongs to a public server, not to this machine, its network or a special use. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateNetworks.check(address, 'ipv4');
  return isIP(address) === 6 && publicNetworks.check(address, 'ipv6') && !tunnels.check(address, 'ipv6');
}

type Problem = 'address' | 'unreachable' | 'tooLarge';

/** Thrown when an address could not be fetched. */
export class FetchProblem extends Error {
  readonly problem: Problem;
  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

interface FetchOptions {
  /** Maximum size of the answer in bytes. */
  largest: number;
  /** Maximum total duration in milliseconds. */
  timeout: number;
  /** Which servers may be reached; for tests. */
  mayReach?: (address: string, port: number) => boolean;
}

const mostRedirects = 3;
const isPublicServer = (address: string, port: number) =>
  (port === 80 || port === 443) && isPublicAddress(address);

/**
 * Downloads a file from the web. Connects only to public servers: checks the resolved address it connects to,
 * again at each redirect, so that no name can lead into the own network.
 * @throws FetchProblem
 */
export async function fetchPublic(address: string, options: FetchOptions): Promise<Buffer> {
  const signal = AbortSignal.timeout(options.timeout);
  let url = webAddress(address);
  try {
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const response = await open(url, signal, options.mayReach ?? isPublicServer);
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        response.destroy();
        url = webAddress(headers.location, url);
      } else if (statusCode === 200) {
        return await read(response, options.largest);
      } else {
        response.destroy();
        break;
      }
    }
  } catch (error) {
    throw error instanceof FetchProblem ? error : new FetchProblem('unreachable', { cause: error });
  }
  throw new FetchProblem('unreachable');
}

function webAddress(address: string, base?: URL): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new FetchProblem('address');
  return url;
}

function open(
  url: URL,
  signal: AbortSignal,
  mayReach: (address: string, port: number) => boolean,
): Promise<IncomingMessage> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // IP addresses skip the lookup, so check them here.
  if (isIP(host) && !mayReach(host, port)) throw new FetchProblem('address');
  const checkedLookup: LookupFunction = (hostname, lookupOptions, callback) => {
    lookup(hostname, { ...lookupOptions, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const reachable = found.filter(({ address }) => mayReach(address, port));
      const [first] = reachable;
      if (!first) return callback(new FetchProblem('address'), []);
      if (lookupOptions.all) callback(null, reachable);
      else callback(null, first.address, first.family);
    });
  };
  const get = url.protocol === 'https:' ? getHttps : getHttp;
  return new Promise((resolve, reject) => {
    get(url, { agent: false, lookup: checkedLookup, signal, headers: { accept: 'image/*' } }, resolve).on(
      'error',
      reject,
    );
  });
}

async function read(response: IncomingMessage, largest: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) throw new FetchProblem('tooLarge');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
