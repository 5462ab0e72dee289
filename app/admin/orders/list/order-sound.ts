import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { browserStorage } from '#app/lib/browser-storage.ts';
import { hearOrders } from '../../live/staff-topics.ts';

const kept = browserStorage('souk-order-sound');

const sound = createStore<{ on: boolean }>(() => ({ on: kept.read() === 'on' }));

/** Whether new orders are heard on this device; off until somebody turns it on. */
export function useOrderSound(): boolean {
  return useStore(sound, ({ on }) => on);
}

/** Turns the sound on or off and remembers it on this device. */
export function setOrderSound(on: boolean): void {
  sound.setState({ on });
  kept.write(on ? 'on' : 'off');
}

let context: AudioContext | undefined;

/** Two short tones. Browsers stay silent until somebody has clicked or typed on the page. */
export function ring(): void {
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

/** Rings for each new order wherever in the back office somebody is. Once, in the frame. */
export function useOrderBell(): void {
  useEffect(
    () =>
      hearOrders((event) => {
        if (event === 'insert' && sound.getState().on) ring();
      }),
    [],
  );
}
