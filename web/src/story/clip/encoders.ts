import { applyPalette, GIFEncoder, type Palette, quantize } from "gifenc/dist/gifenc.esm.js";
import { ArrayBufferTarget, Muxer } from "webm-muxer";

/** A file that is being written, picture after picture. */
export interface Opened {
  add(): Promise<void>;
  end(): Promise<Blob>;
  cancel(): void;
}

/** Open files for the pictures of a canvas. */
export interface Encoders {
  openWebm(canvas: HTMLCanvasElement, framesPerSecond: number): Promise<Opened>;
  openGif(canvas: HTMLCanvasElement, framesPerSecond: number): Promise<Opened>;
}

/** Codecs of WebM, the best first: their names in the file, and for the browser. */
const CODECS = [["V_VP9", "vp09.00.31.08"], ["V_VP8", "vp8"]] as const;

/** Bits for each pixel of a second: clips of this look need few. */
const BITS_PER_PIXEL = 1.4;
const KEY_FRAME_SECONDS = 4;

/** How many pictures may wait to be encoded. */
const WAITING = 4;

/** Writes WebM. */
async function openWebm(canvas: HTMLCanvasElement, framesPerSecond: number): Promise<Opened> {
  const { width, height } = canvas;
  const bitrate = Math.round(width * height * BITS_PER_PIXEL);
  for (const [written, codec] of CODECS) {
    const config = { codec, width, height, bitrate, framerate: framesPerSecond, latencyMode: "realtime" } as const;
    if (!("VideoEncoder" in globalThis) || !(await VideoEncoder.isConfigSupported(config)).supported) continue;
    return encodeWebm(canvas, config, written);
  }
  throw new Error(unable());
}

function encodeWebm(canvas: HTMLCanvasElement, config: VideoEncoderConfig & { framerate: number }, codec: string): Opened {
  const { width, height, framerate } = config;
  const muxer = new Muxer({ target: new ArrayBufferTarget(), video: { codec, width, height, frameRate: framerate } });
  let failed: Error | undefined;
  const encoder = new VideoEncoder({ output: (chunk, about) => muxer.addVideoChunk(chunk, about), error: (error) => (failed = error) });
  encoder.configure(config);
  let number = 0;
  return {
    async add() {
      if (failed) throw failed;
      const timestamp = Math.round((number * 1e6) / framerate);
      const picture = new VideoFrame(canvas, { timestamp, duration: Math.round(1e6 / framerate) });
      encoder.encode(picture, { keyFrame: number++ % Math.round(framerate * KEY_FRAME_SECONDS) === 0 });
      picture.close();
      while (encoder.encodeQueueSize > WAITING && !failed) await new Promise((over) => setTimeout(over, 10));
    },
    async end() {
      await encoder.flush();
      encoder.close();
      muxer.finalize();
      return new Blob([muxer.target.buffer], { type: "video/webm" });
    },
    cancel() {
      if (encoder.state !== "closed") encoder.close();
    },
  };
}

function unable(): string {
  if (!isSecureContext) return "Browsers make videos only on pages from this machine or with https. Make a GIF, or open the page on the machine that serves it.";
  return "This browser cannot make WebM videos. Make a GIF instead.";
}

/** The colours of a GIF, of which the last stands for what has not changed. */
const COLOURS = 255;
const UNCHANGED = COLOURS;

/** Every how many frames the colours of the whole are sampled. */
const SAMPLED = 12;

/** Writes a GIF with one palette. A frame holds only the pixels that differ from the frame before. */
function openGif(canvas: HTMLCanvasElement, framesPerSecond: number): Promise<Opened> {
  const { width, height } = canvas;
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const frames: Uint8ClampedArray[] = [];
  return Promise.resolve({
    add() {
      frames.push(context.getImageData(0, 0, width, height).data);
      return Promise.resolve();
    },
    async end() {
      const palette: Palette = quantize(joined(frames.filter((_, number) => number % SAMPLED === 0)), COLOURS);
      const gif = GIFEncoder();
      let before: Uint8Array | undefined;
      for (const frame of frames) {
        const index = applyPalette(frame, palette);
        const changed = before ? index.map((colour, at) => (colour === before?.[at] ? UNCHANGED : colour)) : index;
        const first = before === undefined;
        const colours = { transparent: !first, transparentIndex: UNCHANGED, dispose: 1, delay: 1000 / framesPerSecond };
        gif.writeFrame(changed, width, height, first ? { ...colours, palette: padded(palette) } : colours);
        before = index;
        // Lets the page show how far it is.
        await new Promise((over) => setTimeout(over));
      }
      gif.finish();
      return new Blob([gif.bytes() as Uint8Array<ArrayBuffer>], { type: "image/gif" });
    },
    cancel: () => void (frames.length = 0),
  });
}

function joined(frames: readonly Uint8ClampedArray[]): Uint8Array {
  const all = new Uint8Array(frames.reduce((sum, frame) => sum + frame.length, 0));
  let at = 0;
  for (const frame of frames) {
    all.set(frame, at);
    at += frame.length;
  }
  return all;
}

/** The palette with the colour of what has not changed at its end. */
function padded(palette: Palette): Palette {
  return [...palette, ...Array.from({ length: COLOURS + 1 - palette.length }, () => [0, 0, 0] as [number, number, number])];
}

// A standalone page has no modules to import from: there this script is in the page, and has been run before the client.
(globalThis as { townletEncoders?: Encoders }).townletEncoders = { openWebm, openGif };
