import { marksOf, type Chunk } from './chunk.ts'

/** Tells that the words from here on wait for the judgement of the operator, or wait no more. */
export const judging = (isOn: boolean): Chunk => ({
  type: 'message-metadata',
  messageMetadata: { alcove: { judging: isOn } },
})

/** The value of {@link judging}; `undefined` for any other chunk. */
export function readJudging(chunk: Chunk): boolean | undefined {
  const isOn = chunk.type === 'message-metadata' ? marksOf(chunk)['judging'] : undefined
  return typeof isOn === 'boolean' ? isOn : undefined
}
