import { BIDI_TEXTS } from './bidi-texts.ts'
import { ENCODED_TEXTS } from './encoded-texts.ts'
import { EXFIL_TEXTS } from './exfil-texts.ts'
import { FOREIGN_TEXTS } from './foreign-texts.ts'
import { HTML_TEXTS } from './html-texts.ts'
import { REFUSED_ADDRESSES } from './link-addresses.ts'
import { MARKDOWN_TEXTS } from './markdown-texts.ts'
import { SPOOF_TEXTS } from './spoof-texts.ts'

/** Texts that would run a script. */
export const XSS_TEXTS: readonly string[] = [
  ...HTML_TEXTS,
  ...FOREIGN_TEXTS,
  ...ENCODED_TEXTS,
  ...MARKDOWN_TEXTS,
]

/** Each address in a markdown link. */
const LINK_TEXTS: readonly string[] = REFUSED_ADDRESSES.map(
  (address, index) =>
    `[inline](${address}) [angled](<${address}>) <${address}> ![picture](${address}) ` +
    `[named][a${index}]\n\n[a${index}]: <${address}>`,
)

/** Harmful model output of every kind. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...XSS_TEXTS,
  ...EXFIL_TEXTS,
  ...LINK_TEXTS,
  ...SPOOF_TEXTS,
  ...BIDI_TEXTS.map(({ text }) => text),
]

/** Inserts the address of a server that must not get requests. */
export const aimAt =
  (sink: string) =>
  (text: string): string =>
    text.replaceAll('{{SINK}}', sink).replaceAll('{{SINK_HOST}}', new URL(sink).host)

/** Every text in the long run; otherwise every `step`th, so that each kind is included. */
export const sampleOf = <Item>(items: readonly Item[], isLong: boolean, step: number): Item[] =>
  items.filter((_, index) => isLong || index % step === 0)

/** Whether a database can store the text and a person can type it. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')
