// What tests look at and drive: `window.glissando`.

import type { News, Session, VectorLike } from 'glissando';
import type { App } from './app';

export interface Hook {
  /** Whether the first picture is drawn. */
  ready: boolean;
  /** When it was, milliseconds after the page was asked for. */
  readyAfter: number;
  /** Whether time goes by with the clock. Without it, `ticks` tells time, paused or not. */
  running: boolean;
  session(): Session;
  /** How the character is, and what is to be seen. */
  state(): ReturnType<App['state']>;
  /** Walks so many ticks at once with the keys that are down, and draws. */
  ticks(count: number): void;
  /** Radians. */
  look(yaw: number, pitch: number): void;
  /** Puts the character there: its centre, metres. */
  put(place: VectorLike): void;
  stateHash(): string;
  /** What happened since it was last asked for. */
  news(): News[];
  /** The messages in sight. */
  messages(): string[];
  /** How many places the map of a check has. */
  reached(): number;
  /** The settings as Rust. */
  rust(): Promise<string>;
}

declare global {
  interface Window {
    glissando?: Hook;
  }
}

export const hook = (app: App): Hook => ({
  ready: false,
  readyAfter: 0,
  get running() {
    return app.isRunning;
  },
  set running(isRunning) {
    app.isRunning = isRunning;
  },
  session: () => app.session,
  state: () => app.state(),
  ticks: (count) => app.ticks(count),
  look: (yaw, pitch) => Object.assign(app.hand.gaze, { yaw, pitch }),
  put: (place) => app.session.put(place),
  stateHash: () => app.session.stateHash(),
  news: () => app.heard.splice(0),
  messages: () => app.toasts.texts(),
  reached: () => app.view.reached.count,
  rust: () => app.rust(),
});
