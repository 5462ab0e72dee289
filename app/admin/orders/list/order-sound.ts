import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { browserStorage } from '#app/lib/browser-storage.ts';
import { subscribeToOrders } from '../../live/staff-topics.ts';
import { playTones } from '../../ui/tones.ts';

const storage = browserStorage('souk-order-sound');

const sound = createStore<{ on: boolean }>(() => ({ on: storage.read() === 'on' }));

/** Returns whether the sound for new orders is on; off by default. */
export function useOrderSound(): boolean {
  return useStore(sound, ({ on }) => on);
}

/** Turns the sound on or off on this device. */
export function setOrderSound(on: boolean): void {
  sound.setState({ on });
  storage.write(on ? 'on' : 'off');
}

/** Plays a sound for each new order. Used once, in the layout. */
export function useOrderBell(): void {
  useEffect(() => {
    return subscribeToOrders((event) => {
      if (event === 'insert' && sound.getState().on) playTones([660, 880]);
    });
  }, []);
}
