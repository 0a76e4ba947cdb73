// How well it is drawn: as well as the machine can, found out while it draws.

/** Frames that are looked at before a change, and how long they may take, milliseconds. */
const [FRAMES, SLOW] = [20, 45];

export class Quality {
  /** 2 is all, 1 is fewer points, 0 is no shadows either. */
  private level = 2;
  private frames = 0;
  private sum = 0;

  /** Whether it stays as it is, however slow. */
  isFixed = false;

  get hasShadows(): boolean {
    return this.level > 0;
  }

  get ratio(): number {
    return this.level === 2 ? Math.min(window.devicePixelRatio, 2) : 1;
  }

  /** A frame took so many milliseconds. */
  note(milliseconds: number): void {
    // Longer ones are those of a page in the background.
    if (this.isFixed || this.level === 0 || milliseconds > 1000) return;
    this.frames += 1;
    this.sum += milliseconds;
    if (this.frames < FRAMES) return;
    const isSlow = this.sum / this.frames > SLOW;
    [this.frames, this.sum] = [0, 0];
    if (isSlow) this.level -= 1;
  }
}
