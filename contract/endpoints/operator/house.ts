import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../console-rows.ts';
import { Company, EndTaxRegistrationRequest, RegisterTaxRequest, SetCompanyRequest, TaxRegister, Taxes } from '../../oversight.ts';

export const getCompany = operatorReads.get('/company', 'Who sells, as documents say it', { takes: {}, data: Company });

export const setCompany = operatorChanges.put('/company', 'Say who sells, for documents from now on', {
  takes: { body: SetCompanyRequest },
  data: Company,
  errors: ['INVALID_REQUEST'],
});

export const getTaxes = operatorReads.get('/taxes', 'What each province takes from when, and where the house is registered', {
  takes: {},
  data: Taxes,
});

export const registerTax = operatorChanges.post(
  '/tax-registrations',
  'Note a registration from a date on; an earlier number ends the day before',
  { takes: { body: RegisterTaxRequest }, status: 201, data: Taxes, errors: ['INVALID_REQUEST'] },
);

export const endTaxRegistration = operatorChanges.post('/tax-registrations/:tax/end', 'End a registration from a date on', {
  takes: { params: z.object({ tax: TaxRegister }), body: EndTaxRegistrationRequest },
  data: Taxes,
  errors: ['INVALID_REQUEST'],
});
