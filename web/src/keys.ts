// Which keys are down, by what they mean.

export interface Keys {
  /** Right and ahead, -1 to 1 each. */
  way(): [number, number];
  jump(): boolean;
  crouch(): boolean;
}

const RIGHT = ['ArrowRight', 'KeyD'];
const LEFT = ['ArrowLeft'];
const AHEAD = ['ArrowUp', 'KeyW'];
const BACK = ['ArrowDown', 'KeyS'];
const JUMP = ['Space', 'KeyA'];
const CROUCH = ['KeyC', 'ShiftLeft'];

const OURS = new Set([RIGHT, LEFT, AHEAD, BACK, JUMP, CROUCH].flat());

/** Listens from now on. */
export const listen = (target: Window): Keys => {
  const down = new Set<string>();
  const turn = (event: KeyboardEvent, isDown: boolean) => {
    if (!OURS.has(event.code) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (isDown) down.add(event.code);
    else down.delete(event.code);
  };
  target.addEventListener('keydown', (event) => turn(event, true));
  target.addEventListener('keyup', (event) => turn(event, false));
  target.addEventListener('blur', () => down.clear());
  const any = (codes: string[]) => codes.some((code) => down.has(code));
  const axis = (plus: string[], minus: string[]) => Number(any(plus)) - Number(any(minus));
  return {
    way: () => [axis(RIGHT, LEFT), axis(AHEAD, BACK)],
    jump: () => any(JUMP),
    crouch: () => any(CROUCH),
  };
};
