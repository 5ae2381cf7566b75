import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../console-rows.ts';
import { endpoint } from '../../endpoint.ts';
import { Company, EndTaxRegistrationRequest, RegisterTaxRequest, SetCompanyRequest, TaxRegister, Taxes } from '../../oversight.ts';

export const getCompany = endpoint('GET', '/company', {
  ...operatorReads,
  takes: {},
  data: Company,
  summary: 'Who sells, as documents say it',
});

export const setCompany = endpoint('PUT', '/company', {
  ...operatorChanges,
  takes: { body: SetCompanyRequest },
  data: Company,
  errors: ['INVALID_REQUEST'],
  summary: 'Say who sells, for documents from now on',
});

export const getTaxes = endpoint('GET', '/taxes', {
  ...operatorReads,
  takes: {},
  data: Taxes,
  summary: 'What each province takes from when, and where the house is registered',
});

export const registerTax = endpoint('POST', '/tax-registrations', {
  ...operatorChanges,
  takes: { body: RegisterTaxRequest },
  status: 201,
  data: Taxes,
  errors: ['INVALID_REQUEST'],
  summary: 'Note a registration from a date on; an earlier number ends the day before',
});

export const endTaxRegistration = endpoint('POST', '/tax-registrations/:tax/end', {
  ...operatorChanges,
  takes: { params: z.object({ tax: TaxRegister }), body: EndTaxRegistrationRequest },
  data: Taxes,
  errors: ['INVALID_REQUEST'],
  summary: 'End a registration from a date on',
});
