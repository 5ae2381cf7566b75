import type { Group } from '@boreal/contract/api/endpoint.ts';
import swagger from '@fastify/swagger';
import { fastify } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject, serializerCompiler } from 'fastify-type-provider-zod';
import { isOptional } from '../../door/read-request.ts';
import type { Endpoint } from '../../door/endpoint.ts';
import { errorExamples, errorResponses, responseComponents } from './error-responses.ts';
import { exampleOf } from './example-of.ts';
import {
  cacheHeaders,
  headerComponents,
  parameterComponents,
  parametersOf,
  rateHeaders,
  replayHeader,
  requestIdHeader,
} from './headers.ts';
import { isObject, objectAt, toJson, type JsonObject } from '../../kit/json.ts';
import { keepUsedSchemas, tidySchemas } from './tidy-schemas.ts';

/** The version of the contract. */
const VERSION = '1.1.1';

const groups = {
  'Catalog, prices, availability': 'What can be rented, at which price, and what is in stock.',
  Servers: 'Deploy, inspect, operate and delete GPU servers.',
  Firewall: 'Which traffic a server lets in and out.',
  Backups: 'Daily and manual backups of a server’s system disk, and new servers made from them.',
  'SSH keys': 'Public keys that are installed on new servers.',
  'Billing and account': 'Credit, transactions and the account’s API keys.',
  Discovery: 'How programs find their way.',
} as const satisfies Record<Exclude<Group, 'Console'>, string>;

/** Where servers can be deployed, and the region used when a request names none. */
export interface ServedRegions {
  readonly ids: readonly string[];
  readonly defaultId: string;
}

/** The regions of a new installation. */
export const firstRegions: ServedRegions = { ids: ['canada-montreal'], defaultId: 'canada-montreal' };

/** The OpenAPI 3.0.3 document of these endpoints, built from the table that serves them. */
export async function describeApi(parts: { siteUrl: string; endpoints: readonly Endpoint[]; regions: ServedRegions }): Promise<JsonObject> {
  const described = tidySchemas(await fromRoutes(parts));
  const components = objectAt(described, 'components');
  const schemas = objectAt(components, 'schemas');
  const paths = Object.fromEntries(
    Object.entries(objectAt(described, 'paths')).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(objectAt(operations)).map(([method, operation]) => {
          const endpoint = parts.endpoints.find((one) => one.method.toLowerCase() === method && openapiPath(one.path) === path);
          return [method, endpoint ? complete(objectAt(operation), endpoint, schemas) : operation];
        }),
      ),
    ]),
  );
  const own = {
    headers: headerComponents,
    parameters: parameterComponents(parts.siteUrl),
    responses: responseComponents(),
    examples: errorExamples(parts.endpoints, parts.siteUrl),
  };
  const api = keepUsedSchemas({ ...described, paths, components: { ...components, ...own } });
  for (const region of askedRegions(api)) Object.assign(region, { enum: [...parts.regions.ids], default: parts.regions.defaultId });
  return api;
}

/** The schema of every `region` parameter of a request. */
function askedRegions(api: JsonObject): JsonObject[] {
  const operations = Object.values(objectAt(api, 'paths')).flatMap((path) => Object.values(objectAt(path)));
  const parameters = operations.flatMap((operation) => objectAt(operation)['parameters'] ?? []);
  const inQuery = parameters
    .filter((parameter) => objectAt(parameter)['name'] === 'region')
    .map((parameter) => objectAt(parameter, 'schema'));
  return [objectAt(api, 'components', 'schemas', 'CreateServerRequest', 'properties', 'region'), ...inQuery];
}

const nobody: { [scheme: string]: string[] }[] = [];

/** Feeds the table to @fastify/swagger as the routes of a Fastify that never listens. */
async function fromRoutes(parts: { siteUrl: string; endpoints: readonly Endpoint[] }): Promise<JsonObject> {
  const app = fastify({ exposeHeadRoutes: false });
  const zodToJsonConfig = { target: 'openapi-3.0' } as const;
  await app.register(swagger, {
    openapi: frame(parts.siteUrl),
    transform: createJsonSchemaTransform({ zodToJsonConfig }),
    transformObject: createJsonSchemaTransformObject({ zodToJsonConfig }),
  });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(serializerCompiler);
  for (const { method, path, takes, answer, status, name, summary, group, auth } of parts.endpoints) {
    const schema = {
      operationId: name,
      summary,
      tags: [group],
      ...(auth === 'none' && { security: nobody }),
      ...(takes.params && { params: takes.params }),
      ...(takes.query && { querystring: takes.query }),
      ...(takes.body && { body: takes.body }),
      response: { [status]: answer },
    };
    app.route({ method, url: path, schema, handler: () => undefined });
  }
  await app.ready();
  const document = toJson(app.swagger());
  await app.close();
  return isObject(document) ? document : {};
}

function frame(siteUrl: string) {
  return {
    openapi: '3.0.3',
    info: {
      title: 'Boreal GPU cloud',
      version: VERSION,
      description:
        'Rent GPU servers: catalog, servers, firewall, SSH keys, credit and billing. Amounts are in Canadian dollars before tax. ' +
        'Send `Authorization: Bearer gpu_…`; a write also needs `Origin` equal to the site’s address.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: `${siteUrl}/api` }],
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    components: {
      securitySchemes: {
        apiKey: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'gpu_…', description: 'An API key made in the web console.' },
      },
    },
  };
}

function openapiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

/** Adds what no schema can express: headers, errors, examples. */
function complete(operation: JsonObject, endpoint: Endpoint, schemas: JsonObject): JsonObject {
  const parameters = operation['parameters'];
  const request = objectAt(operation, 'requestBody', 'content', 'application/json', 'schema');
  const answer = objectAt(operation, 'responses', String(endpoint.status), 'content', 'application/json', 'schema');
  const isDocument = endpoint.work.kind === 'document';
  const headers = {
    ...requestIdHeader,
    ...rateHeaders,
    ...(isDocument && cacheHeaders),
    ...(endpoint.method === 'POST' && replayHeader),
  };
  return {
    ...operation,
    parameters: [...(Array.isArray(parameters) ? parameters : []), ...parametersOf(endpoint)],
    ...(endpoint.takes.body && { requestBody: { required: !isOptional(endpoint.takes.body), content: mediaType(request, schemas) } }),
    responses: {
      [endpoint.status]: { description: endpoint.summary, headers, content: mediaType(answer, schemas) },
      ...(isDocument && { 304: { description: 'Not changed since the ETag that was sent.', headers } }),
      ...errorResponses(endpoint),
    },
  };
}

function mediaType(schema: JsonObject, schemas: JsonObject): JsonObject {
  return { 'application/json': { schema, example: exampleOf(schema, schemas) } };
}
