import type { LanguageModelV4FunctionTool, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { fitPrompt, tokensOf, type FittedPrompt } from './fit-prompt.ts'
import { knownWindow } from './known-windows.ts'
import { BYTES_PER_TOKEN } from './prompt-tokens.ts'

/** Part of a window that is kept free for the answer, unless its maximum is set. */
export const ANSWER_SHARE = 1 / 4
/** Largest part of a window that is kept free for an answer. */
const ANSWER_SHARE_MOST = 1 / 2
/** A prompt that a provider refused as too long is shortened to this share of itself. */
export const SHORTER_SHARE = 1 / 2

/** The room for the prompts of one answer's calls. */
export interface ContextWindow {
  /** Shortens a prompt to the window, as far as it is known. */
  fit(prompt: LanguageModelV4Prompt): FittedPrompt
  /**
   * Makes the window smaller than a prompt that the provider refused as too long.
   *
   * @returns false if that would not shorten the prompt.
   */
  shrink(refused: LanguageModelV4Prompt): boolean
}

export interface WindowSetup {
  /** The model's name: its window may be known. */
  readonly name: string
  /** The operator's own figure. */
  readonly contextTokens: number | undefined
  readonly maxOutputTokens: number | undefined
  readonly tools: readonly LanguageModelV4FunctionTool[] | undefined
}

export function createContextWindow({
  name,
  contextTokens = knownWindow(name),
  maxOutputTokens,
  tools = [],
}: WindowSetup): ContextWindow {
  let limit =
    contextTokens === undefined
      ? Infinity
      : contextTokens - answerTokens(contextTokens, maxOutputTokens) - toolTokens(tools)

  return {
    fit: (prompt) => fitPrompt(prompt, limit),
    shrink(refused) {
      const before = tokensOf(refused)
      limit = Math.min(limit, Math.floor(before * SHORTER_SHARE))
      return tokensOf(fitPrompt(refused, limit).prompt) < before
    },
  }
}

const answerTokens = (window: number, maximum: number | undefined): number =>
  maximum === undefined
    ? Math.floor(window * ANSWER_SHARE)
    : Math.min(maximum, Math.floor(window * ANSWER_SHARE_MOST))

const toolTokens = (tools: readonly LanguageModelV4FunctionTool[]): number =>
  tools.length === 0 ? 0 : Math.ceil(Buffer.byteLength(JSON.stringify(tools)) / BYTES_PER_TOKEN)
