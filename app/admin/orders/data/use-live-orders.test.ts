import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshOnOrders } from './use-live-orders.ts';

type Tell = (event: string, payload: Record<string, unknown>) => void;

function following(about?: string, behind = false) {
  let tell: Tell = () => {};
  const refresh = vi.fn();
  const onNew = vi.fn();
  const hear = (listener: Tell) => {
    tell = listener;
    return () => {};
  };
  const end = refreshOnOrders({
    subscribe: hear,
    refresh,
    onNew,
    orderId: about,
    isStale: behind,
    interval: 1000,
  });
  return { tell: (event: string, payload = {}) => tell(event, payload), refresh, onNew, end };
}

describe('following the orders', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('keeps what is shown when the connection is lost, and reads it again when it is back', () => {
    const { tell, refresh } = following();
    tell('lost');
    vi.advanceTimersByTime(5000);
    expect(refresh).not.toHaveBeenCalled();
    tell('joined');
    vi.advanceTimersByTime(1000);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('reads a stream of orders at its pace, without waiting for its end', () => {
    const { tell, refresh, onNew } = following();
    for (let n = 0; n < 30; n += 1) {
      tell('insert', { id: `${n}`, number: `IN-${n}`, total: 90 });
      vi.advanceTimersByTime(100);
    }
    expect(refresh).toHaveBeenCalledTimes(3);
    expect(onNew).toHaveBeenLastCalledWith({ id: '29', number: 'IN-29', total: 90 });
  });

  it('reads again what was read before something came that nobody here could hear yet', () => {
    const { refresh } = following(undefined, true);
    vi.advanceTimersByTime(1000);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('leaves other orders alone where one is shown, and everything once it has ended', () => {
    const { tell, refresh, end } = following('1');
    tell('update', { id: '2' });
    vi.advanceTimersByTime(1000);
    tell('update', { id: '1' });
    end();
    vi.advanceTimersByTime(1000);
    expect(refresh).not.toHaveBeenCalled();
  });
});
