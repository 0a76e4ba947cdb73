// The picture of a session.

import type { Layers, Session, Vector } from 'glissando';
import { Fog, PCFShadowMap, Scene, WebGLRenderer } from 'three';
import { Actors, bodyRotation } from './actors';
import { Camera } from './camera';
import { Overlay } from './overlay';
import { TriggerShapes } from './triggerShapes';
import { Quality } from './quality';
import { Reached } from './reached';
import { Sky } from './sky';
import { World, type Look } from './world';

/** What is drawn besides the world itself. */
export interface Shown {
  look: Look;
  layers: Layers;
  isOverlaid: boolean;
}

export class View {
  readonly camera = new Camera();
  world!: World;
  private readonly renderer: WebGLRenderer;
  readonly quality = new Quality();
  /** The map of a check. */
  readonly reached = new Reached();
  private readonly scene = new Scene();
  private readonly sky = new Sky();
  private readonly overlay = new Overlay();
  private actors = new Actors();
  private triggerShapes = new TriggerShapes();

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.scene.add(this.sky.dome, this.sky.sun, this.sky.sun.target, this.sky.light, this.overlay.group, this.reached.mesh);
  }

  /** Draws another session from now on. */
  begin(session: Session, shown: Shown): void {
    if (this.world) {
      this.scene.remove(this.world.group, this.actors.group, this.triggerShapes.group);
      this.world.dispose();
      this.actors.dispose();
    }
    [this.world, this.actors, this.triggerShapes] = [new World(session), new Actors(), new TriggerShapes()];
    this.scene.add(this.world.group, this.actors.group, this.triggerShapes.group);
    const { radius } = this.world;
    this.scene.fog = new Fog(0xdfe9ef, Math.max(60, radius), Math.max(400, radius * 6));
    this.camera.eye.far = Math.max(500, radius * 4);
    this.camera.eye.updateProjectionMatrix();
    this.camera.reset();
    this.paint(session, shown);
    this.refresh(session);
  }

  /** After the look or the settings changed. */
  paint(session: Session, { look }: Shown): void {
    const { up } = session.view(0, 0);
    const { cosClimb: climb = 0.7, cosSlip: slip = 0.64 } = session.settings.ground ?? {};
    this.world.show(look, { up, climb, slip });
  }

  /** What changes seldom. */
  refresh(session: Session): void {
    this.triggerShapes.show(session.triggerShapes());
  }

  draw(session: Session, yaw: number, pitch: number, shown: Shown, seconds: number): void {
    this.fit();
    this.quality.note(seconds * 1000);
    this.sky.sun.castShadow = this.quality.hasShadows;
    const rotation = bodyRotation(session, yaw);
    const places = session.places();
    const [x, y, z, a, b, c] = places.characters as unknown as number[];
    const [centre, radii] = [[x, y, z] as Vector, [a, b, c] as Vector];
    this.world.place(places.poses);
    this.actors.place(places, rotation, this.camera.distance);
    this.triggerShapes.turn(performance.now() / 1000);
    const view = session.view(yaw, pitch);
    this.camera.follow(session, view, centre, radii, seconds);
    this.sky.up.set(...view.up);
    this.sky.follow(this.camera.eye.position.clone().set(...centre));
    this.overlay.show(shown.isOverlaid ? session.overlay(shown.layers) : undefined);
    this.renderer.render(this.scene, this.camera.eye);
  }

  /** As large as its place on the page. */
  private fit(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const { ratio } = this.quality;
    if (this.canvas.width === Math.floor(width * ratio) && this.canvas.height === Math.floor(height * ratio)) return;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.camera.fit(width / Math.max(height, 1));
  }
}
