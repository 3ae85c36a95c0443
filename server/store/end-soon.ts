/** A connection that hangs answers no farewell: it is left to the system after this. */
export const END_WAIT_MS = 1_000

/** Waits for the end of connections, and not for ever. */
export async function endSoon(end: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => (timer = setTimeout(resolve, END_WAIT_MS)))
  await Promise.race([end, late]).finally(() => clearTimeout(timer))
}
