import type { Routes } from './double-http.ts';
import type { Life } from './double-life.ts';
import type { ComputeQuota } from './double-new-server.ts';
import type { Flavor } from './double-world.ts';

/** What a project may have of nova, and what it has. */
export function quotaRoutes({ life, quota }: { readonly life: Life; readonly quota: ComputeQuota }): Routes {
  return {
    'GET /v2.1/limits': ({ caller: { user } }) => {
      const own = [...life.servers.values()].filter(({ project }) => project.id === user.project.id);
      const sum = (of: (flavor: Flavor) => number) => own.reduce((total, { flavor }) => total + of(flavor), 0);
      const absolute = {
        maxTotalInstances: quota.instances,
        maxTotalCores: quota.cores,
        maxTotalRAMSize: quota.ram,
        maxServerMeta: 128,
        maxTotalKeypairs: 100,
        maxServerGroups: 10,
        maxServerGroupMembers: 10,
        totalRAMUsed: sum(({ ram }) => ram),
        totalCoresUsed: sum(({ vcpus }) => vcpus),
        totalInstancesUsed: own.length,
        totalServerGroupsUsed: 0,
      };
      return { status: 200, body: { limits: { rate: [], absolute } } };
    },
    'GET /v2.1/os-quota-sets/:project': (_call, id = '') => ({
      status: 200,
      body: { quota_set: { id, key_pairs: 100, metadata_items: 128, server_group_members: 10, server_groups: 10, ...quota } },
    }),
    'GET /v2.1/os-quota-sets/:project/detail': (_call, id = '') => {
      const own = [...life.servers.values()].filter(({ project }) => project.id === id);
      const row = (limit: number, in_use: number) => ({ limit, in_use, reserved: 0 });
      const rows = {
        instances: row(quota.instances, own.length),
        cores: row(
          quota.cores,
          own.reduce((sum, { flavor }) => sum + flavor.vcpus, 0),
        ),
        ram: row(
          quota.ram,
          own.reduce((sum, { flavor }) => sum + flavor.ram, 0),
        ),
        key_pairs: row(100, 0),
        metadata_items: row(128, 0),
        server_group_members: row(10, 0),
        server_groups: row(10, 0),
      };
      return { status: 200, body: { quota_set: { id, ...rows } } };
    },
  };
}
