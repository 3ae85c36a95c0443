import { useAtomValue } from 'jotai/react'
import { markInvisible } from '../../shared/mark-invisible.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { firstWordsAtom } from './atoms/first-words.ts'
import type { ThreadListItem } from './atoms/thread-list-item.ts'

/** Returns the name of a thread: its title, or else its first words. */
export function useThreadTitle(): (item: Pick<ThreadListItem, 'id' | 'title'>) => string {
  const { t } = useI18n()
  const firstWords = useAtomValue(firstWordsAtom)
  return ({ id, title }) => markInvisible(title ?? firstWords.of(id) ?? t('threads.untitled'))
}
