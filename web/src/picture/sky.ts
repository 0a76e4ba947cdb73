// The sky: a dome about the eye, and the light that comes from it.

import { BackSide, Color, DirectionalLight, HemisphereLight, Mesh, ShaderMaterial, SphereGeometry, Vector3 } from 'three';

const HORIZON = 0xdfe9ef;
const ZENITH = 0x5b92c9;
const BELOW = 0x8f9aa3;

/** Metres around the character that have shadows. */
const LIT = 22;

/** Points along the side of the picture that shadows are made of. */
const SHADOW_SIZE = 2048;

const dome = (up: Vector3): Mesh => {
  const material = new ShaderMaterial({
    side: BackSide,
    depthWrite: false,
    uniforms: {
      up: { value: up },
      horizon: { value: new Color(HORIZON) },
      zenith: { value: new Color(ZENITH) },
      below: { value: new Color(BELOW) },
    },
    vertexShader: `
      varying vec3 vWay;
      void main() {
        vWay = position;
        gl_Position = (projectionMatrix * mat4(mat3(modelViewMatrix)) * vec4(position, 1.0)).xyww;
      }`,
    fragmentShader: `
      varying vec3 vWay;
      uniform vec3 up, horizon, zenith, below;
      void main() {
        float height = dot(normalize(vWay), up);
        vec3 colour = height > 0.0 ? mix(horizon, zenith, pow(height, 0.55)) : mix(horizon, below, pow(-height, 0.4));
        gl_FragColor = vec4(colour, 1.0);
        #include <colorspace_fragment>
      }`,
  });
  const mesh = new Mesh(new SphereGeometry(1, 32, 16), material);
  mesh.frustumCulled = false;
  mesh.renderOrder = -1;
  return mesh;
};

export class Sky {
  readonly sun = new DirectionalLight(0xfff1dc, 2.1);
  readonly light = new HemisphereLight(0xe6f0fa, 0xb3a493, 2.1);
  readonly up = new Vector3(0, 1, 0);
  readonly dome = dome(this.up);
  private readonly aside = new Vector3(-0.55, 0, 0.7);

  constructor() {
    const { shadow } = this.sun;
    this.sun.castShadow = true;
    shadow.mapSize.set(SHADOW_SIZE, SHADOW_SIZE);
    shadow.normalBias = 0.03;
    shadow.bias = -0.0004;
    Object.assign(shadow.camera, { left: -LIT, right: LIT, top: LIT, bottom: -LIT, near: 1, far: 140 });
  }

  /** Shines on a place. It moves by whole points of its picture, so that shadows do not swim. */
  follow(place: Vector3): void {
    const step = (2 * LIT) / SHADOW_SIZE;
    const { target } = this.sun;
    target.position.set(...(place.toArray().map((c) => Math.round(c / (step * 64)) * step * 64) as [number, number, number]));
    target.updateMatrixWorld();
    const way = this.up.clone().add(this.aside).normalize();
    this.sun.position.copy(target.position).addScaledVector(way, 70);
    this.light.position.copy(this.up);
  }
}
