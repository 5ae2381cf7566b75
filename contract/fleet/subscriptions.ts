import { z } from 'zod';
import { Language } from '../words/language.ts';

/** Whether an address receives mail about incidents, maintenance and announcements, and in which language. */
export const OwnSubscription = z.object({ email: z.string(), subscribed: z.boolean(), language: Language });
export type OwnSubscription = z.infer<typeof OwnSubscription>;

export const SetOwnSubscriptionRequest = z.strictObject({ subscribed: z.boolean(), language: Language });

/** How many addresses are subscribed. */
export const SubscriberCount = z.object({ subscribers: z.int() });
