import type { DataChunk } from './chunk.ts'
import { isPlainObject } from '../json.ts'

/** Of an answer that failed, in its custom metadata: from when on another try makes sense (ISO). */
export const RETRY_AT = 'retryAt'
/** Our own chunk: an answer waits before its model is asked again. No part of the message. */
export const WAIT_TYPE = 'data-alcove-wait'

/** `leftMs`: how long it still takes; 0 when the wait is over. */
export const waitChunk = (leftMs: number): DataChunk => ({
  type: WAIT_TYPE,
  data: { seconds: leftMs / 1000 },
  transient: true,
})

/** The seconds that a wait still takes; `undefined` of any other chunk. */
export function readWait({ type, data }: DataChunk): number | undefined {
  if (type !== WAIT_TYPE || !isPlainObject(data)) return undefined
  const { seconds } = data
  return typeof seconds === 'number' && seconds >= 0 ? seconds : undefined
}
