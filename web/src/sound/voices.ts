import type { Levels } from "./levels";

/** How loud each sound is at most. */
const LOUDEST: Levels = { birds: 0.07, murmur: 0.16, crickets: 0.022 };

/** How quickly sounds follow their levels, in seconds. */
const FADE = 0.8;

/** The sounds of the town, all made here from noise and waves. Made after a click only, as browsers ask. */
export class Voices {
  private readonly context = new AudioContext();
  private readonly gains: Record<keyof Levels, GainNode>;
  private chirping: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.gains = { birds: this.gain(), murmur: this.gain(), crickets: this.gain() };
    this.makeMurmur();
    this.makeCrickets();
    this.chirp();
  }

  set(levels: Levels): void {
    for (const name of Object.keys(LOUDEST) as (keyof Levels)[]) {
      this.gains[name].gain.setTargetAtTime(levels[name] * LOUDEST[name], this.context.currentTime, FADE);
    }
  }

  sound(on: boolean): void {
    // A browser that has no sound device refuses; the page is silent then.
    void (on ? this.context.resume() : this.context.suspend()).catch(() => undefined);
  }

  close(): void {
    clearTimeout(this.chirping);
    void this.context.close().catch(() => undefined);
  }

  private gain(value = 0, to: AudioNode | AudioParam = this.context.destination): GainNode {
    const node = new GainNode(this.context, { gain: value });
    node.connect(to as AudioNode);
    return node;
  }

  /** Noise in the range of voices that swells like syllables. */
  private makeMurmur(): void {
    const { context } = this;
    const noise = context.createBuffer(1, context.sampleRate * 2, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let each = 0; each < samples.length; each++) samples[each] = Math.random() * 2 - 1;
    for (const [pitch, pace] of [[230, 2.3], [340, 3.1], [620, 3.7]] as const) {
      const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
      const swelling = this.gain(0.5, this.gains.murmur);
      source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 3 })).connect(swelling);
      this.wave("sine", pace, this.gain(0.45, swelling.gain));
      source.start(0, pace / 3);
    }
  }

  /** A high tone that trembles, in bursts. */
  private makeCrickets(): void {
    const bursts = this.gain(0.5, this.gains.crickets);
    this.wave("square", 1.3, this.gain(0.5, bursts.gain));
    const tremble = this.gain(0.5, bursts);
    this.wave("sine", 28, this.gain(0.5, tremble.gain));
    this.wave("sine", 4300, tremble);
  }

  /** Sings a few short notes, and again after a while. */
  private chirp(): void {
    const pitch = 2200 + Math.random() * 1600;
    const notes = 2 + Math.floor(Math.random() * 4);
    for (let note = 0; note < notes && this.context.state === "running"; note++) this.note(pitch, this.context.currentTime + note * 0.14);
    this.chirping = setTimeout(() => this.chirp(), 700 + Math.random() * 2200);
  }

  private note(pitch: number, at: number): void {
    const loud = this.gain(0, this.gains.birds);
    loud.gain.setValueAtTime(0, at).linearRampToValueAtTime(1, at + 0.02).linearRampToValueAtTime(0, at + 0.11);
    const tone = new OscillatorNode(this.context, { frequency: pitch });
    tone.frequency.setValueAtTime(pitch, at).linearRampToValueAtTime(pitch * 1.25, at + 0.1);
    tone.connect(loud);
    tone.start(at);
    tone.stop(at + 0.12);
    tone.onended = () => loud.disconnect();
  }

  private wave(type: OscillatorType, frequency: number, to: AudioNode): void {
    const wave = new OscillatorNode(this.context, { type, frequency });
    wave.connect(to);
    wave.start();
  }
}
