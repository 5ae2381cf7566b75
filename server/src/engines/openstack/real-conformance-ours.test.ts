import { conformOnLab } from './testing/conform-on-lab.ts';

conformOnLab('a real OpenStack of our own, with system disks on flavors’ disks', process.env['BOREAL_OPENSTACK'], {
  whose: 'ours',
  systemDisk: 'flavor',
});
