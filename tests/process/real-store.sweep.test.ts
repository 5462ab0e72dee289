import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import { clientAt } from '../support/client.ts';
import { openStores } from '../support/open-stores.ts';
import { transcript, until } from '../support/processes.ts';
import { ask, certify, isInstalled, nginxConfig, realStoreLines, standIns } from '../support/real-store.ts';
import { PROJECT } from '../support/store-process.ts';

const DOMAINS = ['inkthread', 'meeplehouse', 'casecraft'].map((id) => ({
  domain: `${id}.example`,
  name: presets.find((preset) => preset.id === id)?.name ?? '',
}));
const POLL_AFTER = 240_000;

let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-real-'));
  await chmod(folder, 0o755);
});
afterAll(async () => {
  for (const child of running) await end(child);
  await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

function begin(command: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  return { child, output: transcript(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Links the installed packages and the build into a copy of the project, or copies them to another file system, in place of `npm ci`. */
function takePackages(to: string): void {
  const how = statSync(PROJECT).dev === statSync(to).dev ? '-al' : '-a';
  for (const name of ['node_modules', 'packages/backend/node_modules', 'build']) {
    if (!existsSync(join(PROJECT, name))) continue;
    const { status, stderr } = spawnSync('cp', [how, join(PROJECT, name), join(to, name)], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  }
}

const isReady = (port: number) =>
  ask('localhost', port, '/readyz').then(
    ({ status }) => status === 200,
    () => false,
  );

describe('the README’s ten commands', () => {
  it('set up a store, take its first order on its own domain, back it up and update it', async ({
    annotate,
  }) => {
    const [port, http, https] = await Promise.all([freePort(), freePort(), freePort()]);
    const { path, systemctl } = standIns(folder);
    const env = { PATH: path, HOME: folder, GIT_CONFIG_GLOBAL: '/dev/null' };
    const project = join(folder, 'srv/souk');
    for (const place of ['srv', 'etc/systemd/system', 'etc/caddy', 'var/lib/souk'])
      await mkdir(join(folder, place), { recursive: true });
    const here = (line: string) =>
      line.replaceAll(/(?<=^|[\s=])\/(srv|etc|var)(?=[\s/])/g, `${folder}/$1`).replace('<address>', PROJECT);
    const run = (line: string) => {
      const cwd = existsSync(join(project, 'package.json')) ? project : folder;
      const { status, stdout, stderr } = spawnSync('sh', ['-c', here(line)], { cwd, env, encoding: 'utf8' });
      expect([line, status, stderr.slice(-2000)]).toEqual([line, 0, expect.anything()]);
      return stdout;
    };
    const [packages, user, clone, settings, build, service, proxy, owner, backup, update] =
      await realStoreLines();
    for (const line of [packages, user, clone, settings]) run(line ?? '');
    takePackages(project);
    const file = join(folder, 'etc/souk.env');
    await writeFile(
      file,
      (await readFile(file, 'utf8'))
        .replace('PORT=3000', `PORT=${port}`)
        // Stores with the domains of the proxy's file.
        .replace('SOUK_SEED=none', 'SOUK_SEED=presets')
        .replaceAll('/var/lib', `${folder}/var/lib`),
    );
    run(build ?? '');
    run(service ?? '');
    expect(await readFile(systemctl, 'utf8')).toBe('enable --now souk\n');

    // With the command, folder and environment of the service file.
    const unit = parseEnv(
      (await readFile(join(folder, 'etc/systemd/system/souk.service'), 'utf8')).replaceAll(/^\[.*\]$/gm, ''),
    );
    expect(unit.WorkingDirectory).toBe('/srv/souk');
    const serve = async () => {
      const [program = '', ...args] = (unit.ExecStart ?? '').replace('/usr/bin/', '').split(' ');
      const store = begin(program, args, {
        cwd: project,
        env: { ...env, ...parseEnv(await readFile(file, 'utf8')) },
      });
      await until('the store is ready', () => isReady(port), POLL_AFTER);
      return store;
    };
    const store = await serve();
    const dataDir = join(folder, 'var/lib/souk/data');
    await openStores((await clients(port, dataDir)).admin);

    run(proxy ?? '');
    let authority: Buffer | undefined;
    if (isInstalled('caddy')) {
      const caddyfile = join(folder, 'etc/caddy/Caddyfile');
      const own = `{\n\thttp_port ${http}\n\thttps_port ${https}\n\tdefault_bind 127.0.0.1\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n}\n`;
      await writeFile(caddyfile, own + (await readFile(caddyfile, 'utf8')));
      const caddy = begin('caddy', ['run', '--config', caddyfile, '--adapter', 'caddyfile'], {
        cwd: folder,
        env: { ...env, XDG_DATA_HOME: folder, SOUK_UPSTREAM: `127.0.0.1:${port}` },
      });
      const root = join(folder, 'caddy/pki/authorities/local/root.crt');
      await until('Caddy has its authority', () => existsSync(root), 60_000);
      authority = await readFile(root);
      await until(
        'Caddy has its certificates',
        () =>
          ask('casecraft.example', https, '/healthz', { authority: authority as Buffer }).then(
            () => true,
            () => false,
          ),
        60_000,
      );
      await expectThreeStores(http, https, authority);
      await end(caddy.child);
    } else annotate('Caddy is not installed: skipped');

    if (isInstalled('nginx') && isInstalled('openssl')) {
      const hosts = DOMAINS.flatMap(({ domain }) => [domain, `www.${domain}`]);
      const certificate = certify(folder, hosts);
      const config = join(folder, 'nginx.conf');
      const site = await readFile(join(project, 'deploy/nginx.conf'), 'utf8');
      await writeFile(config, nginxConfig(site, folder, { http, https, store: port }, certificate));
      begin('nginx', ['-c', config, '-e', 'stderr'], { cwd: folder, env });
      authority = await readFile(certificate.authority);
      await until(
        'nginx answers',
        () =>
          ask('inkthread.example', http, '/').then(
            () => true,
            () => false,
          ),
        60_000,
      );
      await expectThreeStores(http, https, authority);
    } else annotate('nginx is not installed: skipped');

    expect(run(owner ?? '')).toMatch(/https:\/\/inkthread\.example\/\S+/);
    const number = await firstOrder(port, dataDir);
    run(backup ?? '');
    expect(existsSync(join(folder, 'var/lib/souk/first.tar.gz'))).toBe(true);
    run(update ?? '');
    expect(await readFile(systemctl, 'utf8')).toMatch(/restart souk\n$/);
    await end(store.child);
    expect(store.child.exitCode).toBe(0);
    if (authority && isInstalled('nginx')) {
      const meanwhile = await ask('casecraft.example', https, '/shop', { authority });
      expect(meanwhile.status).toBe(503);
      expect(meanwhile.text).toContain('We will be back in a few minutes');
    }
    await serve();
    expect(await orderNumbers(port, dataDir)).toEqual([number]);
  });
});

/** Each domain serves its own store, only over https, whatever forwarded host a visitor claims. */
async function expectThreeStores(http: number, https: number, authority: Buffer): Promise<void> {
  for (const { domain, name } of DOMAINS) {
    for (const host of [domain, `www.${domain}`]) {
      const page = await ask(host, https, '/', { authority });
      expect([host, page.text]).toEqual([host, expect.stringContaining(name)]);
    }
    const plain = await ask(domain, http, '/shop');
    expect([301, 308]).toContain(plain.status);
    expect(plain.location).toMatch(new RegExp(`^https://${domain}(:\\d+)?/shop$`));
    const forged = await ask(domain, https, '/', {
      authority,
      headers: { 'x-forwarded-host': 'northblock.example' },
    });
    expect(forged.text).toContain(name);
    expect(forged.text).not.toContain('northblock');
  }
}

async function clients(port: number, dataDir: string) {
  const keys = JSON.parse(await readFile(join(dataDir, 'api-keys.json'), 'utf8'));
  const client = (key: string) => clientAt(`http://127.0.0.1:${port}`, key);
  return { admin: client(keys.secretKey), anonymous: client(keys.publishableKey) };
}

async function firstOrder(port: number, dataDir: string): Promise<string> {
  const { admin, anonymous } = await clients(port, dataDir);
  const tenant_id = 'inkthread';
  const { data: product } = await admin
    .from('products')
    .insert({ tenant_id, name: 'The first shirt', price: 250, stock: 5 })
    .select('id')
    .single()
    .throwOnError();
  const email = `mona+${tenant_id}@people.test`;
  const signedUp = await anonymous.auth.signUp({ email, password: 'blue-hoodie-42' });
  expect(signedUp.error).toBeNull();
  const signedIn = await anonymous.auth.signInWithPassword({ email, password: 'blue-hoodie-42' });
  expect(signedIn.error).toBeNull();
  const p_user_id = signedUp.data.user?.id ?? '';
  await anonymous
    .rpc('create_profile_with_tenant', { p_user_id, p_tenant_id: tenant_id, p_email: email, p_name: 'Mona' })
    .throwOnError();
  const address = {
    ...{ full_name: 'Mona Adel', phone: '01001234567', governorate: 'Cairo', city: 'Maadi' },
    ...{ street: 'Road 9', building: '12' },
  };
  const { data } = await anonymous
    .rpc('place_order', {
      p_order: {
        ...{ tenant_id, address, idempotency_key: randomUUID(), shipping_method: 'standard' },
        lines: [{ product_id: product.id, quantity: 1 }],
        payment_method: 'cash_on_delivery',
      },
    })
    .throwOnError();
  return String(Object(data).number);
}

async function orderNumbers(port: number, dataDir: string): Promise<string[]> {
  const { admin } = await clients(port, dataDir);
  const { data } = await admin.from('orders').select('number').throwOnError();
  return data.map(({ number }) => number);
}

describe('the container file', () => {
  it('builds a store that passes its own health check', async () => {
    const lines = (await readFile(join(PROJECT, 'Dockerfile'), 'utf8'))
      .replaceAll(/\\\n\s*/g, '')
      .split('\n');
    const instructions = (name: string) =>
      lines.flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []));
    const image = join(folder, 'image');
    const data = join(folder, 'volume');
    const port = await freePort();
    const env = { PATH: process.env.PATH, HOME: folder };
    const cloned = spawnSync('git', ['clone', '--quiet', PROJECT, image], { encoding: 'utf8' });
    expect(cloned.status, cloned.stderr).toBe(0);
    const [production, all, ...steps] = instructions('RUN');
    // Instead of downloading, use what is installed here.
    expect(production).toMatch(/^npm ci --omit=dev /);
    expect(all).toMatch(/^npm ci --include=dev /);
    takePackages(image);
    for (const step of steps) {
      // The image's user does not exist here.
      const own = step.replace('-o node -g node ', '').replace('/data', data);
      const { status, stderr } = spawnSync('sh', ['-c', own], {
        ...{ cwd: image, encoding: 'utf8' },
        env,
      });
      expect([step, status, stderr.slice(-2000)]).toEqual([step, 0, expect.anything()]);
    }
    const lock = JSON.parse(await readFile(join(image, 'package-lock.json'), 'utf8'));
    for (const [place, { dev }] of Object.entries<{ dev?: boolean }>(lock.packages))
      if (dev) await rm(join(image, place), { recursive: true, force: true });
    expect(existsSync(join(image, 'node_modules/vite'))).toBe(false);
    const variables = Object.fromEntries(
      (instructions('ENV')[0] ?? '').split(' ').map((pair) => pair.split('=')),
    );
    const [program = '', ...args]: string[] = JSON.parse(instructions('CMD')[0] ?? '[]');
    const store = begin(program, args, {
      cwd: image,
      env: { ...env, ...variables, SOUK_DATA: data, PORT: `${port}`, HOST: '127.0.0.1' },
    });
    await until('the store is ready', () => isReady(port), POLL_AFTER);
    const [probe = '', ...probing]: string[] = JSON.parse(
      /CMD (\[.*)$/.exec(instructions('HEALTHCHECK')[0] ?? '')?.[1] ?? '[]',
    );
    const check = (to: number) =>
      spawnSync(
        probe,
        probing.map((part) => part.replace(':3000', `:${to}`)),
        { env },
      ).status;
    expect(check(port)).toBe(0);
    await end(store.child);
    expect(check(port)).toBe(1);
  });
});
