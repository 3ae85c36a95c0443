import { atom } from 'jotai/vanilla'
import type { EditPlace } from './edit-place.ts'
import { editText, freshOf, oldText, placeInFresh, restOf, type FreshText } from './fresh-text.ts'

export type { EditPlace }

// A field, named by its draft's key or by {@link FIELD_PREFIX}.

interface Field {
  readonly content: FreshText
  /** Position of the caret after the last edit. */
  readonly at: number
}

/** Edits of each field since the page was loaded or named a person. The field changed last comes last. */
const fieldsAtom = atom(() => new Map<string, Field>())

/** Records an edit of a field that held `before`. */
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

/** Marks a field's text as old: it came from the device, or was saved. */
export const noteOldTextAtom = atom(null, (get, _set, name: string) => {
  get(fieldsAtom).delete(name)
})

/** Moves the record of a field to another one. */
export const moveTextAtom = atom(null, (get, _set, from: string, to: string) => {
  const fields = get(fieldsAtom)
  const field = fields.get(from)
  if (!field) return
  fields.delete(from)
  fields.set(to, field)
})

/** Marks all texts as old. */
export const markTypedAtom = atom(null, (get) => get(fieldsAtom).clear())

/** New text as one draft. */
export interface TypedWords {
  readonly text: string
  /** Position of the caret. */
  readonly at: number
  /** True if the person is at another field than the composer's. */
  readonly isElsewhere: boolean
  /** The older part of the draft; `undefined`: all of it is older. */
  readonly rest: string | undefined
}

/** Prefix of fields other than a thread's draft; `edit:` is an edited message. */
export const FIELD_PREFIX = 'field:'
const OTHER_FIELD = /^(field|edit):/
/** Separates the texts of two fields. */
const GAP = '\n\n'

/** Takes the new text: that of the thread's draft first, then that of the other fields. */
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
