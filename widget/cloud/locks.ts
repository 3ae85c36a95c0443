/** The browser's Web Locks, as much as is used: one holder of a name among all tabs. */
export interface Locks {
  request<Result>(
    name: string,
    options: { signal: AbortSignal },
    task: () => Promise<Result>,
  ): Promise<Result>
}

/** Runs a task as the only one of its name, or at once where the browser has no locks. */
export async function underLock<Result>(
  locks: Locks | undefined,
  name: string,
  signal: AbortSignal,
  task: () => Promise<Result>,
): Promise<Result> {
  if (!locks) return task()
  let hasEntered = false
  try {
    return await locks.request(name, { signal }, () => {
      hasEntered = true
      return task()
    })
  } catch (error) {
    // A frame without storage has the API and may not use it.
    if (hasEntered || signal.aborted) throw error
    return task()
  }
}
