import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PROJECT } from '../support/store-process.ts';

/** A release's built code. */
export interface ReleaseCode {
  folder: string;
  remove(): Promise<void>;
}

/**
 * Checks out a release and builds it with its own packages.
 * @returns undefined if the clone lacks its tag
 * @throws Error with the output of the step that failed
 */
export async function buildRelease(version: string): Promise<ReleaseCode | undefined> {
  const tag = `v${version}`;
  if (
    spawnSync('git', ['rev-parse', '--verify', '--quiet', `${tag}^{commit}`], { cwd: PROJECT }).status !== 0
  )
    return undefined;
  // Inside the project, so that its packages can be linked.
  const folder = join(PROJECT, '.data-releases', version);
  const remove = async () => {
    await rm(folder, { recursive: true, force: true });
    spawnSync('git', ['worktree', 'prune'], { cwd: PROJECT });
  };
  await remove();
  await mkdir(dirname(folder), { recursive: true });
  try {
    run('git', ['worktree', 'add', '--detach', folder, tag], PROJECT);
    if (hasSamePackages(folder)) linkPackages(folder);
    run(process.execPath, ['scripts/build.mjs'], folder);
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function hasSamePackages(folder: string): boolean {
  const lockfile = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8');
  return lockfile(folder) === lockfile(PROJECT) && existsSync(join(PROJECT, 'node_modules/.souk-installed'));
}

/** Links every package file except the caches; if packages differ, the release's build installs its own. */
function linkPackages(folder: string): void {
  const script = `mkdir -p "$2" && cd "$1" && find . -mindepth 1 -maxdepth 1 ! -name .cache -exec cp -al {} "$2/" \\;`;
  run('sh', ['-c', script, 'sh', join(PROJECT, 'node_modules'), join(folder, 'node_modules')], PROJECT);
}

function run(command: string, args: string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}:\n${stdout}${stderr}`);
}
