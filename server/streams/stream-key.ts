/** A run's stream and its channel. The braces keep what is of one run on one node of a cluster. */
export const streamKey = (runId: string): string => `alcove:stream:{${runId}}`
