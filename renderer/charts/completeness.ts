/** Below this share of its time a period counts as incomplete: its total lacks something. */
export const completeShare = 0.995;
