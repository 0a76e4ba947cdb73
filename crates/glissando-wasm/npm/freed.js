// What a freed object says to whoever asks it anything, or hands it to another: that it was freed, by name.

import * as all from './glissando.js';

/** Once, before the first object is made. Every way to give an object up goes through `__destroy_into_raw`. */
export const nameTheFreed = () => {
  for (const [name, { prototype }] of Object.entries(all)) {
    const giveUp = prototype?.__destroy_into_raw;
    if (!giveUp) continue;
    prototype.__destroy_into_raw = function () {
      const pointer = giveUp.call(this);
      Object.defineProperty(this, '__wbg_ptr', {
        get() {
          throw new Error(`this ${name} was freed: call free() only when nothing more is asked of it, or make a new ${name}`);
        },
      });
      return pointer;
    };
  }
};
