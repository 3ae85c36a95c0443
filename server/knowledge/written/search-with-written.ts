import type { KnowledgeSearch, Passage } from '../passage.ts'
import { isValidOn, WRITTEN_SOURCE_ID, writtenIdOf, type WrittenAnswer } from './written-answer.ts'
import { createWrittenIndex, type FoundWritten, type WrittenIndex } from './written-index.ts'

/** By the list itself, which is the same as long as its version of the project is. */
const indexes = new WeakMap<readonly WrittenAnswer[], WrittenIndex>()

function indexOf(answers: readonly WrittenAnswer[]): WrittenIndex {
  const known = indexes.get(answers)
  if (known) return known
  const index = createWrittenIndex(answers)
  indexes.set(answers, index)
  return index
}

/**
 * A search that finds the owner's written answers besides the pages: first those whose example is like the
 * question, the others between the pages by their score.
 *
 * @param today day of the owner, `YYYY-MM-DD`.
 */
export function withWritten(
  search: KnowledgeSearch,
  answers: readonly WrittenAnswer[],
  today: () => string,
): KnowledgeSearch {
  if (answers.length === 0) return search
  return {
    async search(reader, query, limit, signal) {
      const [found, pages] = await Promise.all([
        indexOf(answers).search(query),
        search.search(reader, query, limit, signal),
      ])
      const day = today()
      const valid = found.filter(({ answer }) => isValidOn(answer, day))
      const { like = [], others = [] } = Object.groupBy(valid, ({ isLike }) =>
        isLike ? 'like' : 'others',
      )
      return [...like.map(toPassage), ...mergeByScore(others.map(toPassage), pages)].slice(0, limit)
    },
  }
}

/** Both stay in their own order; of equal ones the written answer comes first. */
function mergeByScore(written: readonly Passage[], pages: readonly Passage[]): readonly Passage[] {
  const merged: Passage[] = []
  let at = 0
  for (const page of pages) {
    for (let next = written[at]; next && next.score >= page.score; next = written[at]) {
      merged.push(next)
      at += 1
    }
    merged.push(page)
  }
  return [...merged, ...written.slice(at)]
}

function toPassage({ answer, score }: FoundWritten): Passage {
  const id = writtenIdOf(answer)
  const [first] = answer.links
  const links = answer.links.map(({ title, url }) => `[${title}](${url})`)
  return {
    pieceId: id,
    documentId: id,
    sourceId: WRITTEN_SOURCE_ID,
    address: answer.name,
    url: first?.url,
    title: first?.title ?? answer.name,
    headings: [],
    anchor: undefined,
    page: undefined,
    pageLabel: undefined,
    language: answer.language,
    date: undefined,
    mediaType: 'text/plain',
    text: answer.text,
    fullText: [answer.text, ...links].join('\n'),
    score: Math.min(1, score),
    isAboveFloor: true,
  }
}
