import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapSchemas } from './json-schema.ts';

test('every schema is changed wherever it stands, those inside before those around', () => {
  const names: unknown[] = [];
  const schema = {
    title: 'whole',
    properties: { a: { title: 'property' }, list: { title: 'list', items: { title: 'item' } } },
    anyOf: [{ title: 'first' }, { title: 'second', not: { title: 'not' } }],
    additionalProperties: { title: 'others' },
    $defs: { part: { title: 'part' } },
  };
  mapSchemas(schema, {
    after: (one) => {
      names.push(one['title']);
      return one;
    },
  });
  assert.deepEqual(names, ['property', 'item', 'list', 'first', 'not', 'second', 'others', 'part', 'whole']);
});

test('what only looks like a schema stays: examples, defaults, and fields that are called as words of JSON Schema', () => {
  const marked = mapSchemas(
    {
      type: 'object',
      default: { type: 'object', items: { type: 'x' } },
      example: { properties: { type: 'x' } },
      enum: [{ type: 'x' }],
      required: ['items'],
      additionalProperties: false,
      properties: { properties: { type: 'string' }, anyOf: { type: 'array', items: { type: 'null' } } },
    },
    { before: ({ type, ...rest }) => ({ was: type ?? null, ...rest }) },
  );
  assert.deepEqual(marked, {
    was: 'object',
    default: { type: 'object', items: { type: 'x' } },
    example: { properties: { type: 'x' } },
    enum: [{ type: 'x' }],
    required: ['items'],
    additionalProperties: false,
    properties: { properties: { was: 'string' }, anyOf: { was: 'array', items: { was: 'null' } } },
  });
});

test('what is left out before is not gone through, what is put in is, and depth counts the objects around', () => {
  const depths: number[] = [];
  const told = mapSchemas(
    { properties: { a: { properties: { b: { properties: { c: {} } } } }, ref: { $ref: 'a' } } },
    {
      before: ({ properties, $ref, ...rest }, depth) => {
        depths.push(depth);
        if ($ref !== undefined) return { items: { title: 'put in' } };
        return depth < 2 && properties !== undefined ? { ...rest, properties } : rest;
      },
    },
  );
  assert.deepEqual(depths, [0, 1, 2, 1, 1]);
  assert.deepEqual(told, { properties: { a: { properties: { b: {} } }, ref: { items: { title: 'put in' } } } });
});
