import { useAtomValue } from 'jotai/react'
import { suggestionsAtom } from '../atoms/suggestions.ts'
import { SuggestionList } from './suggestion-list.tsx'

/** Questions that the person may ask next, below the last answer. */
export function AnswerSuggestions() {
  const texts = useAtomValue(suggestionsAtom)
  if (texts.length === 0) return null
  return <SuggestionList suggestions={texts.map((text) => ({ label: text, prompt: text }))} />
}
