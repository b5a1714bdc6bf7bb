/**
 * How the check of a service calls itself in the User-Agent, beside the program: its requests are wrong on purpose, so whoever
 * watches clients must not judge them.
 */
export const CHECK_AGENT = '(check of a service; faults are meant)';
