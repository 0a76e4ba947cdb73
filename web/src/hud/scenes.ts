// The list of scenes, and the way to one's own levels.

import type { SceneEntry } from 'glissando';
import { button, element } from './element';

const row = (entry: SceneEntry, open: () => void): HTMLElement => {
  const made = element(
    'button',
    { type: 'button', className: 'scene' },
    element('b', { textContent: entry.title }),
    element('span', { textContent: entry.about }),
  );
  made.dataset.scene = entry.name;
  made.addEventListener('click', () => {
    open();
    made.blur();
  });
  return made;
};

/** The drawer of scenes. */
export const sceneList = (
  scenes: SceneEntry[],
  open: (name: string) => void,
  openFiles: (files: File[]) => void,
): HTMLElement => {
  const input = element('input', { type: 'file', multiple: true, hidden: true });
  input.addEventListener('change', () => {
    openFiles([...(input.files ?? [])]);
    input.value = '';
  });
  const own = element(
    'p',
    { className: 'own' },
    button('Open files…', 'A level, with what belongs to it; or a clip', () => input.click()),
    ' or drop them anywhere: GLB, glTF, OBJ, STL, with their .bin, NAME.movers.glb, NAME.entities.json and manifest.json; or a clip or a recording.',
  );
  const groups = new Map<string, SceneEntry[]>();
  for (const entry of scenes) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  const lists = [...groups].map(([group, entries]) =>
    element('section', {}, element('h2', { textContent: group }), ...entries.map((entry) => row(entry, () => open(entry.name)))),
  );
  return element('aside', { className: 'scenes' }, own, input, ...lists);
};
