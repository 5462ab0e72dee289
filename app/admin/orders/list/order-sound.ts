import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { browserStorage } from '#app/lib/browser-storage.ts';
import { subscribeToOrders } from '../../live/staff-topics.ts';

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

let context: AudioContext | undefined;

/** Plays two short tones. Browsers allow sound only after a user interaction with the page. */
function playSound(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  for (const [index, pitch] of [660, 880].entries()) {
    const start = context.currentTime + index * 0.16;
    const tone = new OscillatorNode(context, { frequency: pitch, type: 'sine' });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.25, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.32);
  }
}

/** Plays a sound for each new order. Used once, in the layout. */
export function useOrderBell(): void {
  useEffect(() => {
    return subscribeToOrders((event) => {
      if (event === 'insert' && sound.getState().on) playSound();
    });
  }, []);
}
