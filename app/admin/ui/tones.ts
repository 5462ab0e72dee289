let context: AudioContext | undefined;

/** Plays short tones of these pitches in Hz. Browsers allow sound only after a user interaction with the page. */
export function playTones(pitches: readonly number[], type: OscillatorType = 'sine'): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  for (const [index, pitch] of pitches.entries()) {
    const start = context.currentTime + index * 0.16;
    const tone = new OscillatorNode(context, { frequency: pitch, type });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.25, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.32);
  }
}
