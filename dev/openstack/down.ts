// Stops the disposable OpenStack and removes it. Usage: node dev/openstack/down.ts
import { stopLab } from './lab.ts';

if (!(await stopLab())) console.log('No OpenStack is there.');
