/** How somebody signs in to a cloud, and which part of it is used: what `OS_*` variables and `clouds.yaml` say. */
export interface CloudSettings {
  readonly authUrl: string;
  readonly identity: CloudIdentity;
  /** Null: the only one there is. */
  readonly region: string | null;
  readonly endpointInterface: 'public' | 'internal' | 'admin';
  /** Certificates, as PEM, that are trusted in place of the system's. */
  readonly ca: string | null;
}

export type CloudIdentity =
  | { readonly method: 'password'; readonly user: CloudUser; readonly password: string; readonly project: CloudUser }
  | {
      readonly method: 'application_credential';
      readonly id: string | null;
      readonly name: string | null;
      /** Whose it is, where it is named and not given by its id. */
      readonly user: CloudUser;
      readonly secret: string;
    };

/** A user or a project: its id, or its name and domain. */
export interface CloudUser {
  readonly id: string | null;
  readonly name: string | null;
  readonly domain: { readonly id: string } | { readonly name: string };
}
