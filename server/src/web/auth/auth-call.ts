import type { createAuthMiddleware } from 'better-auth/api';

/** A request as the library hands it to what looks at it before or after. */
export type AuthCall = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];
