/** Set by the build; undefined when the program runs from its sources. */
declare const BOREAL_CLI_VERSION: string | undefined;

export const PROGRAM_VERSION = typeof BOREAL_CLI_VERSION === 'undefined' ? 'unbuilt' : BOREAL_CLI_VERSION;
