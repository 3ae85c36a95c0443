import { isJsonValue } from '../../shared/json.ts'
import type { JudgeWords, ModelWords } from './hooks.ts'
import type { Finish, JudgementPart, SaidPart } from './step-parts.ts'
import type { ReadCall } from './tool-set.ts'

type JudgedPart = SaidPart | Finish | JudgementPart

/**
 * Lets the operator's hook judge the words of one step before its end is told. Words that it changes or
 * withdraws are replaced; with `holds` nothing is told before.
 *
 * @throws the hook's refusal or failure, after the step is void.
 */
export async function* judgeStep(
  parts: AsyncIterable<SaidPart | Finish>,
  judge: JudgeWords,
  holds: boolean,
  signal: AbortSignal,
): AsyncGenerator<JudgedPart, void, undefined> {
  const said: SaidPart[] = []
  // No limit: parts of `askModel`, which has the limits of its provider.
  for await (const part of parts) {
    if (part.type === 'finish') {
      const judgement = judgeParts(said, judge, signal)
      const changed = holds ? await judgement : yield* withdrawUnless(judgement)
      // Even if nothing was told: the part says that the step lost its provider's metadata.
      if (changed !== said) yield { type: 'reset-step' }
      if (holds || changed !== said) yield* changed
      if (!holds) yield { type: 'judging', isOn: false }
      yield part
    } else if (part.type === 'start-step') {
      yield part
      if (!holds) yield { type: 'judging', isOn: true }
    } else {
      if (!holds) yield part
      said.push(part)
    }
  }
}

/** Resets the step if the judgement fails. */
async function* withdrawUnless<Value>(
  judgement: Promise<Value>,
): AsyncGenerator<JudgementPart, Value, undefined> {
  try {
    return await judgement
  } catch (error) {
    yield { type: 'reset-step' }
    yield { type: 'judging', isOn: false }
    throw error
  }
}

/** The parts that may be told: the same list if the hook changed nothing. */
async function judgeParts(
  said: readonly SaidPart[],
  judge: JudgeWords,
  signal: AbortSignal,
): Promise<readonly SaidPart[]> {
  const words = wordsOf(said)
  const judged = await judge(words, signal)
  return judged === words ? said : rewrite(said, judged)
}

interface Piece {
  kind: 'text' | 'reasoning'
  readonly delta: string
}

/** The words of a step; texts that turned out to be thoughts are reasoning. */
function piecesOf(said: readonly SaidPart[]): readonly Piece[] {
  const pieces: Piece[] = []
  const open = new Map<string, Piece[]>()
  for (const part of said) {
    if (part.type === 'text-start') open.set(part.id, [])
    if (part.type === 'reasoning-delta') pieces.push({ kind: 'reasoning', delta: part.delta })
    if (part.type === 'text-delta') {
      const piece: Piece = { kind: 'text', delta: part.delta }
      pieces.push(piece)
      open.get(part.id)?.push(piece)
    }
    if (part.type === 'text-was-thought') {
      for (const piece of open.get(part.id) ?? []) piece.kind = 'reasoning'
    }
  }
  return pieces
}

function wordsOf(said: readonly SaidPart[]): ModelWords {
  const pieces = piecesOf(said)
  const join = (wanted: Piece['kind']) =>
    pieces.map(({ kind, delta }) => (kind === wanted ? delta : '')).join('')
  return {
    text: join('text'),
    reasoning: join('reasoning'),
    toolCalls: said.flatMap((part) =>
      part.type === 'tool-call'
        ? [
            {
              toolName: part.call.toolName,
              args: isJsonValue(part.call.input) ? part.call.input : {},
            },
          ]
        : [],
    ),
  }
}

/** The parts with other words, and without what their provider signed. */
function rewrite(said: readonly SaidPart[], { text, reasoning }: ModelWords): readonly SaidPart[] {
  return [
    ...wordParts('reasoning', reasoning),
    ...wordParts('text', text),
    ...said.flatMap((part) => (isReplaced(part) ? [] : [withoutMetadata(part)])),
  ]
}

/** Words, and parts that hold nothing but their provider's own data. */
const isReplaced = ({ type }: SaidPart): boolean =>
  /^(text|reasoning)-(start|delta|end)$/.test(type) ||
  type === 'text-was-thought' ||
  type === 'custom' ||
  type === 'reasoning-file'

function wordParts(kind: 'text' | 'reasoning', delta: string): readonly SaidPart[] {
  const id = 'judged'
  if (delta === '') return []
  return [
    { type: `${kind}-start`, id },
    { type: `${kind}-delta`, id, delta },
    { type: `${kind}-end`, id },
  ]
}

function withoutMetadata(part: SaidPart): SaidPart {
  if (part.type === 'tool-call') return { ...part, call: withoutOptions(part.call) }
  if (!('providerMetadata' in part)) return part
  const { providerMetadata: _, ...rest } = part
  return rest
}

const withoutOptions = (call: ReadCall): ReadCall => ({ ...call, providerOptions: undefined })
