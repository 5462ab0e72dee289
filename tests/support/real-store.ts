import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { join } from 'node:path';
import { PROJECT } from './store-process.ts';

/** The README's commands for a production store, without their trailing comments. */
export async function realStoreLines(): Promise<string[]> {
  const readme = await readFile(join(PROJECT, 'README.md'), 'utf8');
  const section = readme.split('## Begin a real store')[1] ?? '';
  const block = /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
  return block
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s{2,}#.*$/, ''));
}

/** Whether a program is installed. */
export const isInstalled = (program: string): boolean =>
  spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined;

/** A certificate for hosts, from its own authority. @returns files: authority, certificate and key */
export function certify(folder: string, hosts: readonly string[]) {
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    ...['req', '-x509', ...fresh, '-days', '2', '-subj', '/CN=Authority of the test'],
    ...['-keyout', file('ca.key'), '-out', file('ca.crt')],
  );
  openssl(
    ...['req', ...fresh, '-subj', `/CN=${hosts[0]}`, '-keyout', file('host.key'), '-out', file('host.csr')],
  );
  writeFileSync(file('names'), `subjectAltName=${hosts.map((host) => `DNS:${host}`).join()}`);
  openssl(
    ...['x509', '-req', '-in', file('host.csr'), '-days', '2', '-extfile', file('names')],
    ...['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial', '-out', file('host.crt')],
  );
  return { authority: file('ca.crt'), certificate: file('host.crt'), key: file('host.key') };
}

interface Ports {
  http: number;
  https: number;
  store: number;
}

/** Wraps the site of `deploy/nginx.conf` in a complete configuration that runs in a folder, on other ports. */
export function nginxConfig(
  site: string,
  folder: string,
  { http, https, store }: Ports,
  { certificate, key }: { certificate: string; key: string },
): string {
  const moved = site
    .replaceAll(/listen \[::\]:.*\n/g, '\n')
    .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${https} `)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${store}`)
    .replaceAll('/srv/souk/deploy', join(PROJECT, 'deploy'))
    .replaceAll(/ssl_certificate .*;/g, `ssl_certificate ${certificate};`)
    .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${key};`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; pid ${folder}/nginx.pid; error_log stderr;
events {}
http {
access_log off; ${places.join(' ')}
${moved}
}
`;
}

/** Replaces programs that change the machine; arguments of `systemctl` are written to a file. */
export function standIns(folder: string): { path: string; systemctl: string } {
  const bin = join(folder, 'bin');
  const systemctl = join(folder, 'systemctl.log');
  const scripts = {
    'apt-get': 'exit 0',
    useradd: 'exit 0',
    chown: 'exit 0',
    // `su USER -c COMMAND`
    su: 'exec sh -c "$3"',
    systemctl: `echo "$@" >> ${systemctl}`,
  };
  mkdirSync(bin, { recursive: true });
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return { path: `${bin}:${process.env.PATH}`, systemctl };
}

export interface Answer {
  status: number;
  location: string | undefined;
  text: string;
}

/**
 * Requests a host that only the test resolves, to this machine.
 * @param authority CA certificate to trust; without it the request is plain HTTP
 */
export function ask(
  host: string,
  port: number,
  path: string,
  { authority, headers = {} }: { authority?: Buffer; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((done, fail) => {
    const send = authority ? secureRequest : plainRequest;
    const request = send(
      {
        ...{ host: '127.0.0.1', port, path, servername: host, agent: false },
        headers: { host, ...headers },
        ...(authority ? { ca: authority } : {}),
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () =>
          done({ status: response.statusCode ?? 0, location: response.headers.location, text }),
        );
      },
    );
    request.on('error', fail).end();
  });
}
