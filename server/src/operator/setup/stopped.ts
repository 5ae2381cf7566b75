import { OperatorError } from '../operator-error.ts';
import { INVOCATION } from '../verb.ts';

/** The operator pressed Ctrl-C, or the terminal is gone. */
export function stopped(): OperatorError {
  return new OperatorError(`Stopped. What is done stays done. Go on with: ${INVOCATION} setup`);
}
