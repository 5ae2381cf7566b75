import { z } from 'zod';
import type { Step } from './walk-record.ts';
import { startWalk, type Walked, type Who } from './walk-session.ts';

/** What both clouds have under these names. */
export const STANDARD = {
  network: 'priv',
  externalNetwork: 'public',
  flavor: 'lab.nano',
  zone: 'az1',
  gpuFlavor: 'lab.h100x8',
  gpuZone: 'gpu',
} as const;
const NOWHERE = '00000000-0000-0000-0000-000000000000';

/** The life of a machine and what goes wrong in it, as one walk; what it made is gone when it ends. */
export async function walkCloud(cloud: Walked): Promise<readonly Step[]> {
  const { steps, ask, step, idIn, named, until, rests, isGone } = await startWalk(cloud);

  const [network, external, image, flavor, gpuFlavor] = await Promise.all([
    named('demo', 'network', '/v2.0/networks', 'networks', cloud.network),
    named('demo', 'network', '/v2.0/networks', 'networks', cloud.externalNetwork),
    named('demo', 'image', '/v2/images', 'images', cloud.image),
    named('demo', 'compute', '/flavors', 'flavors', cloud.flavor),
    named('demo', 'compute', '/flavors', 'flavors', cloud.gpuFlavor),
  ]);

  // What the cloud is.
  for (const who of ['demo', 'admin'] as const) {
    for (const path of [
      '/flavors/detail',
      '/limits',
      '/os-availability-zone',
      '/os-availability-zone/detail',
      '/os-services',
      '/os-hypervisors/detail',
      '/os-aggregates',
      '/servers/detail?all_tenants=1',
    ]) {
      await step(`${who} reads ${path}`, who, 'compute', `GET ${path}`);
    }
    await step(`${who} reads resource providers`, who, 'placement', 'GET /resource_providers');
  }
  for (const path of ['/v2.0/networks', '/v2.0/subnets', '/v2.0/routers', '/v2.0/security-groups', '/v2.0/extensions'])
    await step(`demo reads ${path}`, 'demo', 'network', `GET ${path}`);
  await step('demo reads images', 'demo', 'image', 'GET /v2/images');
  for (const path of ['/volumes/detail', '/snapshots/detail', '/types', '/limits'])
    await step(`demo reads ${path}`, 'demo', 'volumev3', `GET ${path}`);
  const unknown = { compute: '/servers/', network: '/v2.0/ports/', image: '/v2/images/', volumev3: '/volumes/' } as const;
  for (const service of ['compute', 'network', 'image', 'volumev3'] as const) {
    await step(`${service} does not know it`, 'demo', service, `GET ${unknown[service]}${NOWHERE}`);
    await step(`${service} does not let strangers in`, 'demo', service, `GET ${unknown[service]}${NOWHERE}`, undefined, {
      'X-Auth-Token': 'nonsense',
    });
  }
  await step('a microversion of the future', 'demo', 'compute', 'GET /servers', undefined, { 'OpenStack-API-Version': 'compute 2.9999' });

  // A group with rules, a port.
  const group = idIn(
    await step('a group', 'demo', 'network', 'POST /v2.0/security-groups', { security_group: { name: 'walk', description: 'walk' } }),
    'security_group',
  );
  const rule = {
    security_group_id: group,
    direction: 'ingress',
    ethertype: 'IPv4',
    protocol: 'tcp',
    port_range_min: 22,
    port_range_max: 22,
    remote_ip_prefix: '0.0.0.0/0',
  };
  await step('a rule', 'demo', 'network', 'POST /v2.0/security-group-rules', { security_group_rule: rule });
  await step('the same rule', 'demo', 'network', 'POST /v2.0/security-group-rules', { security_group_rule: rule });
  await step('several rules', 'demo', 'network', 'POST /v2.0/security-group-rules', {
    security_group_rules: [80, 443].map((port) => ({ ...rule, port_range_min: port, port_range_max: port })),
  });
  await step('the group', 'demo', 'network', `GET /v2.0/security-groups/${group}`);
  await step('neutron compares revisions', 'demo', 'network', 'GET /v2.0/extensions/revision-if-match');
  const described = { security_group: { description: 'walk' } };
  const stale = { 'If-Match': 'revision_number=0' };
  await step('what the group says', 'demo', 'network', `PUT /v2.0/security-groups/${group}`, described);
  await step('the same, of a revision that is over', 'demo', 'network', `PUT /v2.0/security-groups/${group}`, described, stale);
  const port = idIn(
    await step('a port', 'demo', 'network', 'POST /v2.0/ports', { port: { network_id: network, name: 'walk', security_groups: [group] } }),
    'port',
  );
  const tagged = (name: string, tags: readonly string[]) => step(name, 'demo', 'network', `PUT /v2.0/ports/${port}/tags`, { tags });
  const TAGS = Array.from({ length: 50 }, (_, n) => `walk:${String(n).padStart(2, '0')}:${'x'.repeat(52)}`);
  await step('neutron has tags', 'demo', 'network', 'GET /v2.0/extensions/standard-attr-tag');
  await step('neutron does not have it', 'demo', 'network', 'GET /v2.0/extensions/nonsense');
  await tagged('tags of a port', TAGS);
  await tagged('the same tag twice', ['walk', 'walk']);
  await tagged('a tag that is too long', ['x'.repeat(256)]);
  await step('a port with tags', 'demo', 'network', `GET /v2.0/ports/${port}`);
  await step('ports by tags', 'demo', 'network', 'GET /v2.0/ports?tags=walk:nobodys');

  // What nova refuses.
  const wanted = {
    name: 'walk',
    imageRef: image,
    flavorRef: flavor,
    networks: [{ port }],
    availability_zone: cloud.zone,
    metadata: { walk: 'yes' },
    tags: ['walk'],
  };
  const create = (change: object) => ({ server: { ...wanted, ...change } });
  await step('no such flavor', 'demo', 'compute', 'POST /servers', create({ flavorRef: NOWHERE }));
  await step('no such image', 'demo', 'compute', 'POST /servers', create({ imageRef: NOWHERE }));
  await step('no such port', 'demo', 'compute', 'POST /servers', create({ networks: [{ port: NOWHERE }] }));
  await step('no such zone', 'demo', 'compute', 'POST /servers', create({ availability_zone: 'nowhere' }));
  await step('no such key', 'demo', 'compute', 'POST /servers', create({ key_name: 'nobodys' }));
  await step('a host is for administrators', 'demo', 'compute', 'POST /servers', create({ host: 'kvm1' }));
  await step('no such field', 'demo', 'compute', 'POST /servers', create({ nonsense: 1 }));

  // A machine's life.
  const server = idIn(await step('a machine', 'demo', 'compute', 'POST /servers', create({})), 'server');
  const act = (name: string, action: object, who: Who = 'demo') => step(name, who, 'compute', `POST /servers/${server}/action`, action);
  await rests(server, 'ACTIVE');
  for (const who of ['demo', 'admin'] as const) await step(`${who} looks at a machine that runs`, who, 'compute', `GET /servers/${server}`);
  await step('the port is taken', 'demo', 'compute', 'POST /servers', create({}));
  const floating = idIn(
    await step('a floating address', 'demo', 'network', 'POST /v2.0/floatingips', {
      floatingip: { floating_network_id: external, port_id: port, description: 'walk' },
    }),
    'floatingip',
  );
  await step('a second one for the same port', 'demo', 'network', 'POST /v2.0/floatingips', {
    floatingip: { floating_network_id: external, port_id: port },
  });
  await step('an address of a network that has none', 'demo', 'network', 'POST /v2.0/floatingips', {
    floatingip: { floating_network_id: network },
  });
  await step('the group is in use', 'demo', 'network', `DELETE /v2.0/security-groups/${group}`);
  for (const path of [`/v2.0/ports/${port}`, `/v2.0/ports?device_id=${server}`, `/v2.0/floatingips?description=walk`])
    await step(`reads ${path.split(/[/?]/)[2]}${path.includes('?') ? ' by query' : ''}`, 'demo', 'network', `GET ${path}`);
  await step('by tag, a page of one', 'demo', 'compute', 'GET /servers/detail?tags=walk&limit=1');
  await step('by name, in brief', 'demo', 'compute', 'GET /servers?name=walk');
  for (const what of ['os-interface', 'os-volume_attachments', 'os-instance-actions', 'metadata', 'tags', 'diagnostics'])
    await step(`its ${what}`, 'admin', 'compute', `GET /servers/${server}/${what}`);
  await step('its console', 'demo', 'compute', `POST /servers/${server}/remote-consoles`, {
    remote_console: { protocol: 'spice', type: 'spice-html5' },
  });
  await act('what it wrote', { 'os-getConsoleOutput': { length: 5 } });
  await step('more metadata', 'demo', 'compute', `POST /servers/${server}/metadata`, { metadata: { more: 'yes' } });
  await step('less metadata', 'demo', 'compute', `DELETE /servers/${server}/metadata/more`);
  await step('even less metadata', 'demo', 'compute', `DELETE /servers/${server}/metadata/more`);
  await step('a tag', 'demo', 'compute', `PUT /servers/${server}/tags/more`);
  await act('start what runs', { 'os-start': null });
  await act('unshelve what runs', { unshelve: null });
  await act('nonsense', { nonsense: null });
  await act('reset its state', { 'os-resetState': { state: 'error' } });

  await act('stop', { 'os-stop': null });
  await rests(server, 'SHUTOFF');
  await step('a machine that is off', 'admin', 'compute', `GET /servers/${server}`);
  await step('its diagnostics when off', 'admin', 'compute', `GET /servers/${server}/diagnostics`);
  await act('stop what is off', { 'os-stop': null });
  await act('start', { 'os-start': null });
  await rests(server, 'ACTIVE');
  cloud.hold?.();
  await act('reboot', { reboot: { type: 'HARD' } });
  await act('stop what reboots', { 'os-stop': null });
  cloud.goOn?.();
  await rests(server, 'ACTIVE');

  cloud.hold?.();
  const saved = await act('save', { createImage: { name: 'walk-saved', metadata: { walk: 'yes' } } });
  const snapshot = z.object({ image_id: z.string() }).parse(saved.body).image_id;
  await act('save while it is saved', { createImage: { name: 'walk-other' } });
  cloud.goOn?.();
  await until(
    'the image is active',
    async () => z.object({ status: z.string() }).parse((await ask('demo', 'image', `GET /v2/images/${snapshot}`)).body).status === 'active',
  );
  await rests(server, 'ACTIVE');
  await step('what was saved', 'demo', 'image', `GET /v2/images/${snapshot}`);
  await step('saved, by what was written on it', 'demo', 'image', 'GET /v2/images?walk=yes');

  await act('shelve', { shelve: null });
  await rests(server, 'SHELVED_OFFLOADED');
  for (const who of ['demo', 'admin'] as const)
    await step(`${who} looks at a machine that is shelved`, who, 'compute', `GET /servers/${server}`);
  await tagged('tags of a machine that is shelved', TAGS.slice(0, 2));
  await act('start what is shelved', { 'os-start': null });
  await act('reboot what is shelved', { reboot: { type: 'HARD' } });
  await act('save what is shelved', { createImage: { name: 'walk-none' } });
  await step('its diagnostics when shelved', 'admin', 'compute', `GET /servers/${server}/diagnostics`);
  await act('wake it on a host that one names', { unshelve: { host: 'kvm1', availability_zone: cloud.zone } });
  await act('wake it', { unshelve: { availability_zone: cloud.zone } });
  await rests(server, 'ACTIVE');

  // A volume.
  const volume = idIn(
    await step('a volume', 'demo', 'volumev3', 'POST /volumes', { volume: { name: 'walk', size: 1, metadata: { walk: 'yes' } } }),
    'volume',
  );
  const volumeIs = (status: string) =>
    until(
      `the volume is ${status}`,
      async () =>
        z.object({ volume: z.object({ status: z.string() }) }).parse((await ask('demo', 'volumev3', `GET /volumes/${volume}`)).body).volume
          .status === status,
    );
  await volumeIs('available');
  await step('attach it', 'demo', 'compute', `POST /servers/${server}/os-volume_attachments`, { volumeAttachment: { volumeId: volume } });
  await volumeIs('in-use');
  await step('a volume in use', 'demo', 'volumev3', `GET /volumes/${volume}`);
  await step('a volume in use cannot be removed', 'demo', 'volumev3', `DELETE /volumes/${volume}`);
  await step('a machine with a volume', 'demo', 'compute', `GET /servers/${server}`);
  await step('detach it', 'demo', 'compute', `DELETE /servers/${server}/os-volume_attachments/${volume}`);
  await volumeIs('available');

  // A machine that boots from a volume, and an image of that.
  const boots = idIn(
    await step('a volume of an image', 'demo', 'volumev3', 'POST /volumes', { volume: { name: 'walk-system', size: 1, imageRef: image } }),
    'volume',
  );
  const ofCinder = (what: 'volume' | 'snapshot', id: string, status: string) =>
    until(`the ${what} ${id} is ${status}`, async () => {
      const { body } = await ask('demo', 'volumev3', `GET /${what}s/${id}`);
      return z.object({ status: z.string() }).parse(z.record(z.string(), z.unknown()).parse(body)[what]).status === status;
    });
  await ofCinder('volume', boots, 'available');
  await step('a volume that boots', 'demo', 'volumev3', `GET /volumes/${boots}`);
  const { imageRef: _image, ...imageless } = wanted;
  const mapping = { boot_index: 0, uuid: boots, source_type: 'volume', destination_type: 'volume', delete_on_termination: true };
  const booted = idIn(
    await step('a machine that boots from it', 'demo', 'compute', 'POST /servers', {
      server: { ...imageless, name: 'walk-booted', networks: 'none', block_device_mapping_v2: [mapping] },
    }),
    'server',
  );
  await rests(booted, 'ACTIVE');
  await step('it has no image', 'demo', 'compute', `GET /servers/${booted}`);
  const moment = idIn(
    await step('a snapshot of a volume in use', 'demo', 'volumev3', 'POST /snapshots', {
      snapshot: { volume_id: boots, name: 'walk-moment', force: true, metadata: { walk: 'yes' } },
    }),
    'snapshot',
  );
  await ofCinder('snapshot', moment, 'available');
  await step('snapshots by name', 'demo', 'volumev3', 'GET /snapshots/detail?name=walk-moment');
  await step('what is wanted of it', 'demo', 'volumev3', `PUT /snapshots/${moment}`, { snapshot: { description: 'walk' } });
  const copy = idIn(
    await step('a copy of it', 'demo', 'volumev3', 'POST /volumes', { volume: { name: 'walk-moment', size: 1, snapshot_id: moment } }),
    'volume',
  );
  await ofCinder('volume', copy, 'available');
  const actOnCopy = (name: string, action: object) => step(name, 'demo', 'volumev3', `POST /volumes/${copy}/action`, action);
  await actOnCopy('what an image of it is to have', { 'os-set_image_metadata': { metadata: { walk: 'cinder' } } });
  cloud.hold?.();
  const toUpload = { 'os-volume_upload_image': { image_name: 'walk-moment', disk_format: 'qcow2', container_format: 'bare' } };
  const uploaded = z
    .object({ 'os-volume_upload_image': z.object({ image_id: z.string() }) })
    .parse((await actOnCopy('an image of it', toUpload)).body)['os-volume_upload_image'].image_id;
  await actOnCopy('another while it is made', toUpload);
  await step('a copy that is read cannot be removed', 'demo', 'volumev3', `DELETE /volumes/${copy}?cascade=true`);
  await step('its description can be written', 'demo', 'volumev3', `PUT /volumes/${copy}`, { volume: { description: 'walk' } });
  cloud.goOn?.();
  await until(
    'what cinder saved is active',
    async () => z.object({ status: z.string() }).parse((await ask('demo', 'image', `GET /v2/images/${uploaded}`)).body).status === 'active',
  );
  await ofCinder('volume', copy, 'available');
  await step('what cinder saved, by what was written on it', 'demo', 'image', 'GET /v2/images?walk=cinder');
  await step('remove the copy', 'demo', 'volumev3', `DELETE /volumes/${copy}?cascade=true`);
  await isGone('demo', 'volumev3', `/volumes/${copy}`);
  await step('remove the snapshot', 'demo', 'volumev3', `DELETE /snapshots/${moment}`);
  await isGone('demo', 'volumev3', `/snapshots/${moment}`);
  await step('remove what cinder saved', 'demo', 'image', `DELETE /v2/images/${uploaded}`);
  await ask('demo', 'compute', `DELETE /servers/${booted}`);
  await isGone('demo', 'compute', `/servers/${booted}`);
  await isGone('demo', 'volumev3', `/volumes/${boots}`);

  // The GPUs.
  const big = async (n: number) =>
    idIn(
      await ask(
        'demo',
        'compute',
        'POST /servers',
        create({ name: `walk-gpu${n}`, flavorRef: gpuFlavor, networks: 'none', availability_zone: cloud.gpuZone }),
      ),
      'server',
    );
  const [one, two] = [await big(1), await big(2)];
  for (const id of [one, two]) await rests(id, 'ACTIVE');
  await step('who has which resources', 'admin', 'placement', `GET /allocations/${one}`);
  const three = await big(3);
  await rests(three, 'ERROR');
  await step('a machine for which there is no room', 'demo', 'compute', `GET /servers/${three}`);
  await step('a list of it does not say why', 'demo', 'compute', 'GET /servers/detail?name=walk-gpu3');
  await ask('demo', 'compute', `POST /servers/${one}/action`, { shelve: null });
  await rests(one, 'SHELVED_OFFLOADED');
  const four = await big(4);
  await rests(four, 'ACTIVE');
  await step('wake what finds no room', 'demo', 'compute', `POST /servers/${one}/action`, { unshelve: null });
  await until('it is known that there is no room', async () =>
    (await ask('demo', 'compute', `GET /servers/${one}/os-instance-actions`)).text.includes('"Error"'),
  );
  await rests(one, 'SHELVED_OFFLOADED');
  await step('the actions of what found no room', 'demo', 'compute', `GET /servers/${one}/os-instance-actions`);
  for (const id of [one, two, three, four]) await ask('demo', 'compute', `DELETE /servers/${id}`);
  for (const id of [one, two, three, four]) await isGone('demo', 'compute', `/servers/${id}`);

  // The end of it all.
  await step('remove the machine', 'demo', 'compute', `DELETE /servers/${server}`);
  await isGone('demo', 'compute', `/servers/${server}`);
  await step('remove it again', 'demo', 'compute', `DELETE /servers/${server}`);
  const longAgo = '2000-01-01T00:00:00Z';
  await step('what has changed', 'demo', 'compute', `GET /servers/detail?changes-since=${longAgo}&name=^walk$&limit=1`);
  await step('its port is there still, and free', 'demo', 'network', `GET /v2.0/ports/${port}`);
  await step('its floating address, too', 'demo', 'network', `GET /v2.0/floatingips/${floating}`);
  await step('remove the address', 'demo', 'network', `DELETE /v2.0/floatingips/${floating}`);
  await step('remove the port', 'demo', 'network', `DELETE /v2.0/ports/${port}`);
  await step('remove the group', 'demo', 'network', `DELETE /v2.0/security-groups/${group}`);
  await step('remove the group again', 'demo', 'network', `DELETE /v2.0/security-groups/${group}`);
  await step('remove what was saved', 'demo', 'image', `DELETE /v2/images/${snapshot}`);
  await step('remove it a second time', 'demo', 'image', `DELETE /v2/images/${snapshot}`);
  await step('remove the volume', 'demo', 'volumev3', `DELETE /volumes/${volume}`);
  await isGone('demo', 'volumev3', `/volumes/${volume}`);
  return steps;
}
