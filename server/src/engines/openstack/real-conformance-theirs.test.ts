import { conformOnLab } from './testing/conform-on-lab.ts';

conformOnLab("a project of somebody's real OpenStack, with system disks on volumes", process.env['BOREAL_OPENSTACK'], {
  whose: 'theirs',
  systemDisk: 'volume',
});
