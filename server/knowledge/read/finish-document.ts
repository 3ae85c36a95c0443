import type { ReadDocument, Section } from '../document.ts'
import { guessLanguage } from './guess-language.ts'
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
  const language = facts.language || guessLanguage(sections)
  return {
    title: facts.title,
    ...(language !== undefined && { language }),
    ...(facts.date !== undefined && { date: facts.date }),
    ...(facts.canonical !== undefined && { canonical: facts.canonical }),
    isHidden: facts.isHidden ?? false,
    links: facts.links ?? [],
    sections,
    notes: [...(facts.notes ?? []), ...(builder.isFull ? [CUT] : [])],
  }
}
