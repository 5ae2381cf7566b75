import { z } from 'zod';
import { Attention } from '../../account/attention.ts';
import { memberReads } from '../../api/console-rows.ts';
import { endpointRows } from '../../api/endpoint.ts';

const read = endpointRows({ ...memberReads, needs: 'billing.read' });

export const listAttention = read.get('/attention', 'What has gone wrong or waits, and is rare', { takes: {}, data: z.array(Attention) });
