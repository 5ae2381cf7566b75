import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busyGpus } from './busy-gpus.rules.ts';

test('a GPU that a process or a screen of this machine uses is found under the name that Incus has of it', () => {
  const busy = busyGpus({
    processes: '00000000:17:00.0, 1234, /usr/bin/python3\n',
    displays: '00000000:17:00.0, Disabled\n00000000:CA:00.0, Enabled\n00000000:E1:00.0, Disabled\n',
  });
  assert.deepEqual(
    [...busy],
    [
      ['0000:17:00.0', 'process 1234 (/usr/bin/python3)'],
      ['0000:ca:00.0', 'a screen'],
    ],
  );
});

test('what is no list says nothing', () => {
  assert.deepEqual([...busyGpus({ processes: 'No running processes found\n', displays: '' })], []);
});

test('as an H200 of driver 580 answers, busy and idle', () => {
  const displays = '00000000:00:06.0, Disabled\n';
  assert.deepEqual([...busyGpus({ processes: '00000000:00:06.0, 522, python3\n', displays })], [['0000:00:06.0', 'process 522 (python3)']]);
  assert.deepEqual([...busyGpus({ processes: '', displays })], []);
});
