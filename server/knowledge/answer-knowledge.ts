import type { CitedPassage } from '../../shared/thread/cited-passage.ts'
import {
  SEARCH_TOOL,
  type AnswerKnowledge,
  type AnswerReader,
  type ProjectKnowledge,
} from '../models/answer-knowledge.ts'
import { toldSource } from '../models/complete-sources.ts'
import { toldPassages, type FoundPiece, type ToldPiece } from '../models/search-memory.ts'
import type { MessageWithMemory } from '../models/step-memory.ts'
import { createNoAnswerTool } from './no-answer-tool.ts'
import type { KnowledgeSearch, Passage } from './passage.ts'
import { visibleText, type QuotedPassage } from './quote-passages.ts'
import { createSearchTool } from './search-tool.ts'
import { withWritten } from './written/search-with-written.ts'
import { isWrittenId, type WrittenAnswer } from './written/written-answer.ts'

/** Maximum of a passage's text in an answer's source; the model may have read more. */
export const SHOWN_PASSAGE_MAX_CHARACTERS = 2_000
/** A passage of which fewer characters fit is left out. */
export const PASSAGE_LEAST_CHARACTERS = 200

/** How a project's assistants use its pages. */
export interface KnowledgeOptions extends Pick<
  ProjectKnowledge,
  'onlyFromKnowledge' | 'trustedTools'
> {
  /** Searches of one answer. */
  readonly searches: number
  /** Characters of passages that the model gets for one answer. */
  readonly characters: number
  /** Answers in the owner's own words; the same list as long as the project's version is. */
  readonly written: readonly WrittenAnswer[]
}

export interface KnowledgeParts {
  readonly search: KnowledgeSearch
  /** The address that opens a passage; undefined: the server shows the kept text. */
  readonly linkTo: (
    piece: ToldPiece,
    query: string,
    projectId: string,
  ) => Promise<string | undefined>
  /** True if the owner's own server named the user. */
  readonly isNamed: (userId: string) => boolean
  /** Day of the owner, `YYYY-MM-DD`. */
  readonly today: () => string
  readonly onError: (error: unknown) => void
  /** True if the draft of the project's settings answers. Default: false. */
  readonly isDraft?: boolean
}

/** The pages of one project, for its assistants. */
export const createProjectKnowledge = (
  parts: KnowledgeParts,
  options: KnowledgeOptions,
): ProjectKnowledge => ({
  onlyFromKnowledge: options.onlyFromKnowledge,
  trustedTools: options.trustedTools,
  open: (reader, begun) => {
    const search = withWritten(parts.search, options.written, parts.today)
    return openForAnswer({ ...parts, search }, options, reader, begun)
  },
})

