import { engineConformance } from '../conformance.ts';
import { openOpenstackKit } from './openstack-kit.ts';
import { withinAccessRules } from './testing/access-rules.ts';
import { startCloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';

engineConformance("a project of somebody's OpenStack", async () => {
  const double = await startCloudDouble();
  return withinAccessRules(await openOpenstackKit(doubleCloud(double, 'theirs')), double);
});

// Addresses of IPv6 beside floating ones; flavors that are made, with the work disk; data that guests read from a drive.
engineConformance('an OpenStack of our own', async () => {
  const cloud = doubleCloud(await startCloudDouble({ dualStack: true }), 'ours');
  return openOpenstackKit({ ...cloud, ipv6: true, layout: { flavors: new Map(), workDisks: ['ephemeral'], configDrive: true } });
});

// A network that others own gives both. Who is no administrator cannot give its addresses up: provider-network.test.ts.
engineConformance("an OpenStack of our own, on a provider's network", async () => {
  const cloud = doubleCloud(await startCloudDouble(), 'ours');
  return openOpenstackKit({ ...cloud, network: 'provider', floatingNetwork: null, ipv6: true });
});
