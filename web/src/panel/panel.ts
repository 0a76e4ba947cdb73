// The panel of knobs: what is seen, and every number of the settings.

import type { AllSettings, Layers, Session } from 'glissando';
import GUI, { type Controller } from 'lil-gui';
import type { Shown } from '../picture/view';
import { FIELDS } from './fields';
import { PRESETS } from './presets';
import { asRust } from './rust';
import { copied, defaults, shapeBody } from './settings';
import { turnUp, UPS } from './upright';

/** What the panel changes. */
export interface PanelOrders {
  /** The session of the moment. */
  session(): Session;
  speed(): number;
  setSpeed(speed: number): void;
  /** What is seen has changed. */
  look(): void;
  copyRust(text: string): void;
  fail(error: unknown): void;
}

const LAYERS: [keyof Layers, string][] = [
  ['body', 'the body'],
  ['triangles', 'triangles in reach and hit'],
  ['contacts', 'contacts with loads'],
  ['steps', 'sub-steps of the last move'],
  ['velocity', 'velocity and ground'],
  ['triggers', 'triggers'],
];

const LOOKS: [keyof Shown['look'], string][] = [
  ['grid', 'lines a metre apart'],
  ['edges', 'edges (to 60 000 triangles)'],
  ['triangles', 'all triangles'],
  ['slopes', 'colours by slope'],
];

export class Panel {
  readonly box = document.createElement('aside');
  private readonly gui = new GUI({ container: this.box, title: 'Settings', autoPlace: false });
  private readonly knobs: Controller[] = [];
  private draft: AllSettings = defaults();
  /** How everything was when it was last shown. */
  private known = '';

  constructor(
    private readonly orders: PanelOrders,
    shown: Shown,
  ) {
    this.box.className = 'panel';
    this.addSeen(shown);
    this.addPresets();
    this.addBody();
    this.addFields();
    this.addInherit();
    for (const end of ['change', 'click']) this.box.addEventListener(end, letGo);
  }

  /** Shows the settings of the session. */
  read(): void {
    [this.draft, this.known] = [copied(this.orders.session().settings), this.now()];
    this.refresh();
  }

  /** Shows them if they are others than before: who goes back in time goes back to other settings. */
  follow(): void {
    if (this.known !== this.now()) this.read();
  }

  private now(): string {
    return JSON.stringify([this.orders.session().settings, this.orders.speed()]);
  }

  /** Shows everything as it is. */
  refresh(): void {
    for (const knob of this.knobs) knob.updateDisplay();
  }

  /** What the settings are as Rust. */
  rust(): string {
    return asRust(this.draft);
  }

  private addSeen(shown: Shown): void {
    const seen = this.gui.addFolder('What is seen');
    const change = () => this.orders.look();
    this.knobs.push(seen.add(shown, 'isOverlaid').name('what the mover sees (O)').onChange(change));
    for (const [layer, name] of LAYERS) seen.add(shown.layers, layer).name(`· ${name}`).onChange(change);
    for (const [look, name] of LOOKS) seen.add(shown.look, look).name(name).onChange(change);
  }

  private addPresets(): void {
    const folder = this.gui.addFolder('Presets');
    for (const [name, preset] of Object.entries(PRESETS)) {
      folder.add({ take: () => this.take(preset()) }, 'take').name(name);
    }
    this.gui.add({ copy: () => this.orders.copyRust(this.rust()) }, 'copy').name('Copy as Rust');
    const speed = { get: () => this.orders.speed(), set: (value: number) => this.orders.setSpeed(value) };
    this.knobs.push(this.gui.add(accessor(speed), 'value', 0.5, 30, 0.1).name('walks at, m/s'));
  }

  private addFields(): void {
    const folders = new Map<string, GUI>();
    for (const field of FIELDS) {
      const folder = folders.get(field.group) ?? this.gui.addFolder(field.group);
      folders.set(field.group, folder);
      const access = accessor({
        get: () => field.read(this.draft),
        set: (value) => this.change((settings) => field.write(settings, value)),
      });
      this.knobs.push(folder.add(access, 'value', field.least, field.most, field.step).name(field.name));
    }
    for (const name of ['Body when crouching', 'Gravity, m/s²', 'Up', 'What is met', 'Soft obstacles']) folders.get(name)?.close();
    for (const [name, up] of Object.entries(UPS)) {
      folders.get('Up')!.add({ turn: () => this.change((settings) => turnUp(settings, up)) }, 'turn').name(`${name} is up`);
    }
  }

  /** Which shape. */
  private addBody(): void {
    const body = {
      get: () => this.draft.body,
      set: (body: AllSettings['body']) => this.change((settings) => shapeBody(settings, body)),
    };
    this.knobs.push(this.gui.add(accessor(body), 'value', ['ellipsoid', 'capsule', 'cylinder', 'box']).name('body'));
  }

  /** What is kept of the velocity of a platform. */
  private addInherit(): void {
    const folder = this.gui.addFolder('Leaving a platform');
    const kind = {
      get: () => (typeof this.draft.inherit === 'string' ? this.draft.inherit : 'capped'),
      set: (kind: string) =>
        this.change((settings) => (settings.inherit = (kind === 'capped' ? { capped: 4 } : kind) as AllSettings['inherit'])),
    };
    const cap = {
      get: () => (typeof this.draft.inherit === 'string' ? 4 : this.draft.inherit.capped),
      set: (capped: number) => this.change((settings) => (settings.inherit = { capped })),
    };
    this.knobs.push(folder.add(accessor(kind), 'value', ['full', 'horizontal', 'none', 'capped']).name('keeps its velocity'));
    this.knobs.push(folder.add(accessor(cap), 'value', 0, 20, 0.1).name('capped at, m/s'));
    folder.close();
  }

  private take({ settings, speed }: ReturnType<(typeof PRESETS)[string]>): void {
    this.orders.setSpeed(speed);
    this.change((draft) => {
      Object.assign(draft, settings);
      // A skin that the preset does not have is that of the body.
      if (settings.skin === undefined) delete draft.skin;
    });
  }

  /** Tries a change; what the library refuses is told, and undone. The session has it from its next tick on. */
  private change(how: (settings: AllSettings) => unknown): void {
    const before = structuredClone(this.draft);
    how(this.draft);
    try {
      this.orders.session().settings = this.draft;
      this.known = this.now();
    } catch (error) {
      this.draft = before;
      this.orders.fail(error);
    }
    this.refresh();
    this.orders.look();
  }
}

/** What was used does not keep the keys; but a field in which one writes does, and a list until one has chosen. */
const letGo = ({ type }: Event): void => {
  const used = document.activeElement;
  const isWritten = used instanceof HTMLInputElement && (used.type === 'text' || used.type === 'number');
  const isOpen = used instanceof HTMLSelectElement && type === 'click';
  if (used instanceof HTMLElement && !isWritten && !isOpen) used.blur();
};

/** Something that is read and written as one value. */
const accessor = <T>({ get, set }: { get: () => T; set: (value: T) => void }): { value: T } =>
  Object.defineProperty({} as { value: T }, 'value', { get, set, enumerable: true });
