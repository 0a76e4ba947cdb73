// The keys: `a` jumps for who walks with the cursor keys, and goes left for who walks with letters.

import { expect, test } from 'vitest';
import { Keys, type Command } from '../src/hand/keys';

const made = () => {
  const target = new EventTarget();
  const orders: Command[] = [];
  const keys = new Keys(target as Window & EventTarget, (command) => orders.push(command));
  const turn = (type: string, code: string, key: string) =>
    target.dispatchEvent(Object.assign(new Event(type), { code, key, ctrlKey: false, altKey: false, metaKey: false }));
  return {
    keys,
    orders,
    press: (code: string, key = code) => turn('keydown', code, key),
    release: (code: string, key = code) => turn('keyup', code, key),
    target,
  };
};

Object.assign(globalThis, { Element: class {} });

test('a jumps after cursor keys and at first, and strafes after letters', () => {
  for (const [before, isLettered] of [
    [[], false],
    [['ArrowUp'], false],
    [['KeyW'], true],
    [['KeyS', 'ArrowLeft'], false],
    [['ArrowDown', 'KeyD'], true],
  ] as [string[], boolean][]) {
    const { keys, press, release } = made();
    for (const code of before) {
      press(code);
      release(code);
    }
    press('KeyA', 'a');
    expect(keys.grip(), before.join()).toMatchObject({ jump: !isLettered, right: isLettered ? -1 : 0 });
  }
});

test('opposite keys are none, and who leaves the page lets go of all', () => {
  const { keys, press, target } = made();
  press('ArrowUp');
  press('KeyS', 's');
  expect(keys.grip().forward).toBe(0);
  press('Space', ' ');
  target.dispatchEvent(new Event('blur'));
  expect(keys.grip()).toMatchObject({ forward: 0, jump: false });
});

test('commands are orders, by what is written on the key', () => {
  const { orders, press } = made();
  press('KeyE', 'e');
  press('Digit8', '[');
  press('KeyX', 'x');
  expect(orders).toEqual(['use', 'slower']);
});
