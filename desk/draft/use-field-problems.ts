import { useState } from 'react'
import type { FocusEvent } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { useDraft } from './draft-context.tsx'
import { emptyWords } from './empty-words.ts'
import type { Path } from './json-path.ts'
import { problemsAt } from './problems.ts'

export interface FieldProblems {
  readonly problems: readonly string[]
  /** For the element around the field. */
  readonly onBlur: (event: FocusEvent) => void
}

/**
 * Sentences about a value and all below it. Values that are still empty have theirs when the person has left the
 * field, or has tried to publish.
 */
export function useFieldProblems(path: Path): FieldProblems {
  const { t } = useI18n()
  const { view, settings, hasTried } = useDraft()
  const [wasLeft, setWasLeft] = useState(false)
  const sentences = problemsAt(view.problems, path).flatMap((problem) => {
    const words = emptyWords(settings, problem.path)
    if (words === undefined) return problem.message
    return wasLeft || hasTried ? t(words) : []
  })
  return {
    problems: [...new Set(sentences)],
    onBlur({ currentTarget, relatedTarget }) {
      if (!currentTarget.contains(relatedTarget)) setWasLeft(true)
    },
  }
}
