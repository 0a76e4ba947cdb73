// A piece of the page.

/** An element with these properties and these children. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** A button that does something, and does not keep the keys for itself afterwards. */
export const button = (text: string, title: string, press: () => void): HTMLButtonElement => {
  const made = element('button', { type: 'button', textContent: text, title });
  made.addEventListener('click', () => {
    press();
    made.blur();
  });
  return made;
};
