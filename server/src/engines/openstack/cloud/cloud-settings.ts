/** The credentials for a cloud, and which part of it is used: from `OS_*` variables and `clouds.yaml`. */
export interface CloudSettings {
  readonly authUrl: string;
  readonly identity: CloudIdentity;
  /** Null: the only region. */
  readonly region: string | null;
  readonly endpointInterface: 'public' | 'internal' | 'admin';
  /** PEM certificates to trust instead of the system's. */
  readonly ca: string | null;
}

export type CloudIdentity =
  | { readonly method: 'password'; readonly user: CloudUser; readonly password: string; readonly project: CloudUser }
  | {
      readonly method: 'application_credential';
      readonly id: string | null;
      readonly name: string | null;
      /** The credential's user, for a credential given by name rather than by id. */
      readonly user: CloudUser;
      readonly secret: string;
    };

/** A user or a project: its id, or its name and domain. */
export interface CloudUser {
  readonly id: string | null;
  readonly name: string | null;
  readonly domain: { readonly id: string } | { readonly name: string };
}
