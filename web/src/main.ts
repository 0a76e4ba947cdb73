// The page: starts the package, walks a character through a level, draws both.

import { load } from 'glissando';
import { Game, TICK } from './game';
import { listen } from './keys';
import { View } from './view';

/** What tests look at and drive. */
export interface Hook {
  /** Whether the first picture is drawn. */
  ready: boolean;
  /** Whether time runs by itself. */
  running: boolean;
  game: Game;
  /** Moves by so many ticks at once and draws. */
  advance(ticks: number): void;
}

declare global {
  interface Window {
    glissando?: Hook;
  }
}

const status = document.querySelector<HTMLElement>('#status')!;

const start = async () => {
  await load();
  const keys = listen(window);
  const game = new Game(keys);
  const view = new View(document.querySelector<HTMLCanvasElement>('#view')!, game);
  const hook: Hook = {
    ready: false,
    running: true,
    game,
    advance: (ticks) => {
      for (let tick = 0; tick < ticks; tick += 1) game.tick();
      view.draw();
    },
  };
  window.glissando = hook;

  // At most a tenth of a second at once: who comes back to the tab does not wait for what was missed.
  let [last, left] = [performance.now(), 0];
  const frame = (now: number) => {
    left = Math.min(left + (now - last) / 1000, 0.1);
    last = now;
    if (hook.running) {
      for (; left >= TICK; left -= TICK) game.tick();
    }
    view.draw();
    status.textContent = game.told();
    hook.ready = true;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
};

start().catch((error: unknown) => {
  status.textContent = `This page could not start: ${error instanceof Error ? error.message : String(error)}`;
  console.error(error);
});
