import { AlcoveError, deserializeError, serializeError } from '../errors.ts'
import { fieldsOf, isSerializedError } from './guards.ts'
import { plainJsonText } from './plain-json-text.ts'

/** How long a call may take unless it says otherwise. */
export const CALL_TIMEOUT_MS = 30_000
/** The longest message, in characters (UTF-16 units) of its JSON text. */
export const MESSAGE_LIMIT_CHARACTERS = 65_536
/** How much of an unknown method's name its caller is told, in characters. */
export const NAME_ECHO_LIMIT_CHARACTERS = 64

type Awaitable<Value> = Value | Promise<Value>
type AnyMethods = Record<string, (argument: never) => unknown>

/**
 * One side's methods as it registers them. The argument is `unknown` on purpose: it comes from
 * another origin, and only a guard may give it a type. The controller's signal aborts when the caller
 * gives up; a handler that has a limit of its own may abort it too.
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
   * The answer is `unknown` for the same reason as arguments are. Rejects with the other side's
   * coded error, `call_timeout`, `too_large`, `destroyed`, or the signal's reason.
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

/**
 * Calls, answers and events over one MessagePort. The messages are those of protocol 1, as JSON text:
 * the length of a text is known before it is read, while a cloned value can be small to send and
 * endless to walk.
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
  const pending = new Map<unknown, (error: unknown, data?: unknown) => void>()
  const running = new Map<unknown, AbortController>()
  let lastId = 0
  let closed: AlcoveError | undefined

  /** Throws `too_large`, or a `TypeError` for what has no JSON text (a circle). */
  function post(message: object) {
    // A page's own `toJSON` would make text of what is no text.
    const text = plainJsonText(message)!
    if (text.length > MESSAGE_LIMIT_CHARACTERS) {
      throw new AlcoveError('too_large', 'Message too long')
    }
    port.postMessage(text)
  }

  const postError = (i: unknown, error: unknown) => post({ k: 'err', i, e: serializeError(error) })

  async function answer(i: unknown, name: string, argument: unknown) {
    const controller = new AbortController()
    running.set(i, controller)
    try {
      // Own names only: `toString` and its kind are nobody's method.
      if (!Object.hasOwn(methods, name)) {
        throw new AlcoveError('call_unknown', name.slice(0, NAME_ECHO_LIMIT_CHARACTERS))
      }
      post({ k: 'ok', i, d: await methods[name]!(argument, controller) })
    } catch (error) {
      try {
        postError(i, error)
      } catch (failure) {
        // What an error carries may be too large as well; that it is too large never is.
        postError(i, failure)
      }
    } finally {
      running.delete(i)
    }
  }

  function receive(text: unknown) {
    if (typeof text !== 'string' || text.length > MESSAGE_LIMIT_CHARACTERS) return
    const { k, i, n, a, d, e } = fieldsOf(JSON.parse(text))
    if (k === 'evt' && Object.hasOwn(events, n as string)) events[n as keyof LocalEvents](d)
    if (!Number.isSafeInteger(i)) return
    if (k === 'call' && typeof n === 'string' && !running.has(i)) void answer(i, n, a)
    if (k === 'cancel') running.get(i)?.abort()
    if (k === 'ping') post({ k: 'ok', i })
    if (k === 'ok') pending.get(i)?.(null, d)
    if (k === 'err' && isSerializedError(e)) pending.get(i)?.(deserializeError(e))
  }

  port.onmessage = ({ data }: MessageEvent) => {
    try {
      receive(data)
    } catch {
      // Text that is no JSON is junk like any other.
    }
  }

  return {
    call: (n, a, { signal, timeoutMs = CALL_TIMEOUT_MS } = {}) =>
      new Promise((resolve, reject) => {
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
    emit: (n, d) => post({ k: 'evt', n, d }),
    close() {
      port.close()
      closed = new AlcoveError('destroyed', 'Port closed')
      for (const settle of pending.values()) settle(closed)
      for (const controller of running.values()) controller.abort()
    },
  }
}
