import type { Message } from '../../shared/thread/message.ts'
import { inspectFile } from '../files/inspect-file.ts'
import { readDataUrl } from '../files/read-data-url.ts'
import type { AmountOf } from './amount-of.ts'
import { isDataUrl } from './inline-bytes.ts'

const BASE64_HEAD = /^data:[^,]*;base64,/i

/**
 * Files that a call brings to the model without being kept are held to what kept ones are: a small
 * picture may stand for a gigabyte of pixels.
 *
 * @throws AlcoveError `file_rejected`, `too_large`, `invalid_request`.
 */
export function inspectInline(messages: readonly Message[], amountOf: AmountOf): void {
  for (const { role, content } of messages) {
    if (role !== 'user') continue
    for (const part of content) {
      if (part.type !== 'file' && part.type !== 'image') continue
      const url = part.type === 'file' ? part.data : part.image
      // In another form there is only text.
      if (!isDataUrl(url) || !BASE64_HEAD.test(url)) continue
      inspectFile(readDataUrl(url, amountOf('inlineDataBytes')).bytes, amountOf)
    }
  }
}
