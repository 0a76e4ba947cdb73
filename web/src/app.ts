// The page as a whole: one session at a time, walked by the hand, drawn, told about, shared.

import { Session, type CheckFinding, type News, type SessionStatus } from 'glissando';
import { Check } from './check/check';
import { Clock } from './clock';
import { Hand } from './hand/hand';
import type { Command } from './hand/meaning';
import { Drawers } from './hud/drawers';
import { acceptDrops } from './hud/drop';
import { element } from './hud/element';
import { Feed } from './hud/feed';
import { Head } from './hud/head';
import { help } from './hud/help';
import { Hints } from './hud/hints';
import { sceneList } from './hud/scenes';
import { copied, sharing } from './hud/sharing';
import { Story } from './hud/story';
import { PACES, TimeBar } from './hud/time';
import { Toasts } from './hud/toasts';
import { LatePanel } from './panel/late';
import { View, type Shown } from './picture/view';
import { wanted, type Wanted } from './start/address';
import { facing } from './start/facing';
import { filesOf, type Source } from './start/opened';
import { Opener } from './start/opener';
import { Past } from './start/past';

/** Milliseconds between two looks at the numbers. */
const REFRESH = 90;

/** Seconds of a frame at most: who comes back to the tab does not wait for what was missed. */
const LONGEST_FRAME = 0.25;

export class App {
  session!: Session;
  /** Whether there is a session: until then nothing can be done with it. */
  isBegun = false;
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
  private readonly head: Head;
  private readonly feed: Feed;
  private readonly story: Story;
  private readonly time: TimeBar;
  private readonly clock: Clock;
  private readonly drawers: Drawers;
  private readonly check: Check;
  private readonly opener = new Opener((session, source) => this.begin(session, source), this.toasts);
  private readonly past = new Past();
  private readonly hints: Hints;
  private readonly panel: LatePanel;
  private seen = 0;
  /** What the last frame could not do: it is said once, not with every frame. */
  private trouble?: string;
  /** The tick at which the settings were changed: they count from the next one on. */
  private changed?: number;

  constructor(canvas: HTMLCanvasElement) {
    this.view = new View(canvas);
    this.hud.inert = true;
    this.hand = new Hand(canvas, (command) => this.obey(command));
    this.clock = new Clock(() => this.session, this.hand);
    this.head = new Head(this.hud, () => this.safely(() => this.setAutopilot(!this.session.isOnAutopilot)));
    const low = element('div', { className: 'low' });
    this.hud.append(low);
    this.feed = new Feed(low);
    this.story = new Story(this.hud);
    this.time = new TimeBar(low, {
      pause: () => this.obey('pause'),
      move: (ticks) => this.safely(() => this.clock.move(ticks)),
      goTo: (tick) => this.safely(() => this.clock.goTo(tick)),
      pace: (rate) => (this.session.pace = rate),
    });
    this.panel = this.latePanel();
    this.drawers = new Drawers(this.hud);
    this.check = new Check(this.hud, this.view.reached, {
      session: () => this.session,
      speed: () => this.clock.speed,
      open: (finding, source) => void this.openFinding(finding, source),
      fail: (error) => this.toasts.fail(error),
    });
    this.addDrawers();
    this.hints = new Hints(this.toasts, {
      reread: (source, unit) => void this.reread({ ...source, options: { ...source.options, unit } }),
      restart: () => this.obey('restart'),
    });
    acceptDrops((files) => void this.take(files));
    // Back, forth, and another clip after `#`.
    window.addEventListener('popstate', ({ state }) => void this.goBack(state));
  }

  /** Opens what an address asks for, or what of it can be had. */
  async start(want: Wanted): Promise<void> {
    this.view.quality.isFixed = want.isBest;
    await this.opener.address(want);
  }

  /** Opens what an entry of the browser's history had. */
  private async goBack(state: unknown): Promise<void> {
    const { isDropped, source } = this.past.of(state);
    if (source !== undefined) await this.opener.source(source);
    else if (isDropped) this.toasts.say('The files that were walked in here are not kept: drop them again.');
    else await this.start(wanted(location));
  }

  private async reread(source: Source): Promise<void> {
    if (await this.opener.source(source)) this.past.change(source);
  }

  /** A frame: so many seconds after the last one. Nothing is drawn while time is told tick by tick. */
  frame(seconds: number): void {
    if (!this.isRunning) return;
    try {
      this.pass(Math.min(seconds, LONGEST_FRAME));
      this.draw(seconds);
      const now = performance.now();
      if (now - this.seen >= REFRESH) this.tell(now);
      this.trouble = undefined;
    } catch (error) {
      const trouble = String(error);
      if (this.trouble !== trouble) this.toasts.fail(error);
      this.trouble = trouble;
    }
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
    const source = await this.opener.files(list);
    if (source !== undefined) this.past.add(source);
  }

  /** What the settings are as Rust. */
  async rust(): Promise<string> {
    return (await this.panel.get()).rust();
  }

