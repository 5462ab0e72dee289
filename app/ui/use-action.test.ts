import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useToast } from './toast.ts';
import { performAction } from './use-action.ts';

const context = { explain: (error: unknown) => String(error), undoLabel: 'Undo' };
const here = () => true;
const gone = () => false;
const refused = () => Promise.reject('It was packed meanwhile.');
const shown = () => useToast.getState().current;

describe('a page action', () => {
  beforeEach(() => useToast.setState({ current: null }));

  it('shows what was done, and offers undo', async () => {
    const undo = vi.fn(async () => {});
    const undone = vi.fn();
    const archived = { run: async () => 3, undo, done: (count: number) => ({ title: `${count} archived` }) };
    expect(await performAction(archived, context, here, undone)).toEqual({ ok: true });
    expect(shown()).toMatchObject({ title: '3 archived', action: { label: 'Undo' } });
    shown()?.action?.onClick();
    expect(undone).toHaveBeenCalledWith({ run: undo });
  });

  it('says what was not undone, where undoing it fails', async () => {
    const undone = vi.fn();
    const changed = { run: async () => {}, undo: refused, done: 'Changed', undoFailed: 'Not undone' };
    await performAction(changed, context, here, undone);
    shown()?.action?.onClick();
    await performAction(undone.mock.lastCall?.[0], context, here, vi.fn());
    expect(shown()).toMatchObject({ title: 'Not undone', description: 'It was packed meanwhile.' });
  });

  it('that is refused says so in a toast, with what did not happen as its title', async () => {
    await performAction({ run: refused, failed: 'Not cancelled' }, context, here, vi.fn());
    expect(shown()).toMatchObject({
      title: 'Not cancelled',
      description: 'It was packed meanwhile.',
      variant: 'destructive',
    });
  });

  it('that is refused shows the error beside the input, if the page shows errors there', async () => {
    const onFailure = vi.fn();
    await performAction({ run: refused, failed: 'Not cancelled', onFailure }, context, here, vi.fn());
    expect(onFailure.mock.calls.map(([text]) => text)).toEqual([
      '',
      'Not cancelled. It was packed meanwhile.',
    ]);
    expect(shown()).toBeNull();
  });

  it('that is refused after its dialog was closed shows a toast', async () => {
    await performAction({ run: refused, onFailure: vi.fn() }, context, gone, vi.fn());
    expect(shown()).toMatchObject({ title: 'It was packed meanwhile.', variant: 'destructive' });
  });

  it('that succeeds after its dialog was closed leaves a newly opened dialog alone', async () => {
    const onDone = vi.fn();
    await performAction({ run: async () => {}, done: 'Saved', onDone }, context, gone, vi.fn());
    expect(onDone).not.toHaveBeenCalled();
    expect(shown()).toMatchObject({ title: 'Saved' });
  });
});
