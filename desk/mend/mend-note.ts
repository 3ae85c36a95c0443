import { FIX_WAYS } from '../../shared/desk/fixes.ts'
import type { FixWay } from '../../shared/desk/fixes.ts'
import { isPlainObject } from '../../shared/json.ts'
import { tabNotes } from '../session/device-notes.ts'

/** The fix that a person has under way in a tab. */
export interface MendNote {
  readonly thread: string
  readonly message: string
  /** Masked. */
  readonly question: string
  readonly way: FixWay
  /** The version that was live when the fix began; null: none. */
  readonly since: number | null
  /** True once the draft was seen: one that is gone was published or thrown away. */
  readonly hadDraft: boolean
}

/** A note of the tab for each project and person. */
const nameOf = (project: string, person: string): string => `mend-${project}-${person}`

/** Null: no fix is under way. */
export function readMend(project: string, person: string): MendNote | null {
  try {
    const note: unknown = JSON.parse(tabNotes.read(nameOf(project, person)) ?? 'null')
    return isMendNote(note) ? note : null
  } catch {
    return null
  }
}

/** Null ends it. */
export function writeMend(project: string, person: string, note: MendNote | null): void {
  tabNotes.write(nameOf(project, person), note === null ? null : JSON.stringify(note))
}

/** Another version of the desk may have written it. */
const isMendNote = (value: unknown): value is MendNote =>
  isPlainObject(value) &&
  ['thread', 'message', 'question'].every((name) => typeof value[name] === 'string') &&
  FIX_WAYS.some((way) => way === value['way']) &&
  (value['since'] === null || typeof value['since'] === 'number') &&
  typeof value['hadDraft'] === 'boolean'

/** How far a fix is. */
export type MendStage =
  | 'under-way'
  | 'published'
  /** The draft was thrown away, and the fix with it. */
  | 'gone'

/** Reads the stage of a fix from the settings. */
export function stageOf(
  { since, hadDraft }: Pick<MendNote, 'since' | 'hadDraft'>,
  { hasDraft, live }: { readonly hasDraft: boolean; readonly live: number | null },
): MendStage {
  if (hasDraft || !hadDraft) return 'under-way'
  return (live ?? 0) > (since ?? 0) ? 'published' : 'gone'
}
