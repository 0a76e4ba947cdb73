// The check of the level that is walked in: one run at a time, its map in the picture, its findings as rows and pins.

import type { CheckFinding, CheckProgress, LevelCheck, Session } from 'glissando';
import type { Camera } from 'three';
import type { Reached } from '../picture/reached';
import type { Source } from '../start/opened';
import { CheckDrawer } from './drawer';
import { Pins } from './pins';
import type { Order } from './messages';
import { Run } from './run';
import { progressText, summaryText } from './words';

/** Milliseconds between two looks at the time. */
const REFRESH = 250;

export interface CheckOrders {
  session(): Session;
  /** Metres per second. */
  speed(): number;
  /** Shows a finding; `source` is the level that it is of. */
  open(finding: CheckFinding, source: Source): void;
  fail(error: Error): void;
}

export class Check {
  readonly drawer: CheckDrawer;
  private readonly pins: Pins;
  private source?: Source;
  /** The character of the last check. */
  private character?: Pick<Order, 'settings' | 'speed'>;
  /** Whether the walk of a finding is open: its start has the character of the level, not that of the check. */
  private isInFinding = false;
  private run?: Run;
  private progress?: CheckProgress;
  private timer = 0;
  private findings: CheckFinding[] = [];
  private hasNotes = false;

  constructor(
    hud: HTMLElement,
    private readonly map: Reached,
    private readonly orders: CheckOrders,
  ) {
    this.pins = new Pins(hud, (index) => this.open(index));
    this.drawer = new CheckDrawer({
      toggle: () => this.toggle(),
      open: (index) => this.open(index),
      notes: (areShown) => {
        this.hasNotes = areShown;
        this.pins.fill(this.findings, areShown);
      },
    });
  }

  get isRunning(): boolean {
    return this.run !== undefined;
  }

  /** Whether a source is the clip of one of the findings: its level is the one that was checked. */
  isOwn(source: Source): boolean {
    return source.kind === 'clip' && this.findings.some(({ clip }) => clip === source.text);
  }

  /** Something is walked in from now on; the check of another level ends. */
  begin(source: Source): void {
    this.isInFinding = this.isOwn(source);
    if (this.isInFinding) return;
    this.clear();
    this.source = source;
  }

  /** Puts the pins where the camera sees them. */
  draw(camera: Camera, { clientWidth, clientHeight }: HTMLElement): void {
    this.pins.draw(camera, clientWidth, clientHeight);
  }

  private toggle(): void {
    if (this.run) {
      const { seconds } = this.run;
      this.end();
      this.drawer.show(`Stopped after ${seconds.toFixed(0)} s, with ${this.map.count} places reached.`, false);
    } else if (this.source) {
      this.start(this.source);
    }
  }

  private start(source: Source): void {
    this.clear();
    const { settings: now, position } = this.orders.session();
    const character = (this.isInFinding && this.character) || { settings: now, speed: this.orders.speed() };
    this.character = character;
    const { settings } = character;
    const [a, , b] = settings.radii as unknown as [number, number, number];
    this.map.begin(Math.min(a, b), position);
    const run = new Run(
      { source, ...character },
      {
        progress: (progress) => {
          this.progress = progress;
          this.map.add(progress.reached);
        },
        done: (check) => this.done(check, run.seconds),
        failed: (error) => {
          this.clear();
          this.orders.fail(error);
        },
      },
    );
    this.run = run;
    const look = () => this.drawer.show(progressText(this.progress, run.seconds), true);
    this.timer = window.setInterval(look, REFRESH);
    look();
  }

  private done(check: LevelCheck, seconds: number): void {
    this.end();
    this.findings = check.findings;
    this.drawer.fill(check.findings);
    this.drawer.show(summaryText(check, seconds), false);
    this.pins.fill(check.findings, this.hasNotes);
  }

  /** The run ends, and what it showed stays. */
  private end(): void {
    this.run?.stop();
    window.clearInterval(this.timer);
    [this.run, this.progress] = [undefined, undefined];
  }

  private clear(): void {
    this.end();
    this.findings = [];
    this.map.clear();
    this.pins.fill([], false);
    this.drawer.clear();
  }

  private open(index: number): void {
    const finding = this.findings[index];
    if (finding && this.source) this.orders.open(finding, this.source);
  }
}
