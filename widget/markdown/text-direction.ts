import { readDirection, type TextDirection } from '../../shared/text-direction.ts'

const BARE_ADDRESS = /(?:https?:\/\/|www\.)\S+/gi

/**
 * The direction of a text that is not read as markdown. An address is always left to right and does not count.
 * Without other letters the browser decides, so that a telephone number keeps its order.
 */
export const readPlainDirection = (text: string): TextDirection | 'auto' =>
  readDirection(text.replace(BARE_ADDRESS, '')) ?? 'auto'
