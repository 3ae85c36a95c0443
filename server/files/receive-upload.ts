import { randomUUID } from 'node:crypto'
import { link, open, rm, type FileHandle } from 'node:fs/promises'
import { AlcoveError } from '../../shared/errors.ts'
import { inWords } from './no-space.ts'

/** An upload without bytes for this long is dead. */
export const UPLOAD_GAP_TIMEOUT_MS = 30_000
/** The whole upload: enough for a browser on a slow line with the largest file. */
export const UPLOAD_TIMEOUT_MS = 600_000
/** Average after {@link UPLOAD_GAP_TIMEOUT_MS}: even the slowest phones are faster. */
export const UPLOAD_BYTES_PER_SECOND_MIN = 4_096
export const PART_SUFFIX = '.part'
const PRIVATE_FILE = 0o600
const MS_PER_SECOND = 1_000

/** Maximum of a refused upload that is read and dropped; a longer one is cut off. */
export const DRAIN_MAX_BYTES = 67_108_864
/** A sender that pauses for this long is taken to wait for the answer. */
export const DRAIN_GAP_TIMEOUT_MS = 5_000

export interface ReceiveOptions {
  readonly gapMs?: number
  /** Called for each chunk that was written, in bytes. */
  readonly onWritten?: (bytes: number) => void
}

/**
 * Writes a body to `path`, which must not exist yet: first to a file beside it, so that `path` is whole or
 * missing; then linked, so that of two uploads one is refused. The rest of a body that fails is left to
 * {@link drainUpload}.
 *
 * @throws AlcoveError `too_large`, `conflict`, `call_timeout`, `unavailable` if the disk is full.
 */
export async function receiveUpload(
  path: string,
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  options: ReceiveOptions = {},
): Promise<number> {
  const partPath = `${path}.${randomUUID()}${PART_SUFFIX}`
  return inWords(async () => {
    const file = await open(partPath, 'wx', PRIVATE_FILE)
    try {
      const bytes = await writeBody(file, body, maxBytes, options)
      await file.sync()
      await link(partPath, path)
      return bytes
    } catch (error) {
      throw isTaken(error) ? createRepeatError() : error
    } finally {
      await file.close()
      await rm(partPath, { force: true })
    }
  })
}

async function writeBody(
  file: FileHandle,
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  { gapMs = UPLOAD_GAP_TIMEOUT_MS, onWritten }: ReceiveOptions,
): Promise<number> {
  let bytes = 0
  for await (const piece of readPaced(body, gapMs)) {
    bytes += piece.byteLength
    if (bytes > maxBytes) throw createSizeError(maxBytes)
    await file.writeFile(piece)
    onWritten?.(piece.byteLength)
  }
  return bytes
}

/**
 * Reads the rest of a refused upload: most clients send a whole body before they read the answer, and a
 * closed connection shows them no answer at all.
 */
export async function drainUpload(
  body: ReadableStream<Uint8Array> | null,
  gapMs: number = DRAIN_GAP_TIMEOUT_MS,
): Promise<void> {
  if (body?.locked) return
  let bytes = 0
  try {
    for await (const piece of readPaced(body, gapMs)) {
      bytes += piece.byteLength
      if (bytes > DRAIN_MAX_BYTES) return await body?.cancel()
    }
  } catch {
    // A sender that stalled or left reads no answer.
  }
}

/**
 * The chunks of a body, at the minimum speed of an upload. A body that stalls or breaks is ended; one whose
 * reader leaves early stays open, for another reader.
 *
 * @throws AlcoveError `call_timeout`, `invalid_request`.
 */
async function* readPaced(
  body: ReadableStream<Uint8Array> | null,
  gapMs: number,
): AsyncGenerator<Uint8Array, void, void> {
  if (!body) return
  // Limit: UPLOAD_TIMEOUT_MS, and the gap between two pieces: "ends a body that drips in, however short its gaps, and
  // takes one that is as fast as it must".
  const reader = body.getReader()
  const start = performance.now()
  let bytes = 0
  try {
    for (;;) {
      // Otherwise a byte now and then would hold one of few places for minutes.
      const earnedMs = gapMs + (bytes * MS_PER_SECOND) / UPLOAD_BYTES_PER_SECOND_MIN
      const end = start + Math.min(UPLOAD_TIMEOUT_MS, earnedMs)
      const waitMs = Math.min(gapMs, end - performance.now())
      const piece = await withTimeout(reader.read().catch(failBroken), waitMs)
      if (piece.done) return
      bytes += piece.value.byteLength
      yield piece.value
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  } finally {
    reader.releaseLock()
  }
}

/** Limit: UPLOAD_TIMEOUT_MS, and the gap between two pieces: "leaves nothing of a body that stalls or breaks". */
async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createLateError()), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'

export const createSizeError = (limit: number): AlcoveError =>
  new AlcoveError('too_large', `The file is larger than ${limit} bytes.`, { data: { limit } })

export const createRepeatError = (): AlcoveError =>
  new AlcoveError('conflict', 'This file is uploaded already; ask for a new address.')

function failBroken(cause: unknown): never {
  throw new AlcoveError('invalid_request', 'The upload broke off; send it again.', { cause })
}

const createLateError = (): AlcoveError =>
  new AlcoveError('call_timeout', 'The upload stalled; send it again.')
