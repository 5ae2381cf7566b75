import { rebootServer as wishReboot } from '../../../core/fleet/lifecycle/change/reboot-server.ts';
import { serverSwitchTool } from './server-wish-tool.ts';

export const rebootServer = serverSwitchTool({
  name: 'svc_reboot_server',
  title: 'Reboot a server (in ERROR spends money)',
  description: 'Restart a server; it keeps disk and IP. In ERROR billing resumes: price first, then token.',
  wish: wishReboot,
});
