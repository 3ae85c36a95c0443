import * as v from 'valibot'

const text = v.string()
const place = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Part of one of the owner's documents that an answer cites. */
export const passageSchema = v.object({
  /** Number by which the answer's text cites it, as in `[1]`. Unique in its answer. */
  number: place,
  /** Headings above the passage, the outermost first, without the document's title. */
  headings: v.array(text),
  /** The passage as it stands in the document, perhaps cut at its end. */
  text,
  /** Date of the document, `YYYY-MM-DD`. */
  date: v.exactOptional(text),
  /** Page of a PDF, from 1. */
  page: v.exactOptional(place),
  /** Page number that the PDF itself gives, such as `iv`, if it differs. */
  pageLabel: v.exactOptional(text),
  /** BCP 47. */
  language: v.exactOptional(text),
  /** Id of the element at or above the passage, without `#`. */
  anchor: v.exactOptional(text),
  /** Ids of a document without an address and of its piece: the server shows the text that it keeps. */
  kept: v.exactOptional(v.object({ documentId: text, pieceId: text })),
})

/** Only the server makes it; readers of other makers see a source without it. */
export type CitedPassage = Readonly<v.InferOutput<typeof passageSchema>>

/** `undefined` for a malformed one. */
export function parsePassage(value: unknown): CitedPassage | undefined {
  const parsed = v.safeParse(passageSchema, value)
  return parsed.success ? parsed.output : undefined
}
