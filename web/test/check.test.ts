// The check of a level: the same findings as those of the program, whose tests have the same file.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CheckProgress } from 'glissando';
import { beforeAll, expect, it } from 'vitest';
import { BUILDS, open, type Package } from './package';

const file = (name: string) => readFileSync(fileURLToPath(new URL(`../../crates/glissando-check/tests/level/${name}`, import.meta.url)));
const ROOM = { name: 'room.obj', bytes: new Uint8Array(file('room.obj')) };
const FINDINGS = file('room.findings.jsonl').toString().trim().split('\n').map((line) => JSON.parse(line));

let glissando: Package;
beforeAll(async () => {
  glissando = await open();
});

it.each(BUILDS)('finds in a room what the program finds, and reports the map ($name)', async ({ simd }) => {
  const { Session } = await open(simd);
  const heard: CheckProgress[] = [];
  const { findings, summary } = Session.level([ROOM]).check((progress) => void heard.push(progress), [ROOM]);
  const told = findings.map(({ kind, at, reason, clip }) => ({ kind, at, reason, has_clip: clip !== undefined }));
  expect(told).toEqual(FINDINGS);
  expect([...new Set(heard.map(({ stage }) => stage))]).toEqual(['ground', 'moves', 'findings']);
  expect(heard.reduce((sum, { reached }) => sum + reached.length / 3, 0)).toBe(summary.reached);
  const fall = Session.open(findings[0]!.clip!, [ROOM]);
  expect([fall.isSame, fall.position[1] < -1]).toEqual([true, true]);
});

it('is of the character as it is, and its walks open with that', () => {
  const session = glissando.Session.level([ROOM]);
  session.settings = { radii: [0.3, 0.7, 0.3] };
  session.speed = 4;
  const { findings, summary } = session.check(() => {}, [ROOM]);
  expect(summary.cell).toBe(0.3);
  const { clip } = findings.find((finding) => finding.clip !== undefined)!;
  const opened = glissando.Session.open(clip!, [ROOM]);
  expect([opened.isSame, opened.settings.radii]).toEqual([true, [0.3, 0.7, 0.3]]);
});

it('of a scene needs no files, and neither do its walks', () => {
  const { findings, summary } = glissando.Session.scene('doors').check(() => {});
  expect(summary.reached).toBeGreaterThan(100);
  for (const { clip } of findings) {
    if (clip === undefined) continue;
    expect(glissando.Session.clipName(clip)).toEqual({ name: 'doors', isScene: true });
    expect(glissando.Session.open(clip)).toMatchObject({ isSame: true, title: 'Doors' });
  }
}, 240_000);

it('ends with what its listener throws, and refuses what it cannot check', () => {
  const session = glissando.Session.level([ROOM]);
  const stop = new Error('enough');
  expect(() =>
    session.check(({ stage }) => {
      if (stage === 'moves') throw stop;
    }, [ROOM]),
  ).toThrow(stop);
  expect(session.tick).toBe(0);
  expect(() => session.check(5 as never)).toThrow('report is 5: it must be a function');
  expect(() => session.check(() => {})).toThrow(/room\.obj/);
  session.settings = { up: [0, 0, 1] };
  expect(() => session.check(() => {}, [ROOM])).toThrow('levels are checked with [0, 1, 0] alone');
});
