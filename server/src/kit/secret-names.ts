/**
 * What a field is called that holds a secret, without regard to case, dashes and underscores: of a request, an answer, a header, a
 * setting, or of a library's. `url` is one, since a link to a console is as good as the key; `key` is an API key.
 * tests/house/secret-names.test.ts holds this against the contract and the settings.
 */
const SECRET =
  /(?:password|passphrase|token|secret|secretbefore|cookie|authorization|signature|credentials?|(?:secret|private|access|api|backup|client)key|totpuri|(?:backup|recovery)codes|(?:database|smtp|valkey)url|otlp(?:traces)?headers)$|^(?:key|url)$/;

/** Whether a field of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name.replaceAll(/[-_]/g, '').toLowerCase());
}
