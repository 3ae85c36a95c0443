import { AlcoveError, deserializeError, serializeError } from '../errors.ts'
import { fieldsOf, isSerializedError } from './guards.ts'

/** How long a call may take unless it says otherwise. */
export const CALL_TIMEOUT_MS = 30_000
/** The largest message, as the UTF-8 bytes of its JSON text. */
export const MESSAGE_LIMIT_BYTES = 65_536

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
  /** Closes the port: pending calls reject with `destroyed`, running ones are aborted. */
  close(): void
}

/** Whether `value` has a JSON text within the limit. Throws where it has none (a circle). */
const isWithinLimit = (value: unknown) =>
  new Blob([JSON.stringify(value)]).size <= MESSAGE_LIMIT_BYTES

/** Calls, answers and events over one MessagePort. The messages are those of protocol 1. */
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

  function post(message: object) {
    if (!isWithinLimit(message)) throw new AlcoveError('too_large', 'Over 64 KiB')
    port.postMessage(message)
  }

  async function answer(i: unknown, name: string, argument: unknown) {
    const controller = new AbortController()
    running.set(i, controller)
    try {
      // Own names only: `toString` and its kind are nobody's method.
      if (!Object.hasOwn(methods, name)) throw new AlcoveError('call_unknown', name)
      post({ k: 'ok', i, d: await methods[name]!(argument, controller) })
    } catch (error) {
      post({ k: 'err', i, e: serializeError(error) })
    }
    running.delete(i)
  }

  function receive(message: unknown) {
    const { k, i, n, a, d, e } = fieldsOf(message)
    if (!isWithinLimit(message)) return
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
      // Junk without a JSON text (circles, big integers) is junk like any other.
    }
  }

  return {
    call: (n, a, { signal, timeoutMs = CALL_TIMEOUT_MS } = {}) =>
      new Promise((resolve, reject) => {
        const i = ++lastId
        signal?.throwIfAborted()
        post({ k: 'call', i, n, a })

        const settle = (error: unknown, data?: unknown) => {
          pending.delete(i)
          clearTimeout(timer)
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
      for (const settle of pending.values()) settle(new AlcoveError('destroyed', 'Port closed'))
      for (const controller of running.values()) controller.abort()
    },
  }
}
