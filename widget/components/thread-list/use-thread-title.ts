import { useAtomValue } from 'jotai/react'
import { markInvisible } from '../../../shared/mark-invisible.ts'
import { firstWordsAtom } from '../../state/first-words.ts'
import type { ThreadListItem } from '../../state/thread-list.ts'
import { useListTexts } from './list-texts.ts'

/** What a thread is called: its title; until there is one, its first words. */
export function useThreadTitle(): (item: Pick<ThreadListItem, 'id' | 'title'>) => string {
  const texts = useListTexts()
  const firstWords = useAtomValue(firstWordsAtom)
  return ({ id, title }) => markInvisible(title ?? firstWords.of(id) ?? texts('threads.untitled'))
}
