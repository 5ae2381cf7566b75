import { z } from 'zod';
import type { CloudIdentity, CloudSettings, CloudUser } from './cloud-settings.ts';

/** Settings of a cloud: `OS_*` variables, without the OS_ and in lowercase, or an entry of `clouds.yaml`. */
export type CloudWords = Readonly<Record<string, string | null>>;

const Text = z.union([z.string(), z.number(), z.boolean()]).transform(String).nullish();
const Entry = z.looseObject({
  auth: z
    .looseObject({
      auth_url: Text,
      username: Text,
      user_id: Text,
      password: Text,
      user_domain_name: Text,
      user_domain_id: Text,
      project_name: Text,
      project_id: Text,
      project_domain_name: Text,
      project_domain_id: Text,
      domain_name: Text,
      default_domain: Text,
      application_credential_id: Text,
      application_credential_name: Text,
      application_credential_secret: Text,
    })
    .default({}),
  auth_type: Text,
  region_name: Text,
  interface: Text,
  cacert: Text,
  verify: Text,
});
const Clouds = z.looseObject({ clouds: z.record(z.string(), z.unknown()).default({}) });

/** An operator's unusable settings; the message is a sentence that says what to do. */
export class CloudWordsWrong extends Error {}

/** The entry `name` of `clouds.yaml`; secrets may be in a `secure.yaml` of the same form beside it. */
export function wordsInClouds(name: string, files: { clouds: unknown; secure: unknown }): CloudWords {
  const { clouds } = Clouds.catch({ clouds: {} }).parse(files.clouds);
  if (!(name in clouds)) {
    const there = Object.keys(clouds).join(', ') || 'none';
    throw new CloudWordsWrong(`clouds.yaml has no cloud ${name}; it has: ${there}. Look at OS_CLOUD.`);
  }
  const secret = Clouds.catch({ clouds: {} }).parse(files.secure).clouds[name];
  const [open, hidden] = [clouds[name], secret].map((entry) => Entry.safeParse(entry ?? {}));
  if (!open?.success || !hidden?.success)
    throw new CloudWordsWrong(`The cloud ${name} of clouds.yaml cannot be read: look at its indentation.`);
  const words = (entry: z.output<typeof Entry>) => ({ ...textsOf(entry), ...textsOf(entry.auth) });
  return { ...words(open.data), ...words(hidden.data) };
}

function textsOf(entry: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(entry).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])));
}

/** @throws CloudWordsWrong */
export function cloudSettings(words: CloudWords, ca: string | null): CloudSettings {
  const said = (key: string) => words[key] ?? null;
  const authUrl = said('auth_url');
  if (authUrl === null || !/^https?:\/\/[^/]+/.test(authUrl))
    throw new CloudWordsWrong(
      'It is not said where one signs in. Name a cloud of clouds.yaml in OS_CLOUD, or https://host:5000/v3 in OS_AUTH_URL.',
    );
  if (said('verify') === 'false') {
    throw new CloudWordsWrong(
      'clouds.yaml says verify: false, and Boreal verifies certificates always. Take that line out, and name the file of the cloud’s own authority as cacert.',
    );
  }
  return {
    authUrl,
    identity: identityOf(said),
    region: said('region_name'),
    endpointInterface: interfaceOf(said('interface')),
    ca,
  };
}

type Said = (key: string) => string | null;

function identityOf(said: Said): CloudIdentity {
  const [id, name, secret] = ['id', 'name', 'secret'].map((part) => said(`application_credential_${part}`));
  const type = said('auth_type') ?? (secret ? 'v3applicationcredential' : 'password');
  if (/^v3_?applicationcredential$/.test(type)) {
    if (!secret || (!id && !name))
      throw new CloudWordsWrong(
        'An application credential has an id and a secret: OS_APPLICATION_CREDENTIAL_ID and OS_APPLICATION_CREDENTIAL_SECRET.',
      );
    const user = userOf(said);
    if (!id && user.id === null && user.name === null)
      throw new CloudWordsWrong(
        'An application credential that is named by its name needs the user whose it is: OS_USERNAME, or take OS_APPLICATION_CREDENTIAL_ID.',
      );
    return { method: 'application_credential', id: id ?? null, name: name ?? null, user, secret };
  }
  if (!/^(v3)?password$/.test(type))
    throw new CloudWordsWrong(`Boreal signs in with a password or an application credential, not with ${type}. Look at OS_AUTH_TYPE.`);
  const user = userOf(said);
  const password = said('password');
  const project = ofDomain(said, 'project', said('project_name'));
  if ((user.id === null && user.name === null) || password === null)
    throw new CloudWordsWrong('Signing in takes OS_USERNAME and OS_PASSWORD.');
  if (project.id === null && project.name === null)
    throw new CloudWordsWrong('Servers belong to a project: name it in OS_PROJECT_NAME, or in OS_PROJECT_ID.');
  return { method: 'password', user, password, project };
}

function userOf(said: Said): CloudUser {
  return ofDomain(said, 'user', said('username'));
}

function ofDomain(said: Said, what: 'user' | 'project', name: string | null): CloudUser {
  const id = said(`${what}_id`);
  const domainId = said(`${what}_domain_id`);
  const domainName = said(`${what}_domain_name`) ?? said('domain_name');
  const domain =
    domainId !== null ? { id: domainId } : domainName !== null ? { name: domainName } : { id: said('default_domain') ?? 'default' };
  return { id, name, domain };
}

function interfaceOf(said: string | null): CloudSettings['endpointInterface'] {
  const name = (said ?? 'public').replace(/URL$/, '');
  if (name === 'public' || name === 'internal' || name === 'admin') return name;
  throw new CloudWordsWrong(`OS_INTERFACE says ${name}; there are public, internal and admin.`);
}
