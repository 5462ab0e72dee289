import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { transcript } from './processes.ts';
import { PROJECT } from './store-process.ts';

/** The output of `npm run owner` for an address, its exit, and the link it prints. */
export async function runOwnerCommand(email: string, environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['scripts/owner.ts', email], {
    cwd: PROJECT,
    env: { ...process.env, ...environment },
  });
  const output = transcript(child);
  const [code] = await once(child, 'close');
  return { code, output: output(), link: /https?:\S+/.exec(output())?.[0] ?? '' };
}
