// Which way is up: the body stands along it and falls against it.

import type { AllSettings } from 'glissando';
import { Quaternion, Vector3 } from 'three';

export const UPS: Readonly<Record<string, [number, number, number]>> = {
  '+Y': [0, 1, 0],
  '-Y': [0, -1, 0],
  '+X': [1, 0, 0],
  '-X': [-1, 0, 0],
  '+Z': [0, 0, 1],
  '-Z': [0, 0, -1],
};

/** Turns up, body and gravity together; gravity keeps its strength. */
export const turnUp = (settings: AllSettings, up: [number, number, number]): void => {
  const strength = Math.hypot(...settings.gravity);
  settings.up = [...up];
  settings.gravity = up.map((c) => (c === 0 ? 0 : -c * strength)) as AllSettings['gravity'];
  const turned = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(...up)).normalize();
  settings.rotation = turned.toArray() as AllSettings['rotation'];
};
