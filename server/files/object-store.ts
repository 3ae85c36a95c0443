import { randomId } from '../../shared/ids.ts'

const PREFIX = 'file_'
/** 24 letters and digits: 142 bits. */
const RANDOM_LENGTH = 24
const PATTERN = /^file_[0-9A-Za-z]{24}$/

/** The key of a file: random, so that nobody finds one by trying. Names no user and no path. */
export const createFileKey = (): string => PREFIX + randomId(RANDOM_LENGTH)

export const isFileKey = (text: string): boolean => PATTERN.test(text)

/** An upload's bytes before anybody looked at them; nothing is ever served from there. */
export const incomingName = (key: string): string => `incoming/${key}`
/** A file's bytes as they were accepted. */
export const keptName = (key: string): string => `files/${key}`

/** Objects by name, each written whole or not at all. Names come from the two functions above. */
interface Objects {
  /** Replaces what was there. @throws AlcoveError `unavailable` when there is no room. */
  put(name: string, bytes: Uint8Array, mediaType: string): Promise<void>
  /**
   * Undefined when there is none.
   *
   * @throws AlcoveError `too_large` above `maxBytes`, of which no more is read.
   */
  get(name: string, maxBytes: number): Promise<Uint8Array | undefined>
  /** Bytes; undefined when there is none. */
  size(name: string): Promise<number | undefined>
  /** Those that are there. Returns how many were. */
  remove(names: readonly string[]): Promise<number>
  /**
   * Uploads that came before that time, halves included, but for those of keys that `isAwaited`.
   * Returns how many went.
   */
  removeIncoming(before: Date, isAwaited: (key: string) => Promise<boolean>): Promise<number>
  /**
   * Takes an upload as it comes, never more of it in memory than a piece.
   *
   * @param onWritten told of each piece that takes room where the objects are, in bytes.
   * @throws AlcoveError `too_large`, `conflict` when it has come already, `call_timeout`, `unavailable`
   * when there is no room.
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

/** Browsers talk to it themselves, with addresses that we sign. */
export interface DirectObjects extends Objects {
  readonly kind: 'direct'
  /** The upload must have exactly that length, and the type when there is one. */
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
