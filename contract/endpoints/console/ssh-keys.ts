import { memberChanges } from '../../api/console-rows.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { AddSshKeyRequest, GeneratedSshKey } from '../../people/ssh-keys.ts';

const write = endpointRows({ ...memberChanges, needs: 'servers.write' });

export const generateSshKey = write.post('/settings/ssh-keys/generate', 'Make a pair; its private half is told this once', {
  takes: { body: AddSshKeyRequest.pick({ name: true }) },
  status: 201,
  data: GeneratedSshKey,
  errors: ['INVALID_REQUEST'],
});
