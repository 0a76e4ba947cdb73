// A bug as a link or a file.

import { button, element } from './element';

export interface ShareOrders {
  copyLink(): void;
  saveClip(): void;
  saveRecording(): void;
  openText(text: string): void;
}

/** Puts a text where it can be pasted from; whether the browser lets us. */
export const copy = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

/** Gives a file to who sits there. */
export const save = (name: string, parts: BlobPart[], type: string): void => {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  element('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

export const share = (orders: ShareOrders): HTMLElement => {
  const text = element('input', { type: 'text', placeholder: 'Paste a link or a clip here' });
  text.ariaLabel = 'A link or a clip';
  const open = (value: string) => {
    if (value.trim()) orders.openText(value);
    text.value = '';
    text.blur();
  };
  text.addEventListener('change', () => open(text.value));
  // As it was copied: a field of one line would lose the lines of a recording.
  text.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text') ?? '';
    if (!pasted.trim()) return;
    event.preventDefault();
    open(pasted);
  });
  return element(
    'aside',
    { className: 'share' },
    element('h2', { textContent: 'Share this moment' }),
    element('p', {
      textContent:
        'A clip is the last ten seconds, of a crowd fewer: it opens paused at this very tick, on any machine, with the same bits. One can go back through it.',
    }),
    button('Copy link', 'To the clipboard', orders.copyLink),
    button('Save clip', 'As a small JSON file, for glissando replay too', orders.saveClip),
    button('Save the whole walk', 'From the first tick, for glissando replay', orders.saveRecording),
    text,
  );
};
