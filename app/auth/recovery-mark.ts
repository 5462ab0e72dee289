import { keptByTab } from '#app/lib/kept.ts';

const mark = keptByTab('souk-recovery');

/** Notes that this tab opened a reset link, so that the page still asks for a new password when it is loaded again. */
export const markRecovery = (): void => mark.write('1');

/** Whether this tab opened a reset link and no new password was set since. */
export const isRecovering = (): boolean => mark.read() !== null;

export const endRecovery = (): void => mark.write(null);
