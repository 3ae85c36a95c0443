import { createAnthropic } from '@ai-sdk/anthropic'
import { createAzure } from '@ai-sdk/azure'
import { createDeepSeek } from '@ai-sdk/deepseek'
import { createGroq } from '@ai-sdk/groq'
import { createMistral } from '@ai-sdk/mistral'
import { createMoonshotAI } from '@ai-sdk/moonshotai'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createPerplexity } from '@ai-sdk/perplexity'
import { createOpenRouter } from '@openrouter/ai-sdk-provider'
import type { LanguageModelV3, LanguageModelV4 } from '@ai-sdk/provider'

export interface Maker {
  readonly name: string
  readonly createModel: (fetch: typeof globalThis.fetch) => LanguageModelV3 | LanguageModelV4
}

const apiKey = 'k'
const baseURL = 'http://127.0.0.1:9'

/** Packages that read the answers of their makers' servers. */
export const MAKERS = {
  openai: {
    name: '@ai-sdk/openai',
    createModel: (fetch) => createOpenAI({ apiKey, baseURL, fetch }).chat('m'),
  },
  responses: {
    name: '@ai-sdk/openai',
    createModel: (fetch) => createOpenAI({ apiKey, baseURL, fetch }).responses('m'),
  },
  azure: {
    name: '@ai-sdk/azure',
    createModel: (fetch) => createAzure({ apiKey, baseURL, fetch }).chat('m'),
  },
  anthropic: {
    name: '@ai-sdk/anthropic',
    createModel: (fetch) => createAnthropic({ apiKey, baseURL, fetch })('m'),
  },
  mistral: {
    name: '@ai-sdk/mistral',
    createModel: (fetch) => createMistral({ apiKey, baseURL, fetch })('m'),
  },
  deepseek: {
    name: '@ai-sdk/deepseek',
    createModel: (fetch) => createDeepSeek({ apiKey, baseURL, fetch })('m'),
  },
  moonshot: {
    name: '@ai-sdk/moonshotai',
    createModel: (fetch) => createMoonshotAI({ apiKey, baseURL, fetch })('m'),
  },
  groq: {
    name: '@ai-sdk/groq',
    createModel: (fetch) => createGroq({ apiKey, baseURL, fetch })('m'),
  },
  perplexity: {
    name: '@ai-sdk/perplexity',
    createModel: (fetch) => createPerplexity({ apiKey, baseURL, fetch })('m'),
  },
  openrouter: {
    name: '@openrouter/ai-sdk-provider',
    createModel: (fetch) => createOpenRouter({ apiKey, baseURL, fetch }).chat('m'),
  },
  compatible: {
    name: '@ai-sdk/openai-compatible',
    createModel: (fetch) => createOpenAICompatible({ name: 'x', baseURL, fetch })('m'),
  },
} satisfies Readonly<Record<string, Maker>>

export type MakerName = keyof typeof MAKERS
