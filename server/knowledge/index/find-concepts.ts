import { eachInStep, inTurns } from '../../steps/in-turns.ts'
import type { KnownWord, WordLookup } from '../../store/store.ts'
import {
  createConcept,
  createFarConcepts,
  farLookupsOf,
  findNear,
  type Concept,
  type WeightFacts,
} from './expand-query.ts'

export interface AskedWords {
  readonly words: readonly string[]
  /** Words of the texts that `lookupsOf` finds for them. */
  readonly known: readonly KnownWord[]
  readonly facts: WeightFacts
}

/** Finds words of the searched texts. */
export type FindWords = (
  words: readonly string[],
  lookups: readonly WordLookup[],
) => Promise<readonly KnownWord[]>

/** Finds the words of the texts for each word of a question: near ones first, far ones for those without. */
export async function findConcepts(
  findWords: FindWords,
  { words, known, facts }: AskedWords,
): Promise<readonly Concept[]> {
  // In steps: a long question with many like words takes long.
  const near = await inTurns(eachInStep(words, (word) => ({ word, found: findNear(word, known) })))
  const far = near.filter(({ found }) => found.length === 0).map(({ word }) => farLookupsOf(word))
  const farKnown = await findWords(
    far.flatMap((each) => each.words),
    far.flatMap((each) => each.lookups),
  )
  const concepts = await inTurns(
    eachInStep(near, ({ word, found }) =>
      found.length > 0
        ? [createConcept(word, found, facts)]
        : createFarConcepts(word, farKnown, facts),
    ),
  )
  return concepts.flat()
}