function openForAnswer(
  parts: KnowledgeParts,
  options: KnowledgeOptions,
  caller: AnswerReader,
  begun: MessageWithMemory | undefined,
): AnswerKnowledge {
  const { projectId, workspaceId, userId } = caller
  const { isDraft = false } = parts
  const reader = { projectId, workspaceId, userId, isNamed: parts.isNamed(userId), isDraft }
  const uses = [...(begun?.uses ?? [])]
  const posted = postedNumber(begun)
  const told = new Map(toldPassages(uses))
  const numbers = new Map([...told].map(([number, { pieceId }]) => [pieceId, number]))
  let charactersLeft =
    options.characters - [...told.values()].reduce((sum, each) => sum + lengthOf(each), 0)
  let searchesLeft = options.searches - uses.filter(({ type }) => type === 'search').length

  /** Gives a passage its number. Undefined: too little of it would fit. */
  function tell(passage: Passage): QuotedPassage | undefined {
    const known = numbers.get(passage.pieceId)
    if (known !== undefined) {
      const { title, passage: cited } = told.get(known)!.told
      return { title, passage: cited, text: undefined, isWritten: isWrittenId(passage.pieceId) }
    }
    const text = visibleText(passage.fullText)
    if (charactersLeft < Math.min(text.length, PASSAGE_LEAST_CHARACTERS)) return undefined
    const given = text.slice(0, charactersLeft)
    charactersLeft -= given.length
    const shown = visibleText(passage.text).slice(0, SHOWN_PASSAGE_MAX_CHARACTERS)
    const number = posted + numbers.size + 1
    numbers.set(passage.pieceId, number)
    const cited = toCited(passage, number, shown)
    told.set(number, {
      ...toFound(passage),
      told: {
        ...(passage.url === undefined ? {} : { url: passage.url }),
        title: visibleText(passage.title),
        mediaType: passage.mediaType,
        passage: cited,
      },
    })
    const isWritten = isWrittenId(passage.pieceId)
    return { title: visibleText(passage.title), passage: cited, text: given, isWritten }
  }

  async function search(query: string, limit: number, signal: AbortSignal) {
    searchesLeft -= 1
    let passages: readonly Passage[] = []
    try {
      passages = await parts.search.search(reader, query, limit, signal)
      return passages.flatMap((each) => (each.isAboveFloor ? (tell(each) ?? []) : []))
    } finally {
      const found = passages.map((each): FoundPiece => {
        const number = numbers.get(each.pieceId)
        return (number === undefined ? undefined : told.get(number)) ?? toFound(each)
      })
      uses.push({ type: 'search', query, found })
    }
  }

  return {
    onlyFromKnowledge: options.onlyFromKnowledge,
    trustedTools: options.trustedTools,
    tools: [
      createSearchTool({ search, hasRoom: () => searchesLeft > 0 && charactersLeft > 0 }),
      createNoAnswerTool((lookedFor) => void uses.push({ type: 'no-answer', lookedFor })),
    ],
    uses,
    told,
    get hasPassages() {
      return posted > 0 || [...told.values()].some(({ pieceId }) => !isWrittenId(pieceId))
    },
    async toSource(number) {
      const piece = told.get(number)
      if (!piece) return undefined
      const query = uses.findLast((use) => use.type === 'search' && gave(use.found, piece))
      const wanted = query?.type === 'search' ? query.query : ''
      const url = await parts.linkTo(piece, wanted, projectId).catch((error: unknown) => {
        parts.onError(error)
        return piece.told.url
      })
      return toldSource(piece, url)
    },
  }
}

/**
 * The highest number among passages that a client tells of an answer that it keeps itself; 0: there are none.
 * This server does not know them, so that nothing cites them.
 */
function postedNumber(begun: MessageWithMemory | undefined): number {
  if (!begun || begun.uses) return 0
  const numbers = begun.content.flatMap((part) =>
    part.type === 'tool-call' && part.toolName === SEARCH_TOOL ? numbersIn(part.result) : [],
  )
  return Math.max(0, ...numbers)
}

const numbersIn = (result: unknown): readonly number[] =>
  typeof result === 'string'
    ? [...result.matchAll(/<passage id="(\d{1,3})"/g)].map(([, number]) => Number(number))
    : []

const gave = (found: readonly FoundPiece[], { pieceId }: FoundPiece): boolean =>
  found.some((each) => each.pieceId === pieceId)

const lengthOf = ({ told }: ToldPiece): number => told.passage.text.length

const toFound = (passage: Passage): FoundPiece => {
  const { pieceId, documentId, sourceId, score, isAboveFloor } = passage
  return { pieceId, documentId, sourceId, score, isAboveFloor }
}

function toCited(passage: Passage, number: number, text: string): CitedPassage {
  const { date, page, pageLabel, language, anchor } = passage
  return {
    number,
    headings: passage.headings.map(visibleText),
    text,
    ...(date === undefined ? {} : { date }),
    ...(page === undefined ? {} : { page }),
    ...(pageLabel === undefined ? {} : { pageLabel }),
    ...(language === undefined ? {} : { language }),
    ...(anchor === undefined ? {} : { anchor }),
    ...(passage.url === undefined
      ? { kept: { documentId: passage.documentId, pieceId: passage.pieceId } }
      : {}),
  }
}
