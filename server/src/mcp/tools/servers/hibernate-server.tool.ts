import { hibernateServer as wishHibernate } from '../../../core/fleet/lifecycle/change/hibernate-server.ts';
import { serverWishTool } from './server-wish-tool.ts';

export const hibernateServer = serverWishTool({
  name: 'svc_hibernate_server',
  title: 'Hibernate a server',
  description:
    'Stop the billing after the paid hour. Keeps the system disk, not always the work disk (atStake of svc_get_server); gives up GPU and IP. svc_restore_server wakes it.',
  wish: wishHibernate,
});
