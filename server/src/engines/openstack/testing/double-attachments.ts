import { z } from 'zod';
import { Refusal, type Routes } from './double-http.ts';
import type { Life } from './double-life.ts';
import { parsed, serverOf } from './double-nova-calls.ts';
import type { Volumes } from './double-volumes.ts';
import { newId, type Server } from './double-world.ts';

const Attach = z.object({
  volumeAttachment: z.object({ volumeId: z.string(), device: z.string().nullish(), delete_on_termination: z.boolean().optional() }),
});

/** What nova attaches to a server: volumes, and the ports that it shows as interfaces. */
export function attachmentRoutes({ life, volumes }: { readonly life: Life; readonly volumes: Volumes }): Routes {
  return {
    'GET /v2.1/servers/:id/os-interface': ({ caller }, id = '') => ({
      status: 200,
      body: {
        interfaceAttachments: life
          .portsOf(serverOf(life, caller, id))
          .map(({ id: port_id, network_id, mac_address, status, fixed_ips }) => ({
            net_id: network_id,
            port_id,
            mac_addr: mac_address,
            port_state: status,
            fixed_ips,
            tag: null,
          })),
      },
    }),
    'GET /v2.1/servers/:id/os-volume_attachments': ({ caller }, id = '') => ({
      status: 200,
      body: { volumeAttachments: serverOf(life, caller, id).volumes.map((volume) => shownAttachment(id, volume)) },
    }),
    'POST /v2.1/servers/:id/os-volume_attachments': (call, id = '') => {
      const one = serverOf(life, call.caller, id);
      const { volumeAttachment: asked } = parsed(Attach, call);
      const volume = volumes.volumes.get(asked.volumeId);
      if (!volume) throw new Refusal(404, `Volume ${asked.volumeId} could not be found.`);
      if (volume.status !== 'available')
        throw new Refusal(400, `Invalid volume: status must be 'available'. Currently in '${volume.status}'`);
      const device = `/dev/vd${String.fromCodePoint(98 + one.volumes.length)}`;
      const attached = { volumeId: volume.id, device, boots: false, deleteOnTermination: asked.delete_on_termination ?? false };
      one.volumes.push(attached);
      Object.assign(volume, { status: 'in-use', attachment: { id: newId(), serverId: id, device } });
      const { attachment_id: _attachment, bdm_uuid: _bdm, ...brief } = shownAttachment(id, attached);
      return { status: 200, body: { volumeAttachment: brief } };
    },
    'DELETE /v2.1/servers/:id/os-volume_attachments/:volume': ({ caller }, id = '', volumeId = '') => {
      const one = serverOf(life, caller, id);
      const volume = volumes.volumes.get(volumeId);
      if (!volume || !one.volumes.some((each) => each.volumeId === volumeId)) throw new Refusal(404, `volume_id not found: ${volumeId}`);
      one.volumes = one.volumes.filter((each) => each.volumeId !== volumeId);
      Object.assign(volume, { status: 'available', attachment: null });
      return { status: 202 };
    },
  };
}

function shownAttachment(serverId: string, { volumeId, device, deleteOnTermination }: Server['volumes'][number]) {
  return { attachment_id: volumeId, bdm_uuid: volumeId, serverId, volumeId, device, tag: null, delete_on_termination: deleteOnTermination };
}
