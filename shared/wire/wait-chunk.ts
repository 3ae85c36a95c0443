import { isPlainObject } from '../json.ts'
import { OWN_DATA_PREFIX, type DataChunk } from './chunk.ts'

/** Our own chunk: an answer waits before its model is called again. Not part of the message. */
export const WAIT_TYPE = `${OWN_DATA_PREFIX}wait` as const
export type WaitChunk = DataChunk & { readonly type: typeof WAIT_TYPE }

/** `leftMs`: remaining time; 0 when the wait is over. */
export const waitChunk = (leftMs: number): WaitChunk => ({
  type: WAIT_TYPE,
  data: { seconds: leftMs / 1000 },
  transient: true,
})

/** The remaining seconds of a wait; `undefined` for any other chunk. */
export function readWait({ type, data }: DataChunk): number | undefined {
  if (type !== WAIT_TYPE || !isPlainObject(data)) return undefined
  const { seconds } = data
  return typeof seconds === 'number' && seconds >= 0 ? seconds : undefined
}

/** The model has sent no byte yet, so it may still be starting. A {@link waitChunk} ends this, too. */
export const startingChunk = (): WaitChunk => ({
  type: WAIT_TYPE,
  data: { seconds: 0, isStarting: true },
  transient: true,
})

/** True for a {@link startingChunk}. */
export const isStarting = ({ type, data }: DataChunk): boolean =>
  type === WAIT_TYPE && isPlainObject(data) && data['isStarting'] === true
