/** What a refusal means at a certain endpoint (specification 7.2), in words and with the next step. */
import { AppError, type ErrorValue } from '#shared/errors.ts';
import { HttpError } from '../http/index.ts';
import { issuesInWords } from './schemas.ts';

export type Endpoint = 'test_submit' | 'events' | 'historical_collection' | 'authorizations' | 'meters' | 'forms';

/** By endpoint, then by error type of a 400, or by status. What is not here keeps the general sentence of the status. */
const MEANINGS: Readonly<Partial<Record<Endpoint, Readonly<Record<string, ErrorValue>>>>> = {
  test_submit: {
    '400': {
      code: 'test_submit_malformed',
      message: 'The service did not accept the utility or the scenario of this test submission.',
      action: 'Check that the form belongs to this utility and that the utility has the scenario.',
    },
    '404': {
      code: 'form_not_found',
      message: 'The form does not exist, or this API token may not use it.',
      action: 'Choose another form, or check its uid.',
    },
  },
  events: {
    '404': {
      code: 'event_not_found',
      message: 'The event does not exist, or this API token may not see it.',
      action: 'Check the uid.',
    },
    invalid_param: {
      code: 'invalid_param',
      message: 'The service did not accept a filter of the list of events.',
      action: 'Start again from the newest events.',
    },
  },
  historical_collection: {
    required_param_missing: {
      code: 'required_param_missing',
      message: 'The request named no meters.',
      action: 'Select at least one meter.',
    },
    invalid_param: {
      code: 'invalid_param',
      message: 'The service did not accept the list of meters or the number of months.',
      action: 'Check the meter uids; months go from 1 to 36.',
    },
    expired_or_revoked: {
      code: 'expired_or_revoked',
      message: 'All authorizations of these meters are expired or revoked, so nothing can be collected.',
      action: 'Ask the customer for a new authorization, then collect its meters.',
    },
    '402': {
      code: 'payment_required',
      message: 'Collection needs a positive balance, except for free and demo meters. Nothing was started.',
      action: 'Add to the balance on the website of the service (it cannot be paid through the API), then try again.',
    },
    '404': {
      code: 'meters_not_found',
      message: 'None of these meters exist, or this API token may not see them.',
      action: 'Check the meter uids and the workspace.',
    },
  },
};

/** The refusal in the endpoint's own words; anything else unchanged. Unknown error types keep their name in `details`. */
export function explained(endpoint: Endpoint, thrown: unknown): unknown {
  if (!(thrown instanceof HttpError)) return thrown;
  const table = MEANINGS[endpoint];
  const meaning = (thrown.errorType === undefined ? undefined : table?.[thrown.errorType]) ?? table?.[thrown.status];
  if (!meaning) return thrown;
  const { errorDescription } = thrown.details ?? {};
  const said = typeof errorDescription === 'string' ? ` It said: ${errorDescription}` : '';
  const value = { ...meaning, message: `${meaning.message}${said}`, details: thrown.details };
  return new AppError(value, { cause: thrown });
}

/** An answer whose shape cannot be used. `issues` names the members, never their values. */
export function unexpectedAnswer(what: string, issues: readonly { path: PropertyKey[]; message: string }[]): AppError {
  return new AppError({
    code: 'unexpected_answer',
    message: `The service answered ${what} in a form that cannot be read.`,
    action: 'The request log shows the answer. Save a support bundle under Settings, Privacy, and report it.',
    details: { issues: issuesInWords(issues) },
  });
}
