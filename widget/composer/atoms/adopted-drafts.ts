import { atom } from 'jotai/vanilla'
import { createDraftStore, isEditName, type KeptDraft } from '../../device/draft-store.ts'
import type { RowOwner } from '../../device/kept-rows.ts'
import { VISITOR } from '../../device/owner-key.ts'
import { awaitOwnerAtom, ownerAtom } from '../../world/owner.ts'

/** Takes the visitor's older drafts and removes them from the device. */
export const takeOlderDraftsAtom = atom(null, async (get, set): Promise<readonly KeptDraft[]> => {
  await set(awaitOwnerAtom)
  const owner = get(ownerAtom)
  if (!owner || owner.scope.owner === VISITOR) return []
  const visitor: RowOwner = { ...owner, scope: { ...owner.scope, owner: VISITOR } }
  const drafts = await createDraftStore(visitor).all()
  await owner.rows.clear(visitor.scope)
  return drafts.filter((draft) => isFilled(draft) && !isEditName(draft.thread))
})

const isFilled = ({ text, files }: KeptDraft): boolean => text !== '' || files.length > 0

const adoptedBaseAtom = atom<readonly KeptDraft[]>([])
/** Older drafts that now belong to the person; `keepDrafts` shows them. */
export const adoptedDraftsAtom = atom(
  (get) => get(adoptedBaseAtom),
  (_get, set, drafts: readonly KeptDraft[]) => set(adoptedBaseAtom, drafts),
)
