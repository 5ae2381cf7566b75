import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { CloudSettings } from './cloud-settings.ts';
import { cloudSettings, CloudWordsWrong, wordsInClouds, type CloudWords } from './cloud-settings.rules.ts';

export interface CloudSource {
  /** The name of a cloud in `clouds.yaml`; null: the variables contain everything. */
  readonly cloud: string | null;
  /** Null: where OpenStack's own programs look. */
  readonly cloudsFile: string | null;
  /** The variables' values, which take precedence over the file's. */
  readonly words: CloudWords;
}

/** The credentials, from variables and files. @throws CloudWordsWrong */
export async function readCloudSettings({ cloud, cloudsFile, words }: CloudSource): Promise<CloudSettings> {
  const all = { ...(cloud !== null && (await readClouds(cloud, cloudsFile))), ...given(words) };
  const cacert = all['cacert'] ?? null;
  return cloudSettings(all, cacert === null ? null : await readCa(cacert));
}

function given(words: CloudWords): Record<string, string> {
  return Object.fromEntries(Object.entries(words).flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
}

async function readClouds(cloud: string, named: string | null): Promise<CloudWords> {
  const places = named !== null ? [named] : ['clouds.yaml', join(homedir(), '.config/openstack/clouds.yaml'), '/etc/openstack/clouds.yaml'];
  for (const path of places) {
    const clouds = await readYaml(path);
    if (clouds === undefined) continue;
    return wordsInClouds(cloud, { clouds, secure: (await readYaml(join(dirname(path), 'secure.yaml'))) ?? {} });
  }
  throw new CloudWordsWrong(
    `OS_CLOUD says ${cloud}, and there is no clouds.yaml that can be read at ${places.join(', ')}. Name it in OS_CLIENT_CONFIG_FILE.`,
  );
}

/** Undefined if the file is missing or unreadable. */
async function readYaml(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
  try {
    const content: unknown = parse(text);
    return content;
  } catch (error) {
    throw new CloudWordsWrong(`${path} is not YAML that can be read.`, { cause: error });
  }
}

async function readCa(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new CloudWordsWrong(`OS_CACERT cannot be read: ${path}. It must be a PEM file that the user who runs Boreal may read.`);
  }
}
