// Starts the page, or says why it cannot be started.

import { load } from 'glissando';
import { wanted } from './start/address';

const message = document.querySelector<HTMLElement>('#message')!;
const canvas = document.querySelector<HTMLCanvasElement>('#view')!;

/** What this browser lacks. */
const lacks = (): string | undefined => {
  if (typeof WebAssembly === 'undefined') {
    return 'This browser has no WebAssembly, or it is turned off: the walk cannot be computed here. Any browser since 2018 has it.';
  }
  if (document.createElement('canvas').getContext('webgl2') === null) {
    return 'This browser has no WebGL 2, or it is turned off: nothing can be drawn here. Turn on hardware acceleration in its settings, or walk without a picture: glissando walk --scene tour';
  }
  return undefined;
};

const start = async () => {
  const lack = lacks();
  if (lack) throw new Error(lack);
  // Both at once: one is fetched and compiled while the other is.
  const [{ App }, { hook }] = await Promise.all([import('./app'), import('./hook'), load()]);
  const app = new App(canvas);
  const tests = hook(app);
  window.glissando = tests;
  let last = performance.now();
  const frame = (now: number) => {
    // Asked for first: whatever happens in this frame, there is a next one.
    requestAnimationFrame(frame);
    if (!app.isBegun) return;
    app.frame(Math.max(0, now - last) / 1000);
    last = now;
    if (!tests.ready) {
      message.hidden = true;
      document.body.classList.add('ready');
      Object.assign(tests, { ready: true, readyAfter: performance.now() });
    }
  };
  requestAnimationFrame(frame);
  // While a level is on its way, another one may be dropped and walked in.
  await app.start(wanted(location));
};

start().catch((error: unknown) => {
  message.hidden = false;
  message.textContent = `This page could not start. ${error instanceof Error ? error.message : String(error)}`;
});
