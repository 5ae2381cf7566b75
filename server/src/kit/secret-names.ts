/**
 * Names of fields that hold a secret, ignoring case, dashes and underscores: in requests, answers, headers, settings, or a library's data.
 * `url` is one, because a link to a console is as good as the key; `key` is an API key. tests/house/secret-names.test.ts checks this
 * against the contract and the settings.
 */
const SECRET =
  /(?:password|passphrase|token|secret|secretbefore|cookie|authorization|signature|credentials?|(?:secret|private|access|api|backup|client)key|totpuri|(?:backup|recovery)codes|(?:database|smtp|valkey)url|otlp(?:traces)?headers)$|^(?:key|url)$/;

/** Whether a field of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name.replaceAll(/[-_]/g, '').toLowerCase());
}
