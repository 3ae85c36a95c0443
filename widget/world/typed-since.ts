import { atom } from 'jotai/vanilla'
import type { EditPlace } from './edit-place.ts'
import { editText, freshOf, oldText, placeInFresh, restOf, type FreshText } from './fresh-text.ts'

export type { EditPlace }

// Fields are called by their draft's key, or by what else is typed into.

interface Field {
  readonly content: FreshText
  /** Where the caret stood after the last edit. */
  readonly at: number
}

/** Edits of each field since the page was loaded, or since it named a person; the field changed last comes last. */
const fieldsAtom = atom(() => new Map<string, Field>())

/** Notes an edit of a field that held `before`. */
export const noteEditAtom = atom(
  null,
  (get, _set, name: string, before: string, text: string, place?: EditPlace) => {
    const fields = get(fieldsAtom)
    const known = fields.get(name)?.content
    const content = editText(known?.text === before ? known : oldText(before), text, place)
    fields.delete(name)
    if (text !== '') fields.set(name, { content, at: text.length - (place?.behind ?? 0) })
  },
)

/** The text of a field was there before: it came from the device, or was saved. */
export const noteOldTextAtom = atom(null, (get, _set, name: string) => {
  get(fieldsAtom).delete(name)
})

/** The text of one field stands in another one. */
export const moveTextAtom = atom(null, (get, _set, from: string, to: string) => {
  const fields = get(fieldsAtom)
  const field = fields.get(from)
  if (!field) return
  fields.delete(from)
  fields.set(to, field)
})

/** All that stands in fields now is old. */
export const markTypedAtom = atom(null, (get) => get(fieldsAtom).clear())

/** New words as one draft. */
export interface TypedWords {
  readonly text: string
  /** Where the caret belongs. */
  readonly at: number
  /** The person is at another field than the composer's. */
  readonly isElsewhere: boolean
  /** The older part of the draft; `undefined`: all of it is older. */
  readonly rest: string | undefined
}

/** Fields that hold no draft of a thread; `edit:` is a changed message. */
export const FIELD_PREFIX = 'field:'
const OTHER_FIELD = /^(field|edit):/
/** Stands between the words of two fields. */
const GAP = '\n\n'

/** Takes what was put in since: the words of one thread's draft first, then those of the other fields. */
export const takeTypedAtom = atom(null, (get, _set, draft: string): TypedWords => {
  const fields = get(fieldsAtom)
  const known = fields.get(draft)?.content
  const all = [...fields].filter(([name]) => name === draft || OTHER_FIELD.test(name))
  fields.clear()
  // The person is at the field that was changed last.
  const last = all.at(-1)?.[0] ?? draft
  let text = ''
  let at = 0
  for (const [name, field] of all.toSorted(
    ([a], [b]) => Number(b === draft) - Number(a === draft),
  )) {
    const fresh = freshOf(field.content)
    if (fresh === '') continue
    if (text !== '') text += GAP
    if (name === last) at = text.length + placeInFresh(field.content, field.at)
    text += fresh
  }
  return { text, at, isElsewhere: last !== draft, rest: known && restOf(known) }
})