  /** Walks, draws and tells something else from now on. */
  private begin(session: Session, source: Source): void {
    this.session?.free();
    this.session = session;
    [this.isBegun, this.hud.inert] = [true, false];
    const { yaw, pitch, fly } = session.controls;
    const isClip = source.kind === 'clip';
    [this.clock.speed, this.hand.isFlying] = [session.speed, isClip && fly];
    this.head.begin(session);
    this.feed.clear();
    this.view.begin(session, this.shown);
    Object.assign(this.hand.gaze, isClip ? { yaw, pitch } : facing(session, this.view.world.middle));
    for (const warning of session.warnings().slice(0, 3)) this.toasts.say(warning);
    if (isClip) this.tellClip(this.check.isOwn(source));
    else if (source.autopilot) this.setAutopilot(true);
    this.check.begin(source);
    this.hints.begin(source, this.view.world);
    this.tell(performance.now());
  }

  private tellClip(isOfFinding: boolean): void {
    const { isSame, tick } = this.session;
    if (isSame && isOfFinding) this.toasts.say('The walk of a finding, paused at its start: P walks it, comma and full stop go tick by tick.');
    else if (isSame) this.toasts.say(`A clip, paused at tick ${tick}. P goes on, comma and full stop go tick by tick.`);
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
    this.check.draw(this.view.camera.eye, this.view.canvas);
  }

  private tell(now: number): void {
    this.seen = now;
    const { session } = this;
    const [status, news] = [session.status(), session.news()];
    this.head.show(session, status);
    this.time.show(session, status);
    this.feed.add(news);
    this.heard.push(...news);
    this.heard.splice(0, this.heard.length - 1000);
    this.story.show(this.shown.isOverlaid && session.isPaused ? status : undefined);
    this.panel.follow();
    this.hints.look(session, this.view.world);
    this.view.refresh(session);
    if (this.changed === undefined || session.tick === this.changed) return;
    this.changed = undefined;
    this.view.paint(session, this.shown);
  }

  /** Does what may fail, tells how it is then, and what went wrong. */
  private safely(act: () => void): void {
    try {
      act();
      this.tell(performance.now());
    } catch (error) {
      this.toasts.fail(error);
    }
  }

  private obey(command: Command): void {
    if (this.isBegun) this.safely(() => this.does(command));
  }

  private does(command: Command): void {
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
        this.clock.move(1);
        break;
      case 'tickBack':
        this.clock.move(-1);
        break;
      case 'slower':
        session.pace = PACES.findLast((pace) => pace < session.pace) ?? session.pace;
        break;
      case 'faster':
        session.pace = PACES.find((pace) => pace > session.pace) ?? session.pace;
        break;
      case 'overlay':
        this.shown.isOverlaid = !this.shown.isOverlaid;
        this.panel.refresh();
        break;
      case 'restart':
        session.putBack();
        // It counts from the next tick on; paused, that one would not come.
        if (session.isPaused) this.clock.move(1);
        break;
      case 'help':
        this.drawers.toggle('Help');
        break;
      case 'close':
        this.drawers.open();
        break;
    }
  }

  private setAutopilot(isOn: boolean): void {
    if (this.session.isOnAutopilot !== isOn) this.session.setAutopilot(isOn);
  }

  /** The walk of a finding, at its start; a finding without one is looked at. */
  private async openFinding({ clip, at }: CheckFinding, source: Source): Promise<void> {
    if (clip === undefined) return this.safely(() => this.lookAt(at));
    if (!(await this.opener.source({ kind: 'clip', text: clip, files: filesOf(source) }))) return;
    this.safely(() => {
      const end = this.session.position;
      this.clock.goTo(this.session.earliest);
      const [x, , z] = this.session.position;
      const isHere = Math.hypot(at[0] - x, at[2] - z) < 0.3;
      Object.assign(this.hand.gaze, facing(this.session, isHere ? end : at));
      this.view.camera.reset();
    });
  }

  private lookAt([x, y, z]: CheckFinding['at']): void {
    const { radii } = this.session.settings as { radii: [number, number, number] };
    this.hand.isFlying = true;
    this.session.put([x, y + radii[1], z]);
    // It counts from the next tick on; paused, that one would not come.
    if (this.session.isPaused) this.clock.move(1);
    this.toasts.say('No walk shows this finding: the character was put there, and flies. F ends that, T goes back to the start.');
  }

  private async openScene(name: string): Promise<void> {
    if (await this.opener.scene(name)) this.drawers.open();
  }

  /** The session as it is kept: one who is in a hurry at the moment goes on at the usual speed. */
  private kept(): Session {
    this.session.speed = this.clock.speed;
    return this.session;
  }

  private addDrawers(): void {
    const scenes = sceneList(
      Session.scenes(),
      (name) => void this.openScene(name),
      (files) => void this.take(files),
    );
    this.drawers.add('Scenes', 'Where to walk', scenes);
    this.drawers.add('Settings', 'What is seen, and every knob', this.panel.box);
    this.drawers.add('Check', 'Where a character falls out, is trapped or cannot get', this.check.drawer.box);
    const openClip = (text: string) => void this.opener.clip(text);
    this.drawers.add('Share', 'This moment as a link or a file', sharing(() => this.kept(), this.toasts, openClip));
    this.drawers.add('Help', 'Which key does what (H)', help((command) => this.obey(command)));
  }

  private latePanel(): LatePanel {
    return new LatePanel(
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
  }
}
