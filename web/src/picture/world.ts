// The bodies of the world: what stands still is drawn at once, what moves piece by piece.

import type { Session, Vector } from 'glissando';
import {
  type BufferGeometry,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  Vector3,
  WireframeGeometry,
} from 'three';
import { gridStrength, surface } from './grid';
import { alone, geometryOf, merged, paint, type Paint, type Patch } from './triangles';

/** What is shown of it. */
export interface Look {
  edges: boolean;
  triangles: boolean;
  grid: boolean;
  slopes: boolean;
}

/** Edges are drawn where the surface bends by so many degrees. */
const BEND = 12;

/** Worlds of more triangles are drawn without edges: to find them takes too long. */
const MOST_FOR_EDGES = 60_000;

/** How dark the metre lines are. */
const GRID = 0.2;

interface Piece {
  patch: Patch;
  geometry: BufferGeometry;
  mesh: Mesh;
  edges?: LineSegments;
  wires?: LineSegments;
}

export class World {
  readonly group = new Group();
  /** The middle of what stands still, and how far it reaches from there, metres. */
  readonly middle: Vector = [0, 0, 0];
  readonly radius: number = 1;
  /** How large it is along each axis, metres. */
  readonly size: Vector = [0, 0, 0];
  private readonly material = surface();
  private readonly lines = new LineBasicMaterial({ color: 0x1d2733, transparent: true, opacity: 0.55 });
  private readonly wire = new LineBasicMaterial({ color: 0x16202b, transparent: true, opacity: 0.3 });
  private readonly pieces: Piece[] = [];
  private readonly movers: Group[] = [];

  constructor(session: Session) {
    const bodies = session.bodies();
    const still = bodies.filter((body) => !body.isMover);
    // Whole metres, so that the lines are where they are in the world.
    const [x, y, z] = session.places().characters;
    const origin: Vector = [Math.round(x ?? 0), Math.round(y ?? 0), Math.round(z ?? 0)];
    if (still.length > 0) {
      const group = this.piece(merged(still, origin));
      group.position.set(...origin);
      const { geometry } = this.pieces[0]!;
      geometry.computeBoundingBox();
      geometry.computeBoundingSphere();
      const { center, radius } = geometry.boundingSphere!;
      if (Number.isFinite(radius)) {
        this.middle = [center.x + origin[0], center.y + origin[1], center.z + origin[2]];
        this.radius = Math.max(radius, 1);
        this.size = geometry.boundingBox!.getSize(new Vector3()).toArray();
      }
    }
    for (const body of bodies.filter((body) => body.isMover)) {
      const group = this.piece(alone(body));
      group.matrixAutoUpdate = false;
      this.movers.push(group);
    }
  }

  /** How far what stands still reaches along a direction of length one, from the world's origin, metres. */
  reach(along: Vector): number {
    return along.reduce((sum, part, axis) => sum + part * this.middle[axis]! + (Math.abs(part) * this.size[axis]!) / 2, 0);
  }

  /** Twelve numbers for each body that moves. */
  place(poses: Float64Array): void {
    this.movers.forEach((group, index) => {
      const p = poses.subarray(index * 12, index * 12 + 12);
      if (p.length < 12) return;
      // By rows.
      group.matrix.set(p[0]!, p[3]!, p[6]!, p[9]!, p[1]!, p[4]!, p[7]!, p[10]!, p[2]!, p[5]!, p[8]!, p[11]!, 0, 0, 0, 1);
      group.matrixWorldNeedsUpdate = true;
    });
  }

  show(look: Look, how: Omit<Paint, 'slopes'>): void {
    gridStrength.value = look.grid ? GRID : 0;
    const count = this.pieces.reduce((sum, piece) => sum + piece.patch.materials.length, 0);
    for (const piece of this.pieces) {
      paint(piece.geometry, piece.patch, { ...how, slopes: look.slopes });
      const { geometry, mesh } = piece;
      if (look.edges && count <= MOST_FOR_EDGES) {
        piece.edges ??= this.drawn(mesh, new LineSegments(new EdgesGeometry(geometry, BEND), this.lines));
      }
      if (look.triangles) {
        piece.wires ??= this.drawn(mesh, new LineSegments(new WireframeGeometry(geometry), this.wire));
      }
      if (piece.edges) piece.edges.visible = look.edges;
      if (piece.wires) piece.wires.visible = look.triangles;
    }
  }

  dispose(): void {
    for (const { geometry, edges, wires } of this.pieces) {
      geometry.dispose();
      edges?.geometry.dispose();
      wires?.geometry.dispose();
    }
    for (const material of [this.material, this.lines, this.wire]) material.dispose();
  }

  private piece(patch: Patch): Group {
    const geometry = geometryOf(patch);
    const mesh = new Mesh(geometry, this.material);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    const group = new Group();
    group.add(mesh);
    this.group.add(group);
    this.pieces.push({ patch, geometry, mesh });
    return group;
  }

  private drawn(mesh: Mesh, lines: LineSegments): LineSegments {
    mesh.parent!.add(lines);
    return lines;
  }
}
