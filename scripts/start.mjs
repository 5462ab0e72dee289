import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
// Imported by path: this runs before anything is installed.
import { lockHolder } from '../packages/backend/src/postgres/pid-lock.mjs';
import { ensureBuilt } from './setup/build.mjs';
import { Children } from './setup/children.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { COMPILE_CACHE, FRUGAL_ENVIRONMENT, FRUGAL_NODE, findPinnedNode } from './setup/pinned-node.mjs';
import { Problem, print, root } from './setup/terminal.mjs';

/** A stopping store may still be finishing requests. */
const LOCK_WAIT = 3_000;
/** `npm run dev`: serves the app from its sources with hot reload. */
const DEVELOPMENT = process.argv.includes('--dev');

/**
 * `npm start` and `npm run dev`: installs and builds what is missing or stale, then runs the store on the pinned Node.
 * @param {Children} children
 */
async function start(children) {
  readDotEnv();
  const dataDir = resolve(root, process.env.SOUK_DATA || '.data');
  await refuseSecondStore(dataDir);
  await ensureInstalled(children);
  const node = findPinnedNode();
  if (!DEVELOPMENT) {
    const built = await ensureBuilt(children, node);
    if (built.code !== 0) return built;
  }
  print(DEVELOPMENT ? 'Starting the stores with hot reload' : 'Starting the store');
  const ended = await children.run(node, [...FRUGAL_NODE, 'server/main.ts'], {
    output: 'inherit',
    disconnects: true,
    env: {
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...FRUGAL_ENVIRONMENT,
      ...process.env,
      NODE_ENV: DEVELOPMENT ? 'development' : process.env.NODE_ENV || 'production',
    },
  });
  if (ended.signal && !children.stopped) {
    print(`The store was ended by ${ended.signal}.`);
    await children.run(node, ['scripts/end-orphan.ts', dataDir], { output: 'inherit' });
  }
  return ended;
}

function readDotEnv() {
  try {
    process.loadEnvFile?.(join(root, '.env'));
  } catch {
    // The file is optional, and the store reports errors in it.
  }
}

/**
 * Refuses to install or build while a store runs.
 * @param {string} dataDir
 */
async function refuseSecondStore(dataDir) {
  const lock = join(dataDir, 'lock.pid');
  for (const end = Date.now() + LOCK_WAIT; ; await delay(100)) {
    const holder = lockHolder(lock);
    if (!holder) return;
    if (Date.now() < end) continue;
    const since = new Date(holder.since).toLocaleString('en-GB');
    throw new Problem(
      `The store already runs on ${dataDir}: process ${holder.pid}, since ${since}.`,
      'Stop that one first, or run a second store beside it: SOUK_DATA=.data-2 PORT=3001 npm start',
    );
  }
}

await Children.lead(start);
