import { z } from 'zod';
import { memberChanges, memberReads } from '../../api/console-rows.ts';
import { Done } from '../../api/done.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { IdText } from '../../values/ids.ts';
import { SetStockAlertRequest, StockAlert } from '../../shop/stock-alerts.ts';

const read = endpointRows({ ...memberReads, needs: 'servers.read' });
const write = endpointRows({ ...memberChanges, needs: 'servers.write' });

export const listStockAlerts = read.get('/stock-alerts', 'Which plans the person is told about when they are in stock again', {
  takes: {},
  data: z.array(StockAlert),
});

export const setStockAlert = write.post('/stock-alerts', 'Be told by mail, once, when a plan that is sold out is in stock again', {
  takes: { body: SetStockAlertRequest },
  status: 201,
  data: StockAlert,
  errors: ['INVALID_REQUEST'],
});

export const removeStockAlert = write.delete('/stock-alerts/:alertId', 'Be told no more', {
  // A person who may no longer deploy may still want to stop the mail.
  needs: 'servers.read',
  takes: { params: z.object({ alertId: IdText }) },
  data: Done,
  errors: ['NOT_FOUND'],
});
