import { z } from 'zod';
import { memberChanges } from '../../api/console-rows.ts';
import { ApiKeyCreated, ApiKeyRevoked, CreateApiKeyRequest } from '../../people/keys.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { IdText } from '../../values/ids.ts';

const write = endpointRows({ ...memberChanges, needs: 'keys.write' });

export const createApiKey = write.post('/v1/api-keys', 'Make a REST key; its text is told this once', {
  opensWayIn: true,
  takes: { body: CreateApiKeyRequest },
  status: 201,
  data: ApiKeyCreated,
  errors: ['INVALID_REQUEST'],
});

export const revokeApiKey = write.delete('/v1/api-keys/:keyId', 'End a key, everywhere at once and for good', {
  takes: { params: z.object({ keyId: IdText }) },
  data: ApiKeyRevoked,
  errors: ['NOT_FOUND'],
});
