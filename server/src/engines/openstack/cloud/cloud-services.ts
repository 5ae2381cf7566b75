/** The cloud's services that are used, and their names in catalogs: the official name first, then former ones. */
export const services = {
  compute: ['compute'],
  network: ['network'],
  image: ['image'],
  volume: ['block-storage', 'volumev3', 'block-store'],
  placement: ['placement'],
} as const satisfies Record<string, readonly string[]>;
export type CatalogService = keyof typeof services;

export type Service = CatalogService | 'identity';

/**
 * The API version that every call requests. Compute 2.91 can unshelve a machine on a named host; placement 1.36 reports whose resources a
 * provider's are. Other services use their default.
 */
export const microversions: Partial<Record<Service, { readonly header: string; readonly version: string }>> = {
  compute: { header: 'compute', version: '2.91' },
  placement: { header: 'placement', version: '1.36' },
};

/** The first release that supports everything used. */
export const OLDEST_RELEASE = 'Zed (October 2022)';

/** The services' names among people who run them. */
export const projectNames: Readonly<Record<Service, string>> = {
  identity: 'keystone',
  compute: 'nova',
  network: 'neutron',
  image: 'glance',
  volume: 'cinder',
  placement: 'placement',
};
