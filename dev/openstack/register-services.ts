import { idOf, signIn } from './cloud-api.ts';
import { at, PASSWORD, REGION } from './config.ts';

const SERVICES = [
  { type: 'identity', name: 'keystone', url: `${at('identity')}/v3/` },
  { type: 'image', name: 'glance', url: at('image') },
  { type: 'placement', name: 'placement', url: at('placement') },
  { type: 'compute', name: 'nova', url: `${at('compute')}/v2.1` },
  { type: 'network', name: 'neutron', url: at('network') },
  { type: 'volumev3', name: 'cinderv3', url: `${at('volume')}/v3/%(project_id)s` },
];

/** Tells keystone who there is: the services and where they are, their users, and demo, a customer of the cloud. */
export async function registerServices(): Promise<void> {
  const cloud = await signIn({ user: 'admin', project: 'admin' });
  const v3 = `${at('identity')}/v3`;
  const roles: Record<string, string> = {};
  for (const name of ['admin', 'member', 'service']) {
    roles[name] =
      (await cloud.find(`${v3}/roles`, 'roles', name)) ?? idOf(await cloud.ask('POST', `${v3}/roles`, { role: { name } }), 'role');
  }
  const project = async (name: string) =>
    idOf(await cloud.ask('POST', `${v3}/projects`, { project: { name, domain_id: 'default' } }), 'project');
  const user = async (name: string, of: { projectId: string; roles: readonly string[] }) => {
    const made = await cloud.ask('POST', `${v3}/users`, {
      user: { name, password: PASSWORD, domain_id: 'default', default_project_id: of.projectId },
    });
    for (const role of of.roles) await cloud.ask('PUT', `${v3}/projects/${of.projectId}/users/${idOf(made, 'user')}/roles/${roles[role]}`);
  };
  const [services, demo] = [await project('service'), await project('demo')];
  for (const name of ['glance', 'placement', 'nova', 'neutron', 'cinder'])
    await user(name, { projectId: services, roles: ['admin', 'service'] });
  await user('demo', { projectId: demo, roles: ['member'] });
  await cloud.ask('POST', `${v3}/regions`, { region: { id: REGION } });
  for (const { type, name, url } of SERVICES) {
    const known = await cloud.find(`${v3}/services`, 'services', name);
    const service_id = known ?? idOf(await cloud.ask('POST', `${v3}/services`, { service: { type, name } }), 'service');
    for (const side of ['public', 'internal', 'admin']) {
      await cloud.ask('POST', `${v3}/endpoints`, { endpoint: { service_id, interface: side, url, region_id: REGION } });
    }
  }
}
