import { z } from 'zod';
import type { IncusConfig } from '../../../config-engines.ts';
import { execInGuest } from '../../../engines/incus/exec-in-guest.ts';
import { OperatorError } from '../../operator-error.ts';
import type { UsedIncus } from './with-incus.ts';

/** The machine from which an image is made. One left by an interrupted setup is removed first. */
const TEMPLATE = 'boreal-setup-template';
const PUBLIC_IMAGES = 'https://images.linuxcontainers.org';

/**
 * What every image of Boreal needs: cloud-init, which gives a machine its user and key, and an SSH server. Removes the template's host
 * keys, and its record that cloud-init has already run.
 */
const PREPARE = `set -e
if command -v cloud-init >/dev/null; then cloud-init status --wait >/dev/null 2>&1 || true; fi
if ! command -v sshd >/dev/null && ! command -v dropbear >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive
  for try in 1 2 3 4 5; do apt-get update >/dev/null 2>&1 && break || sleep 3; done
  apt-get install -y openssh-server 2>&1
fi
rm -f /etc/ssh/ssh_host_*
if command -v cloud-init >/dev/null; then cloud-init clean --logs --machine-id >/dev/null; fi
sync`;

export interface ImageWanted {
  readonly alias: string;
  /** `ubuntu/24.04/cloud` of the public images, or a local alias. */
  readonly source: string;
  readonly machineType: 'container' | 'vm';
}

const Known = z.object({ target: z.string() });
const Present = z.object({ status: z.string() });

/** Makes an image under an alias, from a public or a local one. It takes a minute, and downloads half a gigabyte. */
export async function makeImage({ client, change, signal }: UsedIncus, incus: IncusConfig, wanted: ImageWanted): Promise<void> {
  const path = `/1.0/instances/${TEMPLATE}`;
  await removeTemplate({ client, change, signal });
  const isHere = (await client.find(`/1.0/images/aliases/${encodeURIComponent(wanted.source)}`, Known, signal)) !== null;
  const elsewhere = { server: PUBLIC_IMAGES, protocol: 'simplestreams', mode: 'pull' };
  await change({
    method: 'POST',
    path: '/1.0/instances',
    body: {
      name: TEMPLATE,
      type: wanted.machineType === 'vm' ? 'virtual-machine' : 'container',
      description: 'boreal setup makes an image from it',
      profiles: [],
      start: true,
      source: { type: 'image', alias: wanted.source, ...(!isHere && elsewhere) },
      config: wanted.machineType === 'vm' ? { 'security.secureboot': 'false' } : {},
      devices: {
        root: { type: 'disk', path: '/', pool: incus.storagePool },
        eth0: { type: 'nic', name: 'eth0', network: incus.network },
      },
    },
  });
  const { code, wrote } = await execWhenUp({ client, change, signal });
  if (code !== 0) {
    await removeTemplate({ client, change, signal });
    throw new OperatorError(
      `The image could not be prepared (${code}): ${wrote.trim().split('\n').slice(-3).join(' ') || 'nothing was said'}. Servers need the internet for that; see "The image" in the guide to Incus.`,
    );
  }
  await change({ method: 'PUT', path: `${path}/state`, body: { action: 'stop', timeout: 60, force: false } });
  await change({
    method: 'POST',
    path: '/1.0/images',
    body: {
      source: { type: 'instance', name: TEMPLATE },
      aliases: [{ name: wanted.alias }],
      properties: { description: `${wanted.alias}, made by boreal setup` },
    },
  });
  await removeTemplate({ client, change, signal });
}

/** Removes the machine that an interrupted setup left. */
async function removeTemplate({ client, change, signal }: UsedIncus): Promise<void> {
  const path = `/1.0/instances/${TEMPLATE}`;
  const left = await client.find(path, Present, signal);
  if (left === null) return;
  if (left.value.status !== 'Stopped')
    await change({ method: 'PUT', path: `${path}/state`, body: { action: 'stop', timeout: 10, force: true } });
  await change({ method: 'DELETE', path });
}

const TRIES = 60;

/** Retries until a virtual machine's agent answers, some time after its boot. */
async function execWhenUp({ client, signal }: UsedIncus): Promise<{ code: number; wrote: string }> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await execInGuest(client, TEMPLATE, PREPARE, signal);
    } catch (error) {
      if (tries >= TRIES || !(error instanceof Error && /agent|not running|not currently running/i.test(error.message))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  }
}
