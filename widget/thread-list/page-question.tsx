import { useAtomValue } from 'jotai/react'
import { questionAtom } from './atoms/page-question.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { useThreadTitle } from './use-thread-title.tsx'

/** The page's question, above the rest of the frame. */
export function PageQuestion() {
  const question = useAtomValue(questionAtom)
  const titleOf = useThreadTitle()
  if (!question) return null
  const { item, answer } = question
  return (
    <DeleteDialog
      title={titleOf(item)}
      isRunning={item.isRunning}
      onCancel={() => answer(false)}
      onDelete={() => answer(true)}
    />
  )
}
