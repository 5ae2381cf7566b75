import { z } from 'zod';

/** A place in what a schema takes: the whole, or a field, however deep. */
export interface Place {
  readonly schema: unknown;
  /** The whole with this value there, and of the rest no more than leads there. */
  readonly put: (value: unknown) => unknown;
}

export function* placesIn(schema: unknown, put: Place['put'] = (value) => value): Generator<Place> {
  yield { schema, put };
  if (schema instanceof z.ZodObject) {
    for (const [field, part] of Object.entries(schema.shape)) yield* placesIn(part, (value) => put({ [field]: value }));
  } else if (schema instanceof z.ZodArray) {
    yield* placesIn(schema.element, (value) => put([value]));
  } else if (schema instanceof z.ZodDiscriminatedUnion) {
    for (const option of schema.options) {
      const kinds = option instanceof z.ZodObject ? kindsOf(option.shape[schema.def.discriminator]) : [];
      for (const kind of kinds) yield* placesIn(option, (value) => put(withKind(value, { [schema.def.discriminator]: kind })));
    }
  } else if (schema instanceof z.ZodUnion) {
    for (const option of schema.options) yield* placesIn(option, put);
  } else if (schema instanceof z.ZodRecord) {
    yield* placesIn(schema.valueType, (value) => put({ some: value }));
  } else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    yield* placesIn(schema.unwrap(), put);
  } else if (schema instanceof z.ZodPipe) {
    yield* placesIn(schema.in, put);
  }
}

function kindsOf(discriminator: unknown): unknown[] {
  if (discriminator instanceof z.ZodLiteral) return [...discriminator.values];
  return discriminator instanceof z.ZodEnum ? discriminator.options : [];
}

function withKind(value: unknown, kind: object): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, ...kind } : value;
}
