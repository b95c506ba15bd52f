import { settings } from './settings';

/** A tone: pitch in hertz, when it begins and how long it lasts, in seconds. */
type Tone = readonly [pitch: number, start: number, length: number];

const SOUNDS = {
  move: [[330, 0, 0.07]],
  capture: [
    [262, 0, 0.06],
    [196, 0.05, 0.09],
  ],
  check: [
    [440, 0, 0.08],
    [587, 0.08, 0.12],
  ],
  end: [
    [392, 0, 0.14],
    [494, 0.13, 0.14],
    [587, 0.26, 0.3],
  ],
  lowTime: [[880, 0, 0.06]],
} satisfies Record<string, readonly Tone[]>;

export type SoundName = keyof typeof SOUNDS;

let context: AudioContext | undefined;

/** Plays a short sound made of sine tones, where sounds are switched on. */
export function playSound(name: SoundName): void {
  if (!settings.get().sound) return;
  context ??= new AudioContext();
  void context.resume();
  const begin = context.currentTime + 0.01;
  for (const [pitch, start, length] of SOUNDS[name]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.0001, begin + start);
    gain.gain.exponentialRampToValueAtTime(0.16, begin + start + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + start + length);
    tone.connect(gain).connect(context.destination);
    tone.start(begin + start);
    tone.stop(begin + start + length + 0.02);
  }
}
