import { useAtomValue } from 'jotai/react'
import { markInvisible } from '../../shared/mark-invisible.ts'
import { createTranslate, type Translate } from '../i18n/create-translate.ts'
import { useI18n, type I18n } from '../i18n/i18n-context.tsx'
import { threadListEn } from '../i18n/thread-list-en.ts'
import { firstWordsAtom } from './atoms/first-words.ts'
import type { ThreadListItem } from './atoms/thread-list-item.ts'

export type ListTranslate = Translate<typeof threadListEn>

const known = new WeakMap<I18n, ListTranslate>()

/** The texts of the thread list in the frame's language. A thousand rows share one. */
export function useListTexts(): ListTranslate {
  const i18n = useI18n()
  const { locale, catalog, own } = i18n
  const all = { ...threadListEn, ...catalog }
  const texts = known.get(i18n) ?? createTranslate<typeof threadListEn>(locale, all, own)
  known.set(i18n, texts)
  return texts
}

/** What a thread is called: its title; until there is one, its first words. */
export function useThreadTitle(): (item: Pick<ThreadListItem, 'id' | 'title'>) => string {
  const texts = useListTexts()
  const firstWords = useAtomValue(firstWordsAtom)
  return ({ id, title }) => markInvisible(title ?? firstWords.of(id) ?? texts('threads.untitled'))
}
