import * as v from 'valibot'
import { passageSchema } from '../../shared/wire/passage-schema.ts'
import type { MessagePart } from '../../shared/thread/message.ts'

/** A piece of the owner's pages that a search of an answer gave. */
const foundSchema = v.object({
  pieceId: v.string(),
  documentId: v.string(),
  sourceId: v.string(),
  /** From 0 to 1. */
  score: v.number(),
  isAboveFloor: v.boolean(),
  /** Absent: the model was not told of it. */
  told: v.exactOptional(
    v.object({
      /** Address of the document without a fragment. Absent: the server shows the kept text. */
      url: v.exactOptional(v.string()),
      title: v.string(),
      mediaType: v.string(),
      passage: passageSchema,
    }),
  ),
})
export type FoundPiece = v.InferOutput<typeof foundSchema>

const searchSchema = v.object({
  query: v.string(),
  /** Best first. */
  found: v.array(foundSchema),
})

const noAnswerSchema = v.object({
  /** In the model's words: what it looked for. */
  lookedFor: v.string(),
})

/** How an answer used the owner's pages. */
const useSchema = v.variant('type', [
  v.object({ type: v.literal('search'), ...searchSchema.entries }),
  v.object({ type: v.literal('no-answer'), ...noAnswerSchema.entries }),
])
export type KnowledgeUse = v.InferOutput<typeof useSchema>

const chunkSchema = v.object({ type: v.literal('knowledge-use'), use: useSchema })

/**
 * Tells how an answer used the owner's pages. Stored with the answer's chunks; no reader gets it. Precedes the
 * result of the call.
 */
export type KnowledgeChunk = v.InferOutput<typeof chunkSchema>

/** Parses a stored chunk; `undefined` for any other. */
export function parseKnowledgeChunk(value: unknown): KnowledgeChunk | undefined {
  const parsed = v.safeParse(chunkSchema, value)
  return parsed.success ? parsed.output : undefined
}

const storedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    uses: v.array(useSchema),
    /** Numbers of the passages that the answer cites. */
    cited: v.array(v.number()),
  }),
)
export type StoredUses = v.InferOutput<typeof storedSchema>

/** Reads how a stored answer used the owner's pages; `undefined`: it did not, or the row is damaged. */
export function readUses(stored: string | undefined): StoredUses | undefined {
  const parsed = v.safeParse(storedSchema, stored)
  return parsed.success ? parsed.output : undefined
}

/** How an answer used the owner's pages, for its row; undefined if it did not. */
export function encodeUses({ uses = [], content }: AnswerWithUses): UsedKnowledge | undefined {
  if (uses.length === 0) return undefined
  const stored: StoredUses = { uses: [...uses], cited: citedNumbers(content) }
  return { isUnanswered: isUnanswered(uses), data: JSON.stringify(stored) }
}

interface AnswerWithUses {
  readonly uses?: readonly KnowledgeUse[]
  readonly content: readonly MessagePart[]
}

/** As a row has it. */
export interface UsedKnowledge {
  readonly isUnanswered: boolean
  readonly data: string
}

/** Numbers of the passages that an answer cites. */
export const citedNumbers = (content: readonly MessagePart[]): number[] =>
  content.flatMap((part) => (part.type === 'source' && part.passage ? part.passage.number : []))

/** True if a search gave a piece of use. */
export const isFinding = (use: KnowledgeUse): boolean =>
  use.type === 'search' && use.found.some(({ isAboveFloor }) => isAboveFloor)

/** True for an answer that searched without a finding, or gave up. */
export const isUnanswered = (uses: readonly KnowledgeUse[]): boolean =>
  uses.length > 0 && (uses.some(({ type }) => type === 'no-answer') || !uses.some(isFinding))

/** The passages that the model was told, by their number. */
export const toldPassages = (uses: readonly KnowledgeUse[]): ReadonlyMap<number, ToldPiece> =>
  new Map(
    uses.flatMap((use) =>
      use.type === 'search'
        ? use.found.flatMap((piece) =>
            piece.told
              ? [[piece.told.passage.number, { ...piece, told: piece.told }] as const]
              : [],
          )
        : [],
    ),
  )

export type ToldPiece = FoundPiece & { readonly told: NonNullable<FoundPiece['told']> }
