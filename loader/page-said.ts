/** Who chats, as the page says by now: how often it said so, and what. */
export type SaidIdentity = readonly [epoch: number, given: unknown]

/** One thing that the page said, until it is taken back or replaced. */
export interface Said<Value = unknown> {
  readonly value: Value
}

/** What the page said of one kind, by name. The second file reads it whenever that comes. */
export type SaidList<Value = unknown> = ReadonlyMap<string, Said<Value>>

/** Returns the list, and how the page adds to it, which returns how to take out again. */
export function createSaidList<Value>(onChange: () => void, signal: AbortSignal) {
  const list = new Map<string, Said<Value>>()
  const say = (name: string, value: Value) => {
    signal.throwIfAborted()
    const said = { value }
    list.set(name, said)
    onChange()
    return () => {
      // Whatever took its place stays.
      if (list.get(name) === said && list.delete(name)) onChange()
    }
  }
  return [list as SaidList<Value>, say] as const
}
