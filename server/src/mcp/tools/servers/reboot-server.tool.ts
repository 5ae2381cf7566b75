import { rebootServer as wishReboot } from '../../../core/fleet/lifecycle/change/reboot-server.ts';
import { serverWishTool } from './server-wish-tool.ts';

export const rebootServer = serverWishTool({
  name: 'svc_reboot_server',
  title: 'Reboot a server',
  description: 'Restart a server; it keeps disk and IP.',
  wish: wishReboot,
});
