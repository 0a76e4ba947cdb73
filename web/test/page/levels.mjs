// A small level.

/** A floor of 20 m, and a step of 30 cm across it; times a factor. */
export const obj = (times = 1) => {
  const vertices = [
    [-10, 0, -10], [-10, 0, 10], [10, 0, 10], [10, 0, -10],
    [-10, 0.3, -4], [-10, 0.3, -2], [10, 0.3, -2], [10, 0.3, -4],
    [-10, 0, -2], [10, 0, -2],
  ].map((place) => `v ${place.map((c) => c * times).join(' ')}\n`);
  const floor = `o floor\nusemtl ground\n${vertices.slice(0, 4).join('')}f 1 2 3 4\n`;
  return `${floor}o step\nusemtl stairs\n${vertices.slice(4).join('')}f 5 6 7 8\nf 6 9 10 7\n`;
};

export const OBJ = obj();
