import { AlcoveError, deserializeError, serializeError } from '../errors.ts'
import { fieldsOf, isSerializedError } from './guards.ts'
import { plainJsonText } from './plain-json.ts'

/** Default time limit of a call. */
export const CALL_TIMEOUT_MS = 30_000
/** The longest delay of a timer, for calls that end otherwise: a person may take their time. */
export const NO_TIMEOUT_MS = 2_147_483_647
/** Maximum length of a message, in characters (UTF-16 units) of its JSON text. */
export const MESSAGE_LIMIT_CHARACTERS = 65_536
/** Maximum of an unknown method's name that the error for its caller contains, in characters. */
export const NAME_ECHO_LIMIT_CHARACTERS = 64

type Awaitable<Value> = Value | Promise<Value>
type AnyMethods = Record<string, (argument: never) => unknown>

/**
 * The methods of one side, as it registers them. The argument is `unknown` on purpose: it comes from another
 * origin, and only a guard may narrow its type. The controller's signal aborts when the caller cancels; a
 * handler with its own limit may abort it too.
 */
export type Handlers<Methods extends AnyMethods> = {
  readonly [Name in keyof Methods]: (
    argument: unknown,
    controller: AbortController,
  ) => Awaitable<ReturnType<Methods[Name]>>
}

export type Listeners<Events> = { readonly [Name in keyof Events]: (data: unknown) => void }

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Default {@link CALL_TIMEOUT_MS}. */
  readonly timeoutMs?: number
}

export interface Channel<RemoteMethods extends AnyMethods, RemoteEvents> {
  /**
   * The answer is `unknown` for the same reason as arguments are. Rejects with the other side's coded error,
   * `call_timeout`, `too_large`, `destroyed`, or the signal's reason.
   */
  call<Name extends keyof RemoteMethods & string>(
    name: Name,
    argument: Parameters<RemoteMethods[Name]>[0],
    options?: CallOptions,
  ): Promise<unknown>
  emit<Name extends keyof RemoteEvents & string>(name: Name, data: RemoteEvents[Name]): void
  /** Closes the port: pending and later calls reject with `destroyed`, running ones are aborted. */
  close(): void
}

/** Throws `too_large`, or a `TypeError` for a value without JSON text (a circle). */
type Post = (message: object) => void

/**
 * Calls, answers and events over one MessagePort. The messages are those of protocol 1, as JSON text: the
 * length of a text is known before it is parsed, while a cloned value can be small to send and endless to
 * walk.
 */
export function createChannel<
  LocalMethods extends AnyMethods,
  LocalEvents,
  RemoteMethods extends AnyMethods,
  RemoteEvents,
>(
  port: MessagePort,
  methods: Handlers<LocalMethods>,
  events: Listeners<LocalEvents>,
): Channel<RemoteMethods, RemoteEvents> {
  const caller = createCaller(post)
  const answerer = createAnswerer(methods, post)

  function post(message: object) {
    // A `toJSON` of the page would make texts of values that are none.
    const text = plainJsonText(message)!
    if (text.length > MESSAGE_LIMIT_CHARACTERS) {
      throw new AlcoveError('too_large', 'Message too long')
    }
    port.postMessage(text)
  }

  function receive(text: unknown) {
    if (typeof text !== 'string' || text.length > MESSAGE_LIMIT_CHARACTERS) return
    const { k, i, n, a, d, e } = fieldsOf(JSON.parse(text))
    if (k === 'evt' && Object.hasOwn(events, n as string)) events[n as keyof LocalEvents](d)
    if (!Number.isSafeInteger(i)) return
    if (k === 'call' && typeof n === 'string') void answerer.answer(i, n, a)
    if (k === 'cancel') answerer.cancel(i)
    if (k === 'ping') post({ k: 'ok', i })
    if (k === 'ok') caller.settle(i, null, d)
    if (k === 'err' && isSerializedError(e)) caller.settle(i, deserializeError(e))
  }

  port.onmessage = ({ data }: MessageEvent) => {
    try {
      receive(data)
    } catch {
      // Malformed JSON is ignored like other invalid messages.
    }
  }

  return {
    call: caller.call,
    emit: (n, d) => post({ k: 'evt', n, d }),
    close() {
      port.close()
      caller.close()
      answerer.close()
    },
  }
}

/** This side's calls: each waits for its answer, its time limit, its signal or the port's end. */
function createCaller(post: Post) {
  const pending = new Map<unknown, (error: unknown, data?: unknown) => void>()
  let lastId = 0
  let closed: AlcoveError | undefined

  return {
    call: (n: string, a: unknown, { signal, timeoutMs = CALL_TIMEOUT_MS }: CallOptions = {}) =>
      // Limit: CALL_TIMEOUT_MS, or that of the caller: "a call waits until the limit %s and then rejects and cancels".
      // NO_TIMEOUT_MS is for calls that ask a person.
      new Promise<unknown>((resolve, reject) => {
        const i = ++lastId
        if (closed) throw closed
        signal?.throwIfAborted()
        post({ k: 'call', i, n, a })

        const settle = (error: unknown, data?: unknown) => {
          pending.delete(i)
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
          if (error) reject(error)
          else resolve(data)
        }
        const giveUp = () => {
          post({ k: 'cancel', i })
          settle(signal?.aborted ? signal.reason : new AlcoveError('call_timeout', n))
        }
        const timer = setTimeout(giveUp, timeoutMs)
        signal?.addEventListener('abort', giveUp)
        pending.set(i, settle)
      }),
    settle: (i: unknown, error: unknown, data?: unknown) => pending.get(i)?.(error, data),
    close() {
      closed = new AlcoveError('destroyed', 'Port closed')
      for (const settle of pending.values()) settle(closed)
    },
  }
}

/** The other side's calls, which this side answers, and which the caller may cancel. */
function createAnswerer<Methods extends AnyMethods>(methods: Handlers<Methods>, post: Post) {
  const running = new Map<unknown, AbortController>()
  const postError = (i: unknown, error: unknown) => post({ k: 'err', i, e: serializeError(error) })

  return {
    async answer(i: unknown, name: string, argument: unknown) {
      if (running.has(i)) return
      const controller = new AbortController()
      running.set(i, controller)
      try {
        // Own properties only: `toString` and the like are not methods.
        if (!Object.hasOwn(methods, name)) {
          throw new AlcoveError('call_unknown', name.slice(0, NAME_ECHO_LIMIT_CHARACTERS))
        }
        post({ k: 'ok', i, d: await methods[name]!(argument, controller) })
      } catch (error) {
        try {
          postError(i, error)
        } catch (failure) {
          // An error's data may be too large as well; `too_large` itself never is.
          postError(i, failure)
        }
      } finally {
        running.delete(i)
      }
    },
    cancel: (i: unknown) => running.get(i)?.abort(),
    close() {
      for (const controller of running.values()) controller.abort()
    },
  }
}
