// The picture: the level, and the ellipsoid that walks in it.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  WebGLRenderer,
} from 'three';
import type { Game } from './game';
import type { Level } from './level';

const levelMesh = ({ positions, indices }: Level): Mesh => {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  // Every triangle with a normal of its own.
  const flat = geometry.toNonIndexed();
  flat.computeVertexNormals();
  const mesh = new Mesh(flat, new MeshStandardMaterial({ color: 0x8fa3ad, roughness: 0.9 }));
  mesh.receiveShadow = true;
  mesh.castShadow = true;
  return mesh;
};

export class View {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(60, 1, 0.1, 200);
  private readonly body = new Mesh(
    new SphereGeometry(1, 32, 24),
    new MeshStandardMaterial({ color: 0xf08a24, roughness: 0.5 }),
  );

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly game: Game,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.scene.background = new Color(0x1b2731);
    const sun = new DirectionalLight(0xffffff, 2.5);
    sun.position.set(6, 14, 8);
    sun.castShadow = true;
    Object.assign(sun.shadow.camera, { left: -14, right: 14, top: 14, bottom: -14 });
    this.body.castShadow = true;
    this.scene.add(sun, new HemisphereLight(0xbfd4e6, 0x40382f, 1.2), levelMesh(game.level), this.body);
  }

  draw(): void {
    this.fit();
    const [x, y, z] = this.game.hero.position;
    this.body.position.set(x, y, z);
    this.body.scale.set(...this.game.hero.radii);
    this.camera.position.set(x, y + 4, z + 8);
    this.camera.lookAt(x, y, z);
    this.renderer.render(this.scene, this.camera);
  }

  /** As large as its place on the page. */
  private fit(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = Math.min(window.devicePixelRatio, 2);
    if (this.canvas.width === Math.floor(width * ratio) && this.canvas.height === Math.floor(height * ratio)) return;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(height, 1);
    this.camera.updateProjectionMatrix();
  }
}
