/**
 * When a thread was used last, as it is kept: never later than now, so that no thread stays on top
 * of the list or escapes the end of what rests.
 *
 * @param text a time that the body's schema let through.
 * @param nowMs milliseconds since 1970.
 */
export const threadTime = (text: string, nowMs: number): string =>
  new Date(Math.min(Date.parse(text), nowMs)).toISOString()
