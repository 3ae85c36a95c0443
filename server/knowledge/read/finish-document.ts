import type { ReadDocument, Section } from '../document.ts'
import { cutLetters, shortOrNone } from './clean-text.ts'
import { guessLanguage } from './guess-language.ts'
import { LABEL_LETTERS_MAX, TITLE_LETTERS_MAX } from './read-limits.ts'
import type { SectionBuilder } from './section-builder.ts'

export interface DocumentFacts {
  readonly title: string
  readonly language?: string | undefined
  readonly date?: string | undefined
  readonly canonical?: string | undefined
  readonly isHidden?: boolean
  readonly links?: readonly string[]
  readonly notes?: readonly string[]
}

const CUT = 'The document is very long; only its beginning can be found.'

/** A document of the sections that a builder collected; facts that are unknown are left out. */
export function finishDocument(
  builder: SectionBuilder,
  sections: readonly Section[],
  facts: DocumentFacts,
): ReadDocument {
  const language = shortOrNone(facts.language, LABEL_LETTERS_MAX) || guessLanguage(sections)
  return {
    title: cutLetters(facts.title, TITLE_LETTERS_MAX),
    ...(language !== undefined && { language }),
    ...(facts.date !== undefined && { date: facts.date }),
    ...(facts.canonical !== undefined && { canonical: facts.canonical }),
    isHidden: facts.isHidden ?? false,
    links: facts.links ?? [],
    sections,
    notes: [...(facts.notes ?? []), ...(builder.isFull ? [CUT] : [])],
  }
}
