// The files of docs/parity, and the hash that every language makes of its run.

import { readFileSync } from 'node:fs';

export const text = (name: string) => readFileSync(new URL(`../../docs/parity/${name}`, import.meta.url), 'utf8');

/** The line that every language prints. */
export const line = (kind: 'walk' | 'tour') => text('README.md').match(new RegExp(`^parity ${kind}: .*$`, 'm'))?.[0];

const PRIME = 0x100000001b3n;

/** FNV-1a of 64 bits. */
export class Hash {
  private value = 0xcbf29ce484222325n;

  addNumbers(numbers: readonly number[]): void {
    new Uint8Array(Float64Array.from(numbers).buffer).forEach((byte) => this.addByte(byte));
  }

  addByte(byte: number): void {
    this.value = BigInt.asUintN(64, (this.value ^ BigInt(byte)) * PRIME);
  }

  toString(): string {
    return `0x${this.value.toString(16).padStart(16, '0')}`;
  }
}
