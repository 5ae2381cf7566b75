import { memberChanges } from '../../console-rows.ts';
import { endpoint } from '../../endpoint.ts';
import { AddSshKeyRequest, GeneratedSshKey } from '../../ssh-keys.ts';

export const generateSshKey = endpoint('POST', '/settings/ssh-keys/generate', {
  ...memberChanges,
  needs: 'servers.write',
  takes: { body: AddSshKeyRequest.pick({ name: true }) },
  status: 201,
  data: GeneratedSshKey,
  errors: ['INVALID_REQUEST'],
  summary: 'Make a pair; its private half is told this once',
});
