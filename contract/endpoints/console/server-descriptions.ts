import { memberChanges } from '../../api/console-rows.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { ServerPath } from '../../api/paths.ts';
import { DescribeServerRequest, ServerDescription } from '../../servers/description.ts';

const write = endpointRows({ ...memberChanges, needs: 'servers.write' });

export const describeServer = write.put('/servers/:id/description', 'Rename a server, label it, or write a note about it', {
  takes: { params: ServerPath, body: DescribeServerRequest },
  data: ServerDescription,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  owns: 'live server',
});
