/** What the check of a running service does only when it is told to, for the command line and the window. */

/** Steps that change something at the service, in the order in which they are taken. */
export const CONSENTS = ['authorize', 'notify', 'refresh', 'revoke'] as const;
export type Consent = (typeof CONSENTS)[number];

/** What each of them does, as people are told before it happens. */
export const CONSENT_WORDS: Readonly<Record<Consent, { title: string; what: string; needsSimulator: boolean }>> = {
  authorize: {
    title: 'Make an authorization',
    what: 'A simulated customer declines once and then authorizes once; the code is tried with faults and exchanged.',
    needsSimulator: true,
  },
  notify: {
    title: 'Have notifications sent',
    what: 'The service is told to send notifications to this computer, which are received and followed.',
    needsSimulator: true,
  },
  refresh: {
    title: 'Renew an access_token',
    what: 'A refresh token is used up. The access_token before it must end; the new pair is kept in its place.',
    needsSimulator: false,
  },
  revoke: {
    title: 'Revoke an authorization',
    what: 'One authorization ends for good: the one that this run made, or else the last of those that are held.',
    needsSimulator: true,
  },
};

/** The function blocks that a running service shows. */
export const SERVICE_BLOCKS = ['FB_03', 'FB_13', 'FB_14', 'FB_31', 'FB_35', 'FB_37', 'FB_39'] as const;
