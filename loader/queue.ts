import type { BareChat, ChatInstance } from './chat-instance.ts'

type Command = Exclude<keyof ChatInstance, symbol>

/** A call that the install snippet's stub recorded: its arguments, and functions that settle its promise. */
export type QueuedCall = readonly [
  args: Iterable<unknown>,
  resolve: (value: unknown) => void,
  reject: (error: unknown) => void,
]

/** The install snippet's stand-in for the global until the script has loaded. */
export type AlcoveStub = ((...args: unknown[]) => Promise<unknown>) & {
  readonly q?: readonly QueuedCall[]
}

/** The global variable: a chat whose methods can also be called by name, `Alcove('open')`. */
export type AlcoveGlobal = ChatInstance & {
  (command: Command, ...args: unknown[]): Promise<unknown>
  /** A script may have kept the stub, which pushes calls here; they are made at once. */
  readonly q: { push(call: QueuedCall): unknown }
  /** The tag's options as text, to recognise the same tag. */
  readonly tag?: string
}

/**
 * Makes `chat` callable and runs queued calls in order; anything but a list of calls is ignored. Commands
 * that the first file does not implement are forwarded to the second by name.
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
    // Not a command: `await` reads `then`.
    get: (known, name) =>
      chat[name as keyof BareChat] ??
      known[name as keyof typeof known] ??
      (name === 'then' ? undefined : (...args: unknown[]) => call(name as string, ...args)),
  }) as unknown as AlcoveGlobal
}
