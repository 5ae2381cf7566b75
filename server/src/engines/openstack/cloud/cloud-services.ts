/** The services of a cloud that are spoken to, and how catalogs call them: the official name first, then former ones. */
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
 * What every call says it was written for. Compute 2.91 takes a machine out of hibernation on a host that is named; placement 1.36
 * tells whose resources a provider's are. Others are spoken to as they are by default.
 */
export const microversions: Partial<Record<Service, { readonly header: string; readonly version: string }>> = {
  compute: { header: 'compute', version: '2.91' },
  placement: { header: 'placement', version: '1.36' },
};

/** The first release with all that is asked for. */
export const OLDEST_RELEASE = 'Zed (October 2022)';

/** What the services are called by people who run them. */
export const projectNames: Readonly<Record<Service, string>> = {
  identity: 'keystone',
  compute: 'nova',
  network: 'neutron',
  image: 'glance',
  volume: 'cinder',
  placement: 'placement',
};
