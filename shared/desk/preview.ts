import * as v from 'valibot'
import { time } from './fields.ts'

/** Minutes that a preview lasts unless the person chooses others. */
export const PREVIEW_MINUTES = 60
/** Minutes that a preview lasts at most: a day. */
export const PREVIEW_MINUTES_MAX = 1_440
/** Characters of the address of a page. */
export const PREVIEW_PAGE_MAX_CHARACTERS = 2_000

export const previewBody = v.strictObject({
  /** `site`: a link for a page of the owner's site; `desk`: a frame beside the controls. */
  place: v.picklist(['site', 'desk']),
  /** Address of the page; default: the first host of the project. */
  page: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(
        PREVIEW_PAGE_MAX_CHARACTERS,
        `expected at most ${PREVIEW_PAGE_MAX_CHARACTERS} characters`,
      ),
    ),
  ),
  minutes: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(PREVIEW_MINUTES_MAX, `expected at most ${PREVIEW_MINUTES_MAX} minutes`),
    ),
    PREVIEW_MINUTES,
  ),
})
export type PreviewBody = v.InferInput<typeof previewBody>

export const preview = v.object({
  /** Of a page with the token in its fragment, or of the frame's document. */
  url: v.string(),
  token: v.string(),
  endsAt: time,
})
export type Preview = v.InferOutput<typeof preview>
