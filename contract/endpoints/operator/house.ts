import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../api/console-rows.ts';
import { Company, EndTaxRegistrationRequest, RegisterTaxRequest, SetCompanyRequest, TaxRegister, Taxes } from '../../operator/oversight.ts';

const read = operatorReads('books.read');
const write = operatorChanges('books.write');

export const getCompany = read.get('/company', 'Who sells, as documents say it', { takes: {}, data: Company });

export const setCompany = write.put('/company', 'Say who sells, for documents from now on', {
  takes: { body: SetCompanyRequest },
  data: Company,
  errors: ['INVALID_REQUEST'],
});

export const getTaxes = read.get('/taxes', 'What each province takes from when, and where the house is registered', {
  takes: {},
  data: Taxes,
});

export const registerTax = write.post('/tax-registrations', 'Note a registration from a date on; an earlier number ends the day before', {
  takes: { body: RegisterTaxRequest },
  status: 201,
  data: Taxes,
  errors: ['INVALID_REQUEST'],
});

export const endTaxRegistration = write.post('/tax-registrations/:tax/end', 'End a registration from a date on', {
  takes: { params: z.object({ tax: TaxRegister }), body: EndTaxRegistrationRequest },
  data: Taxes,
  errors: ['INVALID_REQUEST'],
});
