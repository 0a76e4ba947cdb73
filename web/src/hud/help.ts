// Which key does what.

import type { Command } from '../hand/meaning';
import { button, element } from './element';

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

/** What has no button elsewhere, for who has no keys. */
const COMMANDS: [Command, string, string][] = [
  ['fly', 'Fly', 'As F does; then Jump is up, Crouch is down'],
  ['view', 'First or third person', 'As V does'],
  ['overlay', 'What the mover sees', 'As O does'],
  ['restart', 'Back to the start', 'As T does'],
];

export const help = (order: (command: Command) => void): HTMLElement =>
  element(
    'aside',
    { className: 'help' },
    element('h2', { textContent: 'Without keys' }),
    ...COMMANDS.map(([command, name, title]) => button(name, title, () => order(command))),
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
