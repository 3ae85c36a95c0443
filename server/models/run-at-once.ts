/** Calls of tools or of an operator's functions that run at once for one answer; it may have thousands. */
export const TASKS_AT_ONCE = 16

interface Ended<Value> {
  readonly task: Promise<Ended<Value>>
  readonly value: Value
}

/**
 * Runs a task for each item, at most {@link TASKS_AT_ONCE} at once, and yields each value as it comes.
 *
 * @param signal after it aborts, no further task starts; those that run are waited for.
 * @throws the error of the first task that fails.
 */
export async function* runAtOnce<Item, Value>(
  items: readonly Item[],
  run: (item: Item) => Promise<Value>,
  signal: AbortSignal,
): AsyncGenerator<Value, void, undefined> {
  const running = new Set<Promise<Ended<Value>>>()
  const start = (item: Item) => {
    const task: Promise<Ended<Value>> = run(item).then((value) => ({ task, value }))
    running.add(task)
    // A reader that leaves waits for none of them.
    task.catch(() => {})
  }
  for (const item of items.slice(0, TASKS_AT_ONCE)) start(item)
  let begun = running.size
  while (running.size > 0) {
    const { task, value } = await Promise.race(running)
    running.delete(task)
    if (begun < items.length && !signal.aborted) start(items[begun++]!)
    yield value
  }
}
