import { describe, expect, test } from 'vitest';
import { clientConfigs } from './client-configs.ts';

const url = 'https://boreal.example/api/mcp';
const key = 'svc_mcp_secret';

describe.each(clientConfigs({ url, key }))('the configuration of $client', ({ client, steps }) => {
  test('names the endpoint, and the key where it is kept', () => {
    const text = steps.map((step) => step.text).join('\n');
    expect(text).toContain(url);
    if (client === 'VS Code') expect(text).not.toContain(key);
    else expect(text).toContain(key);
  });

  test('is JSON where a file of JSON is asked for', () => {
    for (const step of steps.filter(({ text }) => text.startsWith('{'))) expect(() => JSON.parse(step.text)).not.toThrow();
  });
});

test('plain http is allowed by name, except to this machine itself', () => {
  const desktop = (address: string) =>
    clientConfigs({ url: address, key }).find(({ client }) => client === 'Claude Desktop')?.steps[0]?.text;
  expect(desktop('http://10.0.0.5:8080/api/mcp')).toContain('--allow-http');
  expect(desktop('http://localhost:8080/api/mcp')).not.toContain('--allow-http');
  expect(desktop(url)).not.toContain('--allow-http');
});
