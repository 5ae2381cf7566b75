import { keepCompiled } from './kit/keep-compiled.ts';

keepCompiled();
const { runBoreal } = await import('./run-boreal.ts');
await runBoreal();
