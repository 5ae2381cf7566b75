import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For tests: a folder in which the real ssh-keygen makes and reads keys. */
export interface KeyFiles {
  /** Makes a key pair and returns its public line and its private file's text. */
  make(name: string, ...options: string[]): { line: string; privateText: string };
  /** Returns the output of ssh-keygen. */
  run(...options: string[]): string;
  /** The fingerprint that `ssh-keygen -lf` prints for a public line. */
  fingerprint(line: string): string;
  read(name: string): string;
  /** Stores a text with the permissions of a private key. */
  write(name: string, text: string): void;
  remove(): void;
}

export function keyFiles(): KeyFiles {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-keys-'));
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const run = (...options: string[]) =>
    execFileSync('ssh-keygen', options, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return {
    run,
    read,
    write: (name, text) => writeFileSync(join(folder, name), text, { mode: 0o600 }),
    make(name, ...options) {
      run('-q', '-N', '', '-C', `me@${name}`, '-f', name, ...options);
      return { line: read(`${name}.pub`).trim(), privateText: read(name) };
    },
    fingerprint(line) {
      writeFileSync(join(folder, 'asked.pub'), `${line}\n`);
      return run('-lf', 'asked.pub').split(' ')[1] ?? '';
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** The data of a key: strings, each after its length. */
export function wire(...strings: (string | Buffer)[]): Buffer {
  return Buffer.concat(
    strings.flatMap((text) => {
      const bytes = Buffer.from(text);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}
