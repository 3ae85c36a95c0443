const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const MESSAGE_ID_LENGTH = 7
const ROW_ID_LENGTH = 24

/** Random letters and digits, without modulo bias. */
export function randomId(length: number): string {
  const limit = 256 - (256 % ALPHABET.length)
  let id = ''
  while (id.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < limit && id.length < length) id += ALPHABET[byte % ALPHABET.length]
    }
  }
  return id
}

/** A message id in the form of clients: 7 letters and digits (specification, section 9). */
export const createMessageId = (): string => randomId(MESSAGE_ID_LENGTH)

/** Prefix of a thread's id until the server has created it. */
export const LOCAL_THREAD_PREFIX = '__LOCALID_'
export const createLocalThreadId = (): string => LOCAL_THREAD_PREFIX + randomId(MESSAGE_ID_LENGTH)

export type RowKind =
  | 'thread'
  | 'msg'
  | 'run'
  | 'lease'
  | 'session'
  | 'score'
  | 'event'
  | 'source'
  | 'crawl'
  | 'reload'
  | 'document'
  | 'embedding'
  | 'note'
  | 'fix'
  | 'person'
  | 'act'
  | 'case'
  | 'caserun'
  | 'hook'
  | 'notice'
  | 'delivery'
  | 'report'

/** A server row's id, for example `msg_` and 24 letters and digits. */
export const createRowId = (kind: RowKind): string => `${kind}_${randomId(ROW_ID_LENGTH)}`

/** True if a name has the form of a server row's id, which only the server issues. */
export const isRowId = (kind: RowKind, name: string): boolean =>
  name.startsWith(`${kind}_`) && /^[0-9A-Za-z]{24}$/.test(name.slice(kind.length + 1))
