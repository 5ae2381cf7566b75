import { z } from 'zod';
import { Language } from '../words/language.ts';

/** Whether somebody's address is told of incidents, maintenance and announcements by mail, and in which language. */
export const OwnSubscription = z.object({ email: z.string(), subscribed: z.boolean(), language: Language });
export type OwnSubscription = z.infer<typeof OwnSubscription>;

export const SetOwnSubscriptionRequest = z.strictObject({ subscribed: z.boolean(), language: Language });

/** How many addresses are told. */
export const SubscriberCount = z.object({ subscribers: z.int() });
