import * as v from 'valibot'
import { count, time } from './fields.ts'

/** Ways to mend an answer: the instructions, a source of knowledge, a written answer, a tool. */
export const FIX_WAYS = ['prompt', 'source', 'answer', 'tool'] as const
export type FixWay = (typeof FIX_WAYS)[number]

/** Begins a fix of a message. While one of the same way is not published, another begin changes nothing. */
export const fixBody = v.strictObject({ way: v.picklist(FIX_WAYS) })

/** A change of the settings that was begun because of a message. */
export const deskFix = v.object({
  way: v.picklist(FIX_WAYS),
  /** Mail of the person who began it. */
  by: v.string(),
  at: time,
  /** The version with which it was published; null: it is in the draft. */
  version: v.nullable(v.object({ number: count, at: time })),
})
export type DeskFix = v.InferOutput<typeof deskFix>
