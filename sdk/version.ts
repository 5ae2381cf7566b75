/** Set by the build; undefined when running from the sources. */
declare const BOREAL_SDK_VERSION: string | undefined;

export const SDK_VERSION = typeof BOREAL_SDK_VERSION === 'undefined' ? 'unbuilt' : BOREAL_SDK_VERSION;
