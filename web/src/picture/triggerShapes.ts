// What is passed through: gems to pick up, pads, planes.

import type { TriggerShape } from 'glissando';
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  OctahedronGeometry,
  Vector3,
} from 'three';

const GEM = new OctahedronGeometry(1);
const gemPaint = new MeshLambertMaterial({ color: 0x35d0a5, emissive: 0x0f7a5c, flatShading: true });
const panePaint = new MeshBasicMaterial({
  color: 0xa06cf0,
  transparent: true,
  opacity: 0.16,
  side: DoubleSide,
  depthWrite: false,
});

const shapeOf = (trigger: TriggerShape): Mesh => {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(trigger.positions, 3));
  if (!trigger.isPickUp) return new Mesh(geometry, panePaint);
  const box = new Box3().setFromBufferAttribute(geometry.getAttribute('position') as BufferAttribute);
  const gem = new Mesh(GEM, gemPaint);
  box.getCenter(gem.position);
  gem.scale.setScalar(Math.max(0.12, box.getSize(new Vector3()).length() / 4));
  gem.castShadow = true;
  return gem;
};

export class TriggerShapes {
  readonly group = new Group();
  private shapes: Mesh[] = [];

  show(triggers: TriggerShape[]): void {
    if (this.shapes.length !== triggers.length) {
      this.group.clear();
      this.shapes = triggers.map(shapeOf);
      if (this.shapes.length > 0) this.group.add(...this.shapes);
    }
    triggers.forEach((trigger, index) => (this.shapes[index]!.visible = !trigger.isGone));
  }

  /** Gems turn as time goes by, seconds. */
  turn(time: number): void {
    for (const shape of this.shapes) if (shape.material === gemPaint) shape.rotation.y = time * 1.6;
  }
}
