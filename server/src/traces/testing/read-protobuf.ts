/** A field of a protobuf message: its number, and its value as bytes or as a number. */
type Field = readonly [number: number, value: Buffer | bigint];

/** The fields of a message in wire format. @throws RangeError if it is truncated or has an unknown type */
export function readFields(bytes: Buffer): readonly Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at];
      if (byte === undefined || shift > 63n) throw new RangeError('a number has no end');
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new RangeError('a field is cut off');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    switch (tag & 7) {
      case 0:
        fields.push([number, varint()]);
        break;
      case 1:
        fields.push([number, take(8).readBigUInt64LE()]);
        break;
      case 2:
        fields.push([number, take(Number(varint()))]);
        break;
      case 5:
        fields.push([number, BigInt(take(4).readUInt32LE())]);
        break;
      default:
        throw new RangeError(`a field of the kind ${tag & 7}`);
    }
  }
  return fields;
}

export function messagesIn(bytes: Buffer, number: number): readonly Buffer[] {
  return readFields(bytes).flatMap(([found, value]) => (found === number && typeof value !== 'bigint' ? [value] : []));
}

export function textIn(bytes: Buffer, number: number): string {
  return messagesIn(bytes, number).at(-1)?.toString() ?? '';
}

export function hexIn(bytes: Buffer, number: number): string {
  return messagesIn(bytes, number).at(-1)?.toString('hex') ?? '';
}

export function numberIn(bytes: Buffer, number: number): bigint | null {
  const [, value] = readFields(bytes).findLast(([found]) => found === number) ?? [];
  return typeof value === 'bigint' ? value : null;
}
