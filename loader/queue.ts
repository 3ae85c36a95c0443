import type { BareChat, ChatInstance } from './chat-instance.ts'

type Command = Exclude<keyof ChatInstance, symbol>

/** What the stub of the install snippet has kept: arguments, and how to settle its promise. */
export type QueuedCall = readonly [
  args: Iterable<unknown>,
  resolve: (value: unknown) => void,
  reject: (error: unknown) => void,
]

/** What the install snippet puts in the global's place until it is there. */
export type AlcoveStub = ((...args: unknown[]) => Promise<unknown>) & {
  readonly q?: readonly QueuedCall[]
}

/** The global: a chat whose methods can also be called by name, `Alcove('open')`. */
export type AlcoveGlobal = ChatInstance & {
  (command: Command, ...args: unknown[]): Promise<unknown>
  /** The stub that a script may have kept pushes here; it is called at once. */
  readonly q: { push(call: QueuedCall): unknown }
}

/**
 * Makes `chat` callable and runs what was queued, in order; what is no list of calls is left alone. What the
 * first file does not offer goes by its name to the second.
 */
export function createGlobal(chat: BareChat, queue?: unknown): AlcoveGlobal {
  const call = async (command: string, ...args: unknown[]) => {
    const method = Object.hasOwn(chat, command) && chat[command as keyof BareChat]
    return method
      ? (method as (...args: unknown[]) => unknown)(...args)
      : chat.run(command, ...args)
  }
  const push = async ([args, resolve, reject]: QueuedCall) =>
    call(...(args as [string])).then(resolve, reject)

  if (Array.isArray(queue)) queue.forEach(push)
  return new Proxy(Object.assign(call, chat, { q: { push } }), {
    // What waits for the global is no call of it.
    get: (known, name) =>
      chat[name as keyof BareChat] ??
      known[name as keyof typeof known] ??
      (name === 'then' ? undefined : (...args: unknown[]) => call(name as string, ...args)),
  }) as unknown as AlcoveGlobal
}
