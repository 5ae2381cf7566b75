/** The first number that makes the hash of `puzzle:number` begin with so many zero bits. */
export async function solvePuzzle(puzzle: string, bits: number): Promise<number> {
  const encoder = new TextEncoder();
  for (let nonce = 0; ; nonce += 1) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(`${puzzle}:${nonce}`)));
    if (beginsWithZeros(digest, bits)) return nonce;
  }
}

function beginsWithZeros(bytes: Uint8Array, bits: number): boolean {
  const whole = Math.floor(bits / 8);
  const rest = bits % 8;
  return bytes.subarray(0, whole).every((byte) => byte === 0) && (rest === 0 || (bytes[whole] ?? 0) >> (8 - rest) === 0);
}
