import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { openKeyboard } from './keyboard.ts';

function terminal() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  output.on('data', (bytes: Buffer) => (shown += bytes.toString()));
  return { input, keyboard: openKeyboard(input, output), shown: () => shown };
}

test('what is typed is answered, and shown unless it is a secret', async () => {
  const { input, keyboard, shown } = terminal();
  const name = keyboard.ask('Name: ', { hidden: false });
  input.write('marie\r');
  assert.equal(await name, 'marie');
  assert.match(shown(), /Name: .*marie/s);
  const password = keyboard.ask('Password: ', { hidden: true });
  input.write('hunter2\x7f3\r');
  assert.equal(await password, 'hunter3', 'editing works unseen, too');
  assert.match(shown(), /Password: /);
  assert.doesNotMatch(shown(), /hunter/);
});

for (const [what, bytes] of [
  ['Ctrl-C', '\x03'],
  ['the end of the input', null],
] as const) {
  test(`${what} at a question stops, and says how to go on`, async () => {
    const { input, keyboard } = terminal();
    const asked = keyboard.ask('Name: ', { hidden: false });
    if (bytes === null) input.end();
    else input.write(bytes);
    await assert.rejects(
      asked,
      /^OperatorError: Stopped\. What is done stays done\. Go on with: .* setup$|Stopped\. What is done stays done/,
    );
  });
}
