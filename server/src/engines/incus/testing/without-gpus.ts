import { z } from 'zod';
import type { IncusProxy } from './incus-proxy.ts';

const Texts = z.record(z.string(), z.string());
const Body = z.looseObject({ config: Texts, devices: z.record(z.string(), Texts) });

/** Where there are no GPUs, lets Incus make the machines that would have some without them. */
export const withoutGpus: IncusProxy['rules'][number] = ({ method, path, body }) => {
  if (method === 'GET' || !path.startsWith('/1.0/instances') || !body.includes('"type":"gpu"')) return 'passed';
  const { config, devices, ...rest } = Body.parse(JSON.parse(body));
  return {
    body: JSON.stringify({
      ...rest,
      config: Object.fromEntries(Object.entries(config).filter(([key]) => !key.startsWith('nvidia.'))),
      devices: Object.fromEntries(Object.entries(devices).filter(([, device]) => device['type'] !== 'gpu')),
    }),
  };
};
