// Texts of others, made fit for a short message.

/** Most letters of a word: names of files may have hundreds. */
const LONGEST_WORD = 60;

/** Most letters of a message. */
const LONGEST = 600;

/** Most names that are told one by one. */
const MOST_NAMES = 3;

/** A text with its middle left out if it is too long. */
const cut = (text: string, most: number): string => {
  const letters = [...text];
  const half = Math.floor((most - 1) / 2);
  return letters.length <= most ? text : `${letters.slice(0, half).join('')}…${letters.slice(-half).join('')}`;
};

/** Numbers of more digits than anybody reads, as powers of ten. */
const readable = (text: string): string =>
  text.replace(/\d{18,}(\.\d+)?/g, (digits) => Number(digits).toPrecision(6).replace(/\.?0*e\+?/, 'e'));

/** A text as a message has it: no endless numbers, no endless words, and an end. */
export const short = (text: string): string =>
  cut(readable(text).replace(/\S+/g, (word) => cut(word, LONGEST_WORD)), LONGEST);

/** Names in a row; of many, the first ones. */
export const listOf = (names: string[]): string => {
  const told = names.slice(0, MOST_NAMES).join(', ');
  return names.length > MOST_NAMES ? `${told} and ${names.length - MOST_NAMES} more` : told;
};
