import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../endpoints.ts';
import { describeApi, firstRegions } from './describe-api.ts';
import { isObject, objectAt } from '../../kit/json.ts';

const siteUrl = 'https://gpu.example';
const api = await describeApi({ siteUrl, endpoints, regions: firstRegions });

const operations = () =>
  Object.entries(objectAt(api, 'paths')).flatMap(([path, methods]) =>
    Object.entries(objectAt(methods)).map(([method, operation]) => ({ path, method, operation: objectAt(operation) })),
  );

test('the document is OpenAPI 3.0.3 of version 1.1.1 and names the address it is served from', () => {
  assert.equal(api['openapi'], '3.0.3');
  assert.equal(objectAt(api, 'info')['version'], '1.1.1');
  assert.deepEqual(api['servers'], [{ url: `${siteUrl}/api` }]);
});

test('a new server stands in one of the regions of this installation, and in the default one if it does not say', async () => {
  const regionOf = (document: typeof api) => objectAt(document, 'components', 'schemas', 'CreateServerRequest', 'properties', 'region');
  assert.partialDeepStrictEqual(regionOf(api), { type: 'string', enum: ['canada-montreal'], default: 'canada-montreal' });
  const regions = { ids: ['france-paris', 'canada-montreal'], defaultId: 'france-paris' };
  const other = await describeApi({ siteUrl, endpoints, regions });
  assert.partialDeepStrictEqual(regionOf(other), { enum: regions.ids, default: 'france-paris' });
  assert.deepEqual(JSON.stringify(other).match(/"enum":\["france-paris","canada-montreal"\]/g)?.length, 7);
});

test('every endpoint of the table is in it, with a name, a group, an example and its refusals', () => {
  assert.equal(operations().length, endpoints.length);
  for (const { path, method, operation } of operations()) {
    const where = `${method} ${path}`;
    const responses = objectAt(operation, 'responses');
    assert.ok(typeof operation['operationId'] === 'string' && Array.isArray(operation['tags']), where);
    assert.ok(responses['429'] && responses['500'], where);
    const success = objectAt(responses['200'] ?? responses['201'], 'content', 'application/json');
    assert.ok(isObject(success['example']), where);
    const open = JSON.stringify(operation['security']) === '[]';
    assert.equal(open, path === '/v1/availability' || path === '/v1/openapi.json', where);
    assert.equal(responses['401'] === undefined, open, where);
    assert.equal(JSON.stringify(operation['parameters']).includes('parameters/Origin'), method !== 'get', where);
    assert.equal(responses['403'] === undefined, method === 'get', where);
  }
});

test('every reference leads somewhere, and no component is left unused', () => {
  const text = JSON.stringify(api);
  const references = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map((match) => match[1]));
  const components = Object.entries(objectAt(api, 'components')).flatMap(([kind, named]) =>
    kind === 'securitySchemes' ? [] : Object.keys(objectAt(named)).map((name) => `${kind}/${name}`),
  );
  assert.deepEqual([...references].toSorted(), components.toSorted());
});

test('requests refuse unknown properties; answers may grow', () => {
  assert.equal(objectAt(api, 'components', 'schemas', 'CreateServerRequest')['additionalProperties'], false);
  assert.equal(objectAt(api, 'components', 'schemas', 'ServerSummary')['additionalProperties'], undefined);
});
