import { test } from 'node:test';
import { whyNoLab } from '../../../../dev/incus/lab.ts';
import { engineConformance } from '../conformance.ts';
import { openIncusKit } from './incus-kit.ts';

const why = await whyNoLab();
if (why === null) engineConformance('the Incus engine', openIncusKit);
else test('the Incus engine keeps the promises of an engine', { skip: why });
