import type { Step } from './step.ts';
import { incusStep } from './steps/incus.step.ts';
import { storageStep } from './steps/storage.step.ts';
import { networkStep } from './steps/network.step.ts';
import { gpusStep } from './steps/gpus.step.ts';
import { imageStep } from './steps/image.step.ts';
import { shopStep } from './steps/shop.step.ts';
import { fleetStep } from './steps/fleet.step.ts';
import { addressesStep } from './steps/addresses.step.ts';
import { firstServerStep } from './steps/first-server.step.ts';
import { basicsStep } from './steps/basics.step.ts';
import { companyStep } from './steps/company.step.ts';
import { customerStep } from './steps/customer.step.ts';
import { engineStep } from './steps/engine.step.ts';
import { mailStep } from './steps/mail.step.ts';
import { operatorStep } from './steps/operator.step.ts';
import { paymentsStep } from './steps/payments.step.ts';
import { serviceStep } from './steps/service.step.ts';
import { siteStep } from './steps/site.step.ts';

/**
 * From bare machine to business, in this order: first what root changes on the machine and in the settings, until Boreal runs with them;
 * then the contents of its database, as its own user.
 */
export const steps: readonly Step[] = [
  basicsStep,
  siteStep,
  mailStep,
  paymentsStep,
  engineStep,
  incusStep,
  storageStep,
  networkStep,
  gpusStep,
  serviceStep,
  companyStep,
  imageStep,
  shopStep,
  fleetStep,
  addressesStep,
  operatorStep,
  customerStep,
  firstServerStep,
];
