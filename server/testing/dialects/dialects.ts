import type { Dialect } from './dialect.ts'
import { anthropic } from './servers/anthropic.ts'
import { azure } from './servers/azure.ts'
import { deepseek } from './servers/deepseek.ts'
import { gemini } from './servers/gemini.ts'
import { groq } from './servers/groq.ts'
import { kimi } from './servers/kimi.ts'
import { litellm } from './servers/litellm.ts'
import { llamaCpp } from './servers/llama-cpp.ts'
import { lmStudio } from './servers/lm-studio.ts'
import { mistral } from './servers/mistral.ts'
import { ollama } from './servers/ollama.ts'
import { openai } from './servers/openai.ts'
import { openrouter } from './servers/openrouter.ts'
import { perplexity } from './servers/perplexity.ts'
import { responses } from './servers/responses.ts'
import { tgi } from './servers/tgi.ts'
import { vllm } from './servers/vllm.ts'

/** All dialects, services first. */
export const DIALECTS: readonly Dialect[] = [
  openai,
  responses,
  azure,
  anthropic,
  gemini,
  mistral,
  deepseek,
  kimi,
  groq,
  perplexity,
  openrouter,
  vllm,
  ollama,
  lmStudio,
  llamaCpp,
  tgi,
  litellm,
]
