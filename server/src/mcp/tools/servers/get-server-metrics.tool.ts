import { MetricsDuration } from '@boreal/contract/servers/servers.ts';
import { z } from 'zod';
import { getServerMetrics as readMetrics } from '../../../core/fleet/servers/views/get-server-metrics.ts';
import { defineTool } from '../../define-tool.ts';
import { counted, ServerInput } from '../../fields.ts';

const POINTS_MAX = 60;
const Values = z.array(z.number());

export const getServerMetrics = defineTool({
  name: 'svc_get_server_metrics',
  group: 'servers',
  title: 'Get server metrics',
  description: 'CPU and RAM in percent, network in bytes per second, at most 60 points.',
  input: ServerInput.extend({ duration: MetricsDuration.default('1h') }),
  output: z.object({ timestamps: z.array(z.string()), cpu: Values, ram: Values, networkIn: Values, networkOut: Values }),
  run: async (ctx, { serverId, duration }, { engines }) => {
    const { cpu, ram, network_in: into, network_out: out } = await readMetrics(ctx, { serverId, duration }, engines);
    const every = Math.ceil(cpu.timestamps.length / POINTS_MAX);
    const thin = <T>(all: readonly T[]) => all.filter((_, n) => n % every === 0);
    return {
      timestamps: thin(cpu.timestamps),
      cpu: thin(cpu.values),
      ram: thin(ram.values),
      networkIn: thin(into.values),
      networkOut: thin(out.values),
    };
  },
  tell: ({ timestamps }) => counted(timestamps.length, 'point'),
});
