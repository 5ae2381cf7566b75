import { stopServer as wishStop } from '../../../core/fleet/lifecycle/change/stop-server.ts';
import { serverWishTool } from './server-wish-tool.ts';

export const stopServer = serverWishTool({
  name: 'svc_stop_server',
  title: 'Stop a server',
  description: 'Power off. It keeps disk and IP and is still billed; svc_hibernate_server stops the billing.',
  wish: wishStop,
});
