import { randomId } from '../../shared/ids.ts'

const PREFIX = 'file_'
/** 24 letters and digits: 142 bits. */
const RANDOM_LENGTH = 24
const PATTERN = /^file_[0-9A-Za-z]{24}$/

/** Creates the key of a file: random, so that it cannot be guessed; without user or path. */
export const createFileKey = (): string => PREFIX + randomId(RANDOM_LENGTH)

export const isFileKey = (text: string): boolean => PATTERN.test(text)

/** Name of an upload's bytes before inspection; never served. */
export const incomingName = (key: string): string => `incoming/${key}`
/** Name of a file's bytes as they were accepted. */
export const keptName = (key: string): string => `files/${key}`

/** Objects by name, each written whole or not at all. Names come from the two functions above. */
interface Objects {
  /** Replaces an existing object. @throws AlcoveError `unavailable` if the disk is full. */
  put(name: string, bytes: Uint8Array, mediaType: string): Promise<void>
  /**
   * Undefined if it is missing.
   *
   * @throws AlcoveError `too_large` above `maxBytes`, beyond which nothing is read.
   */
  get(name: string, maxBytes: number): Promise<Uint8Array | undefined>
  /** Size in bytes; undefined if it is missing. */
  size(name: string): Promise<number | undefined>
  /** Removes existing objects and returns their number. */
  remove(names: readonly string[]): Promise<number>
  /**
   * Removes uploads from before that time, partial ones included, except those of keys that `isAwaited`.
   * Returns how many were removed.
   */
  removeIncoming(before: Date, isAwaited: (key: string) => Promise<boolean>): Promise<number>
  /**
   * Stores an upload as it arrives, with at most a chunk of it in memory.
   *
   * @param onWritten called with the size of each chunk that was written to the disk of the objects, in
   * bytes.
   * @throws AlcoveError `too_large`, `conflict` if it has already come, `call_timeout`, `unavailable` if
   * there is no space.
   */
  receive(
    key: string,
    body: ReadableStream<Uint8Array> | null,
    maxBytes: number,
    onWritten?: (bytes: number) => void,
  ): Promise<number>
}

/** Browsers reach it through this server only. */
export interface ServedObjects extends Objects {
  readonly kind: 'served'
  open(name: string): Promise<OpenObject | undefined>
}

export interface OpenObject {
  readonly bytes: number
  readonly body: ReadableStream<Uint8Array>
}

/** Browsers call it themselves, with addresses that we sign. */
export interface DirectObjects extends Objects {
  readonly kind: 'direct'
  /** The upload must have exactly that length, and the type if one is given. */
  presignPut(
    name: string,
    bound: { readonly type: string | null; readonly bytes: number },
    seconds: number,
  ): Promise<string>
  presignGet(
    name: string,
    headers: {
      readonly type: string
      readonly disposition: string
      readonly cacheControl: string
    },
    seconds: number,
  ): Promise<string>
}

export type ObjectStore = ServedObjects | DirectObjects
