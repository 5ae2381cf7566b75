import { stopServer as wishStop } from '../../../core/fleet/lifecycle/change/stop-server.ts';
import { serverSwitchTool } from './server-wish-tool.ts';

export const stopServer = serverSwitchTool({
  name: 'svc_stop_server',
  title: 'Stop a server (in ERROR spends money)',
  description:
    'Power off. It keeps disk and IP and is still billed; svc_hibernate_server stops the billing. In ERROR billing resumes: price first, then token.',
  wish: wishStop,
});
