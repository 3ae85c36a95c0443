/** Maximum wait for the end of a connection: one that hangs is left to the system. */
export const END_WAIT_MS = 1_000

/** Waits for the end of connections, with a time limit. */
export async function endSoon(end: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => (timer = setTimeout(resolve, END_WAIT_MS)))
  await Promise.race([end, late]).finally(() => clearTimeout(timer))
}
