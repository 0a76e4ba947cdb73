// What the world is painted with: colours, and lines a metre apart, so that one sees how large things are.

import { DoubleSide, MeshLambertMaterial } from 'three';

/** Adds lines at whole metres of the mesh, where a face is not along them, and not where they would be a blur. */
const LINES = `
  #include <color_fragment>
  vec3 away = abs(fract(vPlace - 0.5) - 0.5);
  vec3 wide = max(fwidth(vPlace), 1e-5);
  vec3 line = 1.0 - smoothstep(wide * 0.6, wide * 1.6, away);
  line *= 1.0 - smoothstep(0.9, 0.98, abs(vFace));
  line *= 1.0 - smoothstep(0.12, 0.5, wide);
  diffuseColor.rgb *= 1.0 - grid * max(line.x, max(line.y, line.z));
`;

/** Moves what lies in one plane with something else back by steps, each of a few units of depth. */
const BACK = `
  #include <project_vertex>
  gl_Position.z += stepsBack * 2e-6 * gl_Position.w;
`;

/** How dark the lines are, shared by all that is painted. */
export const gridStrength = { value: 0.2 };

/** The material of everything that stands and moves. */
export const surface = (): MeshLambertMaterial => {
  const material = new MeshLambertMaterial({ vertexColors: true, side: DoubleSide });
  material.onBeforeCompile = (shader) => {
    shader.uniforms.grid = gridStrength;
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vPlace;\nvarying vec3 vFace;\nattribute float stepsBack;')
      .replace('#include <project_vertex>', BACK)
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvPlace = position;\nvFace = normal;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vPlace;\nvarying vec3 vFace;\nuniform float grid;')
      .replace('#include <color_fragment>', LINES);
  };
  return material;
};
