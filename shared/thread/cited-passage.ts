import * as v from 'valibot'
import { isPlainObject, type JsonObject } from '../json.ts'

const text = v.string()
const place = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Schema of {@link CitedPassage}. */
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

/**
 * Part of one of the owner's documents that an answer cites. Only the server makes it; readers of other makers
 * see a source without it.
 */
export type CitedPassage = Readonly<v.InferOutput<typeof passageSchema>>

/** Provider name of our own fields in the metadata of a chunk or stored part. */
const OWN = 'alcove'

/** Reads a passage from the metadata of a chunk or stored part; `undefined`: there is none, or it is malformed. */
export function readPassage(providerMetadata: unknown): CitedPassage | undefined {
  const own = isPlainObject(providerMetadata) ? providerMetadata[OWN] : undefined
  const parsed = v.safeParse(passageSchema, isPlainObject(own) ? own['passage'] : undefined)
  return parsed.success ? parsed.output : undefined
}

/** Our own fields of a source as metadata, which published readers pass over; `{}` without any. */
export function writePassage(fields: {
  readonly passage?: CitedPassage | undefined
  /** Page of a document. */
  readonly page?: number | undefined
}): { readonly providerMetadata?: JsonObject } {
  const { passage, page } = fields
  if (passage === undefined && page === undefined) return {}
  const own: JsonObject = {
    ...(page === undefined ? {} : { page }),
    ...(passage === undefined ? {} : { passage }),
  }
  return { providerMetadata: { [OWN]: own } }
}
