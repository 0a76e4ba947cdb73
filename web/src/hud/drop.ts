// Files that are dropped anywhere on the page.

import { element } from './element';

export const acceptDrops = (take: (files: File[]) => void): void => {
  const veil = element('div', { className: 'veil', hidden: true, textContent: 'Drop level files or a clip' });
  document.body.append(veil);
  // Entered elements are left one by one: only the last one counts.
  let depth = 0;
  const show = (change: number) => {
    depth = Math.max(0, depth + change);
    veil.hidden = depth === 0;
  };
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  window.addEventListener('dragenter', (event) => hasFiles(event) && show(1));
  window.addEventListener('dragleave', (event) => hasFiles(event) && show(-1));
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    show(-depth);
    take([...(event.dataTransfer?.files ?? [])]);
  });
};
