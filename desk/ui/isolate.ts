/**
 * A text that keeps its own direction within a sentence of another one, as `bdi` does, for sentences that are one
 * text.
 */
export const isolate = (text: string): string => `\u2068${text}\u2069`
