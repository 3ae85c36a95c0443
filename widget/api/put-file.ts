import { AlcoveError } from '../../shared/errors.ts'
import { call, type Fetch } from './call.ts'
import type { Clock } from './clock.ts'
import { readRequestError } from './request-error.ts'

/** An upload fails after this time without progress. */
export const UPLOAD_STALL_MS = 30_000

export interface FilePut {
  readonly url: string
  readonly file: Blob
  readonly signal: AbortSignal
  /** From 0 up to 1. */
  readonly onProgress?: (share: number) => void
}

/**
 * Uploads a file with PUT to an address that needs no credentials.
 *
 * @throws AlcoveError `offline`, `call_timeout`, a refusal by its status; the signal's reason.
 */
export type PutFile = (put: FilePut) => Promise<void>

export interface PutFileSettings {
  readonly clock: Clock
  readonly createRequest: () => XMLHttpRequest
}

/** Uploads by XMLHttpRequest, the only API that reports upload progress. */
export function createPutFile({ clock, createRequest }: PutFileSettings): PutFile {
  return ({ url, file, signal, onProgress }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error)
      const request = createRequest()
      let stopTimer = () => {}
      const settle = (error?: Error) => {
        stopTimer()
        signal.removeEventListener('abort', abort)
        if (error === undefined) resolve()
        else reject(error)
      }
      const giveUp = (error: Error) => {
        settle(error)
        request.abort()
      }
      const abort = () => giveUp(signal.reason as Error)
      const watch = () => {
        stopTimer()
        stopTimer = clock.after(UPLOAD_STALL_MS, () => giveUp(createStallError()))
      }

      signal.addEventListener('abort', abort, { once: true })
      request.open('PUT', url)
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        watch()
        if (total > 0) onProgress?.(loaded / total)
      })
      request.addEventListener('error', () => settle(createOfflineError()))
      request.addEventListener('load', () => {
        const { status, responseText } = request
        if (status >= 200 && status < 300) {
          onProgress?.(1)
          return settle()
        }
        // A status outside the range of `Response` means the same as no response.
        if (status < 400) return settle(createOfflineError())
        void readRefusal(new Response(responseText, { status })).then(settle)
      })
      watch()
      if (file.type !== '') request.setRequestHeader('Content-Type', file.type)
      request.send(file)
    })
}

/** Uploads by fetch, where there is no XMLHttpRequest. Reports progress only at the end. */
export function createPlainPutFile(fetch: Fetch): PutFile {
  return async ({ url, file, signal, onProgress }) => {
    const headers = file.type === '' ? {} : { 'Content-Type': file.type }
    const response = await call(fetch, url, { method: 'PUT', headers, body: file, signal })
    if (!response.ok) throw await readRefusal(response)
    await response.body?.cancel()
    onProgress?.(1)
  }
}

/**
 * The store knows no users: its 401 or 403 means that the address is used up, not that the user is signed out.
 */
async function readRefusal(response: Response): Promise<AlcoveError> {
  const error = await readRequestError(response)
  const { message, data } = error
  return error.code === 'auth_failed' ? new AlcoveError('file_rejected', message, { data }) : error
}

const createStallError = () =>
  new AlcoveError('call_timeout', `The upload stood still for ${UPLOAD_STALL_MS} ms.`)
const createOfflineError = (cause?: unknown) =>
  new AlcoveError('offline', 'The file could not be sent.', { cause })
