import type { createAuthMiddleware } from 'better-auth/api';

/** A request as the library passes it to its hooks. */
export type AuthCall = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];
