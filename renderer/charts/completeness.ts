/** Below this share of its time a period is incomplete: its total lacks something, however little. */
export const completeShare = 1;
