/**
 * Copies a text that is still on its way. Browsers copy only for somebody who has just pressed a key, so that they are asked at once.
 * @throws when the text does not come, or the browser does not copy, as over http
 */
export async function copyComing(text: Promise<string>): Promise<void> {
  const blob = text.then((come) => new Blob([come], { type: 'text/plain' }));
  // Where there is no clipboard, nobody waits for it.
  blob.catch(() => undefined);
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
