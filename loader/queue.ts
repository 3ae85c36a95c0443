import type { JsonObject } from '../shared/json.ts'
import type { ChatThreads } from './chat-commands.ts'
import type { ChatEvents } from './chat-events.ts'
import type { BareChat, ChatInstance, EventListenerOf, ToolDefinition } from './chat-instance.ts'

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

/** The result of a method, as a call by its name resolves to it. */
type Result<Method> = Method extends (...args: never) => infer Value
  ? Promise<Awaited<Value>>
  : never
type Arguments<Method> = Method extends (...args: infer Args) => unknown ? Args : never
/** Methods whose arguments depend on each other have a form of their own. */
type Plain = Exclude<MethodName<ChatInstance>, 'on' | 'tool' | 'subscribe' | 'run'>
type MethodName<Type> = {
  [Name in keyof Type]: Type[Name] extends (...args: never) => unknown ? Name : never
}[keyof Type] &
  string

/** Calls by name, with the arguments and results of the methods. */
export interface CallByName {
  <Name extends keyof ChatEvents | '*'>(
    command: 'on',
    event: Name,
    listener: EventListenerOf<Name>,
    options?: { once?: boolean; signal?: AbortSignal },
  ): Promise<() => void>
  <Args = JsonObject>(
    command: 'tool',
    name: string,
    definition: ToolDefinition<Args>,
  ): Promise<() => void>
  <Name extends Plain>(
    command: Name,
    ...args: Arguments<ChatInstance[Name]>
  ): Result<ChatInstance[Name]>
  <Name extends MethodName<ChatThreads>>(
    command: `threads.${Name}`,
    ...args: Arguments<ChatThreads[Name]>
  ): Result<ChatThreads[Name]>
}

/** The global variable: a chat whose methods can also be called by name, `Alcove('open')`. */
export interface AlcoveGlobal extends ChatInstance, CallByName {
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
