// The keys: `a` jumps for who walks with the cursor keys, and goes left for who walks with letters.

import { expect, test } from 'vitest';
import { Keys } from '../src/hand/keys';
import type { Command } from '../src/hand/meaning';

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
    keys.taken();
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

test('a tap between two ticks is held for one tick, and going back in time is not', () => {
  const { keys, press, release } = made();
  for (const [code, key] of [['Space', ' '], ['KeyW', 'w'], ['KeyR', 'r']] as const) {
    press(code, key);
    release(code, key);
  }
  expect(keys.grip()).toMatchObject({ jump: true, forward: 1, rewind: false });
  keys.taken();
  expect(keys.grip()).toMatchObject({ jump: false, forward: 0 });
  press('KeyW', 'w');
  keys.taken();
  release('KeyW', 'w');
  expect(keys.grip().forward).toBe(0);
});

test('commands go by the Latin letter, and by the place where there is none', () => {
  for (const [code, key, order] of [
    ['KeyP', 'з', 'pause'],
    ['Comma', 'б', 'tickBack'],
    ['BracketLeft', 'ü', 'slower'],
    ['BracketLeft', 'Dead', 'slower'],
    ['KeyR', 'p', 'pause'],
    ['KeyD', 'e', 'use'],
    ['KeyP', 'l', undefined],
    ['NumpadAdd', '+', 'faster'],
  ] as const) {
    const { keys, orders, press } = made();
    press(code, key);
    expect(orders, `${key} on ${code}`).toEqual(order ? [order] : []);
    expect(keys.grip(), `${key} on ${code}`).toEqual({ forward: 0, right: 0, turn: 0, jump: false, crouch: false, hurry: false, rewind: false });
  }
});

test('walking goes by the place, jumping and going back by the letter', () => {
  for (const [code, key, grip] of [
    ['KeyW', 'ц', { forward: 1 }],
    ['KeyW', 'z', { forward: 1 }],
    ['KeyA', 'ф', { jump: true, right: 0 }],
    ['KeyQ', 'a', { jump: true }],
    ['KeyA', 'q', { jump: true }],
    ['KeyR', 'к', { rewind: true }],
    ['KeyO', 'r', { rewind: true }],
    ['KeyI', 'c', { crouch: true }],
  ] as const) {
    const { keys, orders, press, release } = made();
    press(code, key);
    expect(keys.grip(), `${key} on ${code}`).toMatchObject(grip);
    expect(orders, `${key} on ${code}`).toEqual([]);
    // The key may write something else by now: another layout, or with Shift.
    release(code, 'X');
    keys.taken();
    expect(keys.grip()).toMatchObject({ forward: 0, jump: false, rewind: false, crouch: false });
  }
});
