import type { IncusProxy } from './incus-proxy.ts';

/**
 * Where there is no device mapper, lets Incus make pools of LVM as btrfs in files, and tell of them as LVM: production refuses btrfs,
 * and all that this is for is the rest of it.
 */
export function asLvm(proxy: IncusProxy): void {
  proxy.rules.push(({ method, path, body }) =>
    method === 'POST' && path.startsWith('/1.0/storage-pools') ? { body: body.replace('"driver":"lvm"', '"driver":"btrfs"') } : 'passed',
  );
  proxy.answers = ({ method, path }, body) => {
    if (method !== 'GET' || !/^\/1\.0(?:\/storage-pools[^/]*|\/storage-pools\/[^/]+)?(?:\?.*)?$/.test(path)) return null;
    return body.replaceAll('"driver":"btrfs"', '"driver":"lvm"').replaceAll('"Name":"btrfs"', '"Name":"lvm"');
  };
}
