// The page as a whole: one session at a time, walked by the hand, drawn, told about, shared.

import { Session, type News, type SessionStatus } from 'glissando';
import { Clock } from './clock';
import { Hand } from './hand/hand';
import type { Command } from './hand/keys';
import { Drawers } from './hud/drawers';
import { acceptDrops } from './hud/drop';
import { button, element } from './hud/element';
import { Feed } from './hud/feed';
import { Gauge } from './hud/gauge';
import { help } from './hud/help';
import { sceneList } from './hud/scenes';
import { copied, sharing } from './hud/sharing';
import { Story } from './hud/story';
import { PACES, TimeBar } from './hud/time';
import { Toasts } from './hud/toasts';
import type { Panel } from './panel/panel';
import { View, type Shown } from './picture/view';
import { addressOf, wanted, type Wanted } from './start/address';
import { clipSource, MissingLevel, sourceIn, sourceOf } from './start/begin';
import { facing } from './start/facing';
import { opened, type Source } from './start/opened';

/** Milliseconds between two looks at the numbers. */
const REFRESH = 90;

/** Seconds of a frame at most: who comes back to the tab does not wait for what was missed. */
const LONGEST_FRAME = 0.25;

export class App {
  session!: Session;
  readonly hand: Hand;
  readonly toasts = new Toasts();
  readonly view: View;
  /** Whether time goes by with the clock; tests tell it tick by tick. */
  isRunning = true;
  /** What happened since it was last asked for, for tests. */
  readonly heard: News[] = [];
  private readonly shown: Shown = {
    look: { edges: true, triangles: false, grid: true, slopes: false },
    layers: { body: true, triangles: true, contacts: true, steps: true, velocity: true, triggers: true },
    isOverlaid: false,
  };
  private readonly hud = document.querySelector<HTMLElement>('#hud')!;
  private readonly title = element('h1');
  private readonly auto: HTMLButtonElement;
  private readonly gauge: Gauge;
  private readonly feed: Feed;
  private readonly story: Story;
  private readonly time: TimeBar;
  private readonly clock: Clock;
  private readonly drawers: Drawers;
  private panel?: Panel;
  /** A clip whose level is not there yet. */
  private waiting?: string;
  private seen = 0;
  /** The tick at which the settings were changed: they count from the next one on. */
  private changed?: number;

  constructor(canvas: HTMLCanvasElement) {
    this.view = new View(canvas);
    this.hand = new Hand(canvas, (command) => this.obey(command));
    this.clock = new Clock(
      () => this.session,
      this.hand,
      (isOn) => this.setAutopilot(isOn),
    );
    const head = element('header', {}, element('p', { className: 'brand', textContent: 'glissando' }), this.title);
    this.hud.append(head);
    this.gauge = new Gauge(head);
    this.auto = button('Autopilot', 'Lets it go by itself', () => this.setAutopilot(!this.session.isOnAutopilot));
    this.auto.className = 'auto';
    head.append(this.auto);
    const low = element('div', { className: 'low' });
    this.hud.append(low);
    this.feed = new Feed(low);
    this.story = new Story(this.hud);
    this.time = new TimeBar(low, {
      pause: () => this.obey('pause'),
      move: (ticks) => this.move(ticks),
      goTo: (tick) => this.goTo(tick),
      pace: (rate) => (this.session.pace = rate),
    });
    this.drawers = new Drawers(this.hud);
    this.addDrawers();
    acceptDrops((files) => void this.take(files));
    window.addEventListener('hashchange', () => void this.start(wanted(location)));
  }

  /** Opens what an address asks for; the tour if it cannot be had. */
  async start(want: Wanted): Promise<void> {
    this.view.quality.isFixed = want.isBest;
    await this.tried(async () => this.open(await sourceOf(want)));
    if (this.session === undefined) this.open({ kind: 'scene', name: 'tour', options: {} });
    if (want.autopilot) this.setAutopilot(true);
  }

  /** A frame: so many seconds after the last one. Nothing is drawn while time is told tick by tick. */
  frame(seconds: number): void {
    if (!this.isRunning) return;
    this.pass(Math.min(seconds, LONGEST_FRAME));
    this.draw(seconds);
    const now = performance.now();
    if (now - this.seen >= REFRESH) this.tell(now);
  }

  /** So many ticks at once, with what is held. */
  ticks(count: number): void {
    for (let tick = 0; tick < count; tick += 1) this.clock.tick();
    this.draw(count * this.session.dt);
    this.tell(performance.now());
  }

  /** How everything is, and what is to be seen of it. */
  state(): SessionStatus & { name: string; isPaused: boolean; isOverlaid: boolean; isFirstPerson: boolean } {
    const { name, isPaused } = this.session;
    const { isFirstPerson } = this.view.camera;
    return { ...this.session.status(), name, isPaused, isOverlaid: this.shown.isOverlaid, isFirstPerson };
  }

  /** Files that were dropped or chosen. */
  async take(list: File[]): Promise<void> {
    const names = list.map((file) => file.name).join(', ');
    await this.tried(async () => {
      this.open(await sourceIn(list, this.waiting));
      history.replaceState(null, '', location.pathname);
    }, names);
  }

  /** What the settings are as Rust. */
  async rust(): Promise<string> {
    return (await this.settings()).rust();
  }

