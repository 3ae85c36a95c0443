import { createHash } from 'node:crypto'
import { APICallError, type EmbeddingModelV4 } from '@ai-sdk/provider'

/** Words of one meaning have one vector. */
const SYNONYMS: Readonly<Record<string, string>> = {
  refund: 'money-back',
  reimbursement: 'money-back',
  couch: 'sofa',
  settee: 'sofa',
  physician: 'doctor',
}

export interface ScriptedEmbedding {
  readonly model: EmbeddingModelV4
  /** The texts of each call, failed ones included. */
  readonly calls: (readonly string[])[]
}

interface Script {
  readonly modelId?: string
  readonly dimensions?: number
  /** Called before each answer; throws for a call that fails. */
  readonly onCall?: (texts: readonly string[], call: number) => void | Promise<void>
  /** Replaces the vector of a text. */
  readonly vectorOf?: (text: string) => number[] | undefined
}

/** A model whose vectors are sums of pseudo-random ones of their words; the same in every process. */
export function scriptEmbedding({
  modelId = 'words',
  dimensions = 64,
  onCall = () => {},
  vectorOf = () => undefined,
}: Script = {}): ScriptedEmbedding {
  const calls: (readonly string[])[] = []
  const model: EmbeddingModelV4 = {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId,
    maxEmbeddingsPerCall: 10,
    supportsParallelCalls: false,
    async doEmbed({ values }) {
      calls.push(values)
      await onCall(values, calls.length)
      return {
        embeddings: values.map((text) => vectorOf(text) ?? embedWords(text, modelId, dimensions)),
        usage: { tokens: values.join(' ').split(' ').length },
        warnings: [],
      }
    },
  }
  return { model, calls }
}

/** Sum of the vectors of the words of a text. */
export function embedWords(text: string, salt: string, dimensions: number): number[] {
  const sum = new Array<number>(dimensions).fill(0)
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const meaning = SYNONYMS[word] ?? word
    for (const [index, each] of wordVector(`${salt} ${meaning}`, dimensions).entries()) {
      sum[index]! += each
    }
  }
  return sum
}

/** Numbers from -0.5 to 0.5. */
function wordVector(word: string, dimensions: number): number[] {
  const numbers: number[] = []
  for (let part = 0; numbers.length < dimensions; part += 1) {
    const bytes = createHash('sha256').update(`${part} ${word}`).digest()
    numbers.push(...Array.from(bytes, (byte) => byte / 255 - 0.5))
  }
  return numbers.slice(0, dimensions)
}

/** A failure as packages of providers report it. */
export const createCallError = (statusCode: number, headers: Record<string, string> = {}) =>
  new APICallError({
    message: 'no',
    url: 'https://models.example',
    requestBodyValues: {},
    statusCode,
    responseHeaders: headers,
    responseBody: JSON.stringify({ error: { message: 'no' } }),
  })
