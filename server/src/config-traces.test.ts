import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
const traces = (env: Record<string, string>) => readConfig({ ...ENDPOINT, ...env }).traces;

test('without an endpoint nobody collects traces, whatever else is set', () => {
  assert.equal(readConfig({}).traces, null);
  assert.equal(readConfig({ OTEL_SERVICE_NAME: 'gpu', OTEL_TRACES_SAMPLER: 'always_on' }).traces, null);
});

test('an endpoint is all it takes', () => {
  assert.deepEqual(traces({}), {
    url: 'http://localhost:4318/v1/traces',
    headers: {},
    timeoutMs: 10_000,
    caFile: null,
    attributes: { 'service.name': 'boreal' },
    sampler: { name: 'parentbased_always_on', ratio: 1 },
    callers: [],
  });
});

test('the endpoint of traces goes before that of everything, and is taken as it is', () => {
  assert.equal(traces({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/otlp' })?.url, 'https://traces.example/otlp');
  assert.equal(traces({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://x.example/base/' })?.url, 'https://x.example/base/v1/traces');
});

test('headers and attributes are pairs, percent-encoded as the specification says', () => {
  const read = traces({
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db, x-scope = boreal',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-scope=traces',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=prod%2C1',
  });
  assert.deepEqual(read?.headers, { authorization: 'Bearer a=b', 'x-scope': 'traces' });
  assert.deepEqual(read.attributes, { 'service.name': 'other', 'deployment.environment.name': 'prod,1' });
});

test('the name of the service goes before the same attribute', () => {
  assert.equal(traces({ OTEL_SERVICE_NAME: 'gpu', OTEL_RESOURCE_ATTRIBUTES: 'service.name=other' })?.attributes['service.name'], 'gpu');
});

test('traces are switched off as everywhere', () => {
  assert.equal(traces({ OTEL_SDK_DISABLED: 'true' }), null);
  assert.equal(traces({ OTEL_TRACES_EXPORTER: 'none' }), null);
});

test('what cannot be used is said by the name of its variable, without its value', () => {
  for (const [name, value, sentence] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', /must be the address of a collector/],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', /must be http\/protobuf/],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json', /must be http\/protobuf/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer secret-of-mine', /must be pairs/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz-secret-of-mine', /must be pairs/],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '1', /100 to 60000/],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote', /parentbased_traceidratio/],
    ['OTEL_TRACES_SAMPLER_ARG', '2', /0 to 1/],
    ['BOREAL_TRACE_CALLERS', 'the-proxy', /must be addresses/],
  ] as const)
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: unknown) =>
        error instanceof ConfigError &&
        error.message.includes(`${name}: `) &&
        sentence.test(error.message) &&
        !/secret/.test(error.message),
      `${name}=${value}`,
    );
});
