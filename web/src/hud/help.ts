// Which key does what.

import { element } from './element';

const KEYS: [string, string][] = [
  ['↑ ↓', 'walk'],
  ['← →', 'turn'],
  ['W A S D', 'walk, and sideways'],
  ['a, Space', 'jump (a: as long as you walk with the cursor keys)'],
  ['Shift', 'twice as fast'],
  ['C', 'crouch'],
  ['F', 'fly; Space is up, C is down'],
  ['E', 'use: call lifts, open doors'],
  ['V', 'first or third person'],
  ['mouse', 'look: drag, or click to hold the mouse until Escape'],
  ['P', 'pause'],
  ['. ,', 'one tick on, one tick back; N is a tick on too'],
  ['R', 'hold: time runs back, up to ten seconds'],
  ['[ ]', 'slower, faster; so do - and +'],
  ['O', 'see what the mover sees'],
  ['T', 'back to the start; so does Backspace'],
  ['H', 'this'],
];

export const help = (): HTMLElement =>
  element(
    'aside',
    { className: 'help' },
    element('h2', { textContent: 'Keys' }),
    element(
      'dl',
      {},
      ...KEYS.flatMap(([key, what]) => [element('dt', { textContent: key }), element('dd', { textContent: what })]),
    ),
    element('p', {
      textContent:
        'On a touch screen the left half is a stick, the right half looks around. The character is an ellipsoid: it is never inside, never through, never stuck.',
    }),
  );
