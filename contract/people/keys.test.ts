import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutKeys } from './keys.ts';

test('a key that is pasted into a search is cut to what may be shown of it, and other words stay', () => {
  const secret = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';
  assert.equal(withoutKeys(`gpu_${secret}`), 'gpu_a1B2c3D4');
  assert.equal(withoutKeys(`Bearer svc_mcp_${secret}`), 'Bearer svc_mcp_a1B2');
  for (const text of ['', 'ci', 'gpu_', 'gpu_a1B2c3D4', 'my gpu_box key']) assert.equal(withoutKeys(text), text);
});
