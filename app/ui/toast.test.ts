import { beforeEach, describe, expect, it } from 'vitest';
import {
  dismissToast,
  toast,
  toastDuration,
  toastHotkey,
  toastName,
  toastSwipeThreshold,
  useToast,
} from './toast.ts';

const current = () => useToast.getState().current;

describe('toasts', () => {
  beforeEach(() => useToast.setState({ current: null }));

  it('last five seconds, are dismissed by a 50 px swipe and focused with F8', () => {
    expect([toastDuration, toastSwipeThreshold, toastHotkey]).toEqual([5000, 50, 'F8']);
  });

  it('show one at a time: a new one replaces the previous one', () => {
    toast({ title: 'Item added to cart' });
    const first = current();
    toast({ title: 'Cart updated', description: 'Quantity increased to 2' });
    expect(current()).toMatchObject({ title: 'Cart updated', open: true });
    expect(current()?.id).not.toBe(first?.id);
  });

  it('close but stay in the store until their exit animation ends', () => {
    toast({ title: 'Cart cleared' });
    dismissToast();
    expect(current()).toMatchObject({ title: 'Cart cleared', open: false });
  });

  it('one that expires does not close its replacement', () => {
    toast({ title: 'Item added to cart' });
    const first = current();
    toast({ title: 'Cart updated' });
    dismissToast(first?.id);
    expect(current()).toMatchObject({ title: 'Cart updated', open: true });
    dismissToast(current()?.id);
    expect(current()).toMatchObject({ title: 'Cart updated', open: false });
  });

  it('dismissing nothing does nothing', () => {
    dismissToast();
    expect(current()).toBeNull();
  });

  it('item names are cut at 30 characters, not code units', () => {
    expect(toastName('x'.repeat(30))).toBe('x'.repeat(30));
    expect(toastName('x'.repeat(31))).toBe(`${'x'.repeat(30)}…`);
    expect(toastName('Oversized washed hoodie black and white')).toBe('Oversized washed hoodie black…');
    expect(toastName('🎲'.repeat(31))).toBe(`${'🎲'.repeat(30)}…`);
  });
});
