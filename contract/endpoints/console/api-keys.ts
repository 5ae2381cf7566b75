import { z } from 'zod';
import { memberChanges } from '../../console-rows.ts';
import { ApiKeyCreated, ApiKeyRevoked, CreateApiKeyRequest } from '../../console.ts';
import { endpoint } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';

export const createApiKey = endpoint('POST', '/v1/api-keys', {
  ...memberChanges,
  needs: 'keys.write',
  opensWayIn: true,
  takes: { body: CreateApiKeyRequest },
  status: 201,
  data: ApiKeyCreated,
  errors: ['INVALID_REQUEST'],
  summary: 'Make a REST key; its text is told this once',
});

export const revokeApiKey = endpoint('DELETE', '/v1/api-keys/:keyId', {
  ...memberChanges,
  needs: 'keys.write',
  takes: { params: z.object({ keyId: IdText }) },
  data: ApiKeyRevoked,
  errors: ['NOT_FOUND'],
  summary: 'End a key, everywhere at once and for good',
});
