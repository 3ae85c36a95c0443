import { useMemo, useState } from 'react'
import type { DeskCase } from '../../../shared/desk/cases.ts'
import { isPlainObject, isSameJson } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { tabNotes } from '../../session/device-notes.ts'
import { usePage } from '../../session/session-context.tsx'
import { readTypedCase, typeCase } from './case-values.ts'
import type { ReadCase, TypedCase } from './case-values.ts'

/** Note of the tab in which a typed case survives a reload; `id` may be "new". */
export const noteOf = (project: string, person: string, id: string): string =>
  `case-${project}-${person}-${id}`

interface Note {
  /** When the case was saved last before the person began; null: it is new. */
  readonly base: string | null
  readonly typed: TypedCase
}

export interface UseTypedCase {
  readonly typed: TypedCase
  readonly read: ReadCase
  /** There is text that is not saved. */
  readonly isUnsaved: boolean
  /** The case was saved elsewhere since the person began. */
  readonly isBehind: boolean
  change(typed: TypedCase): void
  /** Forgets what is not saved. */
  reset(): void
}

/** Keeps the text that the person types into the form of a case. */
export function useTypedCase(id: string, known: DeskCase | undefined): UseTypedCase {
  const { project, session } = usePage()
  const name = noteOf(project, session.person.id, id)
  const [note, setNote] = useState(() => readNote(tabNotes.read(name)))
  const saved = useMemo(() => typeCase(known), [known])
  const typed = note?.typed ?? saved

  function keep(next: Note | null): void {
    setNote(next)
    tabNotes.write(name, next && JSON.stringify(next))
  }

  const changedAt = known?.changedAt ?? null
  return {
    typed,
    read: useMemo(() => readTypedCase(typed), [typed]),
    isUnsaved: note !== null,
    isBehind: note !== null && note.base !== changedAt,
    change: (next) =>
      keep(
        isSame(next, saved) ? null : { base: note === null ? changedAt : note.base, typed: next },
      ),
    reset: () => keep(null),
  }
}

/** Absent values and empty lists mean the same. */
function isSame(one: TypedCase, other: TypedCase): boolean {
  if (isSameJson(toJson(one), toJson(other))) return true
  const [first, second] = [readTypedCase(one), readTypedCase(other)]
  const areBoth = first.type === 'case' && second.type === 'case'
  return areBoth && isSameJson(toJson(first.body), toJson(second.body))
}

const toJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject

function readNote(text: string | null): Note | null {
  const note: unknown = text === null ? null : JSON.parse(text)
  return isPlainObject(note) && isPlainObject(note['typed']) ? (note as unknown as Note) : null
}
