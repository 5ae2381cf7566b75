import { test } from 'node:test';
import type { CheckedAnswer, Schema } from './api-document.ts';
import { sharedRefusals } from './refused-bodies.ts';
import { bodyTrials, queryTrials } from './trials.ts';
import { FRENCH, type Walk } from './walk.ts';
import { inFrench, invalid, refusal, succeeded } from './walk-requests.ts';

/** 400: what a request may carry, parameter by parameter and field by field. */
export function boundsWhatItTakes(walk: Walk): void {
  boundsParameters(walk);
  if (walk.operation.path.includes('{') && walk.operation.query.length === 0 && !walk.operation.isWrite) decodesItsPath(walk);
  const { body, isWrite } = walk.operation;
  if (body) boundsBody(walk, body);
  else if (isWrite) takesNoBody(walk);
}

function decodesItsPath({ operation, ask }: Walk): void {
  test('a path that cannot be decoded is 400, and the document says so', async () => {
    const path = operation.path.replaceAll(/\{\w+\}/g, '%zz');
    invalid(await ask({}, { path }), '', path);
  });
}

function boundsParameters({ world, operation, row, ask }: Walk): void {
  for (const { name, required, schema } of operation.query) {
    test(`the parameter ${name} is taken up to its bounds and 400 past them`, async () => {
      const good = await row.good(world);
      for (const { text, admitted } of queryTrials(schema)) {
        const answer = await ask({ ...good, query: { ...good.query, [name]: text } });
        const what = `${name}=${JSON.stringify(text).slice(0, 60)}`;
        if (!admitted) invalid(answer, text === '\0' ? '' : name, what);
        // A cursor is taken as it was given, or it is none.
        else if (name === 'cursor') invalid(answer, name, what);
        else if (row.meaning?.[name] !== 'any') succeeded(answer, what);
      }
      if (required) invalid(await ask({ ...good, query: {} }), name, `no ${name}`);
    });
  }
}

function boundsBody(walk: Walk, body: Schema): void {
  const { world, operation, row, ask } = walk;
  const { properties = {}, required = [] } = body;
  for (const [name, schema] of Object.entries(properties)) {
    test(`the field ${name} is taken up to its bounds and 400 past them`, async () => {
      const good = await row.good(world);
      for (const { value, admitted } of bodyTrials(schema)) {
        const { body: fields, ...call } = admitted ? await row.good(world) : good;
        const answer = await ask({ ...call, body: { ...fields, [name]: value } });
        const what = `${name}: ${JSON.stringify(value)?.slice(0, 60)}`;
        const meaning = row.meaning?.[name] ?? [];
        if (!admitted || (meaning !== 'any' && meaning.includes(value))) refusedField(walk, answer, { name, what });
        else if (meaning !== 'any') succeeded(answer, what);
        await world.rest.cloud.settle();
      }
      const { [name]: _, ...without } = good.body ?? {};
      const answer = await ask({ ...good, body: without });
      if (required.includes(name)) invalid(answer, name, `no ${name}`);
    });
  }

  test('a field that is not known is 400 and names itself', async () => {
    const good = await row.good(world);
    for (const name of ['more', 'constructor', 'toString', '', Object.keys(properties)[0]?.toUpperCase() ?? 'X', 'x'.repeat(100)]) {
      const answer = await ask({ ...good, body: { ...good.body, [name]: 1 } });
      invalid(answer, name, `a field "${name}"`);
      inFrench(await ask({ ...good, body: { ...good.body, [name]: 1 } }, { headers: FRENCH }), answer);
    }
  });

  test('what is no JSON object is 400, and nothing is done', async () => {
    const good = await row.good(world);
    const { body: _, ...call } = good;
    for (const { what, isNone = false, field = '', ...sent } of sharedRefusals(good.body ?? {})) {
      const answer = await ask(call, sent);
      if (isNone && operation.bodyIsOptional) succeeded(answer, what);
      else invalid(answer, field, what);
    }
    if (required.length === 0) succeeded(await ask({ ...call, body: {} }), 'an object without fields');
    succeeded(await ask(good, { headers: { 'content-type': 'application/json; charset=utf-8' } }), 'the same body as JSON');
  });
}

function takesNoBody({ world, row, ask }: Walk): void {
  test('it takes no body: an empty one does no harm, and nothing is done for one that says anything', async () => {
    for (const text of ['', ' ', '{}']) succeeded(await ask(await row.good(world), { text }), `"${text}"`);
    const good = await row.good(world);
    for (const text of ['{', '[]', 'null', 'x'.repeat(10_000), 'x'.repeat(70_000)]) {
      for (const type of ['application/json', 'text/plain', 'nonsense', null]) {
        invalid(await ask(good, { text, headers: { 'content-type': type } }), '', `${type} ${text.slice(0, 20)}`);
      }
    }
    const answer = await ask(good, { body: { dryRun: true } });
    invalid(answer, 'dryRun', 'a field');
    inFrench(await ask(good, { body: { dryRun: true }, headers: FRENCH }), answer);
    succeeded(await ask(good), 'the same request without a body');
  });
}

/** A contradiction between two fields may be reported on either. */
function refusedField({ row }: Walk, answer: CheckedAnswer, { name, what }: { name: string; what: string }): void {
  if (row.meaning?.[name] === undefined || row.meaning[name] === 'any') invalid(answer, name, what);
  else refusal(answer, 400, 'INVALID_REQUEST');
}
