import { z } from 'zod';
import { Attention } from '../../attention.ts';
import { memberReads } from '../../console-rows.ts';
import { endpointRows } from '../../endpoint.ts';

const read = endpointRows({ ...memberReads, needs: 'billing.read' });

export const listAttention = read.get('/attention', 'What has gone wrong or waits, and is rare', { takes: {}, data: z.array(Attention) });
