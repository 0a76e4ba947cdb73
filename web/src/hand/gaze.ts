// Where the eyes look: by mouse, by finger, by the cursor keys.

/** Radians for a pixel of the mouse. */
const PER_PIXEL = 0.0025;

/** How near to straight up and straight down the eyes get, in radians. */
const SHORT_OF_UP = 0.02;

/** A pointer that went no further than this many pixels was a click. */
const CLICK = 4;

export class Gaze {
  /** Radians about up, counter-clockwise seen from above; 0 looks along -Z where Y is up. */
  yaw = 0;
  /** Above the level, radians. */
  pitch = 0;

  /** To the left and up, radians. */
  turn(left: number, up: number): void {
    const turns = (this.yaw + left + Math.PI) / (2 * Math.PI);
    this.yaw = (turns - Math.floor(turns)) * 2 * Math.PI - Math.PI;
    const most = Math.PI / 2 - SHORT_OF_UP;
    this.pitch = Math.min(most, Math.max(-most, this.pitch + up));
  }

  /** A pointer goes on by so many pixels. */
  drag(right: number, down: number, times = 1): void {
    this.turn(-right * PER_PIXEL * times, -down * PER_PIXEL * times);
  }

  /** Follows the mouse over `canvas`: dragged, or after a click until Escape. */
  listen(canvas: HTMLCanvasElement): void {
    let gone = 0;
    let isDown = false;
    canvas.addEventListener('pointerdown', (event) => {
      if (event.pointerType === 'touch' || event.button !== 0) return;
      [isDown, gone] = [true, 0];
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'touch') return;
      const isLocked = document.pointerLockElement === canvas;
      // A button may be let go where no event tells it, as over a menu of the system's.
      isDown &&= event.buttons !== 0;
      if (!isDown && !isLocked) return;
      gone += Math.abs(event.movementX) + Math.abs(event.movementY);
      this.drag(event.movementX, event.movementY);
    });
    canvas.addEventListener('pointerup', (event) => {
      if (event.pointerType === 'touch' || event.button !== 0 || !isDown) return;
      isDown = false;
      if (gone <= CLICK && document.pointerLockElement !== canvas) void lock(canvas);
    });
  }
}

/** Takes the mouse; a browser that does not give it leaves the dragging. */
const lock = async (canvas: HTMLCanvasElement): Promise<void> => {
  try {
    await canvas.requestPointerLock();
  } catch {
    // Asked for too soon after Escape, or not allowed here.
  }
};
