import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restEndpoints } from '@boreal/contract/api/rest-endpoints.ts';
import { endpoints } from './endpoints.ts';

test('methods, paths and limits are those of the specification', () => {
  const table = endpoints.map(({ method, path, limit, auth }) => `${method} ${path} ${limit}${auth === 'none' ? ' open' : ''}`);
  assert.deepEqual(
    table.toSorted(),
    specified
      .trim()
      .split('\n')
      .map((line) => line.trim())
      .toSorted(),
  );
});

test('all that the contract says of REST is served, and nothing else', () => {
  const said = Object.values(restEndpoints).flatMap((rows) => Object.keys(rows));
  assert.deepEqual(endpoints.map(({ name }) => name).toSorted(), said.toSorted());
});

const specified = `
  GET /v1/gpu 60
  GET /v1/availability 60 open
  GET /v1/stock 30
  GET /v1/regions 30
  GET /v1/flavors 30
  GET /v1/images 30
  GET /v1/environments 30
  GET /servers/deploy-quote 60
  GET /servers 30
  POST /servers 5
  GET /servers/:id 30
  DELETE /servers/:id 5
  POST /servers/:id/actions 5
  GET /servers/:id/metrics 30
  GET /servers/:id/events 30
  GET /servers/:id/usage 30
  GET /servers/:id/budget 60
  GET /servers/:id/firewall 30
  POST /servers/:id/firewall 5
  DELETE /servers/:id/firewall 5
  GET /servers/:id/backups 60
  PUT /servers/:id/backups 10
  POST /servers/:id/backups 5
  DELETE /servers/:id/backups/:backupId 10
  GET /servers/:id/backups/:backupId/restore 30
  POST /servers/:id/backups/:backupId/restore 3
  GET /settings/ssh-keys 30
  POST /settings/ssh-keys 5
  DELETE /settings/ssh-keys 5
  GET /credits 30
  GET /v1/api-keys 30
  GET /v1/openapi.json 60 open
`;
