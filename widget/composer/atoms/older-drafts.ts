import { atom } from 'jotai/vanilla'
import { createDraftStore } from '../../device/draft-store.ts'
import { VISITOR } from '../../device/owner-key.ts'
import { depsOf } from '../../world/chat-deps.ts'
import { ownerAtom } from '../../world/owner.ts'
import { keptOf } from '../attachments/tray-attachment.ts'
import { nameOf } from './draft-names.ts'
import { shownKeyAtom, UNPLACED } from '../../conversation/atoms/thread-keys.ts'
import { freshFilesAtom } from './fresh-files.ts'
import { shownTrayAtom } from './shown-trays.ts'

// A visitor who is named keeps what was typed since the page was loaded. Older drafts stay on the device as the
// visitor's until the person has said whether the conversations are theirs; see `adopted-drafts.ts`.

/** Stores the older part of the visitor's shown draft. */
export const keepOlderDraftAtom = atom(null, (get, _set, text: string) => {
  const owner = get(ownerAtom)
  const key = get(shownKeyAtom)
  if (owner?.scope.owner !== VISITOR || key === UNPLACED) return
  const fresh = get(freshFilesAtom)
  const items = get(shownTrayAtom).items.filter(({ file }) => !file || !fresh.includes(file))
  const files = items.flatMap((item) => keptOf(item) ?? [])
  const savedAt = depsOf(get).clock.now()
  // The visitor, whose permission to write ends, is about to be replaced.
  const store = createDraftStore({ ...owner, ending: new AbortController().signal })
  void store.put({ thread: nameOf(get, key), text, caret: null, files, savedAt })
})

/** Removes messages from the device's outbox whose text moves to the person's draft. */
export const forgetVisitorOutboxAtom = atom(null, async (get) => {
  const owner = get(ownerAtom)
  if (owner?.scope.owner !== VISITOR) return
  const { rows, scope } = owner
  const waiting = await rows.list('outbox', scope)
  const ids = waiting.map(({ id }) => id)
  await rows.remove('outbox', scope, ids)
})