  /** Does what may fail, and tells it if it does. */
  private async tried(act: () => void | Promise<void>, what = ''): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (error instanceof MissingLevel) this.waiting = error.clip;
      this.toasts.fail(error, what);
    }
  }

  private open(source: Source): void {
    const session = opened(source);
    this.session?.free();
    this.session = session;
    this.waiting = undefined;
    [this.clock.speed, this.hand.isFlying] = [session.speed, false];
    this.title.textContent = session.title || session.name;
    document.title = `${this.title.textContent} · glissando`;
    this.feed.clear();
    this.view.begin(session, this.shown);
    const { yaw, pitch } = source.kind === 'clip' ? session.controls : facing(session, this.view.world.middle);
    [this.hand.gaze.yaw, this.hand.gaze.pitch] = [yaw, pitch];
    for (const warning of session.warnings().slice(0, 3)) this.toasts.say(warning);
    this.panel?.read();
    if (source.kind === 'clip') this.tellClip();
    this.tell(performance.now());
  }

  private tellClip(): void {
    const { isSame, tick } = this.session;
    if (isSame) this.toasts.say(`A clip, paused at tick ${tick}. P goes on, comma and full stop go tick by tick.`);
    else this.toasts.fail('this machine did not come to the same bits as the clip: please tell us');
  }

  /** Time goes by; it stops where it cannot. */
  private pass(seconds: number): void {
    try {
      this.clock.pass(seconds);
    } catch (error) {
      this.session.isPaused = true;
      this.toasts.fail(error);
    }
  }

  private draw(seconds: number): void {
    const { yaw, pitch } = this.hand.gaze;
    this.view.draw(this.session, yaw, pitch, this.shown, seconds);
  }

  private tell(now: number): void {
    this.seen = now;
    const { session } = this;
    const [status, news] = [session.status(), session.news()];
    this.gauge.show(status);
    this.time.show(session, status);
    this.feed.add(news);
    this.heard.push(...news);
    this.heard.splice(0, this.heard.length - 1000);
    this.story.show(this.shown.isOverlaid && session.isPaused ? status : undefined);
    this.auto.ariaPressed = String(session.isOnAutopilot);
    this.view.refresh(session);
    if (this.changed === undefined || session.tick === this.changed) return;
    this.changed = undefined;
    this.view.paint(session, this.shown);
  }

  private obey(command: Command): void {
    const { session, hand } = this;
    switch (command) {
      case 'use':
        if (session.useNear() === 0) this.toasts.say('Nothing to use within reach.');
        break;
      case 'fly':
        hand.isFlying = !hand.isFlying;
        break;
      case 'view':
        this.view.camera.isFirstPerson = !this.view.camera.isFirstPerson;
        break;
      case 'pause':
        session.isPaused = !session.isPaused;
        break;
      case 'tick':
        this.move(1);
        break;
      case 'tickBack':
        this.move(-1);
        break;
      case 'slower':
        session.pace = PACES.findLast((pace) => pace < session.pace) ?? session.pace;
        break;
      case 'faster':
        session.pace = PACES.find((pace) => pace > session.pace) ?? session.pace;
        break;
      case 'overlay':
        this.shown.isOverlaid = !this.shown.isOverlaid;
        this.panel?.refresh();
        break;
      case 'restart':
        session.putBack();
        break;
      case 'help':
        this.drawers.toggle('Help');
        break;
      case 'close':
        this.drawers.open();
        break;
    }
    this.tell(performance.now());
  }

  private move(ticks: number): void {
    this.clock.move(ticks);
    this.tell(performance.now());
  }

  private goTo(tick: number): void {
    this.clock.goTo(tick);
    this.tell(performance.now());
  }

  private setAutopilot(isOn: boolean): void {
    if (this.session.isOnAutopilot !== isOn) this.session.setAutopilot(isOn);
    this.auto.ariaPressed = String(isOn);
  }

  private openScene(name: string): void {
    void this.tried(() => {
      this.open({ kind: 'scene', name, options: wanted(location).options });
      history.replaceState(null, '', addressOf(name, location));
      this.drawers.open();
    });
  }

  private addDrawers(): void {
    const scenes = sceneList(
      Session.scenes(),
      (name) => this.openScene(name),
      (files) => void this.take(files),
    );
    this.drawers.add('Scenes', 'Where to walk', scenes);
    const settings = element('aside', { className: 'settings' });
    this.drawers.add('Settings', 'What is seen, and every knob', settings);
    // Its code comes when it is wanted for the first time.
    new MutationObserver(() => void this.settings()).observe(settings, { attributeFilter: ['hidden'] });
    const openClip = (text: string) => void this.tried(() => this.open(clipSource(text, [])));
    this.drawers.add('Share', 'This moment as a link or a file', sharing(() => this.session, this.toasts, openClip));
    this.drawers.add('Help', 'Which key does what (H)', help());
  }

  private async settings(): Promise<Panel> {
    if (this.panel) return this.panel;
    const { Panel } = await import('./panel/panel');
    this.panel ??= new Panel(
      {
        session: () => this.session,
        speed: () => this.clock.speed,
        setSpeed: (speed) => (this.clock.speed = speed),
        look: () => {
          this.changed = this.session.tick;
          this.view.paint(this.session, this.shown);
        },
        copyRust: (text) => void copied(text, 'The settings as Rust', this.toasts),
        fail: (error) => this.toasts.fail(error),
      },
      this.shown,
    );
    this.hud.querySelector('.settings')!.append(this.panel.box);
    this.panel.read();
    return this.panel;
  }
}
