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

describe('live orders', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('keep the shown data when the connection is lost, and reload it after the reconnect', () => {
    const { tell, refresh } = following();
    tell('lost');
    vi.advanceTimersByTime(5000);
    expect(refresh).not.toHaveBeenCalled();
    tell('joined');
    vi.advanceTimersByTime(1000);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('reload at the given interval during a stream of orders, without waiting for its end', () => {
    const { tell, refresh, onNew } = following();
    for (let n = 0; n < 30; n += 1) {
      tell('insert', { id: `${n}`, number: `IN-${n}`, total: 90 });
      vi.advanceTimersByTime(100);
    }
    expect(refresh).toHaveBeenCalledTimes(3);
    expect(onNew).toHaveBeenLastCalledWith({ id: '29', number: 'IN-29', total: 90 });
  });

  it('reload data that was read before a change which arrived before the subscription', () => {
    const { refresh } = following(undefined, true);
    vi.advanceTimersByTime(1000);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('ignore other orders where one is shown, and everything after unsubscribing', () => {
    const { tell, refresh, end } = following('1');
    tell('update', { id: '2' });
    vi.advanceTimersByTime(1000);
    tell('update', { id: '1' });
    end();
    vi.advanceTimersByTime(1000);
    expect(refresh).not.toHaveBeenCalled();
  });
});
