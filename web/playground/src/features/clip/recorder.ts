/** The browser's own recorder on a canvas: nothing is loaded for it, nothing is sent anywhere. */

/** The first that the browser writes; most places take the first one. */
const kinds = [
  'video/mp4;codecs=avc1.42E01F',
  'video/mp4',
  'video/webm;codecs=vp9',
  'video/webm;codecs=vp8',
  'video/webm',
];
const FRAMES_A_SECOND = 30;
const BITS_A_SECOND = 6e6;

/** Null where the browser records nothing. */
export function recordedKind(): string | null {
  if (!('MediaRecorder' in window) || !('captureStream' in HTMLCanvasElement.prototype))
    return null;
  return kinds.find((kind) => MediaRecorder.isTypeSupported(kind)) ?? null;
}

export const endingOf = (kind: string) => (kind.startsWith('video/mp4') ? 'mp4' : 'webm');

export interface Recording {
  /** Ends it; what was recorded. */
  stop(): Promise<Blob>;
}

export function record(canvas: HTMLCanvasElement, kind: string): Recording {
  const stream = canvas.captureStream(FRAMES_A_SECOND);
  const recorder = new MediaRecorder(stream, {
    mimeType: kind,
    videoBitsPerSecond: BITS_A_SECOND,
  });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const ended = new Promise<Blob>((resolve, reject) => {
    recorder.addEventListener('stop', () => {
      const video = new Blob(parts, { type: recorder.mimeType });
      // a machine that is held up may end before the first picture is there
      if (video.size > 0) resolve(video);
      else reject(new Error('the browser recorded no frames'));
    });
    recorder.addEventListener('error', () => reject(new Error('the browser stopped recording')));
  });
  recorder.start();
  return {
    stop: () => {
      if (recorder.state !== 'inactive') recorder.stop();
      for (const track of stream.getTracks()) track.stop();
      return ended;
    },
  };
}
