import type { AnswerWhy } from '../../../shared/desk/conversations.ts'
import { isWrittenId } from '../../knowledge/written/written-answer.ts'
import { readUses, type KnowledgeUse, type StoredUses } from '../../models/search-memory.ts'
import type { Steps } from '../../steps/in-turns.ts'
import type { AnswerPrompts, PresentPiece } from '../../store/store.ts'
import { CUT_MARK, type Cover } from './cover.ts'

/** Maximum of all texts of one answer's prompts, in UTF-16 units; further ones are cut. */
export const WHY_CHARACTERS_MAX = 1_000_000
/** Beginning of a text that an earlier step has sent already. */
const REPEATED_CHARACTERS = 200

/** Everything that is known of an answer. */
export interface Reasons {
  readonly model: string | null
  readonly prompts: AnswerPrompts | undefined
  /** As `answer_knowledge` has it. */
  readonly uses: string | undefined
  /** By their ids, without those that are gone. */
  readonly pieces: ReadonlyMap<string, PresentPiece>
}

/** Ids of the pieces that an answer's searches found. */
export const foundPieceIds = (uses: string | undefined): readonly string[] =>
  searchesOf(readUses(uses)).flatMap(({ found }) => found.map(({ pieceId }) => pieceId))

/** Handles a text in each step. */
export function* whyJson(reasons: Reasons, cover: Cover): Steps<AnswerWhy> {
  const { model, prompts } = reasons
  const steps: AnswerWhy['steps'] = []
  const sent = new Set<string>()
  let left = WHY_CHARACTERS_MAX
  for (const step of prompts?.steps ?? []) {
    const prompt: AnswerWhy['steps'][number]['prompt'] = []
    for (const { role, hash } of step.messages) {
      const whole = prompts!.texts.get(hash) ?? ''
      const isRepeated = sent.has(hash)
      sent.add(hash)
      const text = cover.marked(whole)
      const shown = cutParts(text, Math.min(left, isRepeated ? REPEATED_CHARACTERS : Infinity))
      left -= lengthOf(shown)
      prompt.push({ role, text: shown, isRepeated })
      yield
    }
    steps.push({ prompt, tools: [...step.tools] })
  }
  return {
    model: prompts?.steps.at(-1)?.model ?? model,
    steps,
    searches: searchesJson(reasons, cover),
  }
}

type Parts = AnswerWhy['steps'][number]['prompt'][number]['text']

const lengthOf = (parts: Parts): number => parts.reduce((sum, { text }) => sum + text.length, 0)

/** Cut after it was masked, so that no part of a number stays. */
function cutParts(parts: Parts, characters: number): Parts {
  const kept: Parts = []
  let left = Math.max(characters, 0)
  for (const part of parts) {
    if (part.text.length <= left) kept.push(part)
    else {
      kept.push({ ...part, text: part.text.slice(0, left).toWellFormed() + CUT_MARK })
      return kept
    }
    left -= part.text.length
  }
  return kept
}

function searchesJson({ uses, pieces }: Reasons, cover: Cover): AnswerWhy['searches'] {
  const stored = readUses(uses)
  const cited = new Set(stored?.cited)
  return searchesOf(stored).map(({ query, found }) => ({
    query: cover.text(query),
    found: found.map(({ pieceId, score, isAboveFloor, told }) => {
      const piece = pieces.get(pieceId)
      const text = piece?.text ?? (isWrittenId(pieceId) ? told?.passage.text : undefined)
      return {
        pieceId,
        title: piece?.title ?? told?.title ?? '',
        url: piece?.url ?? told?.url ?? null,
        headings: [...(piece?.headings ?? told?.passage.headings ?? [])],
        text: text === undefined ? null : cover.text(text),
        score,
        isAboveFloor,
        isCited: told !== undefined && cited.has(told.passage.number),
      }
    }),
  }))
}

type SearchUse = Extract<KnowledgeUse, { type: 'search' }>

const searchesOf = (stored: StoredUses | undefined): readonly SearchUse[] =>
  stored?.uses.filter((use): use is SearchUse => use.type === 'search') ?? []
