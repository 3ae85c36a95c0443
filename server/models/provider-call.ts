import { AsyncLocalStorage } from 'node:async_hooks'
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { AlcoveError } from '../../shared/errors.ts'
import { createFailure } from './provider-failure.ts'
import type { ProviderLimits } from './provider-limits.ts'
import type { BodyFilter } from './event-reader.ts'

export type ProviderFetch = typeof globalThis.fetch

/**
 * Runs a task as a part of one answer's call: requests of {@link fetchForCall} within it belong to that call.
 */
export type ProviderCall = <Result>(task: () => Result) => Result

const currentFetch = new AsyncLocalStorage<ProviderFetch>()

/**
 * Replaces the built-in `fetch` in the provider's package. The package's model is created once, since its
 * schemas take milliseconds and 80 kB; the current {@link ProviderCall} tells which call a request belongs
 * to.
 */
export const fetchForCall: ProviderFetch = (input, init) => {
  const fetch = currentFetch.getStore()
  if (!fetch) throw new Error('A provider was asked outside of a call.')
  // Limit: PROVIDER_CONNECT_TIMEOUT_MS, PROVIDER_FIRST_BYTE_TIMEOUT_MS, PROVIDER_GAP_TIMEOUT_MS: "waits for the next
  // piece up to the limit, and not longer".
  return fetch(input, init)
}

/** Statuses without a body; `Response` rejects a body for them. */
const BODILESS = new Set([204, 205, 304])

/**
 * Makes the fetch of one call. The built-in `fetch` can neither distinguish the phases of a connection, nor
 * close it at once. This one follows no redirects (the key would be sent along) and limits each phase.
 *
 * @param onBreak called with the reason of a broken body, or of one that is no answer; the body itself just ends.
 * @param createFilter called for the body of each answer; refusals pass as they are.
 */
export function createProviderCall(
  limits: ProviderLimits,
  onBreak: (error: Error) => void,
  createFilter: () => BodyFilter = () => PASSES_ALL,
): ProviderCall {
  const fetch: ProviderFetch = (input, init = {}) => {
    const url = new URL(typeof input === 'object' && 'url' in input ? input.url : input)
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.signal ? { signal: init.signal } : {}),
    })
    // Limit: PROVIDER_CONNECT_TIMEOUT_MS, PROVIDER_FIRST_BYTE_TIMEOUT_MS, PROVIDER_GAP_TIMEOUT_MS: "waits for the
    // next piece up to the limit, and not longer".
    return new Promise((resolve, reject) => {
      let running: ClientRequest | IncomingMessage = request
      const deadline = createDeadline((error) => running.destroy(error))
      deadline.start(limits.connectMs, connectTimeout)
      whenConnected(request, () => deadline.start(limits.firstByteMs, firstByteTimeout))
      request.on('error', (error) => {
        deadline.stop()
        reject(error)
      })
      request.on('response', (message) => {
        // Destroying the request would now hide the reason from the reader of the body.
        running = message
        const wrongAddress = checkAddress(message)
        if (wrongAddress) {
          deadline.stop()
          message.destroy()
          reject(wrongAddress)
          return
        }
        const isAnswer = (message.statusCode ?? 0) < 300
        const filter = isAnswer ? createFilter() : PASSES_ALL
        resolve(toResponse(message, { limits, deadline, filter, onBreak }))
      })
      request.end(init.body)
    })
  }

  return (task) => currentFetch.run(fetch, task)
}

const connectTimeout = () => createFailure('unreachable', 'no connection in time')
const firstByteTimeout = () => createFailure('timeout', 'no first byte in time')

function whenConnected(request: ClientRequest, connected: () => void): void {
  request.on('socket', (socket) => {
    if (!socket.connecting) connected()
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected)
  })
}

/** Refuses redirects, sign-in pages of a network and plain web sites: they are no model's answer. */
function checkAddress(message: IncomingMessage): AlcoveError | undefined {
  const status = message.statusCode ?? 0
  if (status >= 300 && status < 400) return createFailure('address', `status ${status}`)
  const kind = message.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  // JSON may be a whole answer, or an error.
  return status >= 300 || kind !== 'text/html'
    ? undefined
    : createFailure('address', `status ${status}, ${kind}`)
}

/** Dependencies of reading a body. */
export interface BodyWorld {
  readonly limits: ProviderLimits
  readonly deadline: Deadline
  readonly filter: BodyFilter
  readonly onBreak: (error: Error) => void
}

const PASSES_ALL: BodyFilter = { push: (piece) => piece, end: () => undefined }

function toResponse(message: IncomingMessage, world: BodyWorld): Response {
  const status = message.statusCode ?? 0
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(message.headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  const body = readBody(message, world)
  if (!BODILESS.has(status)) return new Response(body, { status, headers })
  void body.cancel()
  return new Response(null, { status, headers })
}

/**
 * A response's body as a web stream, with a time limit for each gap and a size limit for the whole. Neither
 * may lose earlier bytes: so the stream just ends when the body breaks off, and `onBreak` gets the reason (an
 * error would overtake the text in each of the SDK's transforms), and the socket is never paused (Node drops
 * the buffer of a paused socket that breaks).
 */
export function readBody(
  message: IncomingMessage,
  { limits, deadline, filter, onBreak }: BodyWorld,
): ReadableStream<Uint8Array> {
  let bytes = 0
  let isCancelled = false
  const close = (
    controller: ReadableStreamDefaultController<Uint8Array>,
    { isOrderly }: { readonly isOrderly: boolean },
  ) => {
    try {
      const left = filter.end(isOrderly)
      if (left) controller.enqueue(left)
    } catch (error) {
      onBreak(error as Error)
    }
    controller.close()
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      message.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > limits.responseBytes) {
          message.destroy(createFailure('malformed', 'the response is too large'))
          return
        }
        const passed = filter.push(chunk)
        if (passed) controller.enqueue(passed)
        deadline.start(limits.gapMs, gapTimeout)
      })
      message.on('end', () => {
        deadline.stop()
        close(controller, { isOrderly: true })
      })
      message.on('error', (error) => {
        deadline.stop()
        onBreak(error)
        if (!isCancelled) close(controller, { isOrderly: false })
      })
    },
    cancel() {
      isCancelled = true
      deadline.stop()
      message.destroy()
    },
  })
}

const gapTimeout = () => createFailure('stalled', 'the stream paused for too long')

/**
 * Time limits are waited for in pieces of this length. A piece that takes twice as long shows that the
 * process was suspended.
 */
export const WAIT_PIECE_MS = 1_000

/**
 * A timer for the phases of a call; a new phase ends the one before. Time in which the process was
 * suspended does not count, since it could not receive anything.
 */
interface Deadline {
  start(ms: number, createError: () => AlcoveError): void
  stop(): void
}

export function createDeadline(onExpire: (error: AlcoveError) => void): Deadline {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  return {
    start(ms, createError) {
      const wait = (leftMs: number) => {
        stop()
        const piece = Math.min(leftMs, WAIT_PIECE_MS)
        const due = performance.now() + piece
        timer = setTimeout(() => {
          const hasStoodStill = performance.now() > due + WAIT_PIECE_MS
          const nextMs = hasStoodStill ? leftMs : leftMs - piece
          if (nextMs > 0) wait(nextMs)
          else onExpire(createError())
        }, piece)
      }
      wait(ms)
    },
    stop,
  }
}
