export { all } from './all.ts';
export { BorealError, type FailureCode } from './boreal-error.ts';
export * from './boreal.gen.ts';
export type { CallOptions, Page, Paged } from './client.ts';
export type { BorealOptions } from './settings.ts';
export { SDK_VERSION } from './version.ts';
export { ServerWaitError, waitForServer, type ServerWait } from './wait-for-server.ts';
