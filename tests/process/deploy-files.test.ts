import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import { readEnvironment } from '../../server/environment.ts';
import { certify, isInstalled, nginxConfig, realStoreLines } from '../support/real-store.ts';
import { PROJECT } from '../support/store-process.ts';

const text = (name: string) => readFile(join(PROJECT, name), 'utf8');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-deploy-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the README’s commands for a production store', () => {
  it('are ten, and copy existing files', async () => {
    const lines = await realStoreLines();
    expect(lines).toHaveLength(10);
    const files = lines.flatMap((line) => line.match(/deploy\/[\w.]+/g) ?? []);
    expect(new Set(files)).toEqual(new Set(['deploy/souk.env', 'deploy/souk.service', 'deploy/Caddyfile']));
    for (const file of files) expect(existsSync(join(PROJECT, file)), file).toBe(true);
  });

  it('run existing scripts', async () => {
    const { scripts } = JSON.parse(await text('package.json'));
    const called = (await realStoreLines()).flatMap((line) => [...line.matchAll(/npm run ([\w:]+)/g)]);
    expect(called.map(([, name = '']) => name)).toEqual(['build', 'owner', 'backup']);
    for (const [, name = ''] of called) expect(Object.keys(scripts)).toContain(name);
  });
});

describe('the environment file', () => {
  it('is accepted as it is, and with mail enabled', async () => {
    const file = await text('deploy/souk.env');
    const environment = readEnvironment(parseEnv(file));
    expect(environment).toMatchObject({
      SOUK_SEED: 'none',
      PORT: 3000,
      HOST: '127.0.0.1',
      SOUK_STRICT_HOSTS: true,
    });
    expect(readEnvironment(parseEnv(file.replaceAll(/^#(?=[A-Z])/gm, ''))).SMTP_HOST).toBe(
      'smtp.example.com',
    );
    // The README's commands pass them on unquoted.
    for (const line of file.split('\n'))
      expect(line.startsWith('#') || !/[\s'"$]/.test(line), line).toBe(true);
  });
});

describe('the service file', () => {
  it('starts the stores as their own user, with the file and folders of the README', async () => {
    const service = parseEnv((await text('deploy/souk.service')).replaceAll(/^\[.*\]$/gm, ''));
    const lines = (await realStoreLines()).join('\n');
    expect(service).toMatchObject({
      User: 'souk',
      WorkingDirectory: '/srv/souk',
      ExecStart: '/usr/bin/npm start',
    });
    expect(lines).toContain(service.EnvironmentFile);
    const { SOUK_DATA = '', SOUK_BACKUP_DIR = '' } = parseEnv(await text('deploy/souk.env'));
    for (const place of [SOUK_DATA, SOUK_BACKUP_DIR])
      expect(place.startsWith(`/var/lib/${service.StateDirectory}/`)).toBe(true);
    // Commands find a running database by its socket there.
    expect(service).not.toHaveProperty('PrivateTmp');
  });

  it('is valid for systemd, if installed', async ({ annotate }) => {
    if (!isInstalled('systemd-analyze')) return void annotate('systemd is not installed: skipped');
    const file = join(folder, 'souk.service');
    const service = await text('deploy/souk.service');
    // User, folder and program need not exist on this machine.
    await writeFile(
      file,
      service
        .replace(/^User=.*$/m, '')
        .replace(/^WorkingDirectory=.*$/m, '')
        .replace('/usr/bin/npm', '/bin/true'),
    );
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    });
    expect([status, stderr.split('\n').filter((line) => line.includes('souk.service'))]).toEqual([0, []]);
  });
});

describe('the proxy configurations', () => {
  it.each(['deploy/Caddyfile', 'deploy/nginx.conf'])(
    '%s routes three brand domains to the store',
    async (name) => {
      const file = await text(name);
      const domains = presets.map(({ domain }) => domain).filter((domain) => file.includes(` www.${domain}`));
      expect(domains).toHaveLength(3);
      expect(file).toContain('127.0.0.1:3000');
    },
  );

  it.each(['deploy/Caddyfile', 'deploy/nginx.conf', 'deploy/compose.yaml'])(
    '%s has the page shown during an update, in both languages',
    async (name) => {
      expect(await text(name)).toMatch(/\/srv\/souk\/deploy(\/back-soon\.html|[;\n])/);
      const page = await text('deploy/back-soon.html');
      expect(page).toContain('We will be back in a few minutes');
      expect(page).toMatch(/lang="ar" dir="rtl">\s*<h1>سنعود خلال دقائق/);
    },
  );

  /** A configuration of docs/operating.md in one of these languages. */
  const documented = async (language: 'caddyfile' | 'nginx') => {
    const [, snippet = ''] =
      new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(await text('docs/operating.md')) ?? [];
    expect(snippet).toContain('https://delta.example');
    return snippet.replaceAll(/^ {3}/gm, '');
  };

  it('nginx accepts its file with the redirects of the documentation, if installed', async ({ annotate }) => {
    if (!isInstalled('nginx') || !isInstalled('openssl'))
      return void annotate('nginx is not installed: skipped');
    const ports = { http: 18_080, https: 18_443, store: 13_000 };
    const certificate = certify(folder, ['inkthread.example']);
    const config = join(folder, 'nginx.conf');
    const site = `${await text('deploy/nginx.conf')}\n${await documented('nginx')}`;
    await writeFile(config, nginxConfig(site, folder, ports, certificate));
    const { status, stderr } = spawnSync('nginx', ['-t', '-e', 'stderr', '-c', config], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  });

  it('Caddy accepts its file with the redirects of the documentation, if installed', async ({ annotate }) => {
    if (!isInstalled('caddy')) return void annotate('Caddy is not installed: skipped');
    const file = join(folder, 'Caddyfile');
    await writeFile(file, `${await text('deploy/Caddyfile')}\n${await documented('caddyfile')}`);
    const adapted = JSON.parse(
      execFileSync('caddy', ['adapt', '--config', file, '--adapter', 'caddyfile'], { encoding: 'utf8' }),
    );
    const hosts = adapted.apps.http.servers.srv0.routes.flatMap(
      ({ match }: { match: { host: string[] }[] }) => match.flatMap(({ host }) => host),
    );
    expect(hosts).toHaveLength(8);
  });
});

describe('the container file', () => {
  it('builds in one stage and runs from another: not as root, with a health check and one volume', async () => {
    const instructions = (await text('Dockerfile'))
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line));
    const of = (name: string) => instructions.filter((line) => line.startsWith(`${name} `));
    expect(of('FROM')).toHaveLength(3);
    expect(of('COPY')).toContain('COPY --from=build /srv/souk/build build');
    expect(of('USER')).toEqual(['USER node']);
    expect(instructions.indexOf('USER node')).toBeLessThan(instructions.indexOf(of('CMD')[0] ?? ''));
    expect(of('VOLUME')).toEqual(['VOLUME /data']);
    expect(of('ENV').join()).toContain('SOUK_DATA=/data');
    expect(of('HEALTHCHECK').join()).toContain('/readyz');
  });
});
