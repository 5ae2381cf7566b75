import { isSecretName } from './secret-names.ts';

/** What a program that Boreal starts is told of this process' environment: all but the settings that are secrets. */
export function environmentOfChildren(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined || isSecretName(name) ? [] : [[name, value]])),
  );
}
