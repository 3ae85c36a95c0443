import { FIX_WAYS } from '../../shared/desk/fixes.ts'
import type { FixWay } from '../../shared/desk/fixes.ts'
import type { SettingsVersion } from '../../shared/desk/settings.ts'
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
  /** The version that brought the fix; absent: it is not published. */
  readonly published?: number
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
  typeof value['hadDraft'] === 'boolean' &&
  ['undefined', 'number'].includes(typeof value['published'])

/** How far a fix is. */
export type MendStage =
  | 'under-way'
  /** The version that brought it is live. */
  | 'published'
  /** The draft was thrown away, and the fix with it; or a version after its own is live. */
  | 'gone'

interface Now {
  readonly hasDraft: boolean
  readonly live: Pick<SettingsVersion, 'number' | 'undoOf'> | null
}

/** Reads the stage of a fix from the settings: each publish of the draft ends the fixes in it, and an undo ends none. */
export function stageOf(
  { since, hadDraft, published }: Pick<MendNote, 'since' | 'hadDraft' | 'published'>,
  { hasDraft, live }: Now,
): MendStage {
  const number = live?.number ?? 0
  if (published !== undefined) return number > published ? 'gone' : 'published'
  if (live?.undoOf === null && number > (since ?? 0)) return 'published'
  return hasDraft || !hadDraft ? 'under-way' : 'gone'
}
