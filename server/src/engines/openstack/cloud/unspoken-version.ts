import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { CloudUnusable } from './cloud-errors.ts';
import { OLDEST_RELEASE, projectNames, type Service } from './cloud-services.ts';

/** The header's name in Node. */
const API_VERSION = 'openstack-api-version';

/** Placement's format; nova says it in a sentence. */
const Limits = z.object({ errors: z.tuple([z.object({ min_version: z.string(), max_version: z.string() })], z.unknown()) });

/** Why a service refuses our API version: it is newer than the service, or no longer supported. */
export function unspokenVersion(service: Service, version: string, body: Buffer): CloudUnusable {
  const [name, limits] = [projectNames[service], limitsIn(body.toString())];
  if (limits !== null && isBefore(version, limits.oldest))
    return new CloudUnusable(
      `The cloud's ${name} is newer than this Boreal: it speaks only ${limits.oldest} to ${limits.newest}, and Boreal ${version}. Upgrade Boreal.`,
    );
  const speaks = limits === null ? '' : `it speaks ${limits.oldest} to ${limits.newest}, and `;
  return new CloudUnusable(
    `The cloud's ${name} is too old: ${speaks}Boreal needs ${version}, which came with ${OLDEST_RELEASE}. Upgrade the cloud.`,
  );
}

/**
 * A service reports in each answer which version it used. A version other than requested, or none, means that the service does not know it:
 * answers would have other shapes, and a machine would not be where it was sold.
 * @throws CloudUnusable
 */
export function requireSpoken(
  service: Service,
  { header, version }: { readonly header: string; readonly version: string },
  { url, headers }: { readonly url: URL; readonly headers: IncomingHttpHeaders },
): void {
  const said = headers[API_VERSION];
  if (said === `${header} ${version}`) return;
  const name = projectNames[service];
  throw new CloudUnusable(
    said === undefined
      ? `The cloud's ${name} at ${url.href} knows no microversions, as nova's old /v2, or something before it takes the header OpenStack-API-Version away. Have the catalog name its current endpoint (openstack endpoint list --service ${name}), and let the header through.`
      : `The cloud's ${name} at ${url.href} answers in the version ${String(said)}, and was asked for ${header} ${version}: something before it takes the header OpenStack-API-Version away. Let it through.`,
  );
}

function limitsIn(text: string): { readonly oldest: string; readonly newest: string } | null {
  const [, oldest, newest] = /minimum is (\d+\.\d+) and maximum is (\d+\.\d+)/i.exec(text) ?? [];
  if (oldest !== undefined && newest !== undefined) return { oldest, newest };
  const read = Limits.safeParse(jsonOf(text)).data?.errors[0];
  return read === undefined ? null : { oldest: read.min_version, newest: read.max_version };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isBefore(version: string, other: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}
